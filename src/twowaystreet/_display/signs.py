"""Cards as people write them, with the sign of the suit."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from twowaystreet._cards.cards import Card, Joker, Suit

SIGNS: Final = MappingProxyType(
    {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
)
"""The signs of the suits."""
_JOKERS: Final = MappingProxyType(
    {Joker.RED: "Red Joker", Joker.BLACK: "Black Joker", Joker.PLAIN: "Joker"}
)


def sign_text(card: Card) -> str:
    """Return a card with the sign of its suit.

    >>> sign_text(Card.parse("10C")), sign_text(Card.parse("R*"))
    ('10♣', 'Red Joker')
    """
    return f"{card.rank}{SIGNS[card.suit]}" if card.suit else _JOKERS[Joker(card.rank)]


def signs_text(cards: Iterable[Card]) -> str:
    """Return cards with the signs of their suits, with blanks between them.

    >>> from twowaystreet._cards.cards import cards
    >>> signs_text(cards("8S 6C"))
    '8♠ 6♣'
    """
    return " ".join(map(sign_text, cards))
