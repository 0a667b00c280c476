"""Checks of arguments: a game begins with all right ones, and refuses all wrong ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Container
from functools import partial
from itertools import product
from typing import Any, Final, NoReturn

import attrs

import twowaystreet as tws
from twowaystreet._core.engine import verbs
from twowaystreet._core.engine.fields import OPTION, absent_of, options_of
from twowaystreet._core.engine.game import game_of
from twowaystreet._core.engine.seats import check_sides
from twowaystreet.errors import quoted
from twowaystreet.testing._playouts import (
    CheckedPosition,
    fail,
    require,
    rules_or_none,
    settings_of,
)
from twowaystreet.testing._reports import error_report, snapshot


# Any: functions of any kind and what they return, here and below; one type of errors, or several.
def _outcome(call: str, errors: Any, work: Callable[[], Any]) -> Any:
    """Return the result of a call, or the error if it is of these types; report other errors."""
    try:
        return work()
    except errors as error:
        require(bool(str(error)), f"{call} raises a {type(error).__name__} without a message")
        return error
    except Exception as error:
        expected = errors if isinstance(errors, type) else None
        fail(f"{call} raises {error_report(error, instead_of=expected)}", cause=error)


def _refused(call: str, expected: type[Exception], work: Callable[[], Any]) -> str:
    found = _outcome(call, expected, work)
    good = isinstance(found, expected)
    require(good, f"{call} returns {quoted(found)}: expected {expected.__name__}")
    return str(found)


def opening(position: CheckedPosition) -> int:
    """A game begins with all options, and its classes belong together."""
    game, state = position.context.game, position.playout.start
    rules: Any = state.rules
    fields = attrs.fields(game.Rules)
    loose = [one.name for one in fields if OPTION not in one.metadata]
    require(not loose, f"not declared by number, choice or flag: {loose}")
    fresh = game.Rules(**{one.alias: getattr(rules, one.name) for one in fields})
    again = game.new_game(rules, dealer=state.dealer)
    types: Any = (type(state), type(tws.view(state, None)), type(rules), type(rules.pack))
    flags = state.needs_deal, state.is_over, state.hand_over, any(state.hands)
    facts: tuple[tuple[str, object, object], ...] = (
        ("the types", types, (game.State, game.View, game.Rules, tws.Pack)),
        ("State.View", game.State.View, game.View),
        ("the game of the State", game_of(game.State), game),
        ("the title", game.title, game.State.title or "a text"),
        ("seats and cards", (rules.seats > 0, len(rules.pack) > 0), (True, True)),
        ("needs_deal, is_over, hand_over and cards in hands", flags, (True, False, False, False)),
        ("the legal moves before a deal", verbs.legal_moves(state), ()),
        ("rules and dealer of new_game", (again.rules, again.dealer), (rules, state.dealer)),
        ("rules with the same options", (fresh, hash(fresh)), (rules, hash(rules))),
    )
    for name, found, expected in facts:
        require(found == expected, f"{name}: found {found!r}, expected {expected!r}")
    _outcome("new_game accepts wrong sides: their check", (), partial(check_sides, rules))
    rules_of: Any = game.Rules
    absent = absent_of(rules_of)  # the values in records from before an option
    for name, values in settings_of(game).items():
        if name in absent:
            call = f"Rules({name}={absent[name]!r}), the absent value,"
            _outcome(call, (), partial(rules_of, **{name: absent[name]}))
        for value in values:
            call = f"a deal with {name}={value!r}"
            dealers = _outcome(call, (), partial(_dealers, game, {name: value}, position.rng))
            require(dealers == [*range(len(dealers))], f"{call} has other dealers: {dealers}")
    return 1


def _dealers(game: tws.Game, options: dict[str, object], rng: random.Random) -> list[int]:
    rules = rules_or_none(game, options)  # none if the options contradict others
    first = [game.new_game(rules, dealer=seat) for seat in range(rules.seats if rules else 0)]
    for state in first:
        verbs.apply(state, verbs.shuffle(state, rng))
    return [state.dealer for state in first]


class Hostile:
    """An object that raises an error at every operation."""

    def __repr__(self: object, *_: object) -> NoReturn:
        raise RuntimeError("this object allows no operation")

    __str__ = __eq__ = __hash__ = __bool__ = __len__ = __iter__ = __repr__


class Foreign(tws.Play):
    """A move type that no game has."""


HUGE: Final = "QS " * 5000
MANY: Final = 10**30
# To pass in place of moves, options, rules and documents.
GARBAGE: Final[tuple[Any, ...]] = (
    *(None, 0, -1, MANY, 0.5, float("nan"), True, "", "QS", HUGE, b"QS", (), ["x", None], {"a": 1}),
    *(object(), object, Hostile(), Hostile, tws.Deal, tws.Play, tws.Deal(()), tws.Move()),
    Foreign(tws.CARDS[0]),
)
TEXTS: Final = ("", " ", "QS", "H", "3", "-1", "²", "high", "deal", "deal QS", HUGE, "\0", "9" * 30)
FIELDS: Final = (None, "x", -1, 99, MANY, "", ())  # to put into a move


def errors(position: CheckedPosition) -> int:
    """A wrong argument raises an error that quotes it, and changes nothing."""
    game, state = position.context.game, position.state
    before = snapshot(state)
    _refuse("apply of", tws.IllegalMove, partial(verbs.apply, state))
    if not position.moves_made:
        for name, option in options_of(game.Rules).items():
            none = () if option.choices and not option.may_be_none else (None,)
            _refuse(f"Rules with {name}", tws.RulesError, game.Rules, int, bool, *none, into=name)
        _refuse("new_game of", tws.RulesError, game.new_game, None)
        begin = partial(game.new_game, state.rules)
        for name, right in (("dealer", 0), ("scores", None), ("hands_played", MANY)):
            _refuse(f"new_game with {name}", tws.TwoWayStreetError, begin, 0, right, into=name)
    for check in (_texts, _fields, _documents):
        check(position)
    require(snapshot(state) == before, f"the state has changed: {state!r}")
    return len(GARBAGE) + len(TEXTS)


def _refuse(
    call: str, error: type[Exception], work: Callable[..., Any], *right: Any, into: str = ""
) -> None:
    """Check that a function refuses all garbage except these values and values of these types."""
    for thing in GARBAGE:
        if type(thing) not in right and not any(thing is one for one in right):
            given = partial(work, **{into: thing}) if into else partial(work, thing)
            message = _refused(f"{call} {quoted(thing)}", error, given)
            quotes = error is not tws.IllegalMove or quoted(thing) in message
            require(quotes, f"the refusal of {quoted(thing)} does not quote it: {message}")


def _texts(position: CheckedPosition) -> None:
    state, rng, moves = position.state, position.rng, position.context.moves()
    texts = [*TEXTS]
    for text in filter(str.split, map(str, rng.sample(moves, min(10, len(moves))))):
        words = text.split()
        texts += [text.upper(), text + rng.choice(";#,.\n")]
        for end in (0, 1):  # put a word in place of another one, or before it
            at = rng.randrange(len(words))
            texts.append(" ".join([*words[:at], rng.choice(TEXTS), *words[at + end :]]))
    for text in texts:
        call = f"parse_move of {quoted(text)}"
        found = _outcome(call, tws.TwoWayStreetError, partial(verbs.parse_move, state, text))
        good = isinstance(found, Exception) or verbs.parse_move(state, str(found)) == found
        require(good, f"{call} is {found!r}, whose text gives another move")


def _fields(position: CheckedPosition) -> None:
    state = position.state
    legal, allowed = verbs.legal_moves(state), (tws.TwoWayStreetError, TypeError)
    for cls, move in {type(move): move for move in position.context.moves()}.items():
        fields: Any = attrs.fields(cls) if attrs.has(cls) else ()
        for name, part in product([one.alias for one in fields if one.init], FIELDS):
            call = f"{cls.__name__}({name}={quoted(part)})"
            made = _outcome(call, allowed, partial(attrs.evolve, move, **{name: part}))
            if not isinstance(made, allowed) and made not in legal:
                _refused(f"apply of {call}", tws.IllegalMove, partial(verbs.apply, state, made))


def _documents(position: CheckedPosition) -> None:
    state, rng = position.state, position.rng
    seen = tws.view(state, rng.randrange(state.rules.seats))
    record = tws.Record(position.playout.start, position.so_far.moves[:3])
    documents: tuple[tuple[Any, Container[str]], ...] = (
        (seen, absent_of(type(seen))),  # each with what may have come later
        (record, position.context.game.State._match_counters),
        (record.for_seat(None), ()),
    )
    for document, later in documents:
        good: dict[str, Any] = document.to_dict()
        name, read = type(document).__name__, document.from_dict
        _refuse(f"{name}.from_dict of", tws.RecordError, read)
        _refuse(f"{name}.from_json of", tws.RecordError, document.from_json)
        for key in rng.sample([*good], min(5, len(good))):
            # The search for an unknown game among installed packages is slow.
            for thing in (None,) if key == "game" else (*rng.sample(GARBAGE, 2), Hostile()):
                call = f"{name}.from_dict with {key}={quoted(thing)}"
                _outcome(call, tws.RecordError, partial(read, good | {key: thing}))  # it may fit
            if key not in later:
                less = {each: one for each, one in good.items() if each != key}
                _refused(f"{name}.from_dict without {key}", tws.RecordError, partial(read, less))
