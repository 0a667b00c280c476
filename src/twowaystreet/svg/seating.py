"""What a table has room for, and the places of the players: round it or in rows, the viewer below.

Nothing depends on the cards, only on how many there can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import ceil
from typing import Final, NamedTuple, TypeVar

from twowaystreet.svg.geometry import GAP, Box, Size, card_of, rows_height

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
    laid: float = 1.0  # a further factor for cards beside players; large ones lie below the plates


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
_LOW_WINDOW: Final = 480
_LEAST_HIGH: Final = 500  # the least height of a narrow table


class Window(NamedTuple):
    """The size of a table; without a height as high as it needs."""

    width: float
    height: float | None
    is_watched: bool = False
    more_lines: int = 0  # of facts on each plate, than usual

    @property
    def tall(self) -> bool:
        """True for a narrow window."""
        return self.width < _NARROW

    @property
    def small(self) -> bool:
        """True for a narrow or a low window, where fingers choose cards."""
        return self.tall or (self.height is not None and self.height < _LOW_WINDOW)

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
        shelf *= needs.laid
        own = (1 if self.small else 0.8) * hand if needs.plays_from_shelf else shelf
        hand, slot, shelf, own = (
            max(factor * needs.grown * each, SMALLEST) for each in (hand, slot, shelf, own)
        )
        return CardSizes(
            hand=card_of(hand), slot=card_of(slot), shelf=card_of(shelf), own_shelf=card_of(own)
        )

    def _hand_and_slot(self) -> tuple[float, float]:
        if self.height is None:
            hand = min(max(0.112 * self.width, 74), 200)
            return hand, 0.75 * hand
        if self.tall:
            return min(max(0.15 * self.height, 74), 120), min(max(0.125 * self.height, 62), 104)
        return min(max(0.19 * self.height, 73), 190), min(max(0.155 * self.height, 60), 160)


def zoom_of(width: float, height: float) -> float:
    """Return the factor by which a table in a large window is enlarged, texts and all."""
    if width < _NARROW and height < _LEAST_HIGH:
        return round(max(height / _LEAST_HIGH, 0.5), 2)
    return round(min(max(min(width / 1100, height / 800), 1.0), 2.0), 2)


Spot = TypeVar("Spot")
_NOTHING = Box(0, 0, 0, 0)

_WIDE = 700  # the least width of a table with players at its sides
_SHORT = 600  # the least height of a table with open hands below the plates, and not beside them
_LOW = 450  # a narrow table up to this height has one line of facts beside an open hand
_ONE_ROW = 3  # the most players whose plates fit side by side at the top of a phone
_ROUND = range(2, 10)  # the numbers of other players who can sit round a table
_GROUPED = 0.75  # the least width of a card in a row of groups, in its own widths
_WIDEST = 820.0  # the greatest width of the place of a player with cards beside the plate


class AroundTable(NamedTuple):
    """The places of the other players, clockwise from the viewer's left."""

    plates: tuple[Box, ...]
    shelves: tuple[Box, ...]
    region: Box
    lines: int
    hole: Box = _NOTHING  # between those at the sides, if there are any


def is_dense(needs: Needs, window: Window) -> bool:
    """Return whether plates show closed cards as a number."""
    is_open = needs.watched and needs.shelf
    return needs.others >= MANY or window.small or bool(is_open)


def _plate_height(needs: Needs, window: Window, lines: int) -> float:
    backs = 0.0 if is_dense(needs, window) else BACKS
    return PAD * 2 + NAME_LINE + backs + WORD_LINE * lines


def around_table(
    needs: Needs, window: Window, cards: CardSizes, end: float | None, least: float
) -> AroundTable:
    """Place the other players above the end, the upper edge of the lower part."""
    lines = needs.lines or _usual_lines(needs, window)
    opens = needs.watched and end is not None and needs.others <= _ONE_ROW
    can_be_round = (opens or not needs.shelf) and not window.small and window.width >= _WIDE
    if can_be_round and needs.others in _ROUND:
        found = _round(needs, window, cards, lines, end, least)
        if found:
            return found
    return _in_rows(needs, window, cards, lines, end, least)


def _usual_lines(needs: Needs, window: Window) -> int:
    """Return the lines of facts on a plate: many where plates are narrow and the window is tall."""
    if not window.small:
        return 2
    if not window.tall or needs.shelf:
        has_more = needs.watched and window.tall and (window.height or 0) > _LOW
        return max(1 + has_more + window.more_lines, 0)
    return 3 if needs.others <= _ONE_ROW else 2


