"""The codes of tricks: who played which card when, who took each trick, and the open trick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from twowaystreet._cards.cards import Suit
from twowaystreet._engine.bounds import AtMost
from twowaystreet._serial.type_info import Type, bare, is_tuple
from twowaystreet._spaces.codes import BYTE, Code, counts, first_places, flags, hand_columns
from twowaystreet._spaces.types import Sizes, notes, optional
from twowaystreet._tricks.tricks import Trick


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


def played(sizes: Sizes) -> Code:
    """Return the code of all tricks: for each hand and card the number of the play, from 1.

    The value is a sequence of tricks, the open one last.
    """
    first, size = first_places(sizes), len(sizes.copies)
    hands = sizes.hands
    turn = hands // sizes.seats

    def write(value: Iterable[Any], out: Any, at: int, viewer: int) -> None:
        number, shift = 0, viewer * turn
        for trick in value:
            for hand, cards in trick._plays:
                if cards:
                    number += number < BYTE
                base = at + (hand - shift) % hands * size
                for card in cards:
                    place = base + first[card]
                    while out[place]:
                        place += 1
                    out[place] = number

    most = min(size, BYTE)
    code = counts([str(card) for card in sizes.copies], (most,) * size, write)
    return Code(code.columns, code.low, code.high, write, (hands,))


def taken(annotation: Type, sizes: Sizes) -> Code | None:
    """Return the code of the hands that took the complete tricks; ``None`` without such a fact."""
    if not issubclass(get_args(bare(annotation))[0], Trick):
        return None
    hands = sizes.hands
    turn = hands // sizes.seats
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
    number = {card: place for place, card in enumerate(sizes.cards)}
    hands, size = sizes.hands, len(sizes.cards)
    turn = hands // sizes.seats

    def write(value: Any, out: Any, at: int, viewer: int) -> None:
        for hand, cards in value._plays:
            base = at + (hand - viewer * turn) % hands * size
            for card in cards:
                out[base + number[card]] += 1

    high = tuple(map(sizes.copies.count, sizes.cards))
    code = counts([str(card) for card in sizes.cards], high, write)
    return Code(code.columns, code.low, code.high, write, (hands,))


def led(annotation: Type) -> Code | None:
    """Return the code of the suit led to the open trick; ``None`` for tricks without suits."""
    if not issubclass(annotation, Trick):
        return None
    place = {suit: number for number, suit in enumerate(Suit)}

    def write(value: Any, out: Any, at: int, viewer: int) -> None:
        if value.led is not None:
            out[at + place[value.led]] = 1

    return flags([str(suit) for suit in Suit], write)
