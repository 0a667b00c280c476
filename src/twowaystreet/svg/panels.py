"""Panels: the box of a player with the name, the points, the facts and the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Final

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._display.values import Row, count
from twowaystreet._util.values import Value
from twowaystreet.svg.elements import back, face, group, rectangle, safe, text
from twowaystreet.svg.geometry import DENSE, LARGE, SMALL, Box, Place, Size, bounds, flowed, in_rows
from twowaystreet.svg.lettering import broken, fitted, width_of, wrapped
from twowaystreet.svg.scenes import Seat

PAD: Final = 7.0
_NAME: Final = 13.0
_WORDS: Final = 11.0
_LABEL: Final = 10.0
_LINE: Final = 14.0
_OPEN_STEP: Final = 0.8
"""The distance between two open cards in a row, at which their ranks can be read, in widths."""
_LEAST_STEP: Final = 0.55
"""The least distance between two cards of a hand in a row, in widths."""
_BACK_STEP: Final = 6.0
"""The greatest distance between two cards face down."""
_LIFT: Final = 12.0
"""The height by which a large card is raised."""
_ICON: Final = Size(14, 20)
"""The card that stands for a hand face down among many players."""
_MANY: Final = 60
"""The number of cards above which a row shows only their number."""


@attrs.frozen
class Strip(Value):
    """A row of small cards as it is laid out.

    Attributes:
        row: the cards and their label.
        card: the size of a card.
        step: the distance between two cards.
        size: the width and the height, with the label.
        lift: the room for raised cards, between the label and the cards.
    """

    row: Row
    card: Size
    step: float
    size: Size
    lift: float = 0


@attrs.frozen
class Panel(Value):
    """A panel as it is laid out for a width.

    Attributes:
        seat: the seat.
        width: the width.
        lines: the lines of facts.
        strips: the rows of cards.
        places: their places below the lines.
        is_dense: True if a number stands for the cards face down.
        height: the height that it needs.
    """

    seat: Seat
    width: float
    lines: tuple[str, ...]
    strips: tuple[Strip, ...]
    places: tuple[Box, ...]
    is_dense: bool
    height: float


def lift_of(card: Size) -> float:
    """Return the height by which a card that can be played is raised."""
    return _LIFT * card.height / LARGE.height


def strip_of(row: Row, width: float, card: Size = SMALL, lift: float = 0) -> Strip:
    """Lay out a row of cards for a width.

    Args:
        row: the cards and their label.
        width: the width.
        card: the size of a card.
        lift: the room for raised cards, between the label and the cards.
    """
    number = len(row.cards)
    label = (len(broken(row.label, width, _LABEL)) * 12.0 + 2) if row.label else 0.0
    height = label + lift + card.height + 2
    if any(row.cards):
        step = _OPEN_STEP * card.width
        if row.is_hand:  # in one line if that is possible
            narrow = (width - card.width) / max(number - 1, 1)
            step = min(step, max(narrow, _LEAST_STEP * card.width))
        most = max(int((width - card.width) / step + 0.01) + 1, 1)
        extent = (min(number, most) - 1) * step + card.width
        height += (ceil(number / most) - 1) * (card.height + 2)
        return Strip(row, card, step, Size(_extent(row, extent, width), height), lift)
    room = width - card.width - width_of(str(number), _WORDS) - 6
    step = min(_BACK_STEP * card.width / SMALL.width, room / max(number - 1, 1))
    extent = step * (number - 1) + width - room
    return Strip(row, card, step, Size(_extent(row, extent, width), height), lift)


def _extent(row: Row, cards: float, width: float) -> float:
    """Return the width of a row of cards or of its label, whichever is greater."""
    return min(max(cards, width_of(row.label, _LABEL) + 2), width)


def panel_of(seat: Seat, width: float, *, own: bool = False, dense: bool = False) -> Panel:
    """Lay out the panel of a seat for a width.

    Args:
        seat: the seat.
        width: the width of the panel.
        own: True for the seat at the lower edge, whose hand is shown elsewhere.
        dense: True to give the number of cards face down in words.
    """
    inner = width - 2 * PAD
    closed = not any(seat.hand)
    rows = [*([Row("", seat.hand)] if seat.hand and not own else ()), *seat.rows]
    words = list(seat.words)
    if dense and closed and seat.hand and not own:
        rows = rows[1:]
        inner_words = (str(len(seat.hand)), *words)
    else:
        inner_words = tuple(words)
    is_dense = dense and closed and bool(seat.hand) and not own
    lines = wrapped(inner_words, inner - (_ICON.width + 5 if is_dense else 0), _WORDS)
    strips = tuple(
        strip_of(row, inner, DENSE, lift_of(DENSE)) if own and row.is_hand else strip_of(row, inner)
        for row in rows
    )
    places = flowed([strip.size for strip in strips], inner)
    below = bounds(places).height + 6 if places else 0
    height = 2 * PAD - 2 + _LINE * (1 + len(lines)) + below
    height = max(height, 46.0 if is_dense else 0)
    return Panel(seat, width, tuple(lines), strips, places, is_dense, height)


def drawn(
    panel: Panel, box: Box, drawn_card: Callable[[Card, Place, Size], str] = face
) -> Iterator[str]:
    """Yield the elements of a panel in its box.

    Args:
        panel: the panel.
        box: the box.
        drawn_card: draws a card of a hand face up.
    """
    seat = panel.seat
    x, right, y = box.x + PAD, box.right - PAD, box.y + PAD + 10
    yield rectangle(
        box, "panel on" if seat.is_actor else "panel won" if seat.has_won else "panel", 8
    )
    score = fitted(seat.score, panel.width / 2, _NAME, bold=True)
    room = right - x - width_of(score, _NAME, bold=True) - 6
    color = "tip" if seat.is_actor else "lit"
    name = fitted(seat.name, room, _NAME, bold=True)
    words = seat.name if name != seat.name else ""
    yield (
        text(name, x, y, f"name {color}")
        if not words
        else _titled(words, text(name, x, y, f"name {color}"))
    )
    yield text(score, right, y, "name e lit")
    top = box.y + PAD + _LINE
    if panel.is_dense:
        yield from group(
            cards_in_words(seat.hand), [back(Place(x + _ICON.width / 2, top + 11), _ICON)]
        )
    indent = _ICON.width + 5 if panel.is_dense else 0
    for line in panel.lines:
        yield text(line, x + indent, top + 11, "small soft")
        top += _LINE
    top = box.y + PAD + _LINE * (1 + len(panel.lines)) + 2
    for strip, place in zip(panel.strips, panel.places, strict=True):
        where = Box(x + place.x, top + place.y, place.width, place.height)
        how = drawn_card if strip.row.is_hand else face
        yield from cards(strip, where, drawn_card=how)


def _titled(title: str, element: str) -> str:
    """Return an element with a title of its own."""
    return f"<g><title>{safe(title)}</title>{element}</g>"


def cards_in_words(cards: Iterable[Card | None]) -> str:
    """Return the number of cards face down in words."""
    return f"{count(sum(card is None for card in cards), 'card')} face down"


def cards(
    strip: Strip,
    box: Box,
    *,
    middle: bool = False,
    drawn_card: Callable[[Card, Place, Size], str] = face,
) -> Iterator[str]:
    """Yield a row of cards in a box, from the left or in the middle.

    Args:
        strip: the row as it is laid out.
        box: the box.
        middle: True for a row in the middle of the box.
        drawn_card: draws a card face up.
    """
    row, card, y = strip.row, strip.card, box.y
    if row.label:
        x, classes = (box.center[0], "label soft m") if middle else (box.x, "label soft")
        for line in broken(row.label, box.width, _LABEL):
            yield text(line, x, y + 9, classes)
            y += 12
        y += 2
    y += strip.lift
    shown = row.cards[:_MANY]
    step = max(strip.step, 0.01)
    most = max(int((box.width - card.width) / step + 0.01) + 1, 1)
    taken = (min(len(shown), most) - 1) * step + card.width
    left = box.center[0] - taken / 2 if middle else box.x
    # A rounding error must not move the last card to the next row.
    places = in_rows(len(shown), Box(left, y, taken + step / 100, 0), card, step)
    closed = [back(at, card) for at, one in zip(places, shown, strict=True) if one is None]
    for at, one in zip(places, shown, strict=True):
        if one is not None:
            yield drawn_card(one, at, card)
    if closed:
        yield from group(cards_in_words(row.cards), closed)
    if closed and len(closed) == len(shown):
        x = places[-1].x + card.width / 2 + 5
        yield text(str(len(row.cards)), x, y + card.height / 2 + 4, "small soft")