def _start(needs: Needs, window: Window) -> float:
    return HEADER if needs.header else window.gap


def _round(
    needs: Needs, window: Window, cards: CardSizes, lines: int, end: float | None, least: float
) -> AroundTable | None:
    """Place the players on the left, at the top and on the right; ``None`` without room."""
    others, gap, width, start = needs.others, window.gap, window.width, _start(needs, window)
    shelf = LABEL + cards.shelf.height if needs.shelf else 0.0
    plate = Size(min(max(0.16 * width, 150), 240), _plate_height(needs, window, lines))
    if shelf:
        plate = plate._replace(width=min(0.22 * width, 300))
        if plate.width < _least_shelf(needs, window, cards):
            return None
    high = plate.height + shelf
    most = max(int((width - 2 * plate.width - 2 * gap) / (plate.width + gap)), 1)
    side = 1 if others <= 3 else max(ceil((others - most) / 2), 1 + (others >= 6))
    top = others - 2 * side
    crown = start + (high + gap if top else 0)
    column = side * (high + gap)
    if end is not None and crown + column > end:
        return None
    bottom = crown + max(column, least) if end is None else end
    room = (bottom - crown - side * high) / (side + 1)
    down = [crown + room * (at + 1) + high * at for at in range(side)]
    spread = min((width - 2 * gap - top * plate.width) / max(top, 1), 5 * gap)
    left = (width - top * (plate.width + spread) + spread) / 2
    spots = [
        *((gap, y) for y in reversed(down)),
        *((left + at * (plate.width + spread), start) for at in range(top)),
        *((width - gap - plate.width, y) for y in down),
    ]
    edge = plate.width + 2 * gap
    return AroundTable(
        plates=tuple(Box(x, y, plate.width, plate.height) for x, y in spots),
        shelves=tuple(Box(x, y + plate.height, plate.width * bool(shelf), shelf) for x, y in spots),
        region=Box(edge, crown, width - 2 * edge, bottom - crown),
        lines=lines,
    )


class _Cell(NamedTuple):
    """The place of a player in a row: the plate and the shelf, from the point 0, 0."""

    plate: Box
    shelf: Box

    @property
    def width(self) -> float:
        return max(self.plate.right, self.shelf.right)

    @property
    def height(self) -> float:
        return max(self.plate.bottom, self.shelf.bottom)


def _in_rows(
    needs: Needs, window: Window, cards: CardSizes, lines: int, end: float | None, least: float
) -> AroundTable:
    """Place the players in rows along the top, with their cards beside or below the plates."""
    others, gap, width = needs.others, window.gap, window.width
    most = int((width - gap) / (_least_cell(needs, window, cards) + gap))
    cells = {
        columns: _cell(needs, window, cards, lines, min((width - gap) / columns - gap, _WIDEST))
        for columns in range(min(max(most, 1), max(others, 1)), 0, -1)
    }
    ways = {each: _rows(others, each, fills=bool(needs.shelf)) for each in cells}
    columns = min(cells, key=lambda each: len(ways[each]) * (cells[each].height + gap))
    rows = ways[columns]
    columns = max([1, *rows])
    cell = cells[columns]
    y = _start(needs, window)
    places: list[list[tuple[float, float]]] = []
    for inside in rows:
        # Two players in a row below the first two rows sit at the sides of the table.
        step = cell.width + gap
        step *= columns - 1 if inside == 2 and len(rows) > 2 else 1
        left = (width - cell.width - (inside - 1) * step) / 2
        if others == 1:
            left, cell = _in_the_middle(cell, window, _least_shelf(needs, window, cards))
        places.append([(left + at * step, y) for at in range(inside)])
        y += cell.height + gap
    spots = _in_turns(places)
    if is_dense(needs, window) and not needs.lines:
        lines = int((cell.plate.height - 2 * PAD - NAME_LINE) / WORD_LINE)
    high = least if end is None else end - y
    hole = _NOTHING
    if columns > 2 and rows[1:-1].count(2):
        x, top = places[1][0]
        down = rows[1:].count(2) * (cell.height + gap) - gap
        hole = Box(x + cell.width + gap, top, (columns - 2) * (cell.width + gap) - gap, down)
    return AroundTable(
        plates=tuple(cell.plate.moved(*spot) for spot in spots),
        shelves=tuple(cell.shelf.moved(*spot) for spot in spots),
        region=Box(gap, y, width - 2 * gap, max(high, 1.0)),
        lines=lines,
        hole=hole,
    )


