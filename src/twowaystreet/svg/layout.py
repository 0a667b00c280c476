"""The layout of a table: what it has to have room for, and a box for everything.

Nothing here depends on the cards, only on how many there can be. So the table of a game in a window
never changes. :func:`~twowaystreet.svg.planning.layout` makes layouts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from twowaystreet.svg.geometry import Box, Size, card_of

NAME_LINE: Final = 18.0  # the height of the line of a plate with the name and the points
WORD_LINE: Final = 15.0  # the height of a line of facts on a plate
PAD: Final = 6.0  # the space between the edge of a plate and its texts
BACKS: Final = 26.0  # the height of the row of closed cards on a plate
LABEL: Final = 15.0  # the height of a label above a row of cards, or of a note below a card
FACT_LINE: Final = 18.0
MANY: Final = 8  # the number of other players from which on plates show closed cards as a number
HEADER: Final = 24.0
SMALLEST: Final = 29.0  # the height of the smallest card whose rank can be read


class Needs(NamedTuple):
    """The needs of a table: the most things that it has to have room for."""

    others: int  # the number of other players
    hand: int
    shelf: int = 0  # the cards beside another player
    own_shelf: int = 0  # the cards before the viewer, who plays from there in some games
    plays_from_shelf: bool = False
    slot: int = 1  # the cards of a player in a trick; 0 without a place for them
    lines: int = 0  # of facts on each plate; 0 for as many as usual
    facts: int = 1  # lines about the whole hand, without one that tells the stock
    middle: int = 0  # the cards in a row
    stock: bool = False
    header: bool = False  # a line at the top
    prompt: bool = False  # the line that tells what to do
    watched: bool = False  # nobody chooses cards: they lie closer, and are as large in the trick
    grown: float = 1.0  # the factor for the size of cards


class CardSizes(NamedTuple):
    """The sizes of the cards in each place."""

    hand: Size
    slot: Size
    shelf: Size
    own_shelf: Size


class Layout(NamedTuple):
    """The boxes of a table: those of the other players clockwise from the viewer's left."""

    whole: Box
    felt: Box  # the cloth under the plates and the trick
    plates: tuple[Box, ...]
    shelves: tuple[Box, ...]  # for cards beside each player; without height if there are none
    slots: tuple[Box, ...]  # for the cards of each player in the trick
    own_plate: Box
    own_shelf: Box
    own_slot: Box
    hand: Box
    prompt: Box  # the line that tells what to do
    facts: Box
    facts_middle: bool  # the lines stand in the middle of their place
    middle: Box  # cards that belong to nobody
    stock: Box  # without height if it is told in words
    center: Box  # places that chosen cards fill
    cards: CardSizes
    lines: int  # of facts on each plate
    own_lines: int
    dense: bool  # plates show closed cards as a number
    reach: float  # the least distance of two cards of the hand
    names: float  # the width below each place in the trick; 0 if the places tell enough


_NARROW: Final = 640
_LOW: Final = 480
_LEAST_HIGH: Final = 500  # the least height of a narrow table


class Window(NamedTuple):
    """The size of a table; without a height as high as it needs.

    On a table that is only watched nobody chooses cards.
    """

    width: float
    height: float | None
    is_watched: bool = False

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
        if self.height is None or self.is_watched:
            return 22.0
        return 42.0 if self.small else 26.0

    def cards(self, factor: float, needs: Needs) -> CardSizes:
        """Return the sizes of cards, made smaller by a factor."""
        hand, slot = self._hand_and_slot()
        if self.is_watched:
            slot = hand
        if needs.others >= MANY:
            slot *= 0.72
        shelf = max(0.62 * slot, 34) if self.small or self.height is None else max(0.6 * slot, 44)
        own = (1 if self.small else 0.8) * hand if needs.plays_from_shelf else shelf
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
        return min(max(0.19 * self.height, 73), 190), min(max(0.155 * self.height, 60), 160)


def zoom_of(width: float, height: float) -> float:
    """Return the factor by which a table in a large window is enlarged, texts and all.

    A window that is both narrow and low, such as one beside a keyboard, makes everything smaller.
    """
    if width < _NARROW and height < _LEAST_HIGH:
        return round(max(height / _LEAST_HIGH, 0.5), 2)
    return round(min(max(min(width / 1240, height / 800), 1.0), 2.0), 2)
