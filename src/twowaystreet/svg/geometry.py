"""The geometry of pictures: boxes, fans of cards, and the places round a table.

This module knows numbers only. All lengths are in the units of the picture, in which a text of the
table is 11 to 13 units high.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, cos, radians, sin
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet._util.values import Value

GAP: Final = 8.0
"""The distance between neighbours."""
WIDE: Final = MappingProxyType({False: 520, True: 620})
"""The least width of a picture in which players also sit at the sides of a small table.

The second is for open hands, whose panels leave less room for the middle.
"""


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
MIDDLE: Final = Size(40, 58)
"""A card of a trick."""
DENSE: Final = Size(28, 40)
"""A card of a trick among many players."""
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


def in_rows(count: int, box: Box, card: Size, step: float) -> tuple[Place, ...]:
    """Return the places of cards side by side, in as many rows as they need.

    Args:
        count: the number of cards.
        box: the box, from whose upper left corner the cards begin; its height does not matter.
        card: the size of a card.
        step: the distance between two cards.

    >>> [(place.x, place.y) for place in in_rows(3, Box(0, 0, 40, 0), SMALL, 15)]
    [(10.0, 14.5), (25.0, 14.5), (10.0, 45.5)]
    """
    most = max(int((box.width - card.width) / step) + 1, 1)
    return tuple(
        Place(
            box.x + card.width / 2 + number % most * step,
            box.y + card.height / 2 + number // most * (card.height + 2),
        )
        for number in range(count)
    )


def flowed(sizes: Iterable[Size], width: float, gap: float = GAP) -> tuple[Box, ...]:
    """Place boxes side by side, in as many lines as they need, from the point 0, 0.

    The boxes of a line have the same lower edge.

    >>> [(box.x, box.y) for box in flowed([Size(30, 10), Size(30, 20), Size(30, 10)], 70)]
    [(0.0, 10.0), (38.0, 0.0), (0.0, 28.0)]
    """
    lines: list[list[Size]] = []
    x = 0.0
    for size in sizes:
        if not lines or x + size.width > width:
            lines.append([])
            x = 0.0
        lines[-1].append(size)
        x += size.width + gap
    boxes: list[Box] = []
    bottom = 0.0
    for line in lines:
        x, bottom = 0.0, bottom + max(size.height for size in line)
        for size in line:
            boxes.append(Box(x, bottom - size.height, size.width, size.height))
            x += size.width + gap
        bottom += gap
    return tuple(boxes)


def bounds(boxes: Iterable[Box]) -> Box:
    """Return the smallest box round some boxes; an empty box for no boxes.

    >>> bounds([Box(0, 0, 1, 1), Box(4, 5, 1, 1)])
    Box(x=0, y=0, width=5, height=6)
    """
    some = list(boxes) or [Box(0, 0, 0, 0)]
    x, y = min(box.x for box in some), min(box.y for box in some)
    return Box(x, y, max(box.right for box in some) - x, max(box.bottom for box in some) - y)


@attrs.frozen(kw_only=True)
class Seating(Value):
    """The number of other players at each side of the table, and the widths of their panels.

    Attributes:
        side: the number on the left, and on the right.
        top: the number at the top.
        side_width: the width of a panel on the left or on the right.
        top_width: the width of a panel at the top.
        below: True if the players at the sides sit below those at the top.
    """

    side: int
    top: int
    side_width: float
    top_width: float
    below: bool

    @property
    def widths(self) -> tuple[float, ...]:
        """The width of each panel, clockwise from the viewer's left."""
        sides = (self.side_width,) * self.side
        return (*sides, *(self.top_width,) * self.top, *sides)


_WIDEST: Final = 240.0
"""The greatest width of a panel at the top."""


@attrs.frozen
class _Widths(Value):
    """The least widths of panels at the top, and the widths at the sides."""

    top: float
    side: float


_PANELS: Final = MappingProxyType(
    {
        # wide table, open hands
        (False, False): _Widths(82, 90),
        (False, True): _Widths(106, 90),
        (True, False): _Widths(128, 150),
        (True, True): _Widths(190, 200),
    }
)


