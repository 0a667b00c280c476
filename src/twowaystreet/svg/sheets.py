"""Pictures of score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil
from operator import add
from typing import Final, NamedTuple

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.words import minus
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet.svg.elements import document, number, rectangle, text
from twowaystreet.svg.geometry import Box, bounds, fitted, width_of, wrapped
from twowaystreet.svg.style import USUAL, Theme

_ENTRY: Final = 12.0
_TOTAL: Final = 17.0
_NAME: Final = 13.0
_HEAD: Final = 32.0
_LINE: Final = 15.0  # the height of a line of an entry
_SUM: Final = 31.0  # the height of the total below an entry
_WORDS: Final = 104.0  # the least width of a column for an entry in words
_START: Final = 24.0  # the height of the row with the totals before the first hand
_MARGIN: Final = 6.0
_RADIUS: Final = 12.0
_LONGEST: Final = 130.0  # the greatest width of a column that a name can demand
_APART: Final = 8.0  # the distance between two blocks
_MANY: Final = 8  # the number of hands above which blocks stand side by side, where there is room
_LARGE: Final = 1.4  # the factor for a sheet with large figures


def sheet(
    names: Sequence[str],
    hands: Sequence[HandScore[SeatScore]],
    start: Sequence[int],
    width: float,
    theme: Theme = USUAL,
    *,
    short: bool = False,
) -> str:
    """Return a score sheet as on paper: the points of each hand, with the totals below them."""
    scale = _LARGE if theme.is_large else 1.0
    paper = _Paper(names, hands, start, short=short)
    blocks = list(paper.blocks(width / scale))
    whole = bounds(block.box for block in blocks)
    return document(
        whole,
        (line for block in blocks for line in paper.lines(block)),
        title=f"The score sheet of {', '.join(names)}",
        words=" ".join(_sentences(names, paper.entries, paper.totals)),
        scale=scale,
        theme=theme,
    )


def totals_of(hands: Iterable[HandScore[SeatScore]], start: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the totals of all seats at the start, and after each hand."""
    totals = [tuple(start)]
    for hand in hands:
        totals.append(tuple(map(add, totals[-1], hand.points)))
    return totals


def _entry(hand: HandScore[SeatScore], seat: int, *, short: bool) -> str:
    if short:
        return hand.seats[seat].entry
    words = minus(display_of(hand).score_row(hand, seat).words)
    points = minus(f"{hand.points[seat]:+}")
    return points if words in ("", points) else f"{points}: {words}"


class _Block(NamedTuple):
    seats: range
    hands: range
    box: Box
    rows: Sequence[Sequence[Sequence[str]]]


def _shares(count: int, groups: int) -> list[range]:
    """Divide places into groups of about the same size, the larger ones first."""
    ends = [ceil(count * group / groups) for group in range(groups + 1)]
    return [range(first, last) for first, last in pairwise(ends)]


class _Paper:
    def __init__(
        self,
        names: Sequence[str],
        hands: Sequence[HandScore[SeatScore]],
        start: Sequence[int],
        *,
        short: bool,
    ) -> None:
        self.names = names
        self.entries = [
            [_entry(hand, seat, short=short) for seat in range(len(names))] for hand in hands
        ]
        self.totals = totals_of(hands, start)
        widths = (width_of(entry, _ENTRY) for hand in self.entries for entry in hand)
        self._entry_widths = [each if short else min(each, _WORDS) for each in widths]
        last = self.totals[-1]
        self.best = min(last) if hands and hands[-1].fewer_is_better else max(last)

    def least(self) -> float:
        return 2 * _MARGIN + max(
            [
                *(min(width_of(name, _NAME, bold=True), _LONGEST) for name in self.names),
                *self._entry_widths,
                *(
                    width_of(_figure(points), _TOTAL, bold=True) + 2 * _RADIUS
                    for total in self.totals
                    for points in total
                ),
            ]
        )

    def blocks(self, width: float) -> Iterator[_Block]:
        seats, least = len(self.names), self.least()
        below = ceil(seats / max(int(width / least), 1))
        beside = 1
        if below == 1:
            room = int((width + _APART) / (seats * least + _APART))
            beside = max(min(room, ceil(len(self.entries) / _MANY)), 1)
        each = (width + _APART) / beside - _APART
        columns = ceil(seats / below)
        y = 0.0
        for players in _shares(seats, below):
            bottom = y
            for place, hands in enumerate(_shares(len(self.entries), beside)):
                rows = [
                    [
                        wrapped(entry.split(), each / columns - _MARGIN, _ENTRY, " ")
                        for entry in hand
                    ]
                    for hand in (self.entries[at][players.start : players.stop] for at in hands)
                ]
                height = self._top(hands) + sum(map(_height, rows)) + _MARGIN
                box = Box(place * (each + _APART), y, each * len(players) / columns, height)
                yield _Block(players, hands, box, rows)
                bottom = max(bottom, y + height)
            y = bottom + _APART

    def _top(self, hands: range) -> float:
        """Return the top of the first hand, below the names and the totals at the start."""
        return _HEAD + (_START if any(self.totals[hands.start]) else 0)

    def lines(self, block: _Block) -> Iterator[str]:
        x, y, box = block.box.x, block.box.y, block.box
        column = box.width / len(block.seats)
        start, top = self.totals[block.hands.start], y + self._top(block.hands)
        yield rectangle(Box(x + 1, y + 1, box.width - 2, box.height - 2), "paper", 8)
        heights = [y + _HEAD] if any(start) else []
        tops = [*accumulate(map(_height, block.rows), initial=top)]
        heights += tops[:-1]
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
                yield text(_figure(start[seat]), middle, y + _HEAD + 17, "dim sum m")
        for hand, row, upper, lower in zip(
            block.hands, block.rows, tops[:-1], tops[1:], strict=True
        ):
            for (seat, middle), entry in zip(middles.items(), row, strict=True):
                for place, line in enumerate(entry):
                    yield text(line, middle, upper + 17 + _LINE * place, "dim small m")
                yield from self._total(seat, hand, middle, lower)

    def _total(self, seat: int, hand: int, x: float, y: float) -> Iterator[str]:
        points = self.totals[hand + 1][seat]
        yield text(_figure(points), x, y - 8, "sum ink m")
        if hand == len(self.entries) - 1 and points == self.best:
            half = width_of(_figure(points), _TOTAL, bold=True) / 2 + _RADIUS - 2
            yield (
                f'<ellipse class="best" cx="{number(x)}" cy="{number(y - 14)}" '
                f'rx="{number(half)}" ry="{number(_RADIUS - 2)}"/>'
            )


def _figure(points: int) -> str:
    return minus(str(points))


def _height(row: Sequence[Sequence[str]]) -> float:
    return _LINE * max(map(len, row)) + _SUM


def _sentences(
    names: Sequence[str], hands: Sequence[Sequence[str]], totals: Sequence[Sequence[int]]
) -> Iterator[str]:
    if any(totals[0]):
        begun = zip(names, totals[0], strict=True)
        yield f"At the start: {'; '.join(f'{name} {points}' for name, points in begun)}."
    for place, (hand, total) in enumerate(zip(hands, totals[1:], strict=True), start=1):
        entries = "; ".join(
            f"{name} {entry}, total {points}"
            for name, entry, points in zip(names, hand, total, strict=True)
        )
        yield f"Hand {place}: {entries}."
