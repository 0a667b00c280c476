"""The order of the cards in Tien Len (TL-1), and the kinds of plays (TL-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from twowaystreet._core.cards.cards import CARDS, SUITS, Card, Rank, Suit
from twowaystreet._core.engine.moves import card_tuple

RANKS: Final = (*tuple(Rank)[1:], Rank.TWO)
"""The ranks from the lowest up: three to ace, then the two (TL-1)."""
SUITS_UP: Final = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
"""The suits from the lowest up (TL-1)."""
ASCENDING: Final = tuple(SUITS[suit][rank.place] for rank in RANKS for suit in SUITS_UP)
"""The cards from the lowest up: the rank counts before the suit (TL-1)."""

NO_PLACE: Final = -1
PLACES: Final = tuple(ASCENDING.index(card) if card in ASCENDING else NO_PLACE for card in CARDS)
"""The place of each card from the lowest up, by its index; a Joker has none."""


def ascending(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards from the lowest up (TL-1), as people read a sequence.

    >>> from twowaystreet._core.cards.cards import cards, text_of
    >>> text_of(ascending(cards("JC QD 10S")))
    '10S JC QD'
    """
    return tuple(sorted(cards, key=lambda card: PLACES[card.index]))


SHORTEST: Final = 3
"""The least number of ranks in a sequence or a double sequence (TL-3)."""


class Kind(StrEnum):
    """The kinds of plays (TL-3)."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLET = "triplet"
    FOUR = "four of a kind"
    SEQUENCE = "sequence"
    DOUBLE_SEQUENCE = "double sequence"


OF_ONE_RANK: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLET, Kind.FOUR)
"""The kinds of plays of a single rank, by the number of cards."""


def rank_of(place: int) -> int:
    """Return the rank of a card, from 0 for the three to 12 for the two, by the card's place."""
    return place // len(SUITS_UP)


def kind_of(cards: Iterable[Card]) -> Kind | None:
    """Return the kind of play that cards make (TL-3).

    Args:
        cards: any cards, in any order.

    Returns:
        The kind; ``None`` if the cards are no play of Tien Len.

    Raises:
        IllegalMove: if one of them is not a card.

    >>> from twowaystreet._core.cards.cards import cards
    >>> kind_of(cards("AH KD QS 2C")), kind_of(cards("AH 2D 3S"))
    (<Kind.SEQUENCE: 'sequence'>, None)
    """
    return kind_at(sorted([PLACES[card.index] for card in card_tuple(cards)]))


def kind_at(places: Sequence[int]) -> Kind | None:
    """Return the kind of play that cards make, by their places from the lowest up."""
    count = len(places)
    if not count or places[0] == NO_PLACE or len(set(places)) < count:
        return None
    ranks = list(map(rank_of, places))
    low, high = ranks[0], ranks[-1]
    if low == high:
        return OF_ONE_RANK[count - 1]
    run = range(low, high + 1)
    if len(run) < SHORTEST:
        return None
    if ranks == list(run):
        return Kind.SEQUENCE
    if ranks == [rank for rank in run for _ in range(2)]:
        return Kind.DOUBLE_SEQUENCE
    return None
