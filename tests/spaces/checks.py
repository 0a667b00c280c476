"""The promises of numbers and arrays, each as a check of one position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from tests.helpers import AnyState, AnyView
from tests.leaks.playouts import playout_of, seats_of
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Observation

MOST: Final = 24
"""The number of legal moves of a position of which all numbers are entered."""


@cache
def spaces_of(game: tws.Game, rules: Any) -> tuple[Actions, Observation]:
    """Return the numbers and the arrays of a game. Any: each game has its own rules."""
    return Actions(game, rules), Observation(game, rules)


def positions(game: str, seeds: Sequence[int]) -> Iterator[AnyState]:
    """Yield the positions of random playouts with random options."""
    for seed in seeds:
        yield from playout_of(game, seed).states


def check_numbers(actions: Actions, state: AnyState, rng: random.Random) -> Counter[str]:
    """Check the numbers of a position; return the numbers of moves and of entries."""
    done: Counter[str] = Counter()
    view = tws.view(state, rng.randrange(len(state.scores)))
    if state.actor is None or view.seat != state.actor:
        assert not actions.mask(view).any()
    if state.actor is None:
        return done
    view = tws.view(state, state.actor)
    moves = tws.legal_moves(state)
    assert len(set(map(actions.path, moves))) == len(moves)
    if len(moves) <= MOST:
        assert Counter(_reached(actions, view, ())) == Counter(moves)
    chosen = moves if len(moves) <= MOST else rng.sample(moves, 6)
    for move in chosen:
        _check_names(actions, move)
        done["moves"] += 1
        done["numbers"] += _check_entries(actions, view, moves, move)
    _check_illegal(actions, view, rng)
    return done


def _check_names(actions: Actions, move: tws.Move) -> None:
    """Check that the names of the numbers are the cards of the move, or its text."""
    names = [actions.names[number] for number in actions.path(move)]
    assert tuple(map(str, actions.cards)) == actions.names[: len(actions.cards)]
    cards = Counter(name for name in names if name in _card_names())
    assert cards == Counter(map(str, tws.cards_of(move)))
    if not cards and names != ["done"]:
        assert names == [str(move)]


@cache
def _card_names() -> frozenset[str]:
    return frozenset(map(str, tws.CARDS))


def _check_entries(
    actions: Actions, view: AnyView, moves: Sequence[tws.Move], move: tws.Move
) -> int:
    """Enter the numbers of a move; return how many were entered."""
    path = actions.path(move)
    begun: tuple[int, ...] = ()
    for count in range(1, len(path) + 1):
        mask = actions.mask(view, begun)
        assert mask.dtype == np.int8 and mask.shape == (actions.size,) and set(mask) <= {0, 1}
        number = path[len(begun)]
        alike = [each for each in map(actions.path, moves) if each[: len(begun)] == begun]
        assert set(np.flatnonzero(mask)) == {each[len(begun)] for each in alike}
        found = actions.step(view, begun, number)
        if not isinstance(found, tuple):
            assert found == move
            return count
        assert len(found) > len(begun) and path[: len(found)] == found
        begun = found
    raise AssertionError(f"{move} is not complete")


def _reached(actions: Actions, view: AnyView, begun: tuple[int, ...]) -> Iterator[tws.Move]:
    """Yield the moves that all sequences of legal numbers lead to."""
    numbers = np.flatnonzero(actions.mask(view, begun))
    assert len(numbers)  # no dead end
    for number in numbers:
        found = actions.step(view, begun, int(number))
        if isinstance(found, tuple):
            yield from _reached(actions, view, found)
        else:
            yield found


def _check_illegal(actions: Actions, view: AnyView, rng: random.Random) -> None:
    """Check that other numbers raise and change nothing."""
    before = actions.mask(view)
    illegal = [int(each) for each in np.flatnonzero(before == 0)]
    others: list[Any] = [-1, actions.size, True, "0", None]  # Any: some are no numbers
    for number in (*rng.sample(illegal, min(4, len(illegal))), *others):
        with pytest.raises(tws.IllegalMove):
            actions.step(view, (), number)
    with pytest.raises(tws.IllegalMove):
        actions.mask(view, (-1,))
    assert (actions.mask(view) == before).all()


def check_bounds(observation: Observation, state: AnyState) -> None:
    """Check that each number of each view is within its bounds."""
    low, high = _bounds(observation)
    for seat in seats_of(state):
        found = observation.encode(tws.view(state, seat))
        assert found.hand.dtype == np.int8 and found.match.dtype == np.int32
        for least, some, most in zip(low, found, high, strict=True):
            assert ((least <= some) & (some <= most)).all()


@cache
def _bounds(observation: Observation) -> Any:
    return observation.bounds


def check_relative(observation: Observation, state: AnyState) -> None:
    """Check that seats are relative to the viewer."""
    seats = len(state.scores)
    turn = len(state.hand_sizes) // seats
    for seat in range(seats):
        found = observation.encode(tws.view(state, seat))
        pieces = {
            name: getattr(found, each.array)[each.start : each.stop].tolist()
            for name, each in observation.pieces.items()
        }
        assert pieces["dealer"].index(1) == (state.dealer - seat) % seats
        if state.actor is not None:
            assert pieces["actor"].index(1) == (state.actor - seat) % seats
        assert pieces["scores"] == [*state.scores[seat:], *state.scores[:seat]]
        sizes = list(state.hand_sizes)
        assert pieces["hand_sizes"] == [*sizes[seat * turn :], *sizes[: seat * turn]]


def arrays_of(observation: Observation, view: AnyView) -> bytes:
    """Return the arrays of a view as bytes."""
    found = observation.encode(view)
    return found.hand.tobytes() + b"/" + found.match.tobytes()


def check_worlds(
    actions: Actions, observation: Observation, state: AnyState, rng: random.Random
) -> int:
    """Check that the worlds of a view have its arrays and its mask; return their number."""
    count = 0
    for seat in {state.actor, rng.randrange(len(state.scores))} - {None}:
        view = tws.view(state, seat)
        worlds = tws.worlds(view)
        for _ in range(2):
            other = tws.view(worlds.sample(rng), seat)
            assert arrays_of(observation, other) == arrays_of(observation, view)
            assert (actions.mask(other) == actions.mask(view)).all()
            count += 1
    return count


def check_differences(observation: Observation, before: AnyView, after: AnyView) -> Counter[str]:
    """Check each fact of two views: a change of it alone changes the arrays.

    Returns:
        The names of the fields that differ and are in the arrays.
    """
    found: Counter[str] = Counter()
    arrays = arrays_of(observation, before)
    # Any: views of any game
    for field in attrs.fields(type(before)):
        was, now = getattr(before, field.name), getattr(after, field.name)
        if field.name in observation.left_out or _known(was) == _known(now):
            continue
        other = attrs.evolve(before, **{field.name: now})
        assert arrays_of(observation, other) != arrays, field.name
        found[field.name] += 1
    return found


def _known(value: Any) -> Any:
    """Return a value without what `left_out` names: leaders, and the suits led to tricks."""
    if isinstance(value, tws.Trick):
        return (
            tuple(zip(value._plays, strict=False)),
            value._taker,
            value.winner is None and value.led,
        )
    if tuple in type(value).__mro__:  # isinstance would hide the type of the elements
        return tuple(_known(part) for part in value)
    if hasattr(value, "_plays"):
        return tuple(value._plays)
    return value


def facts(observation: Observation, view: AnyView) -> Mapping[str, object]:
    """Return the facts of a view that its arrays must tell, for one seat."""
    fields = attrs.fields(type(view))
    names = [each.name for each in fields if each.name not in observation.left_out]
    return {name: _known(getattr(view, name)) for name in names}
