"""The places of the cards of a hand: a fan, or several rows."""

from __future__ import annotations

from math import ceil, cos, radians

from twowaystreet.svg.geometry import Box, Place, Size
from twowaystreet.svg.layout import TOUCH, per_row, row_step

_BEND = 0.5
"""The greatest angle between two cards of a hand in one row, in degrees."""
_TURN = 3.0
"""The greatest angle of the last card of such a row."""


def spread(count_of: int, box: Box, size: Size, least: float) -> list[Place]:
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
    places: list[Place] = []
    for row in range(rows):
        cards = count_of // rows + (row < count_of % rows)
        step = min((box.width - size.width) / max(cards - 1, 1), 0.72 * size.width)
        step = max(step, min(least, (box.width - size.width) / max(cards - 1, 1)))
        bend = min(_BEND, 2 * _TURN / max(cards - 1, 1)) if is_fan else 0.0
        for at in range(cards):
            turn = at - (cards - 1) / 2
            drop = step / radians(bend) * (1 - cos(radians(bend * turn))) if bend else 0.0
            x = box.center[0] + step * turn
            places.append(Place(x, top + row * down + drop, bend * turn))
    return places
