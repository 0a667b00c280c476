"""Hands as bit masks: the one clever representation, kept behind cards and tuples.

A set of cards is an int. Card number ``i`` in the order of cards is bit ``i`` of the first *lane*;
a lane is 64 bits wide, and a second copy of an equal card (double decks, two plain Jokers) is the
same bit one lane up. Which lane a copy gets depends only on which lanes are free, so states that
hold equal cards are equal. A mask of *kinds* is a mask folded into the first lane: which cards are
there at all, however often.

Measured on a prototype, CPython 3.11: a state with hands as masks plays 4.5 times as many moves a
second as one with hands as tuples of cards, and the lanes of a double deck cost it 4 %.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from operator import attrgetter
from struct import iter_unpack
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from twowaystreet._cards.cards import CARDS, RANKS, SUIT_CARDS, Card, Joker, Rank, Suit

LANE: Final = 64
ONE_LANE: Final = (1 << LANE) - 1
"""The greatest mask without a second copy."""

T = TypeVar("T")

SUIT: Final[Mapping[Suit, int]] = MappingProxyType(
    {suit: ((1 << RANKS) - 1) << suit.place * RANKS for suit in Suit}
)
"""The kinds of each suit; a Joker is no card of any (ST-14)."""

JOKER: Final[Mapping[Joker, int]] = MappingProxyType(
    {joker: 1 << SUIT_CARDS + joker.place for joker in Joker}
)
"""The kind of each Joker."""
RANK: Final[Mapping[Rank, int]] = MappingProxyType(
    {rank: sum(1 << suit.place * RANKS + rank.place for suit in Suit) for rank in Rank}
)
"""The kinds of each rank, one of every suit."""
JOKERS: Final = sum(JOKER.values())


_MANY_LANES: Final = 1 << 8 * LANE
"""From here on a mask is so long that it is not gone through lane by lane.

A thousand decks make masks of 64 000 bits. A step over such a mask takes a microsecond, and a
thousand steps, one a lane, would take a millisecond for every card that is played.
"""


@cache
def _in_every_lane(lanes: int) -> int:
    """The first bit of so many lanes."""
    return ((1 << LANE * lanes) - 1) // ONE_LANE


def _copies(mask: int, card: Card) -> int:
    """The bits of a card in the lanes of a long mask."""
    lanes = 1 << (mask.bit_length() // LANE).bit_length()  # few powers of two are ever kept
    return mask & _in_every_lane(lanes) << card.index


def card_types(mask: int) -> int:
    """Fold every lane into the first."""
    while mask > _MANY_LANES:
        half = (mask.bit_length() // (2 * LANE) + 1) * LANE
        mask = mask >> half | mask & (1 << half) - 1
    folded = mask & ONE_LANE
    while mask := mask >> LANE:
        folded |= mask & ONE_LANE
    return folded


def card_types_among(some: Iterable[Card]) -> int:
    """The kinds among these cards, as a mask.

    >>> bin(kinds_among(CARDS[1:2] + CARDS[1:3]))
    '0b110'
    """
    found = 0
    for card in some:
        found |= card._bit
    return found


def mask_of(some: Sequence[Card], used: int = 0) -> int:
    """The mask of these cards, each the lowest copy that is not used yet."""
    mask = card_types_among(some)
    if not mask & used and mask.bit_count() == len(some):
        return mask
    mask = 0
    for card in some:
        bit = _first_free(used, card) if used > _MANY_LANES else card._bit
        while used & bit:
            bit <<= LANE
        used |= bit
        mask |= bit
    return mask


def _first_free(used: int, card: Card) -> int:
    """The bit of the lowest copy of a card that a long mask does not have."""
    above = 1 << used.bit_length() + LANE
    free = _copies(above - 1, card) & ~used
    return free & -free


def find(mask: int, card: Card) -> int:
    """The bit of the lowest copy of a card that is in the mask, 0 if there is none."""
    bit = card._bit
    if mask > _MANY_LANES:
        copies = _copies(mask, card)
        return copies & -copies
    while not mask & bit:
        bit <<= LANE
        if bit > mask:
            return 0
    return bit


def find_all(mask: int, some: Sequence[Card]) -> int | None:
    """The mask of all these cards, each with a copy of its own; ``None`` if one is missing."""
    found = card_types_among(some)
    if mask & found == found and found.bit_count() == len(some):
        return found
    found = 0
    for card in some:
        bit = find(mask & ~found, card)
        if not bit:
            return None
        found |= bit
    return found


_CUTS: Final = (0, 9, 18, 27, 36, 45, len(CARDS))
"""Between which kinds the tables of `PerKind` change, and by which it shifts."""


_LOW: Final = (1 << 27) - 1
"""The cards of the first three tables of `PerKind`."""


class PerKind(Generic[T]):
    """What belongs to the cards of a mask of kinds, in the order of cards, as one tuple.

    It is joined from ready-made tuples, one for each set of nine neighbouring kinds. They are few
    enough to stay near the processor. Measured on CPython 3.11: 0.4 microseconds for a mask, 3 to 4
    for going through all cards; dictionaries of the masks that were asked for answer faster while
    they are small, but make whole hands take 3 % longer.

    Args:
        items: what belongs to each card there is, in the order of cards.
    """

    __slots__ = ("_parts",)

    def __init__(self, items: Sequence[T]) -> None:
        self._parts = tuple(_every_set(items[first:last]) for first, last in pairwise(_CUTS))

    def __getitem__(self, mask: int) -> tuple[T, ...]:
        a, b, c, d, e, f = self._parts
        if mask <= _LOW:  # half of all plays that follow suit: 1.4 % of a hand of Twos
            return a[mask & 511] + b[mask >> 9 & 511] + c[mask >> 18]
        return (
            a[mask & 511]
            + b[mask >> 9 & 511]
            + c[mask >> 18 & 511]
            + d[mask >> 27 & 511]
            + e[mask >> 36 & 511]
            + f[mask >> 45]
        )


def _every_set(items: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """Every set of these items in their order, by its mask."""
    sets: list[tuple[T, ...]] = [()]
    for item in items:
        sets += [(*some, item) for some in sets]
    return tuple(sets)


_CARDS: Final = PerKind(CARDS)
_PLACE: Final = attrgetter("index")
_PLACES: Final = PerKind(range(len(CARDS)))


def places_in(mask: int) -> Sequence[int]:
    """The places in the order of cards of the cards of a mask, each copy on its own."""
    return _PLACES[mask] if mask <= ONE_LANE else [card.index for card in cards_in(mask)]


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask in the order of cards, each copy on its own.

    >>> cards_in(0b101 | 0b100 << LANE)
    (Card.parse('2C'), Card.parse('4C'), Card.parse('4C'))
    """
    if mask <= ONE_LANE:
        return _CARDS[mask]
    found: list[Card] = []
    in_bytes = mask.to_bytes((mask.bit_length() // LANE + 1) * LANE // 8, "little")
    for (lane,) in iter_unpack("<Q", in_bytes):
        if lane:
            found += _CARDS[lane]
    found.sort(key=_PLACE)  # 1.4 microseconds for eleven cards; comparing cards takes 53
    return tuple(found)
