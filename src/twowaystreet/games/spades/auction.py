"""The auction of Spades for two: the deal, looking, bids and raises."""

from __future__ import annotations

from typing import Final

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import deal_packets, mask_of
from twowaystreet._core.engine.seats import replace_at, rotation
from twowaystreet.games.spades.cards import DUMMY, HANDS, NUMBER
from twowaystreet.games.spades.hand_data import HandData, replace
from twowaystreet.games.spades.moves import BEFORE_LOOKING, BLIND, BOOKS, RAISES, Bid

ONE_BY_ONE: Final = (1,) * BOOKS
TURNED_UP: Final = 6
"""The number of cards of each dummy that both players see when they look (SP-5)."""
BEHIND: Final = 100
"""The number of points that a player must be behind to bid a number blind (SP-6)."""


_UNDEALT: Final = HandData()


def dealt(before: HandData, cards: tuple[Card, ...], responder: int) -> HandData:
    """SP-3, SP-4: deal thirteen cards to each of the four hands, from the dealer's left."""
    order = rotation(NUMBER[responder, DUMMY], len(HANDS))
    held, _ = deal_packets(cards, order, ONE_BY_ONE)
    first, second = (cards[place :: len(HANDS)] for place in (0, 2))
    return replace(
        _UNDEALT,
        held=held,
        dummies=(first, second) if responder == 0 else (second, first),
        overbooks=before.overbooks,
        perfect_bids=before.perfect_bids,
    )


def with_bid(hand_data: HandData, player: int, bid: Bid) -> HandData:
    """Set a player's bid or raised bid; the count of players who stand begins again."""
    return replace(hand_data, bids=replace_at(hand_data.bids, player, bid), stands=0)


def looked(hand_data: HandData) -> HandData:
    """SP-5: both players look at the same time, and see six cards of each dummy."""
    seen = tuple(mask_of(dummy[:TURNED_UP]) for dummy in hand_data.dummies)
    return replace(hand_data, face_up=seen)


def bids_before_looking(behind: int) -> tuple[Bid, ...]:
    """SP-6: the legal bids before looking, for a player this number of points behind."""
    return (*BEFORE_LOOKING, *BLIND) if behind >= BEHIND else BEFORE_LOOKING


def raises_of(bid: Bid | None) -> tuple[Bid, ...]:
    """SP-8: the bids to which a player may raise a bid."""
    return () if bid is None else RAISES.get(bid, ())
