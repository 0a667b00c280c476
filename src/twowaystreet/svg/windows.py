"""Windows: the size of a table, and the sizes of cards that follow from it."""

from __future__ import annotations

import attrs

from twowaystreet._util.values import Value
from twowaystreet.svg.layout import MANY, SMALLEST, Cards, Needs, card_of

_NARROW = 640
_LOW = 480


@attrs.frozen
class Window(Value):
    """The size of a table.

    Attributes:
        width: the width.
        height: the height; ``None`` for as much as the table needs.
    """

    width: float
    height: float | None

    @property
    def tall(self) -> bool:
        """True for a narrow window."""
        return self.width < _NARROW

    @property
    def small(self) -> bool:
        """True for a narrow or a low window, where fingers choose cards."""
        return self.tall or (self.height is not None and self.height < _LOW)

    @property
    def gap(self) -> float:
        """The distance between neighbours."""
        return 6.0 if self.small else 8.0

    @property
    def reach(self) -> float:
        """The least distance of two cards of a hand."""
        if self.height is None:
            return 22.0
        return 42.0 if self.small else 26.0

    def cards(self, factor: float, needs: Needs) -> Cards:
        """Return the sizes of cards, made smaller by a factor."""
        hand, slot = self._hand_and_slot()
        if needs.others >= MANY:
            slot *= 0.72
        shelf = max(0.62 * slot, 34) if self.small or self.height is None else max(0.6 * slot, 44)
        own = 0.8 * hand if needs.plays_from_shelf else shelf
        hand, slot, shelf, own = (
            max(factor * needs.grown * each, SMALLEST) for each in (hand, slot, shelf, own)
        )
        return Cards(
            hand=card_of(hand), slot=card_of(slot), shelf=card_of(shelf), own_shelf=card_of(own)
        )

    def _hand_and_slot(self) -> tuple[float, float]:
        """Return the usual heights of a card of the hand and of the trick."""
        if self.height is None:
            hand = min(max(0.112 * self.width, 74), 200)
            return hand, 0.75 * hand
        if self.tall:
            return min(max(0.15 * self.height, 74), 120), min(max(0.125 * self.height, 62), 104)
        return min(max(0.19 * self.height, 72), 190), min(max(0.155 * self.height, 60), 160)


def zoom_of(width: float, height: float) -> float:
    """Return the factor by which a table in a large window is enlarged, texts and all.

    >>> zoom_of(844, 350), zoom_of(1920, 1036)
    (1.0, 1.29)
    """
    return round(min(max(min(width / 1240, height / 800), 1.0), 2.0), 2)
