"""Checks of values and of fairness: moves repeat states, nothing changes them, seats are alike."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import accumulate, chain, combinations, product
from math import sqrt
from operator import eq, ne
from typing import Final

import attrs

import twowaystreet as tws
from twowaystreet._core.engine.fields import absent_of
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.engine.state import OfGame
from twowaystreet.errors import quoted
from twowaystreet.testing._playouts import (
    CheckedPosition,
    Context,
    fail,
    figures_of,
    require,
    viewer_name,
    viewers,
)
from twowaystreet.testing._reports import snapshot

_READ: Final[dict[str, Callable[[OfGame], object]]] = {
    "legal_moves": tws.legal_moves,
    "score_hand": tws.score_hand,
    "hands": lambda state: (state.hands, state.stock, state.winners),
    "the JSON of views": lambda state: [tws.view(state, seat).to_json() for seat in viewers(state)],
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
    return {f"the view of {viewer_name(seat)}": tws.view(state, seat) for seat in viewers(state)}


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
    seat = position.rng.choice(viewers(state))
    record = tws.Record(playout.start, playout.moves)
    require(record.state == state, f"a record of these moves ends in {record.state!r}")
    seen, name = record.for_seat(seat), f"the record of {viewer_name(seat)}"
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
    given = figures_of(game, start, step)
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
