"""Phases, and their decisions: the legal moves, and a handler for each move type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from twowaystreet._core.engine.moves import PLAYS, Move
from twowaystreet._util.values import Value


class Phase(StrEnum):
    """The base of the phases of a hand; each game has an enum of its own.

    Every game has the members ``DEAL``, ``HAND_OVER`` and ``GAME_OVER``. Trick-taking games have
    ``PLAY`` too, in which cards are the only moves.
    """


# Any: methods of the game's own state class; each takes one move type.
Handler: TypeAlias = Callable[[Any, int, Any], Any]


def _plays(state: Any, seat: int) -> tuple[Move, ...]:  # Any: a state, which builds on this module
    return PLAYS[state._legal]


def _read_only(handlers: Mapping[type[Move], Handler]) -> Mapping[type[Move], Handler]:
    return MappingProxyType(dict(handlers))


@attrs.frozen
class Decision(Value):
    """The decision of the player to move in one phase.

    Attributes:
        expected: the expected moves in words, for messages.
        rule: the rule behind the decision.
        moves: a function of the state and the seat to move that returns the legal moves in their
            fixed order; by default the plays.
        handlers: for each move type besides plays the function that makes the move, from a state,
            the seat and the move.
    """

    expected: str
    rule: str
    moves: Callable[[Any, int], tuple[Move, ...]] = _plays
    handlers: Mapping[type[Move], Handler] = attrs.field(
        factory=dict[type[Move], Handler], converter=_read_only
    )
