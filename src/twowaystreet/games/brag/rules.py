"""The options and phases of Brag, and its pack."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet import authoring as core

PACK: Final = core.Pack(core.FRENCH_DECK)
"""The 52 cards (BR-1)."""
RANKS: Final = len(core.Rank)
THREE: Final = 3
"""The number of cards in a hand that counts."""
FEWEST: Final = 2
"""The least number of players (BR-1)."""
CARDS: Final = (6, 7, 9)
"""The possible numbers of cards that each player gets (BR-1)."""
_NAMED: Final = MappingProxyType({number: core.Rank(str(number)) for number in CARDS})


class HighRank(StrEnum):
    """The places in which the number of cards dealt is the highest rank (BR-4)."""

    EVERYWHERE = "everywhere"
    PRIALS = "prials"


class Phase(core.Phase):
    """The phases of Brag."""

    DEAL = "deal"
    LAY = "lay"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


LAY: Final = Phase.LAY


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of Brag.

    Args:
        cards: the number of cards that each player gets, 9, 7 or 6 (BR-1).
        players: the number of players, 2 to 5 with nine cards, to 7 with seven, to 8 with six.
        high_rank: ``everywhere`` or ``prials`` (BR-4): where the rank 9, 7 or 6, the number of
            cards, is above the ace; it is always so in four of a kind, and never in runs.
        max_hands: the number of hands, 1 to a billion (BR-13).

    Raises:
        RulesError: if the value of an option is impossible, or there are too few cards.

    >>> Rules(cards=6, players=8).highest
    <Rank.SIX: '6'>
    >>> Rules(players=6)
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: players=6: expected a whole number, 2 to 5 with cards=9 (BR-1)
    """

    cards: int = core.number(9, at_least=min(CARDS), at_most=max(CARDS), note="not 8", rule="BR-1")
    players: int = core.number(4, at_least=FEWEST, at_most=len(PACK) // min(CARDS), rule="BR-1")
    high_rank: HighRank = core.worded(
        default=HighRank.EVERYWHERE, converter=core.word, metadata={"rule": "BR-4"}
    )
    max_hands: int = core.number(12, at_least=1, rule="BR-13")

    def __attrs_post_init__(self) -> None:
        """Refuse eight cards, and more players than the pack serves."""
        if self.cards not in CARDS:
            raise core.RulesError("cards", self.cards, core.listed(map(str, CARDS), "or"), "BR-1")
        most = len(PACK) // self.cards
        if self.players > most:
            expected = f"a whole number, {FEWEST} to {most} with cards={self.cards}"
            raise core.RulesError("players", self.players, expected, "BR-1")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def pack(self) -> core.Pack:
        """The 52 cards (BR-1)."""
        return PACK

    @property
    def hands(self) -> int:
        """The number of hands of three that each player lays; three with nine cards, else two."""
        return self.cards // THREE

    @property
    def highest(self) -> core.Rank:
        """The rank with the number of cards, which is above the ace (BR-4)."""
        return _NAMED[self.cards]