def _in_the_middle(cell: _Cell, window: Window, least: float) -> tuple[float, _Cell]:
    """Return the left edge of the only other player, on a page with closer cards at the plate."""
    gap, width = window.gap, window.width
    left = (width - cell.plate.width) / 2
    if cell.shelf.x and window.height is not None:
        room = max(width - gap - left - cell.shelf.x, least)
        cell = cell._replace(shelf=cell.shelf._replace(width=min(room, cell.shelf.width)))
    return min(left, width - gap - cell.width), cell


def _rows(others: int, columns: int, *, fills: bool = False) -> list[int]:
    """Return how many players sit in each row, so that all of them sit round the table.

    With cards beside them they need the room in the middle, too.

    >>> _rows(5, 3), _rows(7, 3), _rows(8, 3), _rows(9, 4)
    ([3, 2], [3, 2, 2], [3, 2, 3], [4, 2, 3])
    """
    if fills or columns < 3 or others <= 2 * columns:
        rows = ceil(others / columns)
        columns = ceil(others / max(rows, 1))
        return [min(columns, others - row * columns) for row in range(rows)]
    sides = ceil((others - 2 * columns) / 2)
    return [columns, *[2] * sides, others - columns - 2 * sides]


def _in_turns(rows: Sequence[Sequence[Spot]]) -> list[Spot]:
    """Return the places of some rows in the order of turns, each beside the one before it.

    They are a ring: up on the left, along the top and down on the right. A column, and rows with
    others in the middle, are read as text.

    >>> "".join(_in_turns(["abcd", "efgh"])), "".join(_in_turns(["abc", "de", "fg"]))
    ('feabcdhg', 'fdabceg')
    """
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(each) > 2 for each in rows[1:-1]):
        return [*chain.from_iterable(rows)]
    top, *sides, low = rows
    half = len(low) // 2
    up, down = [each[0] for each in reversed(sides)], [each[-1] for each in sides]
    return [*low[:half][::-1], *up, *top, *down, *low[half:][::-1]]


def _least_cell(needs: Needs, window: Window, cards: CardSizes) -> float:
    least = 106.0 if window.small or needs.others >= MANY else 150.0
    return max(least, _least_shelf(needs, window, cards)) if needs.shelf else least


def _least_shelf(needs: Needs, window: Window, cards: CardSizes) -> float:
    """Return the least width of the cards beside a player, with a part of the way to the next."""
    if needs.watched and window.height is not None and not needs.slot:  # they lie in groups
        return _GROUPED * needs.shelf * cards.shelf.width + 20
    is_full = window.more_lines < -1
    if needs.watched and window.height is not None and (is_full or window.height < _SHORT):
        return (needs.shelf - 1) * 13 + cards.shelf.width + 8
    return min((needs.shelf - 1) * 16 + cards.shelf.width + 20, 260.0)


def _cell(needs: Needs, window: Window, cards: CardSizes, lines: int, width: float) -> _Cell:
    high = _plate_height(needs, window, lines)
    if not needs.shelf:
        return _Cell(Box(0, 0, min(width, 260), high), Box(0, 0, 0, 0))
    row = LABEL * (window.more_lines >= 0) + cards.shelf.height  # full tables have no labels
    plate = min(max(0.34 * width, 120.0), 300.0 if needs.others == 1 and window.small else 230.0)
    if not lines:  # the facts stand beside the name
        plate = max(plate, width - GAP - _least_shelf(needs, window, cards))
    if needs.laid > 1 or width < plate + GAP + _least_shelf(needs, window, cards):
        return _Cell(Box(0, 0, width, high), Box(0, high + 3, width, row))
    most = ((needs.shelf - 1) * 0.86 + 1) * cards.shelf.width + 2 * GAP
    tall = max(high, row) if is_dense(needs, window) else high
    shelf = Box(plate + GAP, 0, min(width - plate - GAP, most), row)
    return _Cell(Box(0, 0, plate, tall), shelf)


# The lower part: the viewer's hand, the prompt, the viewer's plate and shelf

_LIFT = 12.0  # the room for raised cards
_PROMPT = 88.0  # the height of the prompt in a narrow window: a sentence of two lines, and buttons
_BESIDE = 70.0, 66.0
"""The height of the prompt beside the viewer's plate, in a high and in a low window: a line of the
sentence, and buttons."""
_FEW = 3  # the most cards before the viewer that lie beside the viewer's plate


