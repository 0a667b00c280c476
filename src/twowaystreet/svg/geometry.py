"""The geometry of pictures: boxes, cards, and hands of cards in fans and rows.

This module knows numbers only. All lengths are in the units of the picture, in which a text of the
table is 11 to 13 units high.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, cos, radians, sin
from typing import Final, NamedTuple

GAP: Final = 8.0
"""The distance between neighbours."""
FAN: Final = 0.1
"""The room for the bend of a fan, in heights of a card."""
TOUCH: Final = 40.0
"""The least distance of two cards that fingers can choose between; their rows are straight."""


class Box(NamedTuple):
    """A rectangle, from its left and upper edge."""

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

    def moved(self, x: float, y: float) -> Box:
        """Return the box moved to the right and down."""
        return Box(self.x + x, self.y + y, self.width, self.height)

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


class Size(NamedTuple):
    """The width and the height of a card."""

    width: float
    height: float


LARGE: Final = Size(54, 78)
"""A card of a hand; the drawing of a card face has this size."""
SMALL: Final = Size(20, 29)
"""A card in the row of another player, which shows a rank above a suit."""


class CardPlace(NamedTuple):
    """The place of a card: its middle point and its angle in degrees."""

    x: float
    y: float
    angle: float = 0

    def lifted(self, height: float) -> CardPlace:
        """Return the place of the card after it is pulled out of its fan."""
        turn = radians(self.angle)
        return CardPlace(self.x + height * sin(turn), self.y - height * cos(turn), self.angle)

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


def _arc(count: int, width: float, card: Size) -> Iterator[CardPlace]:
    """Yield the places of one fan, round the point 0, 0 at the top of its middle card."""
    outer = (count - 1) / 2 * _BEND
    edge = CardPlace(0, 0, outer).box(card).width / 2
    if count == 1:
        yield CardPlace(0, card.height / 2)
        return
    radius = min((width / 2 - edge) / sin(radians(outer)), _STEP / radians(_BEND))
    for number in range(count):
        angle = number * _BEND - outer
        turn = radians(angle)
        yield CardPlace(radius * sin(turn), card.height / 2 + radius * (1 - cos(turn)), angle)


def fan(count: int, box: Box, card: Size = LARGE) -> tuple[CardPlace, ...]:
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
    places: list[CardPlace] = []
    top = box.y
    for row in range(rows):
        cards = count // rows + (row < count % rows)
        arc = list(_arc(cards, box.width, card))
        tip = min(place.box(card).y for place in arc)
        places += [CardPlace(box.center[0] + at.x, top - tip + at.y, at.angle) for at in arc]
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


# The hand at a table

_BENT: Final = 0.5
"""The greatest angle between two cards of a hand in one row, in degrees."""
_TURN: Final = 3.0
"""The greatest angle of the last card of such a row."""


def card_of(height: float) -> Size:
    """Return the size of a card of a height."""
    return Size(round(height * LARGE.width / LARGE.height, 1), round(height, 1))


def per_row(width: float, card: Size, least: float) -> int:
    """Return the most cards in a row whose distance is not below the least one."""
    return max(int((width - card.width) / least + 0.001) + 1, 1)


def row_step(card: Size) -> float:
    """Return the distance of two rows of a hand: the index of the upper one stays in sight."""
    return max(0.55 * card.height, 42.0)


def rows_height(count: int, width: float, card: Size, least: float) -> float:
    """Return the height of a hand in as many rows as it needs."""
    rows = ceil(max(count, 1) / per_row(width, card, least))
    fan = FAN * card.height if rows == 1 and least < TOUCH else 0.0
    return card.height + fan + (rows - 1) * row_step(card)


def spread(count_of: int, box: Box, size: Size, least: float) -> list[CardPlace]:
    """Return the places of the cards of a hand: in one row, or in as many as they need.

    Args:
        count_of: the number of cards.
        box: the box of the hand; the rows are at its mid height.
        size: the size of a card.
        least: the least distance of two cards.
    """
    if not count_of:
        return []
    rows = ceil(count_of / per_row(box.width, size, least))
    down = min(row_step(size), (box.height - size.height) / (rows - 1)) if rows > 1 else 0.0
    is_fan = rows == 1 and least < TOUCH
    spare = 0.0 if is_fan else box.height - size.height - down * (rows - 1)
    top = box.y + spare / 2 + size.height / 2
    places: list[CardPlace] = []
    for row in range(rows):
        cards = count_of // rows + (row < count_of % rows)
        step = min((box.width - size.width) / max(cards - 1, 1), 0.72 * size.width)
        step = max(step, min(least, (box.width - size.width) / max(cards - 1, 1)))
        bend = min(_BENT, 2 * _TURN / max(cards - 1, 1)) if is_fan else 0.0
        for at in range(cards):
            turn = at - (cards - 1) / 2
            drop = step / radians(bend) * (1 - cos(radians(bend * turn))) if bend else 0.0
            x = box.center[0] + step * turn
            places.append(CardPlace(x, top + row * down + drop, bend * turn))
    return places
