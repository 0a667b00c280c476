"""The layout of a table: a box for everything, for a width and, in a window, for a height.

Players sit round a wide table, and in rows along the top of a small or a full one. From the lower
edge up come the viewer's hand, the line that tells what to do, the viewer's plate and open cards.
The trick has the rest. Nothing here depends on the cards, only on how many there can be, so a
table of one game in one window never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import atan2, ceil, cos, pi, sin
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
_MANY: Final = 8
"""The number of other players from which on plates show closed cards as a number."""
_FACTORS: Final = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56)
"""The factors by which cards become smaller, one after the other, until everything fits."""
HEADER: Final = 24.0
_SMALLEST: Final = 29.0
"""The height of the smallest card whose rank can be read."""


@attrs.frozen(kw_only=True)
class Needs(Value):
    """What a table has to have room for.

    Attributes:
        others: the number of other players.
        hand: the most cards in the viewer's hand.
        shelf: the most cards that lie beside another player.
        own_shelf: the most cards that lie before the viewer.
        plays_from_shelf: True if the viewer plays cards that lie before the viewer.
        slot: the most cards of a player in a trick; 0 without a place for them.
        lines: the lines of facts on each plate; 0 for as many as usual.
        facts: the lines of facts about the whole hand.
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
        center: the box of all slots together.
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


@attrs.frozen(kw_only=True)
class _Kind(Value):
    """The kind of a window: its size, and what follows from it.

    Attributes:
        width: the width.
        height: the height; ``None`` for as much as the table needs.
        tall: True for a narrow window.
        small: True for a narrow or a low window, where fingers choose cards.
    """

    width: float
    height: float | None
    tall: bool
    small: bool

    @property
    def reach(self) -> float:
        """The least distance of two cards of a hand."""
        if self.height is None:
            return 22.0
        return 42.0 if self.small else 26.0

    def sizes(self, factor: float, needs: Needs) -> Cards:
        """Return the sizes of cards, made smaller by a factor."""
        factor *= needs.grown
        width, height = self.width, self.height
        if height is None:
            hand = min(max(0.112 * width, 74), 200)
            slot = 0.75 * hand
        elif self.tall:
            hand = min(max(0.15 * height, 74), 120)
            slot = min(max(0.125 * height, 62), 104)
        else:
            hand = min(max(0.19 * height, 72), 190)
            slot = min(max(0.155 * height, 60), 160)
        if needs.others >= _MANY:
            slot *= 0.72
        shelf = max(0.62 * slot, 34) if self.small or height is None else max(0.6 * slot, 44)
        own = 0.8 * hand if needs.plays_from_shelf else shelf
        each = (hand, slot, shelf, own)
        return Cards(
            **{
                name: card_of(max(factor * size, _SMALLEST))
                for name, size in zip(("hand", "slot", "shelf", "own_shelf"), each, strict=True)
            }
        )


def zoom_of(width: float, height: float) -> float:
    """Return the factor by which a table in a large window is enlarged, texts and all.

    >>> zoom_of(844, 350), zoom_of(1920, 1036)
    (1.0, 1.3)
    """
    return round(min(max(min(width / 1240, height / 800), 1.0), 2.0), 2)


@lru_cache(256)  # a table asks for the same layout with each picture
def layout(needs: Needs, width: float, height: float | None = None) -> Layout:
    """Find the places of everything at a table.

    Args:
        needs: what the table has to have room for.
        width: the width.
        height: the height; ``None`` for as much as the table needs. A table with too many players
            for the height becomes higher all the same, and its picture is made smaller.
    """
    tall = width < 640
    kind = _Kind(
        width=width, height=height, tall=tall, small=tall or (height is not None and height < 480)
    )
    if height is None:
        return _Plan(needs, kind, 1.0).made()
    best: Layout | None = None
    for factor in _FACTORS:
        plan = _Plan(needs, kind, factor)
        if plan.fits:
            return plan.made()
        best = best or plan.made()
    return _Plan(needs, kind, _FACTORS[-1]).made()


@attrs.frozen
class _Cell(Value):
    """The place of another player: the plate and the shelf, from the point 0, 0."""

    plate: Box
    shelf: Box

    @property
    def height(self) -> float:
        return max(self.plate.bottom, self.shelf.bottom)


