"""The order in which pictures and pages show the cards of a hand."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from twowaystreet._core.cards.cards import CARDS, Card, Suit
from twowaystreet._core.display.display import AnyDisplay, Display

ALTERNATING: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of the suits: black and red in turn."""
_PLACES: Final = MappingProxyType({suit: place for place, suit in enumerate(ALTERNATING)})
_LAST: Final = len(ALTERNATING)

SortKey = Callable[[Card], Any]  # Any: whatever can be compared


def sort_key(display: AnyDisplay, order: str = "suits", *, reverse: bool = False) -> SortKey:
    """Return the key by which a hand is sorted.

    Args:
        display: the display of the game. An order of its own replaces the order of suits.
        order: ``suits`` or ``ranks``.
        reverse: True for the highest card first; the suits keep their order.

    >>> from twowaystreet._core.cards.cards import cards, text_of
    >>> text_of(sorted(cards("2C KD 3H AS R*"), key=sort_key(Display())))
    'AS 3H 2C KD R*'
    >>> text_of(sorted(cards("2C KD 3H AS R*"), key=sort_key(Display(), "ranks", reverse=True)))
    'R* AS KD 3H 2C'
    """
    sign = -1 if reverse else 1
    if type(display).place_of is not Display.place_of:
        if not reverse:
            return display.place_of
        places = {card: place for place, card in enumerate(sorted(CARDS, key=display.place_of))}
        return lambda card: -places[card]
    if order == "ranks":
        return lambda card: (sign * _rank(card), _suit(card))
    return lambda card: (_suit(card), sign * _rank(card))


def _suit(card: Card) -> int:
    return _PLACES[card.suit] if card.suit else _LAST


def _rank(card: Card) -> int:
    return card.rank.place if card.suit else _LAST + card.index
