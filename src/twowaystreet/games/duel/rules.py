"""The options and phases of the Duel."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final, cast

import attrs

from twowaystreet._cards.packs import Pack
from twowaystreet._engine import phases
from twowaystreet._engine.options import choice, number
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.games._twoway.cards import TRICKS, Jokers, pack_of
from twowaystreet.games._twoway.rules import NamedSuit


class BidMarkers(StrEnum):
    """How bids are made (DU-5): written down, or by as many cards from the stock."""

    PAPER = "paper"
    CARDS = "cards"


GREATEST_STRENGTH: Final = MappingProxyType({BidMarkers.PAPER: TRICKS, BidMarkers.CARDS: 8})
"""The greatest strength of a bid, so that the stock can always pay (DU-4)."""


class Phase(phases.Phase):
    """The phases of the Duel."""

    DEAL = "deal"
    BID = "bid"
    CHOOSE = "choose"
    EXCHANGE = "exchange"
    NAME = "name"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Names of their own: Python 3.11 takes 60 to 130 ns to find a member through its enum.
BID: Final = Phase.BID
CHOOSE: Final = Phase.CHOOSE
EXCHANGE: Final = Phase.EXCHANGE
NAME: Final = Phase.NAME
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of the Duel.

    Args:
        jokers: which Jokers the deck holds (ST-3).
        named_suit: which suits may be named after a coloured Joker led (ST-17).
        bid_markers: how bids are made (DU-5).
        max_strength: the greatest strength of a bid; by default 10, or 8 with cards as markers,
            and never more (DU-4).
        target: how many points end the game, 1 to a billion (DU-12).
        max_hands: after how many hands it ends at the latest; ``None`` for no such bound (AL-2).

    Raises:
        RulesError: if an option has an impossible value.

    >>> Rules(bid_markers="cards").max_strength
    8
    """

    jokers: Jokers = choice(Jokers, rule="ST-3")
    named_suit: NamedSuit = choice(NamedSuit, rule="ST-17")
    bid_markers: BidMarkers = choice(BidMarkers, rule="DU-5")
    max_strength: int = number(None, at_least=1, at_most=TRICKS, rule="DU-4")
    target: int = number(20, at_least=1, rule="DU-12")
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    def __attrs_post_init__(self) -> None:
        """Find the greatest strength, or see whether the one given is possible."""
        greatest = GREATEST_STRENGTH[self.bid_markers]
        strength = cast("int | None", self.max_strength)
        if strength is None:
            object.__setattr__(self, "max_strength", greatest)
        elif strength > greatest:
            expected = f"a whole number, 1 to {greatest} with bid_markers={self.bid_markers}"
            raise RulesError("max_strength", strength, expected, "DU-4")

    @property
    def seats(self) -> int:
        """How many play, which is two."""
        return 2

    @property
    def pack(self) -> Pack:
        """All the cards, one deck of them."""
        return pack_of(1, self.jokers)
