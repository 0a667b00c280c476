"""The cards of a table, each row in its box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from twowaystreet._core.cards.cards import Card
from twowaystreet.svg import shapes
from twowaystreet.svg.elements import back, text, words_of
from twowaystreet.svg.geometry import LARGE, SMALL, Box, Place, Size
from twowaystreet.svg.layout import LABEL
from twowaystreet.svg.lettering import fitted, width_of
from twowaystreet.svg.scene import Item
from twowaystreet.svg.spreading import spread

_LIFT: Final = 12.0
"""The height by which a picture raises a card that can be played, of a card of usual size."""
_LARGE: Final = 52.0
"""The least height of a card whose usual drawing has ranks of 12 pixels."""
_BETWEEN: Final = 10.0
"""The distance of two rows of cards side by side."""


class Shown(NamedTuple):
    """A card face up.

    Attributes:
        card: the card.
        name: its name on the table, which differs from that of an equal card.
        is_own: True if the viewer can choose it.
        move: the text of the move that plays it alone, for a picture.
        dim: True if no legal move has it, or if it has lost a trick.
        words: the card in words; empty for its name alone.
        goal: the item to which it goes in the end.
    """

    card: Card
    name: str
    is_own: bool = False
    move: str = ""
    dim: bool = False
    words: str = ""
    goal: str = ""


class ShownRow(NamedTuple):
    """Cards in a row with a label above them; ``None`` for each card face down."""

    label: str
    cards: tuple[Shown | None, ...]


def drawing_of(size: Size) -> Size:
    """Return the size in which a card is drawn, before it is made larger or smaller."""
    return SMALL if size.height < _LARGE else LARGE


def _face(shown: Shown, place: Place, size: Size, z: int, origin: str = "") -> Item:
    """Return a card face up."""
    drawing = drawing_of(size)
    if shown.move:
        place = place.lifted(_LIFT * size.height / LARGE.height)
    return Item(
        name=shown.name,
        x=place.x,
        y=place.y,
        z=z,
        angle=place.angle,
        scale=round(size.height / drawing.height, 3),
        art=shapes.art(shown.card, small=drawing is SMALL),
        label=shown.words or words_of(shown.card),
        card=str(shown.card) if shown.is_own else "",
        move=shown.move,
        dim=shown.dim,
        origin=origin,
        goal=shown.goal,
    )


def _back(name: str, place: Place, size: Size, z: int) -> Item:
    """Return a card face down, with the name of its place."""
    drawing = drawing_of(size)
    scale = round(size.height / drawing.height, 3)
    art = back(Place(0, 0), drawing)
    return Item(name=name, x=place.x, y=place.y, z=z, angle=place.angle, scale=scale, art=art)


def _either(
    shown: Shown | None, row: str, at: int, place: Place, size: Size, z: int, origin: str = ""
) -> Item:
    """Return a card face up or face down at a place of a row, above the cards before it."""
    if shown is None:
        return _back(f"{row}-{at}", place, size, z + at)
    return _face(shown, place, size, z + at, origin)


def hand(
    number: int, cards: Sequence[Shown | None], box: Box, size: Size, reach: float, origin: str
) -> Iterator[Item]:
    """Yield the hand at the lower edge.

    Args:
        number: its seat.
        cards: the cards.
        box: their place.
        size: the size of a card.
        reach: the least distance of two cards.
        origin: the item from which new cards come.
    """
    spots = spread(len(cards), box, size, reach)
    for at, (shown, place) in enumerate(zip(cards, spots, strict=True)):
        yield _either(shown, f"back-{number}", at, place, size, 300, origin)


def hand_on_table(number: int, row: ShownRow, box: Box, size: Size, reach: float) -> Iterator[Item]:
    """Yield a hand that lies before the viewer, with its label; the rest is as for :func:`hand`."""
    yield label(f"label-{number}-0", row.label, box.center[0], box.y + 11, box.width)
    inner = Box(box.x, box.y + LABEL, box.width, box.height - LABEL)
    spots = spread(len(row.cards), inner, size, reach)
    for at, (shown, place) in enumerate(zip(row.cards, spots, strict=True)):
        yield _either(shown, f"down-{number}-0", at, place, size, 200)


def rows(
    number: int, some: Sequence[ShownRow], box: Box, size: Size, centered: bool
) -> Iterator[Item]:
    """Yield rows of cards side by side, with a label above each."""
    room = box.width - _BETWEEN * (len(some) - 1)
    step = 0.86 * size.width
    widths = _widths(some, size, step)
    while sum(widths) > room and step > 4:
        step *= 0.94
        widths = _widths(some, size, step)
    if sum(widths) > room:  # the labels are cut
        widths = [room / len(some)] * len(some)
    x = box.x
    if centered:
        x = box.center[0] - (sum(widths) + _BETWEEN * (len(some) - 1)) / 2
    y = box.y + LABEL + size.height / 2
    for which, (row, width) in enumerate(zip(some, widths, strict=True)):
        if row.label:
            last = which == len(some) - 1
            wide = max(width, box.right - x) if last else width + 2
            yield label(f"label-{number}-{which}", row.label, x, box.y + 11, wide, middle=False)
        for at, shown in enumerate(row.cards):
            place = Place(x + size.width / 2 + at * step, y)
            yield _either(shown, f"down-{number}-{which}", at, place, size, 40)
        x += width + _BETWEEN


def _widths(some: Sequence[ShownRow], size: Size, step: float) -> list[float]:
    """Return the widths of rows of cards, or of their labels where these are wider."""
    return [max((len(row.cards) - 1) * step + size.width, width_of(row.label, 12)) for row in some]


def middle(some: Sequence[ShownRow], box: Box, size: Size) -> Iterator[Item]:
    """Yield the cards that belong to nobody, in rows one below the other."""
    y = box.y
    for which, row in enumerate(some):
        amount = len(row.cards)
        step = min(0.8 * size.width, (box.width - size.width) / max(amount - 1, 1))
        left = box.center[0] - step * (amount - 1) / 2
        yield label(f"row-{which}", row.label, box.center[0], y + 11, box.width)
        for at, shown in enumerate(row.cards):
            place = Place(left + at * step, y + LABEL + size.height / 2)
            yield _either(shown, f"middle-{which}", at, place, size, 30)
        y += LABEL + size.height + 2


def slot(
    number: int, cards: Sequence[Shown], note: str, winning: range | None, box: Box, size: Size
) -> Iterator[Item]:
    """Yield the cards of a player in the trick, with a note below, and the mark of the best.

    Args:
        number: the seat of the player.
        cards: the cards.
        note: the note; empty for none.
        winning: the places of the cards that win the trick so far, or took it; ``None`` if other
            players have them.
        box: the place.
        size: the size of a card.
    """
    amount = len(cards)
    room = box.width - size.width
    step = min(size.width + 3 if amount == 2 else 0.45 * size.width, room / max(amount - 1, 1))
    left, y = box.center[0] - step * (amount - 1) / 2, box.y + size.height / 2
    for at, shown in enumerate(cards):
        place = Place(left + at * step, y)
        yield _face(shown, place, size, 100 + at, f"plate-{number}")
    if winning:
        yield _best(left + winning[0] * step, left + winning[-1] * step, y, size)
    if note:
        x, wide = box.center[0], max(box.width + 40, 150.0)
        down = box.y + size.height + 14
        yield label(f"note-{number}", note, x, down, wide, classes="small tip")


def _best(first: float, last: float, y: float, size: Size) -> Item:
    """Return the mark of the cards that win the trick so far, from the first to the last."""
    width = last - first + size.width + 4
    art = (
        f'<rect class="mark" x="{-width / 2:.1f}" y="{-size.height / 2 - 2:.1f}" '
        f'width="{width:.1f}" height="{size.height + 4:.1f}" rx="6"/>'
    )
    return Item(name="best", x=(first + last) / 2, y=y, z=150, art=art)


def label(
    name: str,
    words: str,
    x: float,
    y: float,
    width: float,
    *,
    middle: bool = True,
    classes: str = "small soft",
) -> Item:
    """Return a label, cut to a width."""
    shown = fitted(words, width, 12)
    if middle:
        classes += " m"
    full = words if shown != words else ""
    return Item(name=name, x=x, y=y, z=95, art=text(shown, 0, 0, classes), label=full)
