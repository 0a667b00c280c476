"""Pictures of score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil
from operator import add
from typing import Final, NamedTuple

from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet.svg.elements import document, number, rectangle, text
from twowaystreet.svg.geometry import Box, bounds, fitted, width_of
from twowaystreet.svg.style import USUAL, Theme

_ENTRY: Final = 12.0
_TOTAL: Final = 17.0
_NAME: Final = 13.0
_HEAD: Final = 32.0
_ROW: Final = 46.0
_START: Final = 24.0
"""The height of the row with the totals before the first hand, where they are not all 0."""
_MARGIN: Final = 6.0
_RADIUS: Final = 12.0
_LONGEST: Final = 130.0
"""The greatest width of a column that a name can demand."""
_APART: Final = 8.0
"""The distance between two blocks."""
_MANY: Final = 8
"""The number of hands above which blocks stand side by side, where there is room."""
_LARGE: Final = 1.4
"""The factor for a sheet with large figures."""


def sheet(
    names: Sequence[str],
    hands: Sequence[HandScore[SeatScore]],
    start: Sequence[int],
    width: float,
    theme: Theme = USUAL,
) -> str:
    """Return a score sheet as on paper: the entries of each hand, with the totals below them.

    Players without room go into further blocks below. Many hands go into blocks side
    by side where there is room. A block that does not begin with 0 points has a first row with the
    totals at its start.
    """
    scale = _LARGE if theme.is_large else 1.0
    paper = _Paper(names, hands, start)
    blocks = list(paper.blocks(width / scale))
    whole = bounds(block.box for block in blocks)
    return document(
        whole,
        (line for block in blocks for line in paper.lines(block)),
        title=f"The score sheet of {', '.join(names)}",
        words=" ".join(_sentences(names, hands, paper.totals)),
        scale=scale,
        theme=theme,
    )


def totals_of(hands: Iterable[HandScore[SeatScore]], start: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the totals of all seats at the start, and after each hand."""
    totals = [tuple(start)]
    for hand in hands:
        totals.append(tuple(map(add, totals[-1], hand.points)))
    return totals


class _Block(NamedTuple):
    """A part of a sheet, with players in its columns and hands in its rows."""

    seats: range
    hands: range
    box: Box


def _shares(count: int, groups: int) -> list[range]:
    """Divide places into groups of about the same size, the larger ones first.

    >>> _shares(5, 2)
    [range(0, 3), range(3, 5)]
    """
    ends = [ceil(count * group / groups) for group in range(groups + 1)]
    return [range(first, last) for first, last in pairwise(ends)]


class _Paper:
    """The content of a score sheet."""

    def __init__(
        self,
        names: Sequence[str],
        hands: Sequence[HandScore[SeatScore]],
        start: Sequence[int],
    ) -> None:
        self.names = names
        self.hands = hands
        self.totals = totals_of(hands, start)
        last = self.totals[-1]
        self.best = min(last) if hands and hands[-1].fewer_is_better else max(last)

    def least(self) -> float:
        """Return the least width of a column."""
        return 2 * _MARGIN + max(
            [
                *(min(width_of(name, _NAME, bold=True), _LONGEST) for name in self.names),
                *(width_of(seat.entry, _ENTRY) for hand in self.hands for seat in hand.seats),
                *(
                    width_of(str(points), _TOTAL, bold=True) + 2 * _RADIUS
                    for total in self.totals
                    for points in total
                ),
            ]
        )

    def blocks(self, width: float) -> Iterator[_Block]:
        """Yield the blocks of a sheet of some width."""
        seats, least = len(self.names), self.least()
        below = ceil(seats / max(int(width / least), 1))
        beside = 1
        if below == 1:
            room = int((width + _APART) / (seats * least + _APART))
            beside = max(min(room, ceil(len(self.hands) / _MANY)), 1)
        each = (width + _APART) / beside - _APART
        columns = ceil(seats / below)
        y = 0.0
        for players in _shares(seats, below):
            bottom = y
            for place, rows in enumerate(_shares(len(self.hands), beside)):
                height = self._top(rows) + _ROW * len(rows) + _MARGIN
                x = place * (each + _APART)
                yield _Block(players, rows, Box(x, y, each * len(players) / columns, height))
                bottom = max(bottom, y + height)
            y = bottom + _APART

    def _top(self, rows: range) -> float:
        """Return the top of the first hand, below the names and the totals at the start."""
        return _HEAD + (_START if any(self.totals[rows.start]) else 0)

    def lines(self, block: _Block) -> Iterator[str]:
        """Yield the elements of a block."""
        x, y, box = block.box.x, block.box.y, block.box
        column = box.width / len(block.seats)
        start, top = self.totals[block.hands.start], y + self._top(block.hands)
        yield rectangle(Box(x + 1, y + 1, box.width - 2, box.height - 2), "paper", 8)
        heights = [y + _HEAD] if any(start) else []
        heights += [top + _ROW * row for row in range(len(block.hands))]
        rules = [f"M{number(x + 8)} {number(each)}H{number(box.right - 8)}" for each in heights]
        rules += [
            f"M{number(x + column * place)} {number(y + 8)}V{number(box.bottom - 8)}"
            for place in range(1, len(block.seats))
        ]
        yield f'<path class="rule" d="{"".join(rules)}"/>'
        middles = {seat: x + column * (at + 0.5) for at, seat in enumerate(block.seats)}
        for seat, middle in middles.items():
            shown = fitted(self.names[seat], column - _MARGIN, _NAME, bold=True)
            yield text(shown, middle, y + 22, "name ink m")
        if any(start):
            for seat, middle in middles.items():
                yield text(str(start[seat]), middle, y + _HEAD + 17, "dim sum m")
        for row, hand in enumerate(block.hands):
            for seat, middle in middles.items():
                yield from self._entry(seat, hand, middle, top + _ROW * row)

    def _entry(self, seat: int, hand: int, x: float, y: float) -> Iterator[str]:
        """Yield the entry of a player for a hand, with the total below it."""
        points = self.totals[hand + 1][seat]
        yield text(self.hands[hand].seats[seat].entry, x, y + 17, "dim small m")
        yield text(str(points), x, y + 38, "sum ink m")
        if hand == len(self.hands) - 1 and points == self.best:
            half = width_of(str(points), _TOTAL, bold=True) / 2 + _RADIUS - 2
            yield (
                f'<ellipse class="best" cx="{number(x)}" cy="{number(y + 32)}" '
                f'rx="{number(half)}" ry="{number(_RADIUS - 2)}"/>'
            )


def _sentences(
    names: Sequence[str],
    hands: Sequence[HandScore[SeatScore]],
    totals: Sequence[Sequence[int]],
) -> Iterator[str]:
    if any(totals[0]):
        begun = zip(names, totals[0], strict=True)
        yield f"At the start: {'; '.join(f'{name} {points}' for name, points in begun)}."
    for place, (hand, total) in enumerate(zip(hands, totals[1:], strict=True), start=1):
        entries = "; ".join(
            f"{name} {seat.entry}, total {points}"
            for name, seat, points in zip(names, hand.seats, total, strict=True)
        )
        yield f"Hand {place}: {entries}."
