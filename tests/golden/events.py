"""Helpers for the checks of all games: positions, moves and ends of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import twowaystreet as tws
from tests.helpers import AnyState

StateT = TypeVar("StateT", bound=AnyState)
Check: TypeAlias = Callable[[tws.Record], bool]
Checks: TypeAlias = Mapping[str, tuple[Check, ...]]


def steps(record: tws.Record, state_type: type[StateT]) -> Iterator[tuple[StateT, tws.Move]]:
    """Yield each move with the state before it."""
    for state, move in record:
        assert isinstance(state, state_type)
        yield state, move


def made(
    record: tws.Record, state_type: type[StateT], *moves: type
) -> list[tuple[StateT, tws.Move]]:
    """Return the moves of some move types, each with the state before it."""
    return [(state, move) for state, move in steps(record, state_type) if isinstance(move, moves)]


def states(record: tws.Record, state_type: type[StateT]) -> list[StateT]:
    """Return every position, including the first and the last."""
    return [*(state for state, _ in steps(record, state_type)), last(record, state_type)]


def ends(record: tws.Record, state_type: type[StateT]) -> list[StateT]:
    """Return the last state of each hand."""
    return [state for state in states(record, state_type) if state.hand_over]


def end(record: tws.Record, state_type: type[StateT]) -> StateT:
    """Return the last state of the last hand."""
    return ends(record, state_type)[-1]


def start(record: tws.Record, state_type: type[StateT]) -> StateT:
    """Return the state before the first move."""
    assert isinstance(record.start, state_type)
    return record.start


def last(record: tws.Record, state_type: type[StateT]) -> StateT:
    """Return the state after the last move."""
    assert isinstance(record.state, state_type)
    return record.state


def texts(record: tws.Record) -> list[str]:
    """Return the moves as text."""
    return list(map(str, record.moves))


def held(state: AnyState) -> tuple[tws.Card, ...]:
    """Return the hand of the player to move, in games with one hand per seat."""
    assert state.actor is not None
    return state.hand_of(state.actor)


def is_won(record: tws.Record) -> bool:
    """Return True if one player wins after several hands, and only in the last one."""
    return record.state.is_over and len(record.state.winners) == 1 and record.state.hands_played > 1


def is_shared(record: tws.Record) -> bool:
    """Return True if several players share the win."""
    return len(record.state.winners) > 1
