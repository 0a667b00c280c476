"""What a player is asked for in a phase: the moves that are offered, and what makes each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from twowaystreet._engine.moves import PLAYS, Move
from twowaystreet._util.values import Value

# Any: methods of the game's own state class, each of which takes one kind of move.
Handler: TypeAlias = Callable[[Any, int, Any], Any]


def _plays(state: Any, seat: int) -> tuple[Move, ...]:  # Any: a state, which builds on this module
    return PLAYS[state._legal]


def _read_only(steps: Mapping[type[Move], Handler]) -> Mapping[type[Move], Handler]:
    return MappingProxyType(dict(steps))


@attrs.frozen
class Decision(Value):
    """What is asked of the player to move in one phase.

    Attributes:
        expected: what is expected, in words.
        rule: the rule that says so.
        moves: lists the legal moves in their fixed order, for a state and the seat to move; by
            default the plays.
        handlers: for each move type besides plays the function that makes the move, from a state,
            the seat and the move.
    """

    expected: str
    rule: str
    moves: Callable[[Any, int], tuple[Move, ...]] = _plays
    handlers: Mapping[type[Move], Handler] = attrs.field(
        factory=dict[type[Move], Handler], converter=_read_only
    )
