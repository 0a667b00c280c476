"""Promises about states as values: nothing changes them, and the same moves give the same ones."""

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

from twowaystreet._engine.moves import Move
from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, score_hand, shuffle
from twowaystreet._records.seat_records import event_of
from twowaystreet._views.views import View, view
from twowaystreet.errors import TwoWayStreetError, quoted
from twowaystreet.testing.conformance.courses import replayed
from twowaystreet.testing.conformance.elsewhere import same_elsewhere
from twowaystreet.testing.conformance.pictures import picture
from twowaystreet.testing.conformance.trial import Moment, fail, see, viewers, whose

OFFERS = 4


def pure(moment: Moment) -> int:
    """No operation changes what it is given."""
    state, rng = moment.state, moment.rng
    moves = legal_moves(state)
    if state.needs_deal:
        moves = (shuffle(state, rng),)
    offers = [*rng.sample(moves, min(OFFERS, len(moves))), *rng.sample(moment.trial.moves(), 2)]
    given: dict[str, Any] = {"the state": state, "the first state": moment.course.start}
    given |= {"the rules": state.rules, "a view": view(state, state.actor)}
    given |= {f"the move {quoted(move)}": move for move in offers}
    before = {name: _told(one) for name, one in given.items()}
    stored = {name: _pickled(one) for name, one in given.items()}
    chance = random.getstate()
    done: list[str] = []
    for name, work in _operations(state, offers):
        with suppress(TwoWayStreetError):
            work()
        done.append(name)
        see(random.getstate() == chance, f"{name} uses the random numbers of the whole program")
        see(hash(state) == before["the state"][1], f"{name} changes the hash of the state")
    for what, one in given.items():
        for told, old, how in zip(_told(one), before[what], _HOW, strict=True):
            see(told == old, f"one of {', '.join(done)} changes {what}: {how} was {old}, is {told}")
        see(_pickled(one) == stored[what], f"{what} is pickled otherwise than before: {one!r}")
    return len(given)


_HOW = ("what it stores", "its hash", "its repr")


def _told(thing: object) -> tuple[str, int, str]:
    return picture(thing), hash(thing), repr(thing)


def _pickled(thing: object) -> bytes:
    """What pickle makes of it; nothing if it cannot, which is a promise of its own."""
    try:
        return pickle.dumps(thing)
    except Exception:
        return b""


def _operations(state: AnyState, offers: list[Move]) -> list[tuple[str, Callable[[], object]]]:
    """All that can be done with a state, each with its name."""
    done: list[tuple[str, Callable[[], object]]] = [
        ("legal_moves", partial(legal_moves, state)),
        ("score_hand", partial(score_hand, state)),
        ("repr", partial(repr, state)),
        ("hands", lambda: (state.hands, state.stock, state.trick, state.winners)),
        ("the JSON of a view", lambda: view(state, state.actor).to_json()),
    ]
    done += [(f"view for {whose(seat)}", partial(_seen, state, seat)) for seat in viewers(state)]
    for move in offers:
        done += [
            (f"apply of {quoted(move)}", partial(apply, state, move)),
            (f"event_of {quoted(move)}", partial(event_of, state, move, 0)),
            (f"parse_move of {move}", partial(parse_move, state, str(move))),
        ]
    return done


def _seen(state: AnyState, seat: int | None) -> object:
    return view(state, seat).voids


