"""The layout of a table: what it has to have room for, and a box for everything.

Nothing here depends on the cards, only on how many there can be. So the table of a game in a window
never changes. :func:`~twowaystreet.svg.planning.layout` makes layouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import attrs

from twowaystreet._util.values import Value
from twowaystreet.svg.geometry import Box, Size, card_of

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
MANY: Final = 8
"""The number of other players from which on plates show closed cards as a number."""
HEADER: Final = 24.0
SMALLEST: Final = 29.0
"""The height of the smallest card whose rank can be read."""


class Needs(NamedTuple):
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
class CardSizes(Value):
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
    cards: CardSizes
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


_NARROW: Final = 640
_LOW: Final = 480


@attrs.frozen
class Window(Value):
    """The size of a table.

    Attributes:
        width: the width.
        height: the height; ``None`` for as much as the table needs.
    """

    width: float
    height: float | None

    @property
    def tall(self) -> bool:
        """True for a narrow window."""
        return self.width < _NARROW

    @property
    def small(self) -> bool:
        """True for a narrow or a low window, where fingers choose cards."""
        return self.tall or (self.height is not None and self.height < _LOW)

    @property
    def gap(self) -> float:
        """The distance between neighbours."""
        return 6.0 if self.small else 8.0

    @property
    def reach(self) -> float:
        """The least distance of two cards of a hand."""
        if self.height is None:
            return 22.0
        return 42.0 if self.small else 26.0

    def cards(self, factor: float, needs: Needs) -> CardSizes:
        """Return the sizes of cards, made smaller by a factor."""
        hand, slot = self._hand_and_slot()
        if needs.others >= MANY:
            slot *= 0.72
        shelf = max(0.62 * slot, 34) if self.small or self.height is None else max(0.6 * slot, 44)
        own = 0.8 * hand if needs.plays_from_shelf else shelf
        hand, slot, shelf, own = (
            max(factor * needs.grown * each, SMALLEST) for each in (hand, slot, shelf, own)
        )
        return CardSizes(
            hand=card_of(hand), slot=card_of(slot), shelf=card_of(shelf), own_shelf=card_of(own)
        )

    def _hand_and_slot(self) -> tuple[float, float]:
        """Return the usual heights of a card of the hand and of the trick."""
        if self.height is None:
            hand = min(max(0.112 * self.width, 74), 200)
            return hand, 0.75 * hand
        if self.tall:
            return min(max(0.15 * self.height, 74), 120), min(max(0.125 * self.height, 62), 104)
        return min(max(0.19 * self.height, 72), 190), min(max(0.155 * self.height, 60), 160)


def zoom_of(width: float, height: float) -> float:
    """Return the factor by which a table in a large window is enlarged, texts and all.

    >>> zoom_of(844, 350), zoom_of(1920, 1036)
    (1.0, 1.29)
    """
    return round(min(max(min(width / 1240, height / 800), 1.0), 2.0), 2)
