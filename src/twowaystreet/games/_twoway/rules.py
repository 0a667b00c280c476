"""The options that Two Way Street and its Duel share."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Protocol, TypeVar

from twowaystreet._core.engine.match import GameRules


class NamedSuit(StrEnum):
    """The suits that a player may name after a coloured Joker led (ST-17)."""

    EITHER = "either"
    HELD = "held"


class TwoWayRules(GameRules, Protocol):
    """The options that the play of both games depends on."""

    @property
    def named_suit(self) -> Any:
        """The suits that a player may name after a coloured Joker led, a :class:`NamedSuit`.

        Any: to pyright a field with a converter is a descriptor, which fits no other property.
        """
        ...

    @property
    def target(self) -> int:
        """The number of points that ends the game."""
        ...


TwoWayRulesT = TypeVar("TwoWayRulesT", bound=TwoWayRules, covariant=True)
