"""Checks of values: nothing changes them, moves repeat them, and records and JSON keep them."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import accumulate, combinations, product
from operator import eq, ne
from typing import Final

import twowaystreet as tws
from twowaystreet._core.engine.fields import absent_of
from twowaystreet._core.engine.state import OfGame
from twowaystreet.errors import quoted
from twowaystreet.testing.playouts import CheckedPosition, fail, require, viewer_name, viewers
from twowaystreet.testing.reports import snapshot

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
    """Return what equal objects have in common, by name."""
    same: dict[str, object] = {"hash": hash(thing), "repr": repr(thing), "content": snapshot(thing)}
    with suppress(Exception):  # another promise reports that pickle fails
        same |= {"pickled form": pickle.dumps(thing)} if pickled else {}
    return same


def _differing(old: dict[str, object], new: dict[str, object]) -> str:
    return next((name for name, part in old.items() if part != new.get(name)), "")


def views_of(state: tws.AnyState) -> dict[str, OfGame]:
    """Return the views of all viewers, by name."""
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