def determined(moment: Moment) -> int:
    """The same moves give the same states; here, read from their texts, and in another process."""
    state, course = moment.state, moment.course.until(moment.place)
    fresh = tuple(parse_move(state, str(move)) for move in course.moves)
    for moves in (course.moves, fresh):
        again = replayed(course.start, moves)
        for number, (one, two) in enumerate(zip(course.states, again.states, strict=True)):
            same = one == two and repr(one) == repr(two) and legal_moves(one) == legal_moves(two)
            if not number % 8 or two is again.states[-1]:
                same = same and picture(one) == picture(two)
            see(same, f"{number} moves lead to {one!r}, and the same moves made again to {two!r}")
    seed = moment.rng.random()
    deals = [shuffle(state, random.Random(seed + number)) for number in (0, 0, 1, 2)]
    see(deals[0] == deals[1], "shuffle deals otherwise from the same seed")
    alike = len(set(deals)) == 1 and len(set(state.rules.pack.cards)) > 2
    see(not alike, "shuffle deals the same from whatever seed")
    for deal in deals:
        see(state.rules.pack.is_made_of(deal.cards), f"shuffle deals another pack: {deal}")
    # Once in a check, and after what this process alone can find out.
    if moment.place == len(moment.course.moves) > 0 and "elsewhere" not in moment.trial.memory:
        moment.trial.memory["elsewhere"] = True
        same_elsewhere(moment.trial)
    return len(course.moves)


def values(moment: Moment) -> int:
    """States, moves, rules and views are values."""
    state = moment.state
    things: dict[str, Any] = {"the state": state, "the rules": state.rules}
    things |= {f"the view of {seat}": view(state, seat) for seat in viewers(state)}
    if moment.move is not None:
        things["the move"] = moment.move
    for name, thing in things.items():
        _is_value(name, thing)
    _is_told_apart(moment)
    return len(things)


# Any: things of classes that are the game's own.
def _is_value(name: str, thing: Any) -> None:
    ways: dict[str, Callable[[Any], Any]] = {
        "copied": copy.copy,
        "copied deeply": copy.deepcopy,
        "pickled": lambda one: pickle.loads(pickle.dumps(one)),
    }
    for way, made in ways.items():
        other: Any = made(thing)
        see(type(other) is type(thing), f"{name}, {way}, is of another class: {other!r}")
        # Both ways, and both operators: a class may say any of them.
        equal = all([eq(other, thing), eq(thing, other), not ne(other, thing)])
        see(equal, f"{name}, {way}, is not equal to what it was made of: {other!r}")
        see(hash(other) == hash(thing), f"{name}, {way}, is equal, and its hash another: {other!r}")
        see(
            repr(other) == repr(thing) and picture(other) == picture(thing),
            f"{name}, {way}, is not the same in all its parts: {other!r}",
        )
    for foreign in (None, 0, "text", object(), ()):
        see(ne(thing, foreign) and not eq(thing, foreign), f"{name} is equal to {foreign!r}")
    kind = cast(Any, type(thing))
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        value = getattr(thing, field.name)
        try:
            setattr(thing, field.name, value)
        except AttributeError:
            continue
        fail(f"{name} is not frozen: {field.name} can be set")


def _is_told_apart(moment: Moment) -> None:
    """See that states which show anything different are different, and others of one hash."""
    state, step = moment.state, moment.last_step
    moves = legal_moves(state)
    others = [apply(state, move) for move in moment.rng.sample(moves, min(3, len(moves)))]
    if state.needs_deal:
        others = [apply(state, shuffle(state, moment.rng)) for _ in range(2)]
    others += [state, *([] if step is None else [step[0]])]
    for number, one in enumerate(others):
        for two in others[:number]:
            if one == two:
                see(hash(one) == hash(two), f"{one!r} and {two!r} are equal, and their hashes not")
                see(_shown(one) == _shown(two), f"{one!r} and {two!r} are equal, and not the same")
    made = step and apply(*step)
    if made is not None:
        see(made == state, f"the same move leads to states that are not equal: {state!r}")
        see(hash(made) == hash(state), f"equal states have different hashes: {state!r}")


def _shown(state: AnyState) -> list[object]:
    """What of a state anybody may ask, and what its views show."""
    seen: list[View] = [view(state, seat) for seat in viewers(state)]
    asked = [state.phase, state.actor, state.hands, state.stock, state.scores, state.dealer]
    return [*asked, state.tricks, state.trick, *map(picture, seen)]
