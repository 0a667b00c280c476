"""The seats of the other players: round a wide table, or in rows along the top."""

from __future__ import annotations

from math import atan2, ceil

import attrs

from twowaystreet._util.values import Value
from twowaystreet.svg.geometry import Box, Size
from twowaystreet.svg.layout import (
    BACKS,
    GAP,
    HEADER,
    LABEL,
    MANY,
    NAME_LINE,
    PAD,
    WORD_LINE,
    Cards,
    Needs,
    moved,
)
from twowaystreet.svg.windows import Window

_WIDE = 700
"""The least width of a table with players at its sides."""
_ONE_ROW = 3
"""The most players whose plates fit side by side at the top of a phone."""
_ROUND = range(2, 10)
"""The numbers of other players who can sit round a table."""
_WIDEST = 820.0
"""The greatest width of the place of a player with cards beside the plate."""


@attrs.frozen(kw_only=True)
class Seating(Value):
    """The places of the other players.

    Attributes:
        plates: the plates, clockwise from the viewer's left.
        shelves: the places for their cards; without height if there are none.
        region: the box between them; its height is the least one.
        lines: the lines of facts on each plate.
    """

    plates: tuple[Box, ...]
    shelves: tuple[Box, ...]
    region: Box
    lines: int


def is_dense(needs: Needs, window: Window) -> bool:
    """Return whether plates show closed cards as a number."""
    return needs.others >= MANY or window.small


def _plate_height(needs: Needs, window: Window, lines: int) -> float:
    backs = 0.0 if is_dense(needs, window) else BACKS
    return PAD * 2 + NAME_LINE + backs + WORD_LINE * lines


def seating(needs: Needs, window: Window, cards: Cards, end: float | None, least: float) -> Seating:
    """Place the other players.

    Args:
        needs: what the table has to have room for.
        window: the window.
        cards: the sizes of cards.
        end: the upper edge of the lower part; ``None`` if it follows from the rest.
        least: the least height of the middle.
    """
    lines = needs.lines or _usual_lines(needs, window)
    can_be_round = not needs.shelf and not window.small and window.width >= _WIDE
    if can_be_round and needs.others in _ROUND:
        found = _round(needs, window, lines, end, least)
        if found:
            return found
    return _in_rows(needs, window, cards, lines, end, least)


def _usual_lines(needs: Needs, window: Window) -> int:
    """Return the lines of facts on a plate: many where plates are narrow and the window is tall."""
    if not window.small:
        return 2
    if not window.tall or needs.shelf:
        return 1
    return 3 if needs.others <= _ONE_ROW else 2


def _start(needs: Needs, window: Window) -> float:
    """Return the upper edge of the plates."""
    return HEADER if needs.header else window.gap


def _round(
    needs: Needs, window: Window, lines: int, end: float | None, least: float
) -> Seating | None:
    """Place the players on the left, at the top and on the right; ``None`` without room."""
    others, gap, width, start = needs.others, window.gap, window.width, _start(needs, window)
    plate = Size(min(max(0.16 * width, 150), 240), _plate_height(needs, window, lines))
    most = max(int((width - 2 * plate.width - 2 * gap) / (plate.width + gap)), 1)
    side = 1 if others <= 3 else max(ceil((others - most) / 2), 1 + (others >= 6))
    top = others - 2 * side
    crown = start + (plate.height + gap if top else 0)
    column = side * (plate.height + gap)
    if end is not None and crown + column > end:
        return None
    bottom = crown + max(column, least) if end is None else end
    room = (bottom - crown - side * plate.height) / (side + 1)
    down = [crown + room * (at + 1) + plate.height * at for at in range(side)]
    spread = min((width - 2 * gap - top * plate.width) / max(top, 1), 5 * gap)
    left = (width - top * (plate.width + spread) + spread) / 2
    spots = [
        *((gap, y) for y in reversed(down)),
        *((left + at * (plate.width + spread), start) for at in range(top)),
        *((width - gap - plate.width, y) for y in down),
    ]
    edge = plate.width + 2 * gap
    return Seating(
        plates=tuple(Box(x, y, plate.width, plate.height) for x, y in spots),
        shelves=tuple(Box(x, y + plate.height, 0, 0) for x, y in spots),
        region=Box(edge, crown, width - 2 * edge, bottom - crown),
        lines=lines,
    )


@attrs.frozen
class _Cell(Value):
    """The place of a player in a row: the plate and the shelf, from the point 0, 0."""

    plate: Box
    shelf: Box

    @property
    def width(self) -> float:
        return max(self.plate.right, self.shelf.right)

    @property
    def height(self) -> float:
        return max(self.plate.bottom, self.shelf.bottom)


def _in_rows(
    needs: Needs, window: Window, cards: Cards, lines: int, end: float | None, least: float
) -> Seating:
    """Place the players in rows along the top, with their cards beside or below the plates."""
    others, gap, width = needs.others, window.gap, window.width
    most = int((width - gap) / (_least_cell(needs, window, cards) + gap))
    cells = {
        columns: _cell(needs, window, cards, lines, min((width - gap) / columns - gap, _WIDEST))
        for columns in range(min(max(most, 1), max(others, 1)), 0, -1)
    }
    columns = min(cells, key=lambda each: ceil(others / each) * (cells[each].height + gap))
    cell = cells[columns]
    rows = ceil(others / columns)
    columns = ceil(others / max(rows, 1))
    y = _start(needs, window)
    spots: list[tuple[float, float]] = []
    for row in range(rows):
        inside = min(columns, others - row * columns)
        left = (width - inside * (cell.width + gap) + gap) / 2
        spots += [(left + at * (cell.width + gap), y) for at in range(inside)]
        y += cell.height + gap
    # Clockwise, as seen from below the middle of the table.
    center = (width - cell.width) / 2
    spots.sort(key=lambda spot: atan2(spot[0] - center, y + 300 - spot[1]))
    if is_dense(needs, window) and not needs.lines:
        lines = max(int((cell.plate.height - 2 * PAD - NAME_LINE) / WORD_LINE), 1)
    high = least if end is None else end - y
    return Seating(
        plates=tuple(moved(cell.plate, *spot) for spot in spots),
        shelves=tuple(moved(cell.shelf, *spot) for spot in spots),
        region=Box(gap, y, width - 2 * gap, max(high, 1.0)),
        lines=lines,
    )


def _least_cell(needs: Needs, window: Window, cards: Cards) -> float:
    """Return the least width of the place of a player."""
    least = 106.0 if window.small or needs.others >= MANY else 150.0
    return max(least, _least_shelf(needs, cards)) if needs.shelf else least


def _least_shelf(needs: Needs, cards: Cards) -> float:
    return min((needs.shelf - 1) * 16 + cards.shelf.width + 20, 260.0)


def _cell(needs: Needs, window: Window, cards: Cards, lines: int, width: float) -> _Cell:
    """Return the place of a player for a width."""
    high = _plate_height(needs, window, lines)
    if not needs.shelf:
        return _Cell(Box(0, 0, min(width, 260), high), Box(0, 0, 0, 0))
    row = LABEL + cards.shelf.height
    plate = min(max(0.34 * width, 120.0), 230.0)
    if width < plate + GAP + _least_shelf(needs, cards):
        return _Cell(Box(0, 0, width, high), Box(0, high + 3, width, row))
    most = ((needs.shelf - 1) * 0.86 + 1) * cards.shelf.width + 2 * GAP
    tall = max(high, row) if is_dense(needs, window) else high
    shelf = Box(plate + GAP, 0, min(width - plate - GAP, most), row)
    return _Cell(Box(0, 0, plate, tall), shelf)
