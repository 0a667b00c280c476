"""Checks of values, fairness and arguments: nothing changes or prefers, and nonsense is refused."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from functools import partial
from itertools import accumulate, chain, combinations, product
from math import sqrt
from operator import eq, ne
from typing import Any, Final, NoReturn

import attrs

import twowaystreet as tws
from twowaystreet._core.engine import verbs
from twowaystreet._core.engine.fields import OPTION, absent_of, options_of
from twowaystreet._core.engine.game import game_of
from twowaystreet._core.engine.seats import check_sides, sides_of
from twowaystreet._util.values import OfGame
from twowaystreet.errors import quoted
from twowaystreet.testing import _playouts as playouts
from twowaystreet.testing._playouts import CheckedPosition, Context, fail, require, snapshot

_READ: Final[dict[str, Callable[[OfGame], object]]] = {
    "legal_moves": tws.legal_moves,
    "score_hand": tws.score_hand,
    "hands": lambda state: (state.hands, state.stock, state.winners),
    "the JSON of views": lambda state: [
        tws.view(state, seat).to_json() for seat in playouts.viewers(state)
    ],
}
_MAKE: Final[dict[str, Callable[[OfGame, tws.Move], object]]] = {
    "apply": tws.apply,
    "event_of": lambda state, move: tws.event_of(state, move, 0),
    "parse_move": lambda state, move: tws.parse_move(state, str(move)),
}


def _content(thing: object, *, pickled: bool = False) -> dict[str, object]:
    same: dict[str, object] = {"hash": hash(thing), "repr": repr(thing), "content": snapshot(thing)}
    with suppress(Exception):  # another promise reports that pickle fails
        same |= {"pickled form": pickle.dumps(thing)} if pickled else {}
    return same


def _differing(old: dict[str, object], new: dict[str, object]) -> str:
    return next((name for name, part in old.items() if part != new.get(name)), "")


def views_of(state: tws.AnyState) -> dict[str, OfGame]:
    return {
        f"the view of {playouts.viewer_name(seat)}": tws.view(state, seat)
        for seat in playouts.viewers(state)
    }


def no_mutation(position: CheckedPosition) -> int:
    """No operation changes a state, a view, a move or the rules."""
    state, rng, others = position.state, position.rng, position.context.moves()
    moves = (tws.shuffle(state, rng),) if state.needs_deal else tws.legal_moves(state)
    offers = rng.sample(moves, min(4, len(moves))) + rng.sample(others, min(2, len(others)))
    given: dict[str, OfGame] = {"the state": state, "the first state": position.playout.start}
    given |= {"the rules": state.rules, "a view": tws.view(state, state.actor)}
    given |= {f"the move {quoted(move)}": move for move in offers}
    calls = {name: partial(work, state) for name, work in _READ.items()}
    for move in offers:
        calls |= {f"{name} of {quoted(move)}": partial(_MAKE[name], state, move) for name in _MAKE}
    before = {name: _content(one, pickled=True) for name, one in given.items()}
    chance = random.getstate()
    for name, call in calls.items():
        with suppress(tws.TwoWayStreetError):
            call()
        require(random.getstate() == chance, f"{name} uses the random numbers of the whole program")
    for name, one in given.items():
        part = _differing(before[name], _content(one, pickled=True))
        require(not part, f"one of {', '.join(calls)} changes {name}: another {part}: {one!r}")
    return len(given)


def again(position: CheckedPosition) -> int:
    """The same moves lead to the same states, in other processes too."""
    state, playout = position.state, position.so_far
    fresh = tuple(tws.parse_move(state, str(move)) for move in playout.moves)
    for moves in (playout.moves, fresh):
        again = accumulate(moves, tws.apply, initial=playout.start)
        for number, (one, two) in enumerate(zip(playout.states, again, strict=True)):
            same = one == two and tws.legal_moves(one) == tws.legal_moves(two)
            if not number % 8 or one is state:
                same = same and not _differing(_content(one), _content(two))
            require(same, f"{number} moves lead to {one!r}, but the same moves again to {two!r}")
    deals = {tws.shuffle(state, random.Random(position.moves_made)) for _ in range(2)}
    require(len(deals) == 1, "shuffle deals differently from the same seed")
    return len(playout.moves)


def value_semantics(position: CheckedPosition) -> int:
    """States, views, moves and rules are frozen values with equal copies."""
    state, step = position.state, position.last_step
    things: dict[str, OfGame] = {"the state": state, "the rules": state.rules, **views_of(state)}
    things |= {"the move": step[1]} if step else {}
    for name, thing in things.items():
        pickled = pickle.loads(pickle.dumps(thing))
        copies = {"copied": copy.copy(thing), "copied deeply": copy.deepcopy(thing)}
        for way, other in {**copies, "pickled": pickled}.items():
            # In both directions and with both operators, as a class may define any of them.
            same = eq(other, thing) and eq(thing, other) and not ne(other, thing)
            same = same and type(other) is type(thing)
            require(same, f"{name}, {way}, is not equal to the original: {other!r}")
            part = _differing(_content(thing), _content(other))
            require(not part, f"{name}, {way}, is equal, but has another {part}: {other!r}")
        for one in (None, 0, "text", object(), ()):
            require(ne(thing, one) and not eq(thing, one), f"{name} is equal to {one!r}")
        for field in getattr(thing, "__attrs_attrs__", ()):
            with suppress(AttributeError):
                setattr(thing, field.name, getattr(thing, field.name))
                fail(f"{name} is not frozen: {field.name} can be set")
    moves = (tws.shuffle(state, position.rng),) if state.needs_deal else tws.legal_moves(state)
    states = [tws.apply(state, move) for move in position.rng.sample(moves, min(12, len(moves)))]
    states += [state, *([step[0], tws.apply(*step)] if step else [])]
    for one, two in (pair for pair in combinations(states, 2) if eq(*pair)):
        both = f"{one!r} and {two!r} are equal, but"
        require(hash(one) == hash(two), f"{both} their hashes not")
        shown = [snapshot((each.hands, each.stock, views_of(each))) for each in (one, two)]
        require(shown[0] == shown[1], f"{both} show different")
    return len(things)


def round_trips(position: CheckedPosition) -> int:
    """Records and views are read back from text and JSON."""
    state, playout = position.state, position.so_far
    seat = position.rng.choice(playouts.viewers(state))
    record = tws.Record(playout.start, playout.moves)
    require(record.state == state, f"a record of these moves ends in {record.state!r}")
    seen, name = record.for_seat(seat), f"the record of {playouts.viewer_name(seat)}"
    for whose, thing in {"the record": record, name: seen, **views_of(state)}.items():
        for form in ("JSON", "dict", "text")[: 3 if thing is record else 2]:
            written = getattr(thing, f"to_{form.lower()}")()
            read = getattr(thing, f"from_{form.lower()}")(written)
            one, two = (snapshot(getattr(each, "state", each)) for each in (read, thing))
            same = read == thing and one == two
            require(same, f"{whose} is read from {form} as {read!r}, expected {thing!r}")
            again = getattr(read, f"to_{form.lower()}")()
            require(again == written, f"{whose} is written differently after reading from {form}")
    for name, later in product(absent_of(state.View), views_of(state).values()):
        before = {fact: value for fact, value in later.to_dict().items() if fact != name}
        read = state.View.from_dict(before)
        good = state.View.from_dict(read.to_dict()) == read
        require(good, f"a view from before {name} is written and read differently: {read!r}")
    read = tws.SeatRecord.from_json(seen.to_json())
    for number, each in enumerate(playout.states):
        same = read.view_at(number) == tws.view(each, seat)
        require(same, f"after {number} moves {name} has another view")
    return 3


DEALS: Final = 1000  # deals whose cards are counted
TURN: Final = "seat to move"
WIDTH: Final = 6.0  # the most standard deviations between a number and its mean


def alike(position: CheckedPosition) -> int:
    """No seat and no card has an advantage by its number, whoever deals."""
    match, start, game = position.playout, position.playout.start, position.context.game
    step, seats, sides = 1, start.rules.seats, {frozenset(side) for side in sides_of(start.rules)}
    while {frozenset((seat + step) % seats for seat in side) for side in sides} != sides:
        step += 1  # partners must stay partners
    if step == seats:
        return 0
    given = playouts.figures_of(game, start, step)
    for name, value in given.items():
        if value.__class__ is tuple and len(value) == seats:
            given[name] = _turned(value, step)
    other: tws.AnyState = game.new_game(start.rules, **given)
    for made, (move, state) in enumerate(zip(match.moves, match.states[1:], strict=True), 1):
        expected, plain = _seen(state, step), _seen(state, 0)
        after = [*_after(other, move, step)]
        if not after:
            return made
        other = next((each for each in after if _seen(each, 0) == expected), after[0])
        found = _seen(other, 0)
        by_dealer = found["hands"] == expected["hands"] and found[TURN] == expected[TURN]
        alike_hands = found["hands"] in (expected["hands"], plain["hands"])
        if isinstance(move, tws.Deal) and alike_hands and not by_dealer:
            return made  # who begins, or gets the first card, does not depend on who deals
        for name, value in expected.items():
            dealers = f"with seat {given['dealer']} as dealer in place of seat {start.dealer}"
            on = f"expected everything {step} seat{'s' * (step > 1)} on"
            wrong = f"{name}: {found[name]}, expected {value}"
            same = f"after the same deals and moves, but {dealers}, {on}: {wrong}"
            require(found[name] == value, same)
    return len(match.moves)


def _after(state: tws.AnyState, move: tws.Move, step: int) -> Iterator[tws.AnyState]:
    thing: OfGame = move  # the type Move does not say that moves are attrs classes
    fields = attrs.fields(thing.__class__) if attrs.has(thing.__class__) else ()
    values = {one.alias: getattr(thing, one.name) for one in fields if one.init}
    seats = state.rules.seats
    named = {each: at for each, at in values.items() if type(at) is int and 0 <= at < seats}
    turned = {each: (at + step) % seats for each, at in named.items()}
    for changes in ({}, turned) if turned else ({},):
        with suppress(tws.TwoWayStreetError):
            yield tws.apply(state, attrs.evolve(thing, **changes) if changes else move)


def _turned(some: tuple[object, ...], by: int) -> tuple[object, ...]:
    return (*some[len(some) - by :], *some[: len(some) - by])


def _seen(state: tws.AnyState, by: int) -> dict[str, object]:
    """Return what can be compared of a position, with the seats that many seats on."""
    seats = state.rules.seats
    return {
        "phase": state.phase,
        TURN: None if state.actor is None else (state.actor + by) % seats,
        "number of legal moves": len(tws.legal_moves(state)),
        "hands": _turned(state.hands, len(state.hands) // seats * by),
        "stock": state.stock,
        "scores": _turned(state.scores, by),
        "winners": sorted((seat + by) % seats for seat in state.winners),
    }


def chances(context: Context) -> int:
    """Check in many deals that no card is in one hand, or at an end of the stock, by design."""
    start: tws.AnyState = context.game.new_game()
    found, sizes, rng = Counter[tuple[str, tws.Card]](), Counter[str](), context.rng("deals")
    for _ in range(DEALS):
        with suppress(tws.IllegalMove):
            dealt = tws.apply(start, tws.shuffle(start, rng))
            hands, stock = dealt.hands, dealt.stock
            places = {f"hand {number}": hand for number, hand in enumerate(hands)}
            places |= {"the top of the stock": stock[:1], "its bottom": stock[-1:]}
            for place, cards in {**places, "hands": (*chain(*hands),), "stock": stock}.items():
                sizes[place] += len(cards)
                found.update((place, card) for card in cards)
    # Of the times that a deal puts a card into any hand, or anywhere into the stock.
    for place, card in product(sizes, dict.fromkeys(start.rules.pack.cards)):
        whole = "hands" if place.startswith("hand") else "stock"
        share, times = sizes[place] / (sizes[whole] or 1), found[place, card]
        mean = found[whole, card] * share
        if abs(times - mean) > WIDTH * (1 + sqrt(mean * (1 - share))):
            often = f"{card} is in {place} after {times} of {DEALS} deals"
            fail(f"{often}, expected about {mean:.0f}")
    return DEALS


# Any: functions of any kind and what they return, here and below; one type of errors, or several.
def outcome(call: str, errors: Any, work: Callable[[], Any]) -> Any:
    """Return the result of a call, or the error if it is of these types; report other errors."""
    try:
        return work()
    except errors as error:
        require(bool(str(error)), f"{call} raises a {type(error).__name__} without a message")
        return error
    except Exception as error:
        expected = errors if isinstance(errors, type) else None
        fail(f"{call} raises {playouts.error_report(error, instead_of=expected)}", cause=error)


def _refused(call: str, expected: type[Exception], work: Callable[[], Any]) -> str:
    found = outcome(call, expected, work)
    returns = f"{call} returns {quoted(found)}: expected {expected.__name__}"
    require(isinstance(found, expected), returns)
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
    outcome("new_game accepts wrong sides: their check", (), partial(check_sides, rules))
    rules_of: Any = game.Rules
    absent = absent_of(rules_of)  # the values in records from before an option
    for name, values in playouts.settings_of(game).items():
        if name in absent:
            call = f"Rules({name}={absent[name]!r}), the absent value,"
            outcome(call, (), partial(rules_of, **{name: absent[name]}))
        for value in values:
            call = f"a deal with {name}={value!r}"
            dealers = outcome(call, (), partial(_dealers, game, {name: value}, position.rng))
            require(dealers == [*range(len(dealers))], f"{call} has other dealers: {dealers}")
    return 1


def _dealers(game: tws.Game, options: dict[str, object], rng: random.Random) -> list[int]:
    rules = playouts.rules_or_none(game, options)  # none if the options contradict others
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
        found = outcome(call, tws.TwoWayStreetError, partial(verbs.parse_move, state, text))
        good = isinstance(found, Exception) or verbs.parse_move(state, str(found)) == found
        require(good, f"{call} is {found!r}, whose text gives another move")


def _fields(position: CheckedPosition) -> None:
    state = position.state
    legal, allowed = verbs.legal_moves(state), (tws.TwoWayStreetError, TypeError)
    for cls, move in {type(move): move for move in position.context.moves()}.items():
        fields: Any = attrs.fields(cls) if attrs.has(cls) else ()
        for name, part in product([one.alias for one in fields if one.init], FIELDS):
            call = f"{cls.__name__}({name}={quoted(part)})"
            made = outcome(call, allowed, partial(attrs.evolve, move, **{name: part}))
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
                outcome(call, tws.RecordError, partial(read, good | {key: thing}))  # it may fit
            if key not in later:
                less = {each: one for each, one in good.items() if each != key}
                _refused(f"{name}.from_dict without {key}", tws.RecordError, partial(read, less))
