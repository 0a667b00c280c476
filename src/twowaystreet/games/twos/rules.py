"""The options, cards and phases of Twos: the deal, and how wild twos follow and rank."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet import authoring as core

PLAYERS: Final = 4
PACK: Final = core.Pack(core.FRENCH_DECK)
TWOS: Final = core.RANK[core.Rank.TWO]
ONE_BY_ONE: Final = (1,) * (len(PACK) // PLAYERS)

FOLLOWING: Final[Mapping[core.Suit | None, core.Following]] = MappingProxyType(
    {None: (), **{suit: ((core.SUIT[suit], core.SUIT[suit] | TWOS),) for suit in core.Suit}}
)
"""The cards that follow, by the suit led: any of it (TW-3) with its two (TW-5), or a two (TW-4)."""

STRENGTHS: Final[Mapping[tuple[core.Suit, core.Suit | None], core.Strengths]] = MappingProxyType(
    {
        **{(led, None): core.SUIT_LED[led] for led in core.Suit},
        **{
            (led, two): core.ordering(
                *core.SUITS[led], core.cards_in(TWOS), core.SUITS[two][core.Rank.THREE.place]
            )
            for led in core.Suit
            for two in core.Suit
        },
    }
)
"""The order of the cards, by the suit led and by the suit of the first two in the trick.

From the lowest: the suit led (TW-7), all twos as equals, the three of the first two's suit (TW-6).
"""


class Phase(core.Phase):
    """The phases of Twos."""

    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Module constants: Python 3.11 takes 60 to 130 ns to find a member through its enum.
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of Twos; at least one of them must limit the game (TW-11).

    Args:
        target: the number of points that ends a game, 1 to a billion; ``None`` for no target.
        max_hands: the greatest number of hands; ``None`` for no limit.

    Raises:
        RulesError: if the value of an option is impossible, or both are ``None``.

    >>> Rules(target=30, max_hands=None)
    Rules(target=30, max_hands=None)
    """

    target: int | None = core.number(None, at_least=1, rule="TW-11")
    max_hands: int | None = core.number(4, at_least=1, or_none=True, rule="TW-11")

    def __attrs_post_init__(self) -> None:
        """Check that one of the options ends the game."""
        if self.target is None and self.max_hands is None:
            raise core.RulesError(
                "max_hands", None, "a whole number if there is no target", "TW-11"
            )

    @property
    def seats(self) -> int:
        """The number of players, always four (TW-1)."""
        return PLAYERS

    @property
    def pack(self) -> core.Pack:
        """The 52 cards without a Joker (TW-1)."""
        return PACK
