"""Checks of arguments: a game begins with all right ones, and refuses all wrong ones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Any, Final, NoReturn

import attrs

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine import verbs
from twowaystreet._core.engine.fields import OPTION, absent_of, options_of
from twowaystreet._core.engine.game import GAMES, OURS, game_of
from twowaystreet._core.engine.moves import Deal, Move, Play, move_types_of
from twowaystreet._core.engine.seats import check_sides
from twowaystreet._core.engine.state import GameState
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.views.views import View, view
from twowaystreet.errors import (
    IllegalMove,
    ParseError,
    RecordError,
    RulesError,
    SeatError,
    TwoWayStreetError,
    quoted,
)
from twowaystreet.testing.playouts import CheckedPosition, fail, require, settings_of, tricks_of
from twowaystreet.testing.reports import error_report, snapshot


def opening(position: CheckedPosition) -> int:
    """Check that a game begins with every combination of options, and waits for a deal."""
    game, state = position.context.game, position.playout.start
    parts = {"State": GameState, "View": View}
    for name, base in parts.items():
        part = getattr(game, name)
        require(isinstance(part, type) and issubclass(part, base), f"{name} is {part!r}")
    require(game.State.View is game.View, f"State.View is {game.State.View!r}, View {game.View!r}")
    require(game_of(game.State) is game, "another game in the register has the same State")
    require(game.title == game.State.title != "", f"the title is {game.title!r}")
    require(type(state) is game.State, f"new_game returns a {type(state).__name__}")
    require(type(view(state, None)) is game.View, "view returns another class than View")
    rules: Any = state.rules
    require(type(rules) is game.Rules, f"the rules are {rules!r}")
    loose = [one.name for one in attrs.fields(game.Rules) if OPTION not in one.metadata]
    require(not loose, f"not declared by number, choice or flag: {loose}")
    require(isinstance(rules.pack, Pack) and len(rules.pack) > 0, f"the pack is {rules.pack!r}")
    require(type(rules.seats) is int and rules.seats > 0, f"the seats are {rules.seats!r}")
    try:
        check_sides(rules)
    except RulesError as error:
        fail(f"new_game accepts wrong sides: {error}", cause=error)
    require(state.needs_deal and not state.is_over, f"the first state is {state!r}")
    require(
        state.hand_over is False and verbs.legal_moves(state) == (), f"the first state is {state!r}"
    )
    require(not any(state.hands) and not tricks_of(state), f"cards before a deal: {state.hands}")
    again = game.new_game(rules, dealer=state.dealer)
    require(
        again.rules == rules and again.dealer == state.dealer, f"another first state: {again!r}"
    )
    fresh = game.Rules(**{one.alias: getattr(rules, one.name) for one in attrs.fields(game.Rules)})
    alike = fresh == rules and hash(fresh) == hash(rules)
    require(alike, f"the same options give {rules!r} and {fresh!r}")
    if "options" not in position.context.memory:
        position.context.memory["options"] = "checked"
        _options(position)
    return 1


def _options(position: CheckedPosition) -> None:
    game = position.context.game
    for name, values in settings_of(game).items():
        for value in values:
            try:
                rules = game.Rules(**{name: value})
            except RulesError:
                continue  # the value contradicts the defaults of other options
            except Exception as error:
                fail(f"Rules({name}={value!r}) raises {error_report(error)}", cause=error)
            for dealer in range(rules.seats):
                first = game.new_game(rules, dealer=dealer)
                require(
                    first.dealer == dealer, f"new_game(dealer={dealer}) has dealer {first.dealer}"
                )


def _never(self: object, *_: object) -> NoReturn:
    raise RuntimeError("this object allows no operation")


class Hostile:
    """An object that raises an error at every operation."""

    __repr__ = _never
    __str__ = _never
    __eq__ = _never
    __hash__ = _never
    __bool__ = _never
    __len__ = _never
    __iter__ = _never


class Foreign(Play):
    """A move type that no game has."""


HUGE: Final = "QS " * 5000
MANY: Final = 10**30
GARBAGE: Final[tuple[Any, ...]] = (  # Any: objects of all types
    *(None, 0, -1, MANY, 0.5, float("nan"), True, "", "QS", HUGE, b"QS", (), ["x", None], {"a": 1}),
    *(object(), object, Hostile(), Hostile, Deal, Play, Foreign(CARDS[0]), Move()),
)
"""Objects to pass in place of moves, seats, texts and states."""
NO_SEATS: Final = (-1, MANY)
TEXTS: Final = ("", " ", "nonsense", "QS QS", "deal", "deal QS", HUGE, "\0", "♠", "99999999999999")
FIELDS: Final = (None, "x", -1, 99, MANY, "", ())
"""Objects to put in place of the fields of a move."""


def errors(position: CheckedPosition) -> int:
    """Check that wrong arguments raise errors of this library and change nothing."""
    state = position.state
    before = snapshot(state)
    count = _offers(position) + _texts(position) + _parts(position)
    for thing in GARBAGE:
        if thing is not None and (type(thing) is not int or thing in NO_SEATS):
            _raises(SeatError, f"view(state, {quoted(thing)})", view, state, thing)
        for name, verb in _VERBS.items():
            _raises(TypeError, f"{name} of {quoted(thing)}", verb, thing)
    count += _documents(position)
    if not position.moves_made:
        count += _openings(position)
    require(snapshot(state) == before, f"the state has changed: {state!r}")
    return count


# Any: each function gets an object of a wrong type.
_VERBS: Final[dict[str, Callable[[Any], object]]] = {
    "apply": lambda thing: verbs.apply(thing, None),
    "legal_moves": verbs.legal_moves,
    "score_hand": verbs.score_hand,
    "payoffs": verbs.payoffs,
    "deal_hands": lambda thing: verbs.deal_hands(thing, ()),
    "shuffle": lambda thing: verbs.shuffle(thing, random.Random(0)),
    "parse_move": lambda thing: verbs.parse_move(thing, "QS"),
    "view": lambda thing: view(thing, 0),
}


def _raises(
    error_type: type[Exception],
    call: str,
    work: Callable[..., object],
    *given: object,
    **named: object,
) -> str:
    try:
        found = work(*given, **named)
    except error_type as error:
        require(bool(str(error)), f"{call} raises a {error_type.__name__} without a message")
        return str(error)
    except Exception as error:
        fail(f"{call} raises {error_report(error, instead_of=error_type)}", cause=error)
    return fail(f"{call} returns {quoted(found)}: expected {error_type.__name__}")


def _offers(position: CheckedPosition) -> int:
    state, move_types = position.state, move_types_of(type(position.state))
    foreign: list[object] = [move for move in _moves_of_others() if type(move) not in move_types]
    for offer in (*GARBAGE, *foreign, Deal(())):
        call = f"apply of {quoted(offer)}"
        message = _raises(IllegalMove, call, verbs.apply, state, offer)
        require(quoted(offer) in message, f"the refusal of {call} does not quote it: {message}")
    return len(GARBAGE)


def _moves_of_others() -> list[Move]:
    texts = ("high", "keep", "name H", "no bid", "bid 3 high", "look", "stand", "bid 4", "trump H")
    found: list[Move] = []
    for name in OURS:
        state = GAMES[name].new_game()
        for text in (*texts, "draw 7C", "in", "exchange 2C 3C"):
            try:
                found.append(verbs.parse_move(state, text))
            except ParseError:
                continue
    return found


def _texts(position: CheckedPosition) -> int:
    state, rng = position.state, position.rng
    for thing in GARBAGE:
        if not isinstance(thing, str):
            call = f"parse_move of {quoted(thing)}"
            _raises(ParseError, call, verbs.parse_move, state, thing)
    moves = position.context.moves()
    good_texts = [str(move) for move in rng.sample(moves, min(10, len(moves)))]
    for text in (*TEXTS, *(_damaged(each, rng) for each in good_texts for _ in range(4))):
        try:
            move = verbs.parse_move(state, text)
        except TwoWayStreetError as error:
            require(
                bool(str(error)), f"parse_move of {quoted(text)} raises an error without a message"
            )
        except Exception as error:
            fail(f"parse_move of {quoted(text)} raises {error_report(error)}", cause=error)
        else:
            good = verbs.parse_move(state, str(move)) == move
            require(good, f"{quoted(text)} is read as {move!r}, whose text gives another move")
    return len(TEXTS)


def _damaged(text: str, rng: random.Random) -> str:
    """Return a text with one word or character added, removed or changed."""
    words, other = text.split(), rng.choice(("QS", "3", "-1", "H", "high", "nine", "x" * 300, "²"))
    at = rng.randrange(len(words))
    return rng.choice(
        [
            " ".join([*words[:at], other, *words[at + 1 :]]),
            " ".join([*words[:at], other, *words[at:]]),
            " ".join([*words[:at], *words[at + 1 :]]),
            text.upper(),
            text + rng.choice(";#,.\n"),
        ]
    )


def _parts(position: CheckedPosition) -> int:
    state, count = position.state, 0
    legal = verbs.legal_moves(state)
    # Any: the type Move does not say that moves are attrs classes.
    move_types: dict[type[Move], Any] = {type(move): move for move in position.context.moves()}
    for move_type, move in move_types.items():
        for field in attrs.fields(move_type) if attrs.has(move_type) else ():
            for part in FIELDS if field.init else ():
                call = f"{move_type.__name__}({field.alias}={quoted(part)})"
                try:
                    # Any: the fields of a move have any types.
                    wrong: Any = attrs.evolve(move, **{field.alias: part})
                except (TwoWayStreetError, TypeError):
                    continue
                except Exception as error:
                    fail(f"{call} raises {error_report(error)}", cause=error)
                if wrong not in legal:
                    _raises(IllegalMove, f"apply of {call}", verbs.apply, state, wrong)
                count += 1
    return count


def _documents(position: CheckedPosition) -> int:
    state = position.state
    seen = view(state, position.rng.randrange(state.rules.seats))
    record = Record(position.playout.start, position.so_far.moves[:3])
    # Each with what may have come later. Any: the class of the view is the game's own.
    shapes: tuple[tuple[Any, Any, Container[str]], ...] = (
        (type(seen), seen.to_dict(), absent_of(type(seen))),
        (Record, record.to_dict(), position.context.game.State._match_counters),
        (SeatRecord, record.for_seat(None).to_dict(), ()),
    )
    count = 0
    for document_type, good, later in shapes:
        name = document_type.__name__
        for thing in GARBAGE:
            for read in (document_type.from_dict, document_type.from_json):
                _raises(RecordError, f"{name}.{read.__name__} of {quoted(thing)}", read, thing)
        for key in position.rng.sample(list(good), 5):
            # The search for an unknown game among installed packages is slow.
            junk = (None,) if key == "game" else (*position.rng.sample(GARBAGE, 2), Hostile())
            for thing in junk:
                wrong = good | {key: thing}
                try:
                    with suppress(RecordError):  # the value may fit
                        document_type.from_dict(wrong)
                except Exception as error:
                    report = error_report(error, instead_of=RecordError)
                    call = f"{name}.from_dict with {key}={quoted(thing)}"
                    fail(f"{call} raises {report}", cause=error)
            count += 1
            if key in later:
                continue
            less = json.dumps({each: one for each, one in good.items() if each != key})
            _raises(RecordError, f"{name}.from_json without {key}", document_type.from_json, less)
    for thing in GARBAGE:
        call = f"Record.from_text of {quoted(thing)}"
        _raises(RecordError, call, Record.from_text, thing)
    return count


def _openings(position: CheckedPosition) -> int:
    game, state = position.context.game, position.state
    for name, option in options_of(game.Rules).items():
        for thing in GARBAGE:
            if isinstance(thing, (int, type(None))):
                continue
            call = f"Rules({name}={quoted(thing)})"
            _raises(RulesError, call, game.Rules, **{name: thing})
        if not option.may_be_none and option.choices:
            _raises(RulesError, f"Rules({name}=None)", game.Rules, **{name: None})
    for thing in GARBAGE:
        if thing is not None:
            call = f"new_game({quoted(thing)})"
            _raises(RulesError, call, game.new_game, thing)
        if type(thing) is int and thing == 0:
            continue
        for name in ("dealer", "scores", "hands_played"):
            given = {name: thing}
            # Two values are correct: scores=None, and a huge number of hands played.
            if (name == "scores" and thing is None) or (name == "hands_played" and thing is MANY):
                continue
            call = f"new_game({name}={quoted(thing)})"
            _raises(TwoWayStreetError, call, game.new_game, state.rules, **given)
    return len(GARBAGE)
