"""The stage: it puts the facts of a table into the boxes of its layout, as a scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.display.values import Row
from twowaystreet.svg import laying, notices, plates
from twowaystreet.svg.elements import words_of
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.laying import Shown, ShownRow
from twowaystreet.svg.layout import Layout
from twowaystreet.svg.planning import layout
from twowaystreet.svg.room import PICTURE, Looks, Room, needs_of
from twowaystreet.svg.scene import Part, Parts, Scene
from twowaystreet.svg.table_facts import Seat, Sentence, TableFacts

_DENSE_ROW: Final = 60
"""The most cards of a row that lie in the middle."""
_NAMES: Final = tuple(map(str, CARDS))
"""The names of cards, by their index."""


def scene_of(
    facts: TableFacts,
    width: float,
    height: float | None = None,
    *,
    room: Room | None = None,
    looks: Looks = PICTURE,
    before: Scene | None = None,
) -> Scene:
    """Return the scene of a table.

    Args:
        facts: what the table shows.
        width: the width.
        height: the height; ``None`` for as much as the table needs.
        room: the most cards of the game in each place; ``None`` for those that are there.
        looks: what differs between a picture and a page.
        before: an earlier scene, whose parts the new one takes over where nothing has changed.
    """
    places = layout(needs_of(facts, room or Room(), looks), width, height)
    stage = _Stage(facts, places, looks, before.parts if before else ())
    stage.fill()
    return Scene(
        width=places.whole.width,
        height=places.whole.height,
        parts=tuple(stage.parts.made),
        prompt=places.prompt,
        hand=places.hand,
        center=places.center,
        hold="trick" if facts.taker is not None else "",
    )


class _Stage:
    """A table on which the items are laid out, part by part."""

    def __init__(
        self, facts: TableFacts, places: Layout, looks: Looks, before: Sequence[Part]
    ) -> None:
        self.facts = facts
        self.places = places
        self.looks = looks
        self.parts = Parts(before)
        self._used = [0] * len(_NAMES)
        seats = len(facts.seats)
        self._order = [(facts.bottom + 1 + place) % seats for place in range(seats - 1)]

    def fill(self) -> None:
        """Add all parts in their order.

        Cards get their names in a fixed order of places: the viewer's hand, shelf and slot, then
        those of the others. So the name of one of two equal cards tells nothing.
        """
        facts, places, add = self.facts, self.places, self.parts.add
        header = self.looks.header
        add(plates.ground, facts.title if header else "", places.whole, places.felt)
        number, own = facts.bottom, facts.seats[facts.bottom]
        self._hand(own)
        self._own_shelf(own)
        self._slot(number, places.own_slot)
        for seat, slot in zip(self._order, places.slots, strict=True):
            self._slot(seat, slot)
        for seat, shelf in zip(self._order, places.shelves, strict=True):
            self._shelf(seat, facts.seats[seat], shelf)
        self._middle()
        for seat, box in zip(self._order, places.plates, strict=True):
            self._plate(seat, facts.seats[seat], box)
        add(plates.plate, number, own, places.own_plate)
        add(plates.words, number, own.words, 0, places.own_plate, places.own_lines, False)
        for seat, box in zip(
            (*self._order, number), (*places.plates, places.own_plate), strict=True
        ):
            if facts.seats[seat].is_actor:
                add(plates.turn, box)
        self._notices()

    def _name(self, card: Card) -> str:
        """Return the name of a card face up; those of equal cards differ by their places."""
        index = card.index
        copy = self._used[index]
        self._used[index] += 1
        return f"{_NAMES[index]}.{copy}" if copy else _NAMES[index]

    def _shown(
        self, cards: Iterable[Card | None], *, own: bool = False
    ) -> tuple[Shown | None, ...]:
        """Return cards with their names; those of the viewer with what they can do."""
        face = self._own if own else self._other
        return tuple([None if card is None else face(card) for card in cards])

    def _other(self, card: Card) -> Shown:
        return Shown(card, self._name(card))

    def _own(self, card: Card) -> Shown:
        move = self.facts.moves.get(card, "") if self.looks.lift else ""
        useful = self.facts.useful
        return Shown(card, self._name(card), True, move, useful is not None and card not in useful)

    def _rows(self, rows: Iterable[Row], *, own: bool = False) -> tuple[ShownRow, ...]:
        return tuple(
            ShownRow(row.label, self._shown(row.cards, own=own and row.is_hand)) for row in rows
        )

    def _is_own(self) -> bool:
        return self.facts.own == self.facts.bottom

    def _hand(self, seat: Seat) -> None:
        """Add the hand at the lower edge."""
        places = self.places
        cards = self._shown(seat.hand, own=self._is_own())
        origin = "stock" if self.facts.stock else "felt"
        number, size = self.facts.bottom, places.cards.hand
        self.parts.add(laying.hand, number, cards, places.hand, size, places.reach, origin)

    def _own_shelf(self, seat: Seat) -> None:
        """Add the cards that lie before the viewer."""
        places, number = self.places, self.facts.bottom
        size, box = places.cards.own_shelf, places.own_shelf
        rows = [row for row in seat.rows if row.cards]
        shown = self._rows(rows, own=self._is_own())
        if len(rows) == 1 and rows[0].is_hand:
            self.parts.add(laying.hand_on_table, number, shown[0], box, size, places.reach)
        elif rows:
            self.parts.add(laying.rows, number, shown, box, size, True)

    def _shelf(self, number: int, seat: Seat, box: Box) -> None:
        """Add the cards that lie beside another player, and an open hand."""
        rows = [row for row in seat.rows if row.cards]
        if any(seat.hand):
            rows = [Row("", seat.hand, is_hand=True), *rows]
        if rows:
            shown, size = self._rows(rows), self.places.cards.shelf
            self.parts.add(laying.rows, number, shown, box, size, False)

    def _slot(self, number: int, box: Box) -> None:
        """Add the cards of a player in the trick."""
        facts, seat = self.facts, self.facts.seats[number]
        best, places = facts.best or (None, range(0))
        winning = places if number == best else None
        cards = tuple(self._played(seat, winning)) if seat.played.cards else ()
        size = self.places.cards.slot
        self.parts.add(laying.slot, number, cards, seat.played.note, winning, box, size)

    def _played(self, seat: Seat, winning: range | None) -> Iterator[Shown]:
        """Yield the cards of a player in the trick; after it only those that took it are bright."""
        taker, is_past = self.facts.taker, seat.played.is_past
        by = f"{'last trick, ' if is_past else ''}played by {seat.name}"
        goal = "" if taker is None else f"plate-{taker}"
        for at, card in enumerate(seat.played.cards):
            dim = is_past and (winning is None or at not in winning)
            yield Shown(card, self._name(card), dim=dim, words=f"{words_of(card)}, {by}", goal=goal)

    def _middle(self) -> None:
        """Add the cards that belong to nobody."""
        rows = [Row(row.label, row.cards[:_DENSE_ROW]) for row in self.facts.middle]
        places = self.places
        if rows:
            self.parts.add(laying.middle, self._rows(rows), places.middle, places.cards.slot)

    def _plate(self, number: int, seat: Seat, box: Box) -> None:
        """Add the plate of another player."""
        dense, lines, add = self.places.dense, self.places.lines, self.parts.add
        closed = sum(card is None for card in seat.hand)
        add(plates.plate, number, seat, box)
        add(plates.backs, number, 0 if dense else closed, box)
        add(plates.words, number, seat.words, closed if dense else 0, box, lines, not dense)

    def _notices(self) -> None:
        """Add the facts about the hand, and the stock."""
        facts, places, add = self.facts, self.places, self.parts.add
        told = facts.facts
        if facts.stock and not places.stock.height:
            told = (*told, Sentence(f"stock {facts.stock}"))
        add(notices.facts_of_hand, told, places.facts, places.facts_middle)
        add(notices.stock, facts.stock, places.stock, places.felt, places.facts_middle)
