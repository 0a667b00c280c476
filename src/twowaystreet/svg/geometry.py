"""The geometry of pictures: boxes, cards, and fans of cards.

This module knows numbers only. All lengths are in the units of the picture, in which a text of the
table is 11 to 13 units high.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, cos, radians, sin
from typing import Final

import attrs

from twowaystreet._util.values import Value

GAP: Final = 8.0
"""The distance between neighbours."""


@attrs.frozen
class Box(Value):
    """A rectangle.

    Attributes:
        x: the left edge.
        y: the upper edge.
        width: the width.
        height: the height.
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle point."""
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes have an area in common.

        >>> (
        ...     Box(0, 0, 10, 10).overlaps(Box(9, 9, 5, 5)),
        ...     Box(0, 0, 10, 10).overlaps(Box(10, 0, 5, 5)),
        ... )
        (True, False)
        """
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def contains(self, other: Box) -> bool:
        """Return whether the other box is within this one."""
        return (
            self.x <= other.x
            and other.right <= self.right
            and self.y <= other.y
            and other.bottom <= self.bottom
        )


@attrs.frozen
class Size(Value):
    """The width and the height of a card."""

    width: float
    height: float


LARGE: Final = Size(54, 78)
"""A card of a hand; the drawing of a card face has this size."""
SMALL: Final = Size(20, 29)
"""A card in the row of another player, which shows a rank above a suit."""


@attrs.frozen
class Place(Value):
    """The place of a card: its middle point and its angle in degrees."""

    x: float
    y: float
    angle: float = 0

    def lifted(self, height: float) -> Place:
        """Return the place of the card after it is pulled out of its fan."""
        turn = radians(self.angle)
        return Place(self.x + height * sin(turn), self.y - height * cos(turn), self.angle)

    def box(self, card: Size) -> Box:
        """Return the smallest upright box round the card."""
        turn = radians(self.angle)
        width = card.width * cos(turn) + card.height * abs(sin(turn))
        height = card.height * cos(turn) + card.width * abs(sin(turn))
        return Box(self.x - width / 2, self.y - height / 2, width, height)


_BEND: Final = 2.0
"""The angle between two cards of a fan, in degrees."""
_STEP: Final = 34.0
"""The greatest distance between two cards of a fan."""
_LEAST: Final = 21.0
"""The least distance between two cards of a fan; its cards otherwise go into several fans."""


def _arc(count: int, width: float, card: Size) -> Iterator[Place]:
    """Yield the places of one fan, round the point 0, 0 at the top of its middle card."""
    outer = (count - 1) / 2 * _BEND
    edge = Place(0, 0, outer).box(card).width / 2
    if count == 1:
        yield Place(0, card.height / 2)
        return
    radius = min((width / 2 - edge) / sin(radians(outer)), _STEP / radians(_BEND))
    for number in range(count):
        angle = number * _BEND - outer
        turn = radians(angle)
        yield Place(radius * sin(turn), card.height / 2 + radius * (1 - cos(turn)), angle)


def fan(count: int, box: Box, card: Size = LARGE) -> tuple[Place, ...]:
    """Return the places of the cards of a hand, from the upper edge of a box down.

    Too many cards for one fan go into several, one below the other.

    Args:
        count: the number of cards.
        box: the box; its height does not matter.
        card: the size of a card.

    >>> [place.x for place in fan(1, Box(0, 0, 100, 0))]
    [50.0]
    """
    most = max(int((box.width - 1.3 * card.width) / _LEAST) + 1, 1)
    rows = ceil(count / most)
    places: list[Place] = []
    top = box.y
    for row in range(rows):
        cards = count // rows + (row < count % rows)
        arc = list(_arc(cards, box.width, card))
        tip = min(place.box(card).y for place in arc)
        places += [Place(box.center[0] + at.x, top - tip + at.y, at.angle) for at in arc]
        top = max(place.box(card).bottom for place in places) + GAP / 2
    return tuple(places)


def bounds(boxes: Iterable[Box]) -> Box:
    """Return the smallest box round some boxes; an empty box for no boxes.

    >>> bounds([Box(0, 0, 1, 1), Box(4, 5, 1, 1)])
    Box(x=0, y=0, width=5, height=6)
    """
    some = list(boxes) or [Box(0, 0, 0, 0)]
    x, y = min(box.x for box in some), min(box.y for box in some)
    return Box(x, y, max(box.right for box in some) - x, max(box.bottom for box in some) - y)
