"""Cards with the signs of their suits, as people read them in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from twowaystreet._cards.cards import Card, Joker

_JOKERS: Final = MappingProxyType(
    {Joker.RED: "Red Joker", Joker.BLACK: "Black Joker", Joker.PLAIN: "Joker"}
)


def sign_text(card: Card) -> str:
    """Return a card with the sign of its suit; a Joker in words.

    >>> sign_text(Card.parse("8S")), sign_text(Card.parse("R*")), sign_text(Card.parse("X*"))
    ('8♠', 'Red Joker', 'Joker')
    """
    return _JOKERS[card.joker] if card.joker else card.pretty


def signs_text(cards: Iterable[Card]) -> str:
    """Return cards with the signs of their suits, with blanks between them.

    >>> from twowaystreet._cards.cards import cards
    >>> signs_text(cards("8S 6C"))
    '8♠ 6♣'
    """
    return " ".join(map(sign_text, cards))
