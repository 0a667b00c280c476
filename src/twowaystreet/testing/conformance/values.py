"""Checks of values: nothing changes them, moves repeat them, and records and JSON keep them."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from operator import eq, ne
from typing import Any, cast

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, parse_move, score_hand, shuffle
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import SeatRecord, event_of
from twowaystreet._core.views.views import AnyView, view
from twowaystreet.errors import TwoWayStreetError, quoted
from twowaystreet.testing.conformance.other_process import check_other_processes
from twowaystreet.testing.playouts import (
    CheckedPosition,
    fail,
    replay,
    require,
    tricks_of,
    viewer_name,
    viewers,
    voids_shown,
)
from twowaystreet.testing.reports import snapshot

OFFERS = 4


def no_mutation(position: CheckedPosition) -> int:
    """Check that no operation changes its arguments."""
    state, rng = position.state, position.rng
    moves, others = legal_moves(state), position.context.moves()
    if state.needs_deal:
        moves = (shuffle(state, rng),)
    offers = rng.sample(moves, min(OFFERS, len(moves))) + rng.sample(others, min(2, len(others)))
    given: dict[str, Any] = {"the state": state, "the first state": position.playout.start}
    given |= {"the rules": state.rules, "a view": view(state, state.actor)}
    given |= {f"the move {quoted(move)}": move for move in offers}
    before = {name: _captured(one) for name, one in given.items()}
    stored = {name: _pickled(one) for name, one in given.items()}
    chance = random.getstate()
    done: list[str] = []
    for name, work in _operations(state, offers):
        with suppress(TwoWayStreetError):
            work()
        done.append(name)
        require(random.getstate() == chance, f"{name} uses the random numbers of the whole program")
        require(hash(state) == before["the state"][1], f"{name} changes the hash of the state")
    for name, one in given.items():
        for now, old, part in zip(_captured(one), before[name], _CAPTURED, strict=True):
            require(
                now == old, f"one of {', '.join(done)} changes {name}: {part} was {old}, is {now}"
            )
        require(_pickled(one) == stored[name], f"{name} is pickled differently now: {one!r}")
    return len(given)


_CAPTURED = ("the content", "the hash", "the repr")


def _captured(thing: object) -> tuple[str, int, str]:
    return snapshot(thing), hash(thing), repr(thing)


def _pickled(thing: object) -> bytes:
    """Return the pickled object; empty if pickle fails, which another promise reports."""
    try:
        return pickle.dumps(thing)
    except Exception:
        return b""


def _operations(state: AnyState, offers: list[Move]) -> list[tuple[str, Callable[[], object]]]:
    done: list[tuple[str, Callable[[], object]]] = [
        ("legal_moves", partial(legal_moves, state)),
        ("score_hand", partial(score_hand, state)),
        ("repr", partial(repr, state)),
        ("hands", lambda: (state.hands, state.stock, tricks_of(state), state.winners)),
        ("the JSON of a view", lambda: view(state, state.actor).to_json()),
    ]

    def seen(seat: int | None) -> object:
        return voids_shown(view(state, seat))

    done += [(f"view for {viewer_name(seat)}", partial(seen, seat)) for seat in viewers(state)]
    for move in offers:
        done += [
            (f"apply of {quoted(move)}", partial(apply, state, move)),
            (f"event_of {quoted(move)}", partial(event_of, state, move, 0)),
            (f"parse_move of {move}", partial(parse_move, state, str(move))),
        ]
    return done


def deterministic(position: CheckedPosition) -> int:
    """Check that the same moves, and moves read from their texts, give the same states."""
    state, playout = position.state, position.so_far
    fresh = tuple(parse_move(state, str(move)) for move in playout.moves)
    for moves in (playout.moves, fresh):
        again = replay(playout.start, moves)
        for number, (one, two) in enumerate(zip(playout.states, again.states, strict=True)):
            same = one == two and repr(one) == repr(two) and legal_moves(one) == legal_moves(two)
            if not number % 8 or two is again.states[-1]:
                same = same and snapshot(one) == snapshot(two)
            require(same, f"{number} moves lead to {one!r}, but the same moves again to {two!r}")
    seed = position.rng.random()
    deals = [shuffle(state, random.Random(seed + number)) for number in (0, 0, 1, 2)]
    require(deals[0] == deals[1], "shuffle deals differently from the same seed")
    alike = len(set(deals)) == 1 and len(set(state.rules.pack.cards)) > 2
    require(not alike, "shuffle deals the same from every seed")
    for deal in deals:
        require(state.rules.pack.is_made_of(deal.cards), f"shuffle deals another pack: {deal}")
    # Once for each check, after all checks in this process.
    at_the_end = position.moves_made == len(position.playout.moves) > 0
    if at_the_end and "other process" not in position.context.memory:
        position.context.memory["other process"] = "checked"
        check_other_processes(position.context)
    return len(playout.moves)


def value_semantics(position: CheckedPosition) -> int:
    """Check that states, moves, rules and views are values."""
    state = position.state
    things: dict[str, Any] = {"the state": state, "the rules": state.rules}
    things |= {f"the view of {seat}": view(state, seat) for seat in viewers(state)}
    if position.last_step is not None:
        things["the move"] = position.last_step[1]
    for name, thing in things.items():
        _check_value(name, thing)
    _check_equality(position)
    return len(things)


# Any: objects of the classes of a game.
def _check_value(name: str, thing: Any) -> None:
    ways: dict[str, Callable[[Any], Any]] = {
        "copied": copy.copy,
        "copied deeply": copy.deepcopy,
        "pickled": lambda one: pickle.loads(pickle.dumps(one)),
    }
    for way, made in ways.items():
        other: Any = made(thing)
        require(type(other) is type(thing), f"{name}, {way}, has another class: {other!r}")
        # In both directions and with both operators, as a class may define any of them.
        equal = all([eq(other, thing), eq(thing, other), not ne(other, thing)])
        require(equal, f"{name}, {way}, is not equal to the original: {other!r}")
        require(
            hash(other) == hash(thing), f"{name}, {way}, is equal, but has another hash: {other!r}"
        )
        require(
            repr(other) == repr(thing) and snapshot(other) == snapshot(thing),
            f"{name}, {way}, has other content: {other!r}",
        )
    for foreign in (None, 0, "text", object(), ()):
        require(ne(thing, foreign) and not eq(thing, foreign), f"{name} is equal to {foreign!r}")
    value_type = cast(Any, type(thing))
    for field in attrs.fields(value_type) if attrs.has(value_type) else ():
        value = getattr(thing, field.name)
        try:
            setattr(thing, field.name, value)
        except AttributeError:
            continue
        fail(f"{name} is not frozen: {field.name} can be set")


def _check_equality(position: CheckedPosition) -> None:
    state, step = position.state, position.last_step
    moves = legal_moves(state)
    others = [apply(state, move) for move in position.rng.sample(moves, min(3, len(moves)))]
    if state.needs_deal:
        others = [apply(state, shuffle(state, position.rng)) for _ in range(2)]
    others += [state, *([] if step is None else [step[0]])]
    for number, one in enumerate(others):
        for two in others[:number]:
            if one == two:
                require(
                    hash(one) == hash(two), f"{one!r} and {two!r} are equal, but their hashes not"
                )
                require(
                    _shown(one) == _shown(two), f"{one!r} and {two!r} are equal, but show different"
                )
    made = step and apply(*step)
    if made is not None:
        require(made == state, f"the same move leads to states that are not equal: {state!r}")
        require(hash(made) == hash(state), f"equal states have different hashes: {state!r}")


def _shown(state: AnyState) -> list[object]:
    seen: list[AnyView] = [view(state, seat) for seat in viewers(state)]
    main = [state.phase, state.actor, state.hands, state.stock, state.scores, state.dealer]
    return [*main, tricks_of(state), *map(snapshot, seen)]


def _records(position: CheckedPosition) -> None:
    moves = position.so_far.moves
    record = Record(position.playout.start, moves)
    require(record.state == position.state, f"a record of these moves ends in {record.state!r}")
    text, json, plain = record.to_text(), record.to_json(), record.to_dict()
    ways = {
        "text": Record.from_text(text),
        "JSON": Record.from_json(json),
        "plain data": Record.from_dict(plain),
    }
    for way, read in ways.items():
        require(read == record, f"reading the {way} of the record gives another record")
        require(
            snapshot(read.state) == snapshot(record.state) and read.moves == record.moves,
            f"the record read from its {way} ends in {read.state!r}, not in {record.state!r}",
        )
        again = (read.to_text(), read.to_json(), read.to_dict())
        require(again == (text, json, plain), f"the record is written differently after its {way}")
    if moves:
        before = Record(position.playout.start, moves[:-1]).state
        require(record.undo().state == before, "undo does not lead back to the state before")
        require(
            record.undo().play(moves[-1]) == record, "undo and the same move give another record"
        )


def _views(position: CheckedPosition) -> None:
    for seat in viewers(position.state):
        seen, name = view(position.state, seat), f"the view of {viewer_name(seat)}"
        json = seen.to_json()
        read = type(seen).from_json(json)
        same = read == seen and snapshot(read) == snapshot(seen)
        require(same, f"{name} is read from JSON as {read!r}, expected {seen!r}")
        require(read.to_json() == json, f"{name} is written differently after reading")


def _seat_records(position: CheckedPosition) -> None:
    playout, seat = position.so_far, position.rng.choice(viewers(position.state))
    name = f"the record of {viewer_name(seat)}"
    seen = Record(playout.start, playout.moves).for_seat(seat)
    read = SeatRecord.from_json(seen.to_json())
    require(read == seen, f"reading the JSON of {name} gives another record")
    require(read.to_json() == seen.to_json(), f"{name} is written differently after reading")
    for number, state in enumerate(playout.states):
        same = read.view_at(number) == view(state, seat)
        require(same, f"after {number} moves {name} has another view")


def round_trips(position: CheckedPosition) -> int:
    """Check that records, views and seat records can be read back."""
    for check in (_records, _views, _seat_records):
        check(position)
    return 3
