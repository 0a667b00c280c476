"""The places in the middle of a table that chosen cards fill."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet.svg.geometry import LARGE, Box, Size
from twowaystreet.svg.layout import LABEL

_BETWEEN = 14.0
"""The distance of two groups of places."""
_LEAST = 52.0
"""The least height of a place, so that people can read the ranks of its card."""
_STEP = 0.6
"""The distance of two places of a group that overlap, in widths of a card."""


def places_in(box: Box, sizes: Sequence[int]) -> list[list[Box]]:
    """Return the places of groups of cards, side by side in the middle of a box.

    Args:
        box: the box.
        sizes: the number of cards of each group.

    >>> [[round(place.x) for place in group] for group in places_in(Box(0, 0, 300, 120), (2,))]
    [[75, 155]]
    """
    height = max(min(box.height - LABEL - 4, 150.0), _LEAST)
    card = Size(height * LARGE.width / LARGE.height, height)
    gap = _BETWEEN if len(sizes) > 1 else 10.0
    step = card.width + 10
    if _width(sizes, card, step, gap) > box.width:
        step = _STEP * card.width
    wide = _width(sizes, card, step, gap)
    if wide > box.width:
        shrunk = box.width / wide
        card = Size(card.width * shrunk, card.height * shrunk)
        step, gap, wide = step * shrunk, gap * shrunk, box.width
    x = box.center[0] - wide / 2
    y = box.center[1] - card.height / 2 + LABEL / 2
    groups: list[list[Box]] = []
    for size in sizes:
        groups.append([Box(x + at * step, y, card.width, card.height) for at in range(size)])
        x += (size - 1) * step + card.width + gap
    return groups


def _width(sizes: Sequence[int], card: Size, step: float, gap: float) -> float:
    return sum((size - 1) * step + card.width for size in sizes) + gap * (len(sizes) - 1)
