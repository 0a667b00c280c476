"""The codes of tricks: who played which card when, who took each trick, and the open trick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, get_args

import attrs

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.engine.fields import AtMost, Type, bare, is_tuple
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._spaces.codes import BYTE, Code, counts, flags, hand_columns
from twowaystreet._spaces.types import Sizes, notes, optional


def element_of(annotation: Type) -> Type:
    """Return the type of the elements of a tuple, without ``None``."""
    return optional(get_args(bare(annotation))[0])[0]


def is_trick(annotation: Type) -> bool:
    """Return whether a type is that of tricks.

    Tricks have ``_plays``: the number of the hand and the cards of each play; a pass has no cards.
    """
    return isinstance(annotation, type) and hasattr(annotation, "_plays")


def are_tricks(annotation: Type) -> bool:
    """Return whether a type is that of a tuple of tricks."""
    inner = bare(annotation)
    return is_tuple(inner) and is_trick(get_args(inner)[0])


def is_single(annotation: Type) -> bool:
    """Return whether a type is that of a trick of single cards, or of a tuple of them."""
    inner = bare(annotation)
    return issubclass(get_args(inner)[0] if is_tuple(inner) else inner, Trick)


def played(sizes: Sizes, *, single: bool) -> Code:
    """Return the code of all tricks: for each hand and card the number of the play, from 1.

    The value is a sequence of tricks, the open one last.

    Args:
        sizes: the sizes of the game.
        single: True if each play is a card; otherwise the game has one pack.
    """
    first, size, hands, turn = sizes.first_places, len(sizes.copies), sizes.hands, sizes.turn

    def rows(at: int, viewer: int) -> list[int]:
        shift = viewer * turn
        return [at + (hand - shift) % hands * size for hand in range(hands)]

    def write(value: Iterable[Any], out: Any, at: int, viewer: int) -> None:
        number, row = 0, rows(at, viewer)
        for hand, cards in chain.from_iterable(trick._plays for trick in value):
            if cards:
                number += number < BYTE
            for card in cards:
                out[row[hand] + first[card.index]] = number

    # Half of the time of an observation of Twos would be spent here with a tuple for each card:
    # 13 against 5 microseconds, measured on CPython 3.11.
    def flat(value: Iterable[Any]) -> Iterable[tuple[int, Card]]:
        hands_of, cards = list[int](), list[Card]()
        for trick in value:
            hands_of += trick._hands
            cards += trick.cards
        return zip(hands_of, cards, strict=True)

    def write_single(value: Iterable[Any], out: Any, at: int, viewer: int) -> None:
        row = rows(at, viewer)
        for number, (hand, card) in enumerate(flat(value), start=1):
            out[row[hand] + first[card.index]] = number

    def write_copies(value: Iterable[Any], out: Any, at: int, viewer: int) -> None:
        row, number = rows(at, viewer), 0
        for hand, card in flat(value):
            number += number < BYTE
            place = row[hand] + first[card.index]
            while out[place]:  # another copy has come before
                place += 1
            out[place] = number

    most = min(size, BYTE)
    of_one = write_single if size == len(sizes.cards) <= BYTE else write_copies
    chosen = of_one if single else write
    code = counts([str(card) for card in sizes.copies], (most,) * size, chosen)
    return attrs.evolve(code, axes=(hands,))


def taken(annotation: Type, sizes: Sizes) -> Code | None:
    """Return the code of the hands that took the complete tricks; ``None`` without such a fact."""
    if not is_single(annotation):
        return None
    hands, turn = sizes.hands, sizes.turn
    lengths = [note.length for note in notes(annotation) if isinstance(note, AtMost)]
    length = sizes.number(lengths[0]) if lengths else len(sizes.copies) // hands

    def write(value: Sequence[Any], out: Any, at: int, viewer: int) -> None:
        shift = viewer * turn
        for trick in value:
            out[at + (trick._taker - shift) % hands] = 1
            at += hands

    columns = hand_columns(sizes.seats, hands)
    return Code(columns, (0,) * hands, (1,) * hands, write, (length,))


def on_table(sizes: Sizes) -> Code:
    """Return the code of the open trick: for each hand the number of copies of each card."""
    places, size, hands, turn = sizes.places, len(sizes.cards), sizes.hands, sizes.turn

    def write(value: Any, out: Any, at: int, viewer: int) -> None:
        for hand, cards in value._plays:
            base = at + (hand - viewer * turn) % hands * size
            for card in cards:
                out[base + places[card.index]] += 1

    high = tuple(map(sizes.copies.count, sizes.cards))
    code = counts([str(card) for card in sizes.cards], high, write)
    return attrs.evolve(code, axes=(hands,))


def led(annotation: Type) -> Code | None:
    """Return the code of the suit led to the open trick; ``None`` for tricks without suits."""
    if not is_single(annotation):
        return None
    place = {suit: number for number, suit in enumerate(Suit)}

    def write(value: Any, out: Any, at: int, viewer: int) -> None:
        if value.led is not None:
            out[at + place[value.led]] = 1

    return flags([str(suit) for suit in Suit], write)
