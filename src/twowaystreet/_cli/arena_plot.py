"""The plot of a match: the running differences between the first player and the others, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

import attrs

from twowaystreet.arena import Results

WIDTH, HEIGHT = 720, 400
"""The size of the picture."""
CERTAINTY: Final = 1.96
"""The half width of the interval in standard errors, for a probability of 95 %."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 40, 48
_MOST_POINTS: Final = 300
_QUIET: Final = 0.1
"""The share of the deals, from the start, whose wide intervals do not count for the scale."""
_TICKS: Final = 6
_COLORS: Final = ("#1f6fb4", "#c2571a", "#2c8a4b", "#8a4fb0", "#7a5a3a", "#b03060")

Point = tuple[int, float, float]
"""A number of deals, the mean of the differences, and its standard error."""


def running(values: Iterable[float]) -> Iterator[Point]:
    """Yield the mean of the values so far and its standard error, from the second value on.

    >>> [(count, mean) for count, mean, _ in running([1, 3, 5])]
    [(2, 2.0), (3, 3.0)]
    """
    mean = squares = 0.0
    for count, value in enumerate(values, 1):
        before = value - mean
        mean += before / count
        squares += before * (value - mean)
        if count > 1:
            yield count, mean, math.sqrt(squares / (count - 1) / count)


def plot(results: Results) -> str:
    """Return the plot as SVG: a line and a band for each player but the first."""
    curves = [
        _thinned(list(running(results._differences(0, other))))
        for other in range(1, len(results.players))
    ]
    scale = _Scale.of(curves, results.deals)
    first = results.players[0]
    title = f"{results.game}: {results.unit} of {first} over the others, with 95 %"
    shapes = [_text(WIDTH / 2, 20, title, "middle"), *scale.axes()]
    for number, (name, points) in enumerate(zip(results.players[1:], curves, strict=True)):
        color = _COLORS[number % len(_COLORS)]
        label = f"over {name}" + (f": {points[-1][1]:+.2f}" if points else "")
        shapes += [
            *scale.curve(points, color),
            _text(_LEFT + 8, _TOP + 16 * (number + 1), label, "start", color),
        ]
    inside = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n{inside}\n</svg>\n'
    )


def _thinned(points: Sequence[Point]) -> list[Point]:
    """Return some of the points, the last one among them."""
    step = max(1, math.ceil(len(points) / _MOST_POINTS))
    return list(points[::-step][::-1])


@attrs.frozen
class _Scale:
    """The places of deals and points on the picture."""

    deals: int
    low: float
    high: float

    @classmethod
    def of(cls, curves: Sequence[Sequence[Point]], deals: int) -> _Scale:
        """Return the scale that shows all intervals except the widest, at the start."""
        ends = [0.0]
        for count, mean, error in (point for points in curves for point in points):
            if count >= deals * _QUIET:
                ends += [mean - CERTAINTY * error, mean + CERTAINTY * error]
        margin = (max(ends) - min(ends)) / 20 or 1
        return cls(max(deals, 1), min(ends) - margin, max(ends) + margin)

    def x(self, deals: float) -> float:
        return _LEFT + deals / self.deals * (WIDTH - _LEFT - _RIGHT)

    def y(self, points: float) -> float:
        share = (self.high - max(self.low, min(self.high, points))) / (self.high - self.low)
        return _TOP + share * (HEIGHT - _TOP - _BOTTOM)

    def axes(self) -> Iterator[str]:
        """Yield the grid, its labels, and the line of no difference."""
        left, right, bottom = self.x(0), self.x(self.deals), HEIGHT - _BOTTOM
        for value in _ticks(self.low, self.high):
            y, color = self.y(value), "#444" if value == 0 else "#ddd"
            yield _line(left, y, right, y, color)
            yield _text(left - 6, y + 4, f"{value:+g}" if value else "0", "end")
        for value in _ticks(0, self.deals):
            yield _text(self.x(value), bottom + 18, f"{value:g}", "middle")
        yield _line(left, bottom, right, bottom, "#444")
        yield _text((left + right) / 2, HEIGHT - 12, "deals", "middle")

    def curve(self, points: Sequence[Point], color: str) -> Iterator[str]:
        """Yield the band of a difference, and its line."""
        if not points:
            return
        edges = [
            [(self.x(deals), self.y(mean + side * error)) for deals, mean, error in points]
            for side in (CERTAINTY, 0, -CERTAINTY)
        ]
        band = _path([*edges[0], *reversed(edges[2])])
        yield f'<polygon points="{band}" fill="{color}" fill-opacity="0.15"/>'
        middle = _path(edges[1])
        yield f'<polyline points="{middle}" fill="none" stroke="{color}" stroke-width="1.5"/>'


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two others.

    >>> _ticks(-0.3, 1.1), _ticks(0, 2000)
    ([0.0, 0.5, 1.0], [0.0, 500.0, 1000.0, 1500.0, 2000.0])
    """
    least = (high - low) / _TICKS
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= least)
    return [round(step * n, 10) for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _line(x: float, y: float, to_x: float, to_y: float, color: str) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{color}"/>'


def _text(x: float, y: float, text: str, anchor: str, color: str = "#222") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}"'
    return f"<text {place}>{escape(text)}</text>"
