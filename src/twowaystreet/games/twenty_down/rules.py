"""The options and phases of Twenty Down, and its pack."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet._core.cards.cards import CARDS, Rank
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine import moves
from twowaystreet._core.engine.fields import number, truth, worded
from twowaystreet._util.values import Value
from twowaystreet.games.twenty_down.scoring import PLAYERS

PACK: Final = Pack(card for card in CARDS if card.suit and card.rank.place >= Rank.SEVEN.place)
"""The 32 cards from seven to ace (TD-1)."""


class Phase(moves.Phase):
    """The phases of Twenty Down."""

    DEAL = "deal"
    TRUMP = "trump"
    DRAW = "draw"
    DECLARE = "declare"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Module constants: Python 3.11 takes 60 to 130 ns to find a member through its enum.
TRUMP: Final = Phase.TRUMP
DRAW: Final = Phase.DRAW
DECLARE: Final = Phase.DECLARE
PLAY: Final = Phase.PLAY
MISLEADING: Final[Mapping[moves.Phase, str]] = MappingProxyType(
    dict.fromkeys(
        (TRUMP, DRAW, DECLARE),
        "players who stay in have good cards, which sampled deals do not show",
    )
)
"""The phases in which sampled deals mislead, with the reason."""


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of Twenty Down.

    Args:
        must_trump: True if a player who is void in the suit led must play a trump (TD-7).
        max_hands: the greatest number of hands; ``None`` for no limit (AL-2).

    Raises:
        RulesError: if the value of an option is impossible.

    >>> Rules(must_trump="false")
    Rules(must_trump=False, max_hands=None)
    """

    must_trump: bool = worded(default=True, converter=truth, metadata={"rule": "TD-7"})
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players, always four (TD-1)."""
        return PLAYERS

    @property
    def pack(self) -> Pack:
        """The 32 cards (TD-1)."""
        return PACK
