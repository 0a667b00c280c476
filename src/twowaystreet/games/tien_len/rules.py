"""The options, pack and phases of Tien Len."""

from __future__ import annotations

from typing import Final

import attrs

from twowaystreet import authoring as core

PLAYERS: Final = 4
HAND_SIZE: Final = 13
PACK: Final = core.Pack(core.FRENCH_DECK)
ONE_BY_ONE: Final = (1,) * HAND_SIZE
"""Thirteen rounds of one card each (TL-1)."""


class Phase(core.Phase):
    """The phases of Tien Len."""

    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# A module constant: Python 3.11 takes 60 to 130 ns to find a member through its enum.
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of Tien Len.

    Args:
        max_hands: the number of hands in a game (TL-6), 1 to a billion.

    Raises:
        RulesError: if the value of an option is impossible.

    >>> Rules(max_hands=8)
    Rules(max_hands=8)
    """

    max_hands: int = core.number(4, at_least=1, rule="TL-6")

    @property
    def seats(self) -> int:
        """The number of players, always four (TL-1)."""
        return PLAYERS

    @property
    def pack(self) -> core.Pack:
        """The 52 cards without a Joker (TL-1)."""
        return PACK
