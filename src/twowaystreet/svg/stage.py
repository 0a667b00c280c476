"""The stage: it puts the facts of a table into the boxes of its layout, as a scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Any, Final, NamedTuple, TypeAlias

import attrs

from twowaystreet._core.cards.cards import CARDS, Card, is_card
from twowaystreet._core.display.table_facts import Seat, Sentence, TableFacts
from twowaystreet._core.display.values import Row
from twowaystreet._core.display.words import card_words
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError, as_tuple
from twowaystreet.svg import items
from twowaystreet.svg.choosing import Choice
from twowaystreet.svg.elements import group, number
from twowaystreet.svg.geometry import LARGE, SMALL, Box, Size, clean, wrapped
from twowaystreet.svg.items import FaceUp, LabelledRow
from twowaystreet.svg.planning import layout
from twowaystreet.svg.scene import Item, Part, Parts, Scene
from twowaystreet.svg.seating import Layout, Needs

_FACT_LINES = 2  # for which a page has room, with one that tells the stock
_DENSE_ROW: Final = 60  # the most cards of a row that lie in the middle
_NAMES: Final = tuple(map(str, CARDS))  # the names of cards, by their index
_PICTURE_PLATE: Final = 136.0  # the width by which the lines of texts on plates are counted


class MostCards(NamedTuple):
    """The most cards of a game in each place, so that its table on a page keeps its form."""

    hand: int = 0
    shelf: int = 0  # beside another player
    own_shelf: int = 0  # before the viewer
    slot: int = 0  # of a player in a trick
    plays_from_shelf: bool = False  # the viewer plays cards of the own shelf
    watched: bool = False  # all hands can be open, and nobody chooses cards
    prompt: bool = True  # room for the line that tells what to do


_UNKNOWN: Final = MostCards()


def drawable(facts: TableFacts) -> TableFacts:
    """Return facts whose names a picture can have."""
    names = tuple(map(clean, facts.names))
    return facts if names == facts.names else attrs.evolve(facts, names=names)


def needs_of(facts: TableFacts, room: MostCards | None = None, grown: float = 1.0) -> Needs:
    """Return the largest contents of a table: those of now, or on a page the most of its game."""
    is_page, most = room is not None, room or _UNKNOWN
    number = facts.view.seat or 0
    bottom = facts.seats[number]
    others = [*facts.seats[:number], *facts.seats[number + 1 :]]
    shelves = [most.shelf, *[sum([len(row.cards) for row in seat.rows]) for seat in others]]
    open_hands = [len(seat.hand) for seat in others if any(seat.hand)]
    own_rows = [row for row in bottom.rows if row.cards]
    slots = [most.slot, 1, *[len(seat.played.cards) for seat in facts.seats]]
    has_stock = bool(facts.view.stock_size)
    plates = () if is_page else [wrapped(seat.words, _PICTURE_PLATE, 12) for seat in facts.seats]
    return Needs(
        others=len(others),
        hand=max(len(bottom.hand), most.hand),
        shelf=max(shelves + open_hands),
        own_shelf=max(sum([len(row.cards) for row in own_rows]), most.own_shelf),
        plays_from_shelf=most.plays_from_shelf or any(row.is_hand for row in own_rows),
        slot=max(slots) if facts.played else 0,
        lines=0 if is_page else max([1, *map(len, plates)]),
        facts=_FACT_LINES - has_stock if is_page else len(facts.results) + len(facts.sentences),
        middle=max([len(row.cards) for row in facts.middle], default=0),
        stock=has_stock,
        header=not is_page,
        prompt=is_page and most.prompt,
        watched=most.watched,
        grown=grown,
    )


def scene_of(
    facts: TableFacts,
    width: float,
    height: float | None = None,
    *,
    room: MostCards | None = None,
    grown: float = 1.0,
    before: Scene | None = None,
    choice: Choice | None = None,
    dealer: int | None = None,
) -> Scene:
    """Return the scene of a table; without a height it is as high as it needs.

    With a choice its picture shows which cards are chosen, and which fit them. With a dealer the
    cards of all hands come from there.
    """
    places = layout(needs_of(facts, room, grown), width, height)
    origin = "" if dealer is None else f"plate-{dealer}"
    stage = _Stage(facts, places, room is None, before.parts if before else (), choice, origin)
    stage.fill()
    return Scene(places, tuple(stage.parts.made), "trick" if facts.taker is not None else "")


class _Stage:
    def __init__(
        self,
        facts: TableFacts,
        places: Layout,
        is_picture: bool,
        before: Sequence[Part],
        choice: Choice | None,
        origin: str,
    ) -> None:
        self.facts = facts
        self.bottom = facts.view.seat or 0  # the seat at the lower edge
        self.stock = facts.view.stock_size
        self.places = places
        self.is_picture = is_picture
        self.is_own = facts.view.seat is not None  # a spectator has no cards
        self.parts = Parts(before)
        self._choice = choice
        self._origin = origin  # of the cards that are dealt now
        self._chosen = Counter(choice.chosen if choice else ())  # not yet in their places
        self._used = [0] * len(_NAMES)
        seats = len(facts.seats)
        self._order = [(self.bottom + 1 + place) % seats for place in range(seats - 1)]

    def fill(self) -> None:
        """Add all parts in their order.

        Cards get their names in a fixed order of places: the viewer's hand, shelf and slot, then
        those of the others. So the name of one of two equal cards tells nothing.
        """
        facts, places, add = self.facts, self.places, self.parts.add
        add(items.ground, facts.title if self.is_picture else "", places.whole, places.felt)
        number, own = self.bottom, facts.seats[self.bottom]
        self._hand(own)
        self._own_shelf(own)
        for seat, slot in zip(
            (number, *self._order), (places.own_slot, *places.slots), strict=True
        ):
            self._slot(seat, slot)
        for seat, shelf in zip(self._order, places.shelves, strict=True):
            self._shelf(seat, facts.seats[seat], shelf)
        self._middle()
        for seat, box in zip(self._order, places.plates, strict=True):
            self._plate(seat, facts.seats[seat], box)
        part = 1.0 if places.own_lines else items.PART
        add(items.plate, number, own, places.own_plate, not self.is_picture, part)
        self._words(number, own, 0, places.own_plate, places.own_lines, False)
        for seat, box in zip(
            (*self._order, number), (*places.plates, places.own_plate), strict=True
        ):
            if facts.seats[seat].is_actor:
                add(items.turn, box)
        told = [*(facts.results if self.is_picture else ()), *facts.sentences]
        if self.stock and not places.stock.height:
            told.append(Sentence(f"stock {self.stock}"))
        add(items.facts_of_hand, tuple(told), places.facts, places.facts_middle)
        add(items.stock, self.stock, places.stock, places.felt, places.facts_middle)

    def _name(self, card: Card) -> str:
        index = card.index
        copy = self._used[index]
        self._used[index] += 1
        return f"{_NAMES[index]}.{copy}" if copy else _NAMES[index]

    def _shown(
        self, cards: Iterable[Card | None], *, own: bool = False
    ) -> tuple[FaceUp | None, ...]:
        return tuple([None if card is None else self._face(card, own) for card in cards])

    def _face(self, card: Card, is_own: bool) -> FaceUp:
        if not is_own:
            return FaceUp(card, self._name(card))
        if self._choice:
            return self._choosable(card, self._choice)
        move = self.facts.moves.get(card, "") if self.is_picture else ""
        useful = self.facts.useful
        dim = useful is not None and card not in useful
        return FaceUp(card, self._name(card), True, move, dim=dim)

    def _choosable(self, card: Card, choice: Choice) -> FaceUp:
        is_chosen, fits = self._chosen[card] > 0, card in choice.fitting
        self._chosen[card] -= is_chosen
        move = choice.moves.get(card, "") if is_chosen or not choice.chosen else ""
        pressed = "true" if is_chosen else "false" * (fits and not move)
        dim = choice.useful is not None and not is_chosen and not fits
        return FaceUp(card, self._name(card), True, move, pressed, dim)

    def _rows(self, rows: Iterable[Row], *, own: bool = False) -> tuple[LabelledRow, ...]:
        return tuple(
            LabelledRow(row.label, self._shown(row.cards, own=own and row.is_hand), row.is_best)
            for row in rows
        )

    def _hand(self, seat: Seat) -> None:
        places = self.places
        cards = self._shown(seat.hand, own=self.is_own)
        origin = self._origin or ("stock" if self.stock else "felt")
        number, size = self.bottom, places.cards.hand
        self.parts.add(items.hand, number, cards, places.hand, size, places.reach, origin)

    def _own_shelf(self, seat: Seat) -> None:
        places, number = self.places, self.bottom
        size, box = places.cards.own_shelf, places.own_shelf
        rows = [row for row in seat.rows if row.cards]
        shown = self._rows(rows, own=self.is_own)
        if len(rows) == 1 and rows[0].is_hand:
            self.parts.add(items.hand_on_table, number, shown[0], box, size, places.reach)
        elif rows:
            self.parts.add(items.rows, number, shown, box, size, True)

    def _shelf(self, number: int, seat: Seat, box: Box) -> None:
        rows = [row for row in seat.rows if row.cards]
        if any(seat.hand):
            rows = [Row("", seat.hand, is_hand=True), *rows]
        if rows:
            shown, size = self._rows(rows), self.places.cards.shelf
            self.parts.add(items.rows, number, shown, box, size, False)

    def _slot(self, number: int, box: Box) -> None:
        facts, seat = self.facts, self.facts.seats[number]
        best, places = facts.best or (None, range(0))
        winning = places if number == best else None
        cards = tuple(self._played(seat, winning)) if seat.played.cards else ()
        size, names, note = self.places.cards.slot, self.places.names, seat.played.note
        name = seat.name if cards and names else ""
        self.parts.add(items.slot, number, cards, name, note, winning, box, size, names)

    def _played(self, seat: Seat, winning: range | None) -> Iterator[FaceUp]:
        taker, is_past = self.facts.taker, seat.played.is_past
        by = f"{'last trick, ' if is_past else ''}played by {seat.name}"
        goal = "" if taker is None else f"plate-{taker}"
        for at, card in enumerate(seat.played.cards):
            dim = is_past and (winning is None or at not in winning)
            yield FaceUp(card, self._name(card), dim=dim, played_by=by, goal=goal)

    def _middle(self) -> None:
        rows = [Row(row.label, row.cards[:_DENSE_ROW]) for row in self.facts.middle]
        places = self.places
        if rows:
            self.parts.add(items.middle, self._rows(rows), places.middle, places.cards.slot)

    def _plate(self, number: int, seat: Seat, box: Box) -> None:
        dense, lines, add = self.places.dense, self.places.lines, self.parts.add
        closed = seat.hand.count(None)
        part = 1.0 if lines else items.PART
        add(items.plate, number, seat, box, not self.is_picture, part)
        add(items.backs, number, 0 if dense else closed, box, self._origin)
        self._words(number, seat, closed if dense else 0, box, lines, not dense)

    def _words(self, number: int, seat: Seat, closed: int, box: Box, lines: int, low: bool) -> None:
        told, tricks = seat.words, 0
        if seat.tricks and not self.is_picture and told:
            tricks, place = seat.tricks
            told = told[:place] + told[place + 1 :]
        self.parts.add(items.words, number, told, closed, tricks, box, lines, low)


# Arrows on a picture, for moves and for what goes from one player to another


_INSIDE: Final = 6.0  # the part of an arrow that lies on a card
_HEAD: Final = 13.0  # the length of the head of an arrow
_LEAST: Final = 36.0  # the least length of an arrow
Arrow: TypeAlias = Card | tuple[Card | int, Card | int]
"""An arrow: a card that goes to the middle, or a card or seat and the card or seat to point at."""


class _End(NamedTuple):
    """An end of an arrow: its words, its box, and whether it is a card, where it may lie."""

    words: str
    box: Box
    is_card: bool = False

    def point(self, other: tuple[float, float]) -> tuple[float, float]:
        """Return where the arrow begins or ends; on a card beside the cards that may cover it."""
        (x, y), (_, _, width, height) = self.box.center, self.box
        if self.is_card:
            inside = height / 2 - _INSIDE
            return x - 0.2 * width, y + (inside if other[1] > y else -inside)
        across, down = other[0] - x, other[1] - y
        share = min(width / 2 / max(abs(across), 1), height / 2 / max(abs(down), 1), 1)
        return x + share * across, y + share * down


def _ends(scene: Scene, facts: TableFacts) -> dict[object, _End]:
    seats, places = len(facts.names), scene.places
    middle = places.own_slot.center if places.own_slot.height else places.felt.center
    ends: dict[object, _End] = {None: _End("the middle", Box(*middle, 0, 0))}
    for place, box in enumerate((places.own_plate, *places.plates)):
        seat = ((facts.view.seat or 0) + place) % seats
        ends[seat] = _End(facts.names[seat], box)
    for item in scene.items:
        name = item.name.partition(".")[0]
        if is_card(name):
            width, height = (item.scale * length for length in drawn_size(item))
            box = Box(item.x - width / 2, item.y - height / 2, width, height)
            ends.setdefault(Card.parse(name), _End(card_words(Card.parse(name)), box, is_card=True))
    return ends


def lines_of(arrows: Iterable[Arrow], scene: Scene, facts: TableFacts) -> dict[str, list[str]]:
    """Return the lines of checked arrows by their words."""
    ends, most = _ends(scene, facts), len(facts.names) - 1
    expected = f"cards that lie face up, or pairs of such cards or of seats from 0 to {most}"
    drawn: dict[str, list[str]] = {}
    given: tuple[Any, ...] = as_tuple("arrows", arrows, expected)  # Any: checked here
    for each in given:
        pair = (each,) if isinstance(each, Card) else as_tuple("arrows", each, expected)
        is_known = all((isinstance(end, Card) or is_int(end)) and end in ends for end in pair)
        if not is_known or len({*pair}) != 2 - isinstance(each, Card):
            raise RulesError("arrows", each, expected)
        start, goal = [ends[end] for end in (*pair, None)[:2]]
        words = f"An arrow from {start.words} to {goal.words}"
        drawn[words] = [*group(words, _arrow(start, goal))]
    return drawn


def _arrow(start: _End, goal: _End) -> Iterator[str]:
    x, y = start.point(goal.box.center)
    end_x, end_y = goal.point((x, y))
    length = max(hypot(end_x - x, end_y - y), 1)
    along, down = _HEAD * (end_x - x) / length, _HEAD * (end_y - y) / length
    if length < _LEAST:  # between neighbours it begins on the first and ends on the second
        more = (_LEAST - length) / 2 / _HEAD
        x, y, end_x, end_y = (
            x - more * along,
            y - more * down,
            end_x + more * along,
            end_y + more * down,
        )
    head = [(end_x - along - side * down, end_y - down + side * along) for side in (0.7, -0.7)]
    points = [(x, y), (end_x, end_y), head[0], (end_x, end_y), head[1]]
    path = "M" + "L".join(f"{number(across)} {number(low)}" for across, low in points)
    yield from (f'<path class="{name}" d="{path}"/>' for name in ("rim", "arrow"))


def drawn_size(item: Item) -> Size:
    """Return the size in which the card of an item is drawn."""
    return SMALL if 'href="#{}m' in item.art else LARGE