class Lower(NamedTuple):
    """The boxes of the lower part, and its upper edge."""

    hand: Box
    prompt: Box
    plate: Box
    shelf: Box
    cards: CardSizes
    top: float

    def down(self, by: float) -> Lower:
        """Return the lower part moved down."""
        return self._replace(
            hand=self.hand.moved(0, by),
            prompt=self.prompt.moved(0, by),
            plate=self.plate.moved(0, by),
            shelf=self.shelf.moved(0, by),
            top=self.top + by,
        )


def is_beside(needs: Needs) -> bool:
    """Return whether the few cards before the viewer lie beside the viewer's plate."""
    return needs.prompt and 0 < needs.own_shelf <= _FEW and not needs.plays_from_shelf


def lower_of(needs: Needs, window: Window, cards: CardSizes, lines: int) -> Lower:
    """Place the lower part, from the lower edge up; in a window without a height it is at 0."""
    gap = window.gap
    inner = window.width - 2 * gap
    high = rows_height(needs.hand, inner, cards.hand, window.reach) if needs.hand else 0.0
    y = (window.height or 0.0) - gap - high
    hand = Box(gap, y, inner, high)
    y -= _LIFT if high and not (needs.watched and needs.prompt) else 0
    plate, prompt = _plate_and_prompt(needs, window, y, PAD * 2 + NAME_LINE + WORD_LINE * lines)
    y = min(plate.y, prompt.y) - gap / 2
    lower = Lower(
        hand=hand, prompt=prompt, plate=plate, shelf=Box(gap, y, inner, 0), cards=cards, top=y
    )
    if is_beside(needs):
        return _with_shelf_beside(lower, needs, window)
    return _with_shelf(lower, needs, window) if needs.own_shelf else lower


def _plate_and_prompt(needs: Needs, window: Window, y: float, plate: float) -> tuple[Box, Box]:
    gap, width = window.gap, window.width
    inner = width - 2 * gap
    if not needs.prompt:
        wide = min(inner, max(480.0, 0.5 * width))
        top = y - plate - gap / 2
        return Box((width - wide) / 2, top, wide, plate), Box(gap, top + plate, inner, 0)
    if window.tall:
        prompt = Box(gap, y - _PROMPT - 4, inner, _PROMPT)
        return Box(gap, prompt.y - plate - gap / 2, inner, plate), prompt
    wide = min(max((0.22 if window.small and not needs.watched else 0.18) * width, 150), 230)
    high = max(plate, _BESIDE[window.small])
    top = y - high - gap / 2
    right = gap if width < 1000 else 2 * gap + wide  # a prompt in the middle where there is room
    prompt = Box(2 * gap + wide, top, width - 2 * gap - wide - right, high)
    return Box(gap, top + (high - plate) / 2, wide, plate), prompt


def _with_shelf(lower: Lower, needs: Needs, window: Window) -> Lower:
    box = lower.shelf
    least = window.reach if needs.plays_from_shelf else 8.0
    high = LABEL + rows_height(needs.own_shelf, box.width, lower.cards.own_shelf, least)
    shelf = Box(box.x, lower.top - high, box.width, high)
    lifted = _LIFT if needs.plays_from_shelf and not (needs.prompt and window.small) else 0
    return lower._replace(shelf=shelf, top=shelf.y - lifted - window.gap / 2)


def _with_shelf_beside(lower: Lower, needs: Needs, window: Window) -> Lower:
    """Place the viewer's few cards at the right of the viewer's plate or of the prompt."""
    plate, prompt, gap = lower.plate, lower.prompt, window.gap
    room = (plate.height + gap / 2 if window.tall else max(plate.height, prompt.height)) - LABEL
    card = card_of(max(min(lower.cards.own_shelf.height, room), SMALLEST))
    cards = lower.cards._replace(own_shelf=card)
    wide = max(card.width * (0.86 * (needs.own_shelf - 1) + 1), 72.0)
    x = window.width - gap - wide
    if window.tall:
        return lower._replace(
            cards=cards,
            plate=plate._replace(width=plate.width - wide - gap),
            shelf=Box(x, plate.y - gap / 2, wide, LABEL + card.height),
        )
    right = min(prompt.right, x - gap)
    left = max(prompt.x, window.width - right)
    left = left if right - left >= 0.4 * window.width else prompt.x
    return lower._replace(
        cards=cards,
        prompt=Box(left, prompt.y, right - left, prompt.height),
        shelf=Box(x, prompt.y - 4, wide, LABEL + card.height),
    )
