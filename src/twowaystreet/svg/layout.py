"""The layout of a table: what it has to have room for, and a box for everything.

Nothing here depends on the cards, only on how many there can be. So the table of a game in a window
never changes. :func:`~twowaystreet.svg.planning.layout` makes layouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

import attrs

from twowaystreet._util.values import Value
from twowaystreet.svg.geometry import LARGE, Box, Size

GAP: Final = 8.0
NAME_LINE: Final = 18.0
"""The height of the line of a plate with the name and the points."""
WORD_LINE: Final = 15.0
"""The height of a line of facts on a plate."""
PAD: Final = 6.0
"""The space between the edge of a plate and its texts."""
BACKS: Final = 26.0
"""The height of the row of closed cards on a plate."""
LABEL: Final = 15.0
"""The height of a label above a row of cards, or of a note below a card."""
FACT_LINE: Final = 18.0
FAN: Final = 0.1
"""The room for the bend of a fan, in heights of a card."""
TOUCH: Final = 40.0
"""The least distance of two cards that fingers can choose between; their rows are straight."""
MANY: Final = 8
"""The number of other players from which on plates show closed cards as a number."""
HEADER: Final = 24.0
SMALLEST: Final = 29.0
"""The height of the smallest card whose rank can be read."""


@attrs.frozen(kw_only=True)
class Needs(Value):
    """The needs of a table: the things that it has to have room for.

    Attributes:
        others: the number of other players.
        hand: the most cards in the viewer's hand.
        shelf: the most cards that lie beside another player.
        own_shelf: the most cards that lie before the viewer.
        plays_from_shelf: True if the viewer plays cards that lie before the viewer.
        slot: the most cards of a player in a trick; 0 without a place for them.
        lines: the lines of facts on each plate; 0 for as many as usual.
        facts: the lines of facts about the whole hand, without one that tells the stock.
        middle: the most cards in a row in the middle.
        stock: True if there is a stock.
        header: True to leave room for a line at the top.
        prompt: True to leave room for the line that tells what to do.
        grown: the factor for the size of cards, 1 for the usual size.
    """

    others: int
    hand: int
    shelf: int = 0
    own_shelf: int = 0
    plays_from_shelf: bool = False
    slot: int = 1
    lines: int = 0
    facts: int = 1
    middle: int = 0
    stock: bool = False
    header: bool = False
    prompt: bool = False
    grown: float = 1.0


@attrs.frozen(kw_only=True)
class Cards(Value):
    """The sizes of the cards in each place."""

    hand: Size
    slot: Size
    shelf: Size
    own_shelf: Size


@attrs.frozen(kw_only=True)
class Layout(Value):
    """The boxes of a table.

    Attributes:
        whole: the box of the picture.
        felt: the cloth under the plates and the trick.
        plates: the plate of each other player, clockwise from the viewer's left.
        shelves: the place for cards beside each of them; without height if there is none.
        slots: the place of each of them for cards in the trick.
        own_plate: the viewer's plate.
        own_shelf: the place for cards before the viewer.
        own_slot: the viewer's place for cards in the trick.
        hand: the place of the viewer's hand.
        prompt: the place of the line that tells what to do.
        facts: the place of the facts about the hand.
        facts_middle: True if the lines of facts stand in the middle of their place.
        middle: the place of cards in the middle that belong to nobody.
        stock: the place of the stock; without height if it is told in words.
        center: the box in the middle for places that chosen cards fill.
        cards: the sizes of cards.
        lines: the lines of facts on each plate.
        own_lines: the lines of facts on the viewer's plate.
        dense: True if plates show closed cards as a number.
        reach: the least distance of two cards of the hand.
    """

    whole: Box
    felt: Box
    plates: tuple[Box, ...]
    shelves: tuple[Box, ...]
    slots: tuple[Box, ...]
    own_plate: Box
    own_shelf: Box
    own_slot: Box
    hand: Box
    prompt: Box
    facts: Box
    facts_middle: bool
    middle: Box
    stock: Box
    center: Box
    cards: Cards
    lines: int
    own_lines: int
    dense: bool
    reach: float

    def boxes(self) -> Iterator[tuple[str, Box]]:
        """Yield all boxes that must not overlap, with their names; empty ones are left out."""
        yield from ((name, box) for name, box in self._boxes() if box.width and box.height)

    def _boxes(self) -> Iterator[tuple[str, Box]]:
        for number, (plate, shelf, slot) in enumerate(
            zip(self.plates, self.shelves, self.slots, strict=True)
        ):
            yield f"plate {number}", plate
            yield f"shelf {number}", shelf
            yield f"slot {number}", slot
        for name in ("own_plate", "own_shelf", "own_slot", "hand", "prompt", "facts", "middle"):
            yield name, getattr(self, name)
        yield "stock", self.stock


def card_of(height: float) -> Size:
    """Return the size of a card of a height."""
    return Size(round(height * LARGE.width / LARGE.height, 1), round(height, 1))


def per_row(width: float, card: Size, least: float) -> int:
    """Return the most cards in a row whose distance is not below the least one."""
    return max(int((width - card.width) / least + 0.001) + 1, 1)


def row_step(card: Size) -> float:
    """Return the distance of two rows of a hand: the index of the upper one stays in sight."""
    return max(0.55 * card.height, 42.0)


def rows_height(count: int, width: float, card: Size, least: float) -> float:
    """Return the height of a hand in as many rows as it needs."""
    rows = ceil(max(count, 1) / per_row(width, card, least))
    fan = FAN * card.height if rows == 1 and least < TOUCH else 0.0
    return card.height + fan + (rows - 1) * row_step(card)


def moved(box: Box, x: float, y: float) -> Box:
    """Return a box moved to the right and down."""
    return Box(box.x + x, box.y + y, box.width, box.height)
