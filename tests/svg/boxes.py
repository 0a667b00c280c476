"""Boxes that must not overlap."""

from twowaystreet.svg.geometry import Box
from twowaystreet.svg.seating import Layout

ONE = ("own_plate", "own_shelf", "own_slot", "hand", "prompt", "facts", "middle", "stock")
EACH = ("plates", "shelves", "slots")
_TOUCH = 0.001  # of two boxes with a common edge, after rounding


def boxes_of(places: Layout) -> dict[str, Box]:
    """Return all boxes of a table that must not overlap, with their names, without empty ones."""
    found = {name: getattr(places, name) for name in ONE}
    for name in EACH:
        found |= {f"{name} {at}": box for at, box in enumerate(getattr(places, name))}
    return {name: box for name, box in found.items() if box.width and box.height}


def overlap(one: Box, other: Box) -> bool:
    across = one.x + _TOUCH < other.right and other.x + _TOUCH < one.right
    return across and one.y + _TOUCH < other.bottom and other.y + _TOUCH < one.bottom


def contains(frame: Box, box: Box) -> bool:
    across = frame.x <= box.x and box.right <= frame.right
    return across and frame.y <= box.y and box.bottom <= frame.bottom
