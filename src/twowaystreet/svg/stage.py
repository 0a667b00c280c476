"""The stage: it puts the facts of a table into the boxes of its layout, as a scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._display.values import Row
from twowaystreet.svg import notices, plates, shapes
from twowaystreet.svg.elements import back, text, words_of
from twowaystreet.svg.geometry import LARGE, SMALL, Box, Place, Size
from twowaystreet.svg.layout import LABEL, Layout
from twowaystreet.svg.lettering import fitted, width_of
from twowaystreet.svg.planning import layout
from twowaystreet.svg.plates import described
from twowaystreet.svg.room import PICTURE, Looks, Room, needs_of
from twowaystreet.svg.scene import Item, Scene
from twowaystreet.svg.spreading import spread
from twowaystreet.svg.table_facts import Seat, TableFacts

_LIFT = 12.0
"""The height by which a picture raises a card that can be played, of a card of usual size."""
_LARGE = 52.0
"""The least height of a card whose usual drawing has ranks of 12 pixels."""
_DENSE_ROW = 60
"""The most cards of a row that lie in the middle."""


def scene_of(
    facts: TableFacts,
    width: float,
    height: float | None = None,
    *,
    room: Room | None = None,
    looks: Looks = PICTURE,
) -> Scene:
    """Return the scene of a table.

    Args:
        facts: what the table shows.
        width: the width.
        height: the height; ``None`` for as much as the table needs.
        room: the most cards of the game in each place; ``None`` for those that are there.
        looks: what differs between a picture and a page.
    """
    places = layout(needs_of(facts, room or Room(), looks), width, height)
    stage = _Stage(facts, places, looks)
    return Scene(
        width=places.whole.width,
        height=places.whole.height,
        items=tuple(stage.items()),
        prompt=places.prompt,
        hand=places.hand,
        center=places.center,
        hold="trick" if facts.taker is not None else "",
        title=plates.title_of(facts),
        words=described(facts),
    )


def drawing_of(size: Size) -> Size:
    """Return the size in which a card is drawn, before it is made larger or smaller."""
    return SMALL if size.height < _LARGE else LARGE


class _Stage:
    """A table on which the items are laid out."""

    def __init__(self, facts: TableFacts, places: Layout, looks: Looks) -> None:
        self.facts = facts
        self.places = places
        self.looks = looks
        self.used: Counter[Card] = Counter()
        seats = len(facts.seats)
        self.order = [(facts.bottom + 1 + place) % seats for place in range(seats - 1)]

    def items(self) -> Iterator[Item]:
        """Yield all items in their order.

        Cards get their names in a fixed order of places: the viewer's hand, shelf and slot, then
        those of the others. So the name of one of two equal cards tells nothing.
        """
        facts, places = self.facts, self.places
        yield from plates.ground(facts, places, self.looks.header)
        bottom = facts.seats[facts.bottom]
        yield from self._hand(bottom)
        yield from self._own_shelf(bottom)
        yield from self._slot(facts.bottom, places.own_slot)
        for seat, slot in zip(self.order, places.slots, strict=True):
            yield from self._slot(seat, slot)
        for seat, shelf in zip(self.order, places.shelves, strict=True):
            yield from self._shelf(seat, facts.seats[seat], shelf)
        yield from self._middle()
        for seat, plate in zip(self.order, places.plates, strict=True):
            yield from plates.plate(
                seat, facts.seats[seat], plate, places.lines, dense=places.dense
            )
        yield from plates.plate(
            facts.bottom, bottom, places.own_plate, places.own_lines, dense=places.dense, own=True
        )
        yield from plates.turn(facts, self.order, places)
        yield from notices.facts_of_hand(facts, places)
        yield from notices.stock(facts, places)

    # Cards

    def _name(self, card: Card) -> str:
        """Return the name of a card face up; those of equal cards differ by their places."""
        copy = self.used[card]
        self.used[card] += 1
        return f"{card}.{copy}" if copy else str(card)

    def _card(
        self, card: Card, place: Place, size: Size, z: int, *, own: bool = False, **more: str
    ) -> Item:
        """Return a card face up."""
        drawing = drawing_of(size)
        facts = self.facts
        move = facts.moves.get(card, "") if own else ""
        if move and self.looks.lift:
            place = place.lifted(_LIFT * size.height / LARGE.height)
        return Item(
            name=self._name(card),
            x=place.x,
            y=place.y,
            z=z,
            angle=place.angle,
            scale=round(size.height / drawing.height, 3),
            art=shapes.art(card, small=drawing is SMALL),
            label=words_of(card),
            card=str(card) if own else "",
            move=move,
            dim=own and facts.useful is not None and card not in facts.useful,
            **more,
        )

    def _back(self, name: str, place: Place, size: Size, z: int) -> Item:
        """Return a card face down, with the name of its place."""
        drawing = drawing_of(size)
        scale = round(size.height / drawing.height, 3)
        art = back(Place(0, 0), drawing)
        return Item(name=name, x=place.x, y=place.y, z=z, angle=place.angle, scale=scale, art=art)

    def _is_own(self) -> bool:
        return self.facts.own == self.facts.bottom

    def _hand(self, seat: Seat) -> Iterator[Item]:
        """Yield the hand at the lower edge."""
        size, box = self.places.cards.hand, self.places.hand
        spots = spread(len(seat.hand), box, size, self.places.reach)
        origin = "stock" if self.facts.stock else "felt"
        for at, (card, place) in enumerate(zip(seat.hand, spots, strict=True)):
            if card is None:
                yield self._back(f"back-{self.facts.bottom}-{at}", place, size, 300 + at)
            else:
                yield self._card(card, place, size, 300 + at, own=self._is_own(), origin=origin)

    def _own_shelf(self, seat: Seat) -> Iterator[Item]:
        """Yield the cards that lie before the viewer."""
        rows = [row for row in seat.rows if row.cards]
        size, box = self.places.cards.own_shelf, self.places.own_shelf
        number = self.facts.bottom
        if len(rows) == 1 and rows[0].is_hand:
            yield _label(f"label-{number}-0", rows[0].label, box.center[0], box.y + 11, box.width)
            inner = Box(box.x, box.y + LABEL, box.width, box.height - LABEL)
            spots = spread(len(rows[0].cards), inner, size, self.places.reach)
            for at, (card, place) in enumerate(zip(rows[0].cards, spots, strict=True)):
                if card is None:
                    yield self._back(f"down-{number}-0-{at}", place, size, 200 + at)
                else:
                    yield self._card(card, place, size, 200 + at, own=self._is_own())
        else:
            yield from self._rows(number, rows, box, size, centered=True)

    def _shelf(self, number: int, seat: Seat, box: Box) -> Iterator[Item]:
        """Yield the cards that lie beside another player, and an open hand."""
        rows = [row for row in seat.rows if row.cards]
        if any(seat.hand):
            rows = [Row("", seat.hand, is_hand=True), *rows]
        yield from self._rows(number, rows, box, self.places.cards.shelf)

    def _rows(
        self, number: int, rows: Sequence[Row], box: Box, size: Size, *, centered: bool = False
    ) -> Iterator[Item]:
        """Yield rows of cards side by side, with a label above each."""
        if not rows:
            return
        room = box.width - 10.0 * (len(rows) - 1)
        step = 0.86 * size.width
        widths = _widths(rows, size, step)
        while sum(widths) > room and step > 4:
            step *= 0.94
            widths = _widths(rows, size, step)
        if sum(widths) > room:  # the labels are cut
            widths = [room / len(rows)] * len(rows)
        x = box.x
        if centered:
            x = box.center[0] - (sum(widths) + 10.0 * (len(rows) - 1)) / 2
        y = box.y + LABEL + size.height / 2
        for which, (row, width) in enumerate(zip(rows, widths, strict=True)):
            if row.label:
                last = which == len(rows) - 1
                wide = max(width, box.right - x) if last else width + 2
                yield _label(
                    f"label-{number}-{which}", row.label, x, box.y + 11, wide, middle=False
                )
            for at, card in enumerate(row.cards):
                place = Place(x + size.width / 2 + at * step, y)
                if card is None:
                    yield self._back(f"down-{number}-{which}-{at}", place, size, 40 + at)
                else:
                    own = self._is_own() and number == self.facts.bottom and row.is_hand
                    yield self._card(card, place, size, 40 + at, own=own)
            x += width + 10.0

    def _slot(self, number: int, box: Box) -> Iterator[Item]:
        """Yield the cards of a player in the trick, with a note below, and the mark of the best."""
        seat, size = self.facts.seats[number], self.places.cards.slot
        played = seat.played
        taker = self.facts.taker
        goal = f"plate-{taker}" if taker is not None else ""
        amount = len(played.cards)
        room = box.width - size.width
        step = min(size.width + 3 if amount == 2 else 0.45 * size.width, room / max(amount - 1, 1))
        left, y = box.center[0] - step * (amount - 1) / 2, box.y + size.height / 2
        best, winning = self.facts.best or (None, range(0))
        for at, card in enumerate(played.cards):
            place = Place(left + at * step, y)
            item = self._card(card, place, size, 100 + at, origin=f"plate-{number}", goal=goal)
            lost = played.is_past and (number != best or at not in winning)
            yield attrs.evolve(item, label=f"{item.label}, {_played_by(seat)}", dim=lost)
        if number == best and winning:
            yield _best(left + winning[0] * step, left + winning[-1] * step, y, size)
        if played.note:
            yield _label(
                f"note-{number}",
                played.note,
                box.center[0],
                box.y + size.height + 14,
                max(box.width + 40, 150.0),
                classes="small tip m",
            )

    def _middle(self) -> Iterator[Item]:
        """Yield the cards that belong to nobody."""
        size, box = self.places.cards.slot, self.places.middle
        y = box.y
        for which, row in enumerate(self.facts.middle):
            amount = min(len(row.cards), _DENSE_ROW)
            step = min(0.8 * size.width, (box.width - size.width) / max(amount - 1, 1))
            left = box.center[0] - step * (amount - 1) / 2
            yield _label(f"row-{which}", row.label, box.center[0], y + 11, box.width)
            for at, card in enumerate(row.cards[:amount]):
                place = Place(left + at * step, y + LABEL + size.height / 2)
                if card is None:
                    yield self._back(f"middle-{which}-{at}", place, size, 30 + at)
                else:
                    yield self._card(card, place, size, 30 + at)
            y += LABEL + size.height + 2


def _widths(rows: Sequence[Row], size: Size, step: float) -> list[float]:
    """Return the widths of rows of cards, or of their labels where these are wider."""
    return [max((len(row.cards) - 1) * step + size.width, width_of(row.label, 12)) for row in rows]


def _played_by(seat: Seat) -> str:
    return f"{'last trick, ' if seat.played.is_past else ''}played by {seat.name}"


def _label(
    name: str,
    words: str,
    x: float,
    y: float,
    width: float,
    *,
    middle: bool = True,
    classes: str = "small soft",
) -> Item:
    """Return a label, cut to a width."""
    shown = fitted(words, width, 12)
    if middle and not classes.endswith(" m"):
        classes += " m"
    label = words if shown != words else ""
    return Item(name=name, x=x, y=y, z=95, art=text(shown, 0, 0, classes), label=label)


def _best(first: float, last: float, y: float, size: Size) -> Item:
    """Return the mark of the cards that win the trick so far, from the first to the last."""
    width = last - first + size.width + 4
    art = (
        f'<rect class="mark" x="{-width / 2:.1f}" y="{-size.height / 2 - 2:.1f}" '
        f'width="{width:.1f}" height="{size.height + 4:.1f}" rx="6"/>'
    )
    return Item(name="best", x=(first + last) / 2, y=y, z=150, art=art)