def seating(others: int, width: float, slot: float = 0, *, is_open: bool = False) -> Seating:
    """Return the seats round the table.

    At a wide table the players at the sides sit next to those at the top. At a narrow one they sit
    below them.

    Args:
        others: the number of other players.
        width: the width of the picture.
        slot: the width of the place for a player's cards in the trick.
        is_open: True if the panels show open hands.

    >>> seating(3, 720).top, seating(3, 360).top, seating(19, 360).side
    (1, 3, 8)
    """
    wide = width >= WIDE[is_open]
    least = _PANELS[wide, is_open]
    inner = width - 2 * GAP
    between = inner - 2 * (least.side + slot + 2 * GAP)
    below = not wide or between < least.top
    room = inner if below else between
    most = int((room + GAP) / (least.top + GAP))
    if others <= (1 if wide else most):
        side = 0
        room = inner
    elif wide and others == 2:
        side = 1
    else:
        side = max(ceil((others - most) / 2), 1)
    top = others - 2 * side
    each = (room + GAP) / max(top, 1) - GAP
    return Seating(
        side=side,
        top=top,
        side_width=least.side,
        top_width=min(each, _WIDEST) if wide else each,
        below=below,
    )


@attrs.frozen
class Ring(Value):
    """The places of the panels, of the cards on the table and of the middle.

    Attributes:
        panels: the panel of each other player, clockwise from the viewer's left.
        slots: the place next to each of these panels for the cards that the player has played.
        own_slot: the same for the viewer.
        middle: the box between all slots.
        bottom: the lower edge of the table.
    """

    panels: tuple[Box, ...]
    slots: tuple[Box, ...]
    own_slot: Box
    middle: Box
    bottom: float


def ring(
    seats: Seating, heights: Sequence[float], width: float, top: float, slot: Size, middle: float
) -> Ring:
    """Place the panels round the table and the slots inside them.

    Args:
        seats: the numbers and widths of the panels.
        heights: the height of each panel, clockwise from the viewer's left.
        width: the width of the picture.
        top: the upper edge of the table.
        slot: the size of a slot; both lengths are 0 if there are none.
        middle: the height that the middle needs.
    """
    left, upper = heights[: seats.side], heights[seats.side : seats.side + seats.top]
    right = heights[seats.side + seats.top :]
    room = slot.height + GAP if slot.height else 0.0
    crown = max(upper) + GAP + room if upper else 0.0
    lead = crown if seats.below else 0.0
    column = max(sum(max(each, slot.height) + GAP for each in side) for side in (left, right))
    height = max(crown + middle + room, lead + column)
    bottom = top + height
    lefts = _column(left[::-1], GAP, seats.side_width, top + lead, height - lead, slot.height)
    far = width - GAP - seats.side_width
    rights = _column(right, far, seats.side_width, top + lead, height - lead, slot.height)
    across = seats.top * (seats.top_width + GAP) - GAP
    tops = [
        Box((width - across) / 2 + number * (seats.top_width + GAP), top, seats.top_width, each)
        for number, each in enumerate(upper)
    ]
    slots = [
        *(_slot(box.right + GAP + slot.width / 2, box.center[1], slot) for box in lefts[::-1]),
        *(_slot(box.center[0], top + crown - room + slot.height / 2, slot) for box in tops),
        *(_slot(box.x - GAP - slot.width / 2, box.center[1], slot) for box in rights),
    ]
    start = GAP
    if seats.side:
        start += seats.side_width + GAP + (slot.width + GAP if slot.width else 0)
    return Ring(
        (*lefts[::-1], *tops, *rights),
        tuple(slots),
        _slot(width / 2, bottom - slot.height / 2, slot),
        Box(start, top + crown, width - 2 * start, height - crown - room),
        bottom,
    )


def _slot(x: float, y: float, slot: Size) -> Box:
    """Return the slot with its middle here."""
    return Box(x - slot.width / 2, y - slot.height / 2, slot.width, slot.height)


def _column(
    heights: Sequence[float], x: float, width: float, top: float, height: float, least: float
) -> list[Box]:
    """Return panels one below the other, with equal spaces round them."""
    rooms = [max(each, least) for each in heights]
    space = (height - sum(rooms)) / (len(rooms) + 1)
    boxes: list[Box] = []
    y = top
    for each, room in zip(heights, rooms, strict=True):
        boxes.append(Box(x, y + space + (room - each) / 2, width, each))
        y += space + room
    return boxes