class _Plan:
    """The table with cards of one size.

    Args:
        needs: what the table has to have room for.
        kind: the kind of the window.
        factor: the factor for the sizes of cards.
    """

    def __init__(self, needs: Needs, kind: _Kind, factor: float) -> None:
        self.needs = needs
        self.kind = kind
        self.cards = kind.sizes(factor, needs)
        self.gap = 6.0 if kind.small else GAP
        self.dense = needs.others >= _MANY or kind.small
        self.lines = needs.lines or (1 if kind.small and not kind.tall else 2)
        self.own_lines = needs.lines or (1 if kind.small else 2)
        self.round = (
            not needs.shelf and not kind.small and kind.width >= 700 and 2 <= needs.others <= 9
        )
        self.start = HEADER if needs.header else self.gap
        self.slot = self._slot_size()
        self._stack()
        self._seat()
        bottom = self.top if kind.height is not None else self._natural_top()
        if kind.height is None:
            self._shift(bottom)
        self._middle()

    # The lower part, from the lower edge up

    def _stack(self) -> None:
        """Place the hand, the prompt, the viewer's plate and shelf."""
        needs, kind, gap = self.needs, self.kind, self.gap
        width = kind.width
        inner = width - 2 * gap
        lift = 12.0
        y = kind.height if kind.height is not None else 0.0
        room = rows_height(needs.hand, inner, self.cards.hand, kind.reach) if needs.hand else 0.0
        y -= gap + room
        self.hand = Box(gap, y, inner, room)
        if room:
            y -= lift
        plate = PAD * 2 + NAME_LINE + WORD_LINE * self.own_lines
        if not needs.prompt:
            own = min(inner, max(480.0, 0.5 * width))
            y -= plate + gap / 2
            self.own_plate = Box((width - own) / 2, y, own, plate)
            self.prompt = Box(gap, y + plate, inner, 0)
        elif kind.tall:
            y -= 92
            self.prompt = Box(gap, y, inner, 88)
            y -= plate + gap / 2
            self.own_plate = Box(gap, y, inner, plate)
        else:
            own = min(max(0.18 * width, 150), 230)
            high = max(plate, 48.0)
            y -= high + gap / 2
            self.own_plate = Box(gap, y + (high - plate) / 2, own, plate)
            self.prompt = Box(2 * gap + own, y, width - 2 * (2 * gap + own), high)
            if width < 900:
                self.prompt = Box(2 * gap + own, y, width - own - 3 * gap, high)
        y -= gap / 2
        if self.beside:
            self._shelf_beside()
        elif needs.own_shelf:
            least = kind.reach if needs.plays_from_shelf else 8.0
            high = LABEL + rows_height(needs.own_shelf, inner, self.cards.own_shelf, least)
            y -= high + (lift if needs.plays_from_shelf and not kind.small else 0)
            self.own_shelf = Box(gap, y, inner, high)
            y -= gap / 2
        else:
            self.own_shelf = Box(gap, y, inner, 0)
        self.bottom = y

    @property
    def beside(self) -> bool:
        """True if the few cards before the viewer lie beside the viewer's plate."""
        needs = self.needs
        return needs.prompt and 0 < needs.own_shelf <= 3 and not needs.plays_from_shelf

    def _shelf_beside(self) -> None:
        """Place the viewer's few cards at the right of the viewer's plate or of the prompt."""
        plate, prompt, gap = self.own_plate, self.prompt, self.gap
        high = min(self.cards.own_shelf.height, max(plate.height, prompt.height) - LABEL)
        card = card_of(max(high, _SMALLEST))
        self.cards = attrs.evolve(self.cards, own_shelf=card)
        wide = max(card.width * (0.86 * (self.needs.own_shelf - 1) + 1), 72.0)
        x = self.kind.width - gap - wide
        if self.kind.tall:
            self.own_plate = attrs.evolve(plate, width=plate.width - wide - gap)
            self.own_shelf = Box(x, plate.y - 6, wide, LABEL + card.height)
        else:
            right = min(prompt.right, x - gap)
            left = max(prompt.x, self.kind.width - right)
            left = left if right - left >= 0.4 * self.kind.width else prompt.x
            self.prompt = Box(left, prompt.y, right - left, prompt.height)
            self.own_shelf = Box(x, prompt.y - 4, wide, LABEL + card.height)

    # The other players

    def _plate_height(self) -> float:
        backs = 0.0 if self.dense else BACKS
        return PAD * 2 + NAME_LINE + backs + WORD_LINE * self.lines

    def _seat(self) -> None:
        """Place the other players, and find the box that is left between them."""
        if self.round and self._seat_round():
            return
        self.round = False
        self._seat_in_rows()

    def _seat_round(self) -> bool:
        """Place the other players on the left, at the top and on the right."""
        others, gap, width = self.needs.others, self.gap, self.kind.width
        plate = Size(min(max(0.16 * width, 150), 240), self._plate_height())
        most = max(int((width - 2 * plate.width - 2 * gap) / (plate.width + gap)), 1)
        side = 1 if others <= 3 else max(ceil((others - most) / 2), 1 + (others >= 6))
        top = others - 2 * side
        crown = self.start + (plate.height + gap if top else 0)
        column = side * (plate.height + gap)
        if self.kind.height is not None and crown + column > self.bottom:
            return False
        need = max(column, 2 * self.slot.height + gap)
        self.top = crown + need
        end = self.bottom if self.kind.height is not None else self.top
        room = (end - crown - side * plate.height) / (side + 1)
        ys = [crown + room * (at + 1) + plate.height * at for at in range(side)]
        across = top * (plate.width + gap) - gap
        spread = min((width - 2 * gap - top * plate.width) / max(top, 1), 5 * gap)
        across = top * (plate.width + spread) - spread
        left = (width - across) / 2
        self.plates = [
            *(Box(gap, y, plate.width, plate.height) for y in reversed(ys)),
            *(
                Box(left + at * (plate.width + spread), self.start, plate.width, plate.height)
                for at in range(top)
            ),
            *(Box(width - gap - plate.width, y, plate.width, plate.height) for y in ys),
        ]
        self.shelves = [Box(box.x, box.bottom, 0, 0) for box in self.plates]
        start = plate.width + 2 * gap
        self.region = Box(start, crown, width - 2 * start, end - crown)
        return True

    def _seat_in_rows(self) -> None:
        """Place the other players in rows along the top, with their cards beside or below."""
        others, gap, width = self.needs.others, self.gap, self.kind.width
        self.plates, self.shelves = [], []
        least = self._least_cell()
        columns = min(max(int((width - gap) / (least + gap)), 1), max(others, 1))
        rows = ceil(others / columns)
        columns = ceil(others / max(rows, 1)) if others else 1
        cell = self._cell(min((width - gap) / columns - gap, 820.0))
        wide = cell.shelf.right if self.needs.shelf else cell.plate.right
        y = self.start
        for row in range(rows):
            inside = min(columns, others - row * columns)
            left = (width - inside * (wide + gap) + gap) / 2
            for at in range(inside):
                x = left + at * (wide + gap)
                self.plates.append(_moved(cell.plate, x, y))
                self.shelves.append(_moved(cell.shelf, x, y))
            y += cell.height + gap
        self._clockwise(y + 300)
        self.top = y + self._least_center()
        end = self.bottom if self.kind.height is not None else self.top
        self.region = Box(gap, y, width - 2 * gap, max(end - y, 1.0))

    def _clockwise(self, y: float) -> None:
        """Put the plates into their order round the middle of the lower edge, from the left."""
        middle = self.kind.width / 2

        def angle(pair: tuple[Box, Box]) -> float:
            across, up = pair[0].center
            return atan2(across - middle, y - up)

        pairs = sorted(zip(self.plates, self.shelves, strict=True), key=angle)
        self.plates, self.shelves = [plate for plate, _ in pairs], [shelf for _, shelf in pairs]

    def _least_cell(self) -> float:
        """Return the least width of the place of another player."""
        least = 106.0 if self.kind.small or self.needs.others >= _MANY else 150.0
        if self.needs.shelf:
            least = max(least, self._least_shelf())
        return least

    def _least_shelf(self) -> float:
        return min((self.needs.shelf - 1) * 13 + self.cards.shelf.width, 220.0)

    def _cell(self, width: float) -> _Cell:
        """Return the place of another player for a width."""
        shelf, high = self.needs.shelf, self._plate_height()
        if not shelf:
            return _Cell(Box(0, 0, min(width, 260), high), Box(0, 0, 0, 0))
        cards = LABEL + self.cards.shelf.height
        most = (shelf - 1) * 0.86 * self.cards.shelf.width + self.cards.shelf.width + 2 * GAP
        plate = min(max(0.34 * width, 120.0), 230.0)
        if width >= plate + GAP + self._least_shelf():
            room = min(width - plate - GAP, most)
            tall = max(high, cards)
            return _Cell(
                Box(0, 0, plate, tall if self.dense else high),
                Box(plate + GAP, 0, room, cards),
            )
        return _Cell(Box(0, 0, width, high), Box(0, high + 3, width, cards))

    # The middle

    def _slot_size(self) -> Size:
        """Return the size of a player's place in the trick."""
        if not self.needs.slot:
            return Size(0, 0)
        card = self.cards.slot
        shown = min(self.needs.slot, 5)
        step = card.width + 3 if shown == 2 else 0.42 * card.width
        return Size(card.width + (shown - 1) * step, card.height + LABEL)

    def _least_center(self) -> float:
        """Return the least height of the middle."""
        facts = self.needs.facts * FACT_LINE if self.kind.tall or self.needs.slot > 2 else 0.0
        if self.kind.height is None:
            facts = max(facts, self.needs.facts * FACT_LINE + 64.0 * self.needs.stock)
        middle = LABEL + self.cards.slot.height + GAP if self.needs.middle else 0.0
        if self.needs.slot:
            rows = 2 * self.slot.height + GAP if self.kind.height is None else self.slot.height
        else:
            rows = 0.0
        if self.kind.tall or self.kind.height is None or self.needs.slot > 2:
            return max(facts + middle + rows + GAP, 24.0)
        return max(rows, middle, facts, 24.0)

    def _natural_top(self) -> float:
        """Return the lower edge of the middle of a table that is as high as it needs to be."""
        least = self.region.y + self._least_center()
        return max(self.top, least)

    def _shift(self, top: float) -> None:
        """Move the lower part, which was placed from 0 up, below the middle."""
        down = top - self.bottom + self.gap / 2
        for name in ("hand", "prompt", "own_plate", "own_shelf"):
            box: Box = getattr(self, name)
            setattr(self, name, _moved(box, 0, down))
        self.bottom = top
        self.region = attrs.evolve(self.region, height=top - self.region.y)

    @property
    def fits(self) -> bool:
        """Return whether the middle has the height that it needs."""
        return self.region.height + 0.01 >= self._least_center() and self.ring_fits

    def _middle(self) -> None:
        """Place the facts, the stock, the slots and the cards that belong to nobody."""
        needs, kind, region = self.needs, self.kind, self.region
        sides = not kind.tall and kind.height is not None and needs.slot <= 2
        self.facts_middle = not sides
        self.stock = Box(region.x, region.y, 0, 0)
        self.middle = Box(region.x, region.y, 0, 0)
        if sides:
            part = 0.22 * region.width
            inner = Box(region.x + part, region.y, region.width - 2 * part, region.height)
            pile = 66.0 if needs.stock and region.height >= 150 else 0.0
            self.facts = Box(region.x, region.y, part - GAP, region.height - pile)
            if pile:
                self.stock = Box(region.x, region.bottom - pile, part - GAP, pile)
            if needs.middle:
                self.middle = Box(inner.right + GAP, region.y, part - GAP, region.height)
        else:
            high = needs.facts * FACT_LINE
            pile = 64.0 if needs.stock and kind.height is None else 0.0
            y = region.y
            if needs.middle:
                row = LABEL + self.cards.slot.height + GAP
                self.middle = Box(region.x, y, region.width, row)
                y += row
            self.facts = Box(region.x, region.bottom - high, region.width, high)
            end = region.bottom - high
            if pile:
                end -= pile
                self.stock = Box(region.x, end, region.width, pile)
            inner = Box(region.x, y, region.width, max(end - y, 0.0))
            if not needs.slot and pile:
                self.stock = Box(region.x, y, region.width, pile)
        self._ring(inner)

    def _ring(self, inner: Box) -> None:
        """Place the slots in the middle: round its centre, or side by side if that is larger."""
        count = self.needs.others + 1
        x, y = inner.center
        self.ring_fits = True
        if not self.needs.slot:
            empty = Box(x, y, 0, 0)
            self.ring, self.shrunk = [empty] * count, 1.0
            self.center = inner
            return
        for shrunk in (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.6, 0.54, 0.48):
            slot = Size(self.slot.width * shrunk, (self.slot.height - LABEL) * shrunk + LABEL)
            found = self._round(inner, slot, count) or self._in_line(inner, slot, count)
            if found:
                self._take(found, shrunk)
                return
        self.ring_fits = False
        self._take(self._grid(inner, slot, count), shrunk)

    def _take(self, places: Sequence[tuple[float, float]], shrunk: float) -> None:
        """Take over places of slots."""
        slot = Size(self.slot.width * shrunk, (self.slot.height - LABEL) * shrunk + LABEL)
        self.ring = [
            Box(x - slot.width / 2, y - slot.height / 2, slot.width, slot.height) for x, y in places
        ]
        if shrunk != 1.0:
            card = self.cards.slot
            self.cards = attrs.evolve(
                self.cards, slot=Size(card.width * shrunk, card.height * shrunk)
            )
        left, top = min(box.x for box in self.ring), min(box.y for box in self.ring)
        right, end = max(box.right for box in self.ring), max(box.bottom for box in self.ring)
        self.center = Box(left, top, right - left, end - top)

    def _round(self, inner: Box, slot: Size, count: int) -> list[tuple[float, float]] | None:
        """Return places round the centre, as near to it as possible; ``None`` if they overlap."""
        x, y = inner.center
        most = (inner.width - slot.width) / 2
        high = (inner.height - slot.height) / 2
        if most < 0 or high < 0:
            return None
        wished = 1.12 * slot.width if count > 2 else 0.0
        for across in (wished, 1.4 * slot.width, 1.8 * slot.width, 2.4 * slot.width, most):
            if across > most:
                continue
            for share in (0.55, 0.75, 1.0):
                down = min(high, max(slot.height * share, 0.0))
                places = [
                    (
                        x - across * sin(2 * pi * at / count),
                        y + down * cos(2 * pi * at / count),
                    )
                    for at in range(count)
                ]
                if _apart(places, slot):
                    return places
        return None

    def _in_line(self, inner: Box, slot: Size, count: int) -> list[tuple[float, float]] | None:
        """Return places side by side, the viewer's at the right; ``None`` without room."""
        step = slot.width + 6
        if count * step > inner.width + 6 or slot.height > inner.height:
            return None
        x, y = inner.center
        left = x - (count - 1) * step / 2
        line = [(left + at * step, y) for at in range(count)]
        return [line[-1], *line[:-1]]

    def _grid(self, inner: Box, slot: Size, count: int) -> list[tuple[float, float]]:
        """Return places in lines, for so many players that nothing else is possible."""
        columns = max(int((inner.width + 4) / (slot.width + 4)), 1)
        left = inner.x + slot.width / 2
        top = inner.y + slot.height / 2
        order = [count - 1, *range(count - 1)]
        return [
            (left + at % columns * (slot.width + 4), top + at // columns * (slot.height + 2))
            for at in order
        ]

    def made(self) -> Layout:
        """Return the layout."""
        kind = self.kind
        end = self.hand.bottom + self.gap if self.needs.hand else self.own_plate.bottom + self.gap
        whole = Box(0, 0, kind.width, max(end, kind.height or 0.0))
        return Layout(
            whole=whole,
            felt=Box(0, 0, kind.width, self.bottom),
            plates=tuple(self.plates),
            shelves=tuple(self.shelves),
            slots=tuple(self.ring[1:]),
            own_plate=self.own_plate,
            own_shelf=self.own_shelf,
            own_slot=self.ring[0],
            hand=self.hand,
            prompt=self.prompt,
            facts=self.facts,
            facts_middle=self.facts_middle,
            middle=self.middle,
            stock=self.stock,
            center=self.center,
            cards=self.cards,
            lines=self.lines,
            own_lines=self.own_lines,
            dense=self.dense,
            reach=kind.reach,
        )


def _moved(box: Box, x: float, y: float) -> Box:
    """Return a box moved to the right and down."""
    return Box(box.x + x, box.y + y, box.width, box.height)


def _apart(places: Sequence[tuple[float, float]], slot: Size) -> bool:
    """Return whether slots in these places do not overlap."""
    return all(
        abs(x - a) >= slot.width + 2 or abs(y - b) >= slot.height + 1
        for (x, y), (a, b) in combinations(places, 2)
    )
