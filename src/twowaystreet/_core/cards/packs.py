"""Packs of cards, and dealing in packets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain, repeat
from operator import attrgetter, itemgetter, mul
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import CARDS, Card, text_of
from twowaystreet._core.cards.masks import LANE
from twowaystreet._util.values import Value

FRENCH_DECK: Final = tuple(card for card in CARDS if card.suit)
"""The 52 cards without a Joker, in the order of cards."""


Counts: TypeAlias = tuple[int, ...]
"""The number of copies of each card, in the order of cards."""


def _counts_of(some: Iterable[Card]) -> Counts:
    counts = [0] * len(CARDS)
    for card in some:
        counts[card.index] += 1
    return tuple(counts)


def _cards_of(counts: Iterable[int]) -> tuple[Card, ...]:
    return tuple(chain.from_iterable(map(repeat, CARDS, counts)))


def _sum_of(pack: Pack) -> int:
    return sum(map(mul, pack._counts, _BITS))


@attrs.frozen(init=False, repr=False)
class Pack(Value):
    """The cards of a game: any number of any cards, in the order of cards.

    A pack stores counts. The tuple of cards is made on first use.

    Args:
        cards: the cards of one deck in any order, equal cards repeated.
        decks: the number of copies of this deck.

    >>> Pack(FRENCH_DECK[:2] + FRENCH_DECK[:1])
    Pack('2C 2C 3C')
    >>> len(Pack(FRENCH_DECK, decks=3))
    156
    """

    _counts: Counts
    _sum: int = attrs.field(eq=False, default=attrs.Factory(_sum_of, takes_self=True))

    def __init__(self, cards: Iterable[Card], *, decks: int = 1) -> None:
        counts = tuple(count * decks for count in _counts_of(cards))
        made: Any = self  # Any: what attrs makes is not known to every type checker
        made.__attrs_init__(counts)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of cards."""
        return _cards_of(self._counts)

    def __repr__(self) -> str:
        return f"Pack({text_of(self.cards)!r})"

    def __len__(self) -> int:
        return sum(self._counts)

    def is_made_of(self, some: Sequence[Card]) -> bool:
        """Return whether these are the cards of the pack, in any order."""
        if len(some) != len(self) or sum([card._bit for card in some]) != self._sum:
            return False
        # A sum with as many bits as cards has no card twice. Only packs with equal cards need the
        # slower comparison.
        return self._sum.bit_count() == len(some) or _counts_of(some) == self._counts

    def missing(self, some: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards of the pack that are not among these."""
        return _cards_of(map(_less, self._counts, _counts_of(some)))

    def extra(self, some: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards among these that the pack lacks, or holds less often."""
        return _cards_of(map(_less, _counts_of(some), self._counts))


def _less(many: int, few: int) -> int:
    return max(many - few, 0)


_BITS: Final = tuple(card._bit for card in CARDS)
_BIT: Final = attrgetter("_bit")


@lru_cache(maxsize=16)  # for a thousand hands one takes half a megabyte
def packets(hands: int, sizes: tuple[int, ...]) -> tuple[Callable[[Any], tuple[Any, ...]], ...]:
    """Return for each hand a function that picks its cards out of the pack.

    Any: the pack may hold cards, or values that stand for cards.

    Args:
        hands: the number of hands; the first hand gets the first packet.
        sizes: the number of cards that every hand gets in each round, at least two in all.

    >>> from twowaystreet._core.cards.cards import cards, text_of
    >>> pack = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC")
    >>> [text_of(pick(pack)) for pick in packets(3, (1, 2))]
    ['2C 5C 6C', '3C 7C 8C', '4C 9C 10C']
    """
    places: list[list[int]] = [[] for _ in range(hands)]
    top = 0
    for size in sizes:
        for hand in places:
            hand.extend(range(top, top + size))
            top += size
    return tuple(itemgetter(*hand) for hand in places)


def deal_packets(
    cards: Sequence[Card], order: Sequence[int], sizes: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """Deal a pack in rounds of packets.

    Args:
        cards: the pack from the top.
        order: the numbers of the hands in the order of dealing.
        sizes: the number of cards that every hand gets in each round, at least two in all.

    Returns:
        Each hand as a mask, by its number, and the rest of the cards.
    """
    hands = len(order)
    held = [0] * hands
    used = 0
    last = hands * sum(sizes)
    bits = tuple(map(_BIT, cards[:last]))
    picks = packets(hands, sizes)
    for number, pick in zip(order, picks, strict=True):
        chosen = pick(bits)
        hand = sum(chosen)
        if hand & used or hand.bit_count() != len(chosen):  # a second copy of a card
            held = _dealt_copies(cards, order, picks)
            break
        held[number] = hand
        used |= hand
    return tuple(held), tuple(cards[last:])


def _dealt_copies(
    cards: Sequence[Card], order: Sequence[int], picks: Iterable[Callable[[Any], Any]]
) -> list[int]:
    """Return each hand as a mask, by its number, each copy of a card in a lane of its own."""
    held = [0] * len(order)
    lanes = [0] * len(CARDS)
    for number, pick in zip(order, picks, strict=True):
        for card in pick(cards):
            place = card.index
            held[number] |= 1 << place + LANE * lanes[place]
            lanes[place] += 1
    return held
