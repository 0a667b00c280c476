"""The options and phases of the Duel."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final, cast

import attrs

from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine import moves
from twowaystreet._core.engine.fields import number, word, worded
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.games._twoway.cards import TRICKS, Jokers, pack_of
from twowaystreet.games._twoway.rules import NamedSuit


class BidMarkers(StrEnum):
    """The form of bids (DU-5): written on paper, or laid out in cards from the stock."""

    PAPER = "paper"
    CARDS = "cards"


GREATEST_STRENGTH: Final = MappingProxyType({BidMarkers.PAPER: TRICKS, BidMarkers.CARDS: 8})
"""The greatest strength of a bid that the stock can always pay (DU-4)."""


class Phase(moves.Phase):
    """The phases of the Duel."""

    DEAL = "deal"
    BID = "bid"
    CHOOSE = "choose"
    EXCHANGE = "exchange"
    NAME = "name"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Module constants: Python 3.11 takes 60 to 130 ns to find a member through its enum.
BID: Final = Phase.BID
CHOOSE: Final = Phase.CHOOSE
EXCHANGE: Final = Phase.EXCHANGE
NAME: Final = Phase.NAME
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of the Duel.

    Args:
        jokers: the Jokers of the deck (ST-3).
        named_suit: the suits that a player may name after a coloured Joker led (ST-17).
        bid_markers: the form of bids, ``paper`` or ``cards`` (DU-5).
        max_strength: the greatest strength of a bid; 10 by default and at most, or 8 with cards
            as markers (DU-4).
        target: the number of points that ends the game, 1 to a billion (DU-12).
        max_hands: the greatest number of hands; ``None`` for no limit (AL-2).

    Raises:
        RulesError: if the value of an option is impossible.

    >>> Rules(bid_markers="cards").max_strength
    8
    """

    jokers: Jokers = worded(default=Jokers.RED_AND_BLACK, converter=word, metadata={"rule": "ST-3"})
    named_suit: NamedSuit = worded(
        default=NamedSuit.EITHER, converter=word, metadata={"rule": "ST-17"}
    )
    bid_markers: BidMarkers = worded(
        default=BidMarkers.PAPER, converter=word, metadata={"rule": "DU-5"}
    )
    max_strength: int = number(None, at_least=1, at_most=TRICKS, rule="DU-4")
    target: int = number(20, at_least=1, rule="DU-12")
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    def __attrs_post_init__(self) -> None:
        """Find the greatest strength, or check the given one."""
        greatest = GREATEST_STRENGTH[self.bid_markers]
        strength = cast("int | None", self.max_strength)
        if strength is None:
            object.__setattr__(self, "max_strength", greatest)
        elif strength > greatest:
            expected = f"a whole number, 1 to {greatest} with bid_markers={self.bid_markers}"
            raise RulesError("max_strength", strength, expected, "DU-4")

    @property
    def seats(self) -> int:
        """The number of players, always two."""
        return 2

    @property
    def pack(self) -> Pack:
        """The cards of one deck."""
        return pack_of(1, self.jokers)
