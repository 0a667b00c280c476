"""The options that Two Way Street and its Duel share."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol, TypeVar

from twowaystreet._engine.match import GameRules


class NamedSuit(StrEnum):
    """Which suits may be named after a coloured Joker led (ST-17)."""

    EITHER = "either"
    HELD = "held"


class TwoWayRules(GameRules, Protocol):
    """The options that the play of both games depends on."""

    @property
    def named_suit(self) -> NamedSuit:
        """Which suits may be named after a coloured Joker led."""
        ...

    @property
    def target(self) -> int:
        """How many points end the game."""
        ...


TwoWayRulesT = TypeVar("TwoWayRulesT", bound=TwoWayRules, covariant=True)
