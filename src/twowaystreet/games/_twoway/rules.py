"""The options that Two Way Street and its Duel share."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol, TypeVar

from twowaystreet._engine.match import GameRules


class NamedSuit(StrEnum):
    """The suits that a player may name after a coloured Joker led (ST-17)."""

    EITHER = "either"
    HELD = "held"


class TwoWayRules(GameRules, Protocol):
    """The options that the play of both games depends on."""

    @property
    def named_suit(self) -> NamedSuit:
        """The suits that a player may name after a coloured Joker led (ST-17)."""
        ...

    @property
    def target(self) -> int:
        """The number of points that ends the game."""
        ...


TwoWayRulesT = TypeVar("TwoWayRulesT", bound=TwoWayRules, covariant=True)
