"""The picture of a table, from a scene."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._display.values import count
from twowaystreet._util.values import Value
from twowaystreet.svg.elements import (
    back,
    document,
    face,
    group,
    rectangle,
    safe,
    sign,
    text,
    words_of,
)
from twowaystreet.svg.geometry import (
    DENSE,
    GAP,
    LARGE,
    MIDDLE,
    Box,
    Place,
    Ring,
    Size,
    bounds,
    fan,
    ring,
    seating,
)
from twowaystreet.svg.lettering import broken, fitted, width_of
from twowaystreet.svg.panels import Panel, Strip, cards, drawn, lift_of, panel_of, strip_of
from twowaystreet.svg.scenes import Scene, Seat, Sentence

_HEADER: Final = 24.0
_MANY: Final = 8
"""The number of other players from which on their panels and slots are small."""
_NOTE: Final = 12.0
"""The height of a word below a card of the trick."""
_FACT: Final = 15.0
_OWN_WIDTH: Final = 480.0
_WIDEST: Final = 900.0
"""The greatest width of a table for few players, before it is enlarged."""
_PER_SEAT: Final = 120.0
"""The width for each of many players."""
_STOCK: Final = 62.0
"""The height of the stock in the middle."""


@attrs.frozen(kw_only=True)
class Layout(Value):
    """The places of everything at a table.

    Attributes:
        whole: the box of the picture.
        ring: the places round the table.
        order: the other seats, clockwise from the viewer's left.
        panels: their panels.
        own: the panel of the seat at the lower edge.
        own_box: its place.
        hand: the places of the cards in the fan.
        card: the size of a card of the trick.
        facts: the lines of facts in the middle.
        strips: the rows of cards in the middle.
    """

    whole: Box
    ring: Ring
    order: tuple[int, ...]
    panels: tuple[Panel, ...]
    own: Panel
    own_box: Box
    hand: tuple[Place, ...]
    card: Size
    facts: tuple[tuple[str, Sentence], ...]
    strips: tuple[Strip, ...]

    def boxes(self, scene: Scene) -> Iterator[tuple[str, Box]]:
        """Yield all parts that must not overlap, with their names."""
        for seat, panel, slot in zip(self.order, self.ring.panels, self.ring.slots, strict=True):
            yield f"panel {seat}", panel
            if scene.has_slots:
                yield f"slot {seat}", slot
        if scene.has_slots:
            yield "own slot", self.ring.own_slot
        yield "middle", self.ring.middle
        yield "own panel", self.own_box
        if self.hand:
            yield "hand", bounds(place.box(LARGE) for place in self.hand)


def layout(scene: Scene, width: float) -> Layout:
    """Find the places of everything at a table of this width."""
    seats = len(scene.seats)
    others = seats - 1
    order = tuple((scene.bottom + 1 + place) % seats for place in range(others))
    dense = others >= _MANY
    opened = any(any(scene.seats[seat].hand) for seat in order)
    card = DENSE if dense else MIDDLE
    most = max(1, *(len(seat.played.cards) for seat in scene.seats))
    width_of_slot = (card.width + 3) * most - 3
    slot = Size(width_of_slot, card.height + _NOTE) if scene.has_slots else Size(0, 0)
    round_table = seating(others, width, slot.width, is_open=opened)
    panels = tuple(
        panel_of(scene.seats[seat], each, dense=dense)
        for seat, each in zip(order, round_table.widths, strict=True)
    )
    heights = [panel.height for panel in panels]
    across = ring(round_table, heights, width, _HEADER, slot, 0).middle.width
    facts = tuple((line, fact) for fact in scene.facts for line in _lines(fact, across))
    strips = tuple(strip_of(row, across, MIDDLE) for row in scene.middle)
    middle = (
        len(facts) * _FACT
        + sum(strip.size.height + 4 for strip in strips)
        + (_STOCK if scene.stock else 0)
    )
    places = ring(round_table, heights, width, _HEADER, slot, max(middle + GAP, 24.0))
    own_width = min(width - 2 * GAP, _OWN_WIDTH)
    bottom = scene.seats[scene.bottom]
    own = panel_of(bottom, own_width, own=True)
    own_box = Box((width - own_width) / 2, places.bottom + GAP, own_width, own.height)
    top = own_box.bottom + GAP + (lift_of(LARGE) if scene.moves else 0)
    hand = fan(len(bottom.hand), Box(GAP, top, width - 2 * GAP, 0)) if bottom.hand else ()
    end = bounds(place.box(LARGE) for place in hand).bottom if hand else own_box.bottom
    return Layout(
        whole=Box(0, 0, width, end + GAP),
        ring=places,
        order=order,
        panels=panels,
        own=own,
        own_box=own_box,
        hand=hand,
        card=card,
        facts=facts,
        strips=strips,
    )


def _lines(fact: Sentence, width: float) -> list[str]:
    return broken(fact.words, width - (20 if fact.suit else 0), 12)


def table(scene: Scene, width: float) -> str:
    """Return the picture of a scene; one with more room than the seats need is enlarged."""
    places = layout(scene, min(width, max(_WIDEST, _PER_SEAT * len(scene.seats))))
    return document(
        places.whole,
        _parts(scene, places),
        title=_title(scene),
        words=description(scene),
        role="group" if scene.moves else "img",
        scale=width / places.whole.width,
    )


def _title(scene: Scene) -> str:
    who = "everybody" if scene.own is None else scene.seats[scene.own].name
    return f"{scene.title}, as {who} sees the table"


def _parts(scene: Scene, places: Layout) -> Iterator[str]:
    whole = places.whole
    yield rectangle(whole, "cloth", 12)
    inner = Box(GAP / 2, _HEADER - 4, whole.width - GAP, places.ring.bottom - _HEADER + 8)
    yield rectangle(inner, "felt", 10)
    title = fitted(scene.title, whole.width - 2 * GAP, 11)
    yield text(title, whole.width / 2, 14, "small soft m")
    for seat, panel, box, slot in zip(
        places.order, places.panels, places.ring.panels, places.ring.slots, strict=True
    ):
        yield from drawn(panel, box)
        yield from _played(scene.seats[seat], slot, places.card)
    bottom = scene.seats[scene.bottom]
    yield from _played(bottom, places.ring.own_slot, places.card)
    yield from _middle(scene, places)
    show = partial(_own_card, scene if scene.own == scene.bottom else None)
    yield from drawn(places.own, places.own_box, show)
    yield from _hand(bottom, places.hand, show)


def _own_card(scene: Scene | None, card: Card, place: Place, size: Size = LARGE) -> str:
    """Return a card of the viewer's, raised if it can be played.

    Args:
        scene: the scene; ``None`` if the card is not the viewer's.
        card: the card.
        place: its place.
        size: its size.
    """
    if scene is None:
        return face(card, place, size)
    data, move = f' data-card="{card}"', scene.moves.get(card)
    if move is None:
        return face(card, place, size, how="idle" if scene.moves else "card", data=data)
    data += f' data-move="{safe(move)}" class="pick"'
    return face(card, place.lifted(lift_of(size)), size, data=data)


def _played(seat: Seat, slot: Box, card: Size) -> Iterator[str]:
    """Yield the cards that a seat has played to the trick, and the word below them."""
    played = seat.played
    if not played.cards:
        return
    count_of = len(played.cards)
    left = slot.center[0] - (count_of * (card.width + 3) - 3) / 2 + card.width / 2
    shown = [
        face(one, Place(left + place * (card.width + 3), slot.y + card.height / 2), card)
        for place, one in enumerate(played.cards)
    ]
    title = f"{seat.name}{', last trick' if played.is_past else ''}"
    faint = ' class="faint"' if played.is_past and not played.won else ""
    yield from group(title, shown, faint)
    if played.note:
        yield text(played.note, slot.center[0], slot.y + card.height + 10, "label tip m")


def _middle(scene: Scene, places: Layout) -> Iterator[str]:
    """Yield the facts, the rows and the stock in the middle, as one block at mid height."""
    box = places.ring.middle
    mid = box.center[0]
    height = len(places.facts) * _FACT + sum(strip.size.height + 4 for strip in places.strips)
    height += _STOCK if scene.stock else 0
    y = box.y + max(box.height - height, 0) / 2
    for line, fact in places.facts:
        shift = 10 if fact.suit else 0
        if fact.suit and fact.words.endswith(line.split(" ")[-1]):
            half = width_of(line, 12) / 2
            yield f'<circle class="card" cx="{mid + half + 2:.1f}" cy="{y + 7:.1f}" r="9"/>'
            yield sign(fact.suit, Place(mid + half + 2, y + 7), 0.6)
        yield text(line, mid - shift, y + 11, "lit m")
        y += _FACT
    for strip in places.strips:
        yield from cards(strip, Box(box.x, y, box.width, strip.size.height), middle=True)
        y += strip.size.height + 4
    if scene.stock:
        yield from group(
            f"stock: {count(scene.stock, 'card')}",
            [back(Place(mid - 3 + 3 * layer, y + 25 - 2 * layer), DENSE) for layer in range(3)],
        )
        yield text(f"stock {scene.stock}", mid, y + 58, "label soft m")


def _hand(seat: Seat, places: Sequence[Place], show: Callable[[Card, Place], str]) -> Iterator[str]:
    """Yield the fan of a seat."""
    closed = [back(place) for card, place in zip(seat.hand, places, strict=True) if card is None]
    if closed:
        yield from group(f"{seat.name}: {count(len(closed), 'card')} face down", closed)
    for card, place in zip(seat.hand, places, strict=True):
        if card is not None:
            yield show(card, place)


def description(scene: Scene) -> str:
    """Return everything in a scene in words, for readers who cannot see the picture."""
    return " ".join(_sentences(scene))


def _sentences(scene: Scene) -> Iterator[str]:
    for fact in scene.facts:
        yield f"{fact.words}{f' {fact.suit.word}' if fact.suit else ''}."
    for row in scene.middle:
        yield f"{row.label}: {_named(row.cards)}."
    if scene.stock:
        yield f"Stock: {count(scene.stock, 'card')}."
    for seat in scene.seats:
        yield f"{seat.name}: {'; '.join(_seat_words(seat))}."
    if scene.moves:
        yield f"You can play: {', '.join(map(words_of, scene.moves))}."


def _seat_words(seat: Seat) -> Iterator[str]:
    yield f"{seat.score} point{'' if seat.score == '1' else 's'}"
    yield from seat.words
    if seat.hand:
        yield f"holds {_named(seat.hand)}"
    for row in seat.rows:
        yield f"{row.label}: {_named(row.cards)}"
    if seat.played.cards:
        played = "played to the last trick" if seat.played.is_past else "played"
        yield f"{played} {_named(seat.played.cards)}"
    if seat.is_actor:
        yield "to move"


def _named(cards: Sequence[object]) -> str:
    """Return cards in the notation; of those face down only the number."""
    shown = [str(card) for card in cards if card is not None]
    closed = len(cards) - len(shown)
    return " ".join(shown + ([count(closed, "closed card")] if closed else []))
