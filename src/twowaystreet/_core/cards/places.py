"""The indices of the cards in a mask, which playouts and exchanges need.

The import of the library does without the tables of this module, which take 1 % of its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.cards.masks import ONE_LANE, PerCardType, cards_in

_PLACES: Final = PerCardType(range(len(CARDS)))


def places_in(mask: int) -> Sequence[int]:
    """Return the index of every card of a mask, each copy on its own.

    >>> places_in(0b101)
    (0, 2)
    """
    return _PLACES[mask] if mask <= ONE_LANE else [card.index for card in cards_in(mask)]
