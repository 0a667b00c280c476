"""The places of the cards of a trick: round the middle of the table, or side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import cos, pi, sin

import attrs

from twowaystreet._util.values import Value
from twowaystreet.svg.geometry import Box, Size
from twowaystreet.svg.layout import LABEL

_FACTORS = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.6, 0.54, 0.48)
"""The factors by which cards become smaller, one after the other, until they fit."""
_ACROSS = (1.12, 1.4, 1.8, 2.4)
"""The distances of the sides from the middle, in widths of a slot; the nearest that fits counts."""
_DOWN = (0.55, 0.75, 1.0)
"""The distances of the top and the bottom from the middle, in heights of a slot."""

Spot = tuple[float, float]


@attrs.frozen(kw_only=True)
class Ring(Value):
    """The places of the cards of a trick.

    Attributes:
        slots: the place of each player, the viewer first, then clockwise.
        factor: the factor by which the cards are smaller than asked for.
        fits: False if even the smallest cards do not fit.
    """

    slots: tuple[Box, ...]
    factor: float
    fits: bool


def ring(inner: Box, slot: Size, count: int) -> Ring:
    """Place the slots of some players in a box.

    Args:
        inner: the box.
        slot: the size of a slot, with the note below the card.
        count: the number of players.

    >>> found = ring(Box(0, 0, 400, 300), Size(50, 90), 4)
    >>> [(slot.center[0] < 200, slot.center[1] < 150) for slot in found.slots]
    [(False, False), (True, False), (False, True), (False, False)]
    """
    for factor in _FACTORS:
        size = _smaller(slot, factor)
        found = _round(inner, size, count) or _in_line(inner, size, count)
        if found:
            return Ring(slots=_boxes(found, size), factor=factor, fits=True)
    size = _smaller(slot, _FACTORS[-1])
    return Ring(slots=_boxes(_grid(inner, size, count), size), factor=_FACTORS[-1], fits=False)


def _smaller(slot: Size, factor: float) -> Size:
    """Return the size of a slot with smaller cards; its note keeps its height."""
    return Size(slot.width * factor, (slot.height - LABEL) * factor + LABEL)


def _boxes(spots: Sequence[Spot], slot: Size) -> tuple[Box, ...]:
    half, high = slot.width / 2, slot.height / 2
    return tuple(Box(x - half, y - high, slot.width, slot.height) for x, y in spots)


def _round(inner: Box, slot: Size, count: int) -> list[Spot] | None:
    """Return places round the middle, as near to it as possible; ``None`` if they overlap."""
    x, y = inner.center
    most, high = (inner.width - slot.width) / 2, (inner.height - slot.height) / 2
    if most < 0 or high < 0:
        return None
    wished = [each * slot.width for each in _ACROSS] if count > 2 else [0.0]
    for across in (*(each for each in wished if each <= most), most):
        for share in _DOWN:
            down = min(high, slot.height * share)
            spots = [
                (x - across * sin(2 * pi * at / count), y + down * cos(2 * pi * at / count))
                for at in range(count)
            ]
            if _are_apart(spots, slot):
                return spots
    return None


def _are_apart(spots: Sequence[Spot], slot: Size) -> bool:
    return all(
        abs(x - a) >= slot.width + 2 or abs(y - b) >= slot.height + 1
        for (x, y), (a, b) in combinations(spots, 2)
    )


def _in_line(inner: Box, slot: Size, count: int) -> list[Spot] | None:
    """Return places side by side, the viewer's at the right; ``None`` without room."""
    step = slot.width + 6
    if count * step > inner.width + 6 or slot.height > inner.height:
        return None
    x, y = inner.center
    line = [(x + (at - (count - 1) / 2) * step, y) for at in range(count)]
    return [line[-1], *line[:-1]]


def _grid(inner: Box, slot: Size, count: int) -> list[Spot]:
    """Return places in lines, for so many players that nothing else is possible."""
    columns = max(int((inner.width + 4) / (slot.width + 4)), 1)
    left, top = inner.x + slot.width / 2, inner.y + slot.height / 2
    return [
        (left + at % columns * (slot.width + 4), top + at // columns * (slot.height + 2))
        for at in (count - 1, *range(count - 1))
    ]
