"""What the checks of all games look at: the positions of a record, its moves, ends of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import twowaystreet as tws
from tests.helpers import AnyState

StateT = TypeVar("StateT", bound=AnyState)
Check: TypeAlias = Callable[[tws.Record], bool]
Checks: TypeAlias = Mapping[str, tuple[Check, ...]]


def steps(record: tws.Record, state_type: type[StateT]) -> Iterator[tuple[StateT, tws.Move]]:
    """Each move with the state it was made in, which is one of this game."""
    for state, move in record:
        assert isinstance(state, state_type)
        yield state, move


def made(
    record: tws.Record, state_type: type[StateT], *moves: type
) -> list[tuple[StateT, tws.Move]]:
    """The moves of some types."""
    return [(state, move) for state, move in steps(record, state_type) if isinstance(move, moves)]


def states(record: tws.Record, state_type: type[StateT]) -> list[StateT]:
    """Every position, the first and the last one included."""
    return [*(state for state, _ in steps(record, state_type)), last(record, state_type)]


def ends(record: tws.Record, state_type: type[StateT]) -> list[StateT]:
    """The end of each hand."""
    return [state for state in states(record, state_type) if state.hand_over]


def end(record: tws.Record, state_type: type[StateT]) -> StateT:
    """The end of the last hand."""
    return ends(record, state_type)[-1]


def start(record: tws.Record, state_type: type[StateT]) -> StateT:
    """The state before any move."""
    assert isinstance(record.start, state_type)
    return record.start


def last(record: tws.Record, state_type: type[StateT]) -> StateT:
    """The state after the last move."""
    assert isinstance(record.state, state_type)
    return record.state


def texts(record: tws.Record) -> list[str]:
    """The moves as they are written."""
    return list(map(str, record.moves))


def held(state: AnyState) -> tuple[tws.Card, ...]:
    """What the player to move holds, where seats and hands are the same."""
    assert state.actor is not None
    return state.hand_of(state.actor)


def is_won(record: tws.Record) -> bool:
    """Whether one player alone has won, after several hands and not before the last of them."""
    return record.state.is_over and len(record.state.winners) == 1 and record.state.hands_played > 1


def is_shared(record: tws.Record) -> bool:
    """Whether several have won."""
    return len(record.state.winners) > 1
