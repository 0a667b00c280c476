"""Hands of three: their kinds, and which one is better (BR-4 to BR-6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import RANKS, Card, Rank
from twowaystreet._core.cards.masks import RANK
from twowaystreet._core.engine.setup import checked_rules
from twowaystreet._util.values import Value, fast_constructor
from twowaystreet.errors import RulesError, as_tuple
from twowaystreet.games.brag.rules import PACK, THREE, HighRank, Rules


class Kind(StrEnum):
    """The kinds of hands of three, the best first (BR-5)."""

    PRIAL = "prial"
    RUNNING_FLUSH = "running flush"
    RUN = "run"
    FLUSH = "flush"
    PAIR = "pair"
    HIGH_CARD = "high card"


@attrs.frozen
class HandOfThree(Value):
    """A hand of three cards with its kind and worth.

    Attributes:
        kind: the kind.
        cards: the three cards, those that matter most first, such as a pair before the odd card.
        worth: the worth, which is greater for a better hand under the same rules, and equal for
            equally good hands: a number for the kind, then numbers for the ranks. Suits are of no
            account.
    """

    kind: Kind
    cards: tuple[Card, ...]
    worth: tuple[int, ...]

    @override
    def __str__(self) -> str:
        """The kind and the ranks, such as ``pair 8 8 3``."""
        return f"{self.kind} {' '.join(card.rank for card in self.cards)}"


_new_hand: Final = fast_constructor(HandOfThree)

HIGHEST: Final = RANKS
"""The height of the highest rank (BR-4), above the ace; of other ranks it is their place.

Among runs it is the height of A-2-3 (BR-5).
"""
_RUNS: Final = MappingProxyType(
    {
        **{(place, place + 1, place + 2): place + 2 for place in range(Rank.KING.place)},
        (Rank.TWO.place, Rank.THREE.place, Rank.ACE.place): HIGHEST,
    }
)
"""The heights of runs, by the places of their ranks, the lowest first (BR-5)."""
_STRENGTH: Final = MappingProxyType({kind: number for number, kind in enumerate(reversed(Kind))})


def height(place: int, highest: Rank) -> int:
    """Return the height of the rank at a place, where one rank is above the ace (BR-4)."""
    return HIGHEST if place == highest.place else place


@cache
def _rank(
    places: tuple[int, ...], one_suit: bool, highest: Rank, everywhere: bool
) -> tuple[Kind, tuple[int, ...], tuple[int, ...]]:
    """Return the kind, the worth and the order of three cards.

    There are 2197 sequences of three ranks, so the cache stays small.

    Args:
        places: the places of their ranks, 0 for two to 12 for ace.
        one_suit: True if they are of one suit.
        highest: the rank above the ace.
        everywhere: True if it is so in all kinds but runs; else only in prials.
    """
    low, middle, high = sorted(places)
    if low == high:
        return Kind.PRIAL, (_STRENGTH[Kind.PRIAL], height(low, highest)), (0, 1, 2)
    run = _RUNS.get((low, middle, high))
    if run is not None:
        kind = Kind.RUNNING_FLUSH if one_suit else Kind.RUN
        in_order = (high, low, middle) if run == HIGHEST else (high, middle, low)
        return kind, (_STRENGTH[kind], run), tuple(map(places.index, in_order))
    heights = [height(place, highest) if everywhere else place for place in places]
    # BR-6: the pair first, else the highest card.
    keys = list(zip(map(places.count, places), heights, strict=True))
    order = sorted(range(THREE), key=keys.__getitem__, reverse=True)
    unpaired = Kind.FLUSH if one_suit else Kind.HIGH_CARD
    kind = unpaired if len(set(places)) == THREE else Kind.PAIR
    return kind, (_STRENGTH[kind], *[heights[number] for number in order]), tuple(order)


def ranked(cards: Sequence[Card], rules: Rules) -> HandOfThree:
    """Return the kind and the worth of three cards that have been checked (BR-4 to BR-6)."""
    places = tuple([card.index % RANKS for card in cards])
    first, second, third = [card.suit for card in cards]
    kind, worth, order = _rank(
        places,
        first is second is third,
        rules.highest,
        rules.high_rank is HighRank.EVERYWHERE,
    )
    return _new_hand(kind, tuple([cards[number] for number in order]), worth)


def rank_hand(cards: Sequence[Card], rules: Rules | None = None) -> HandOfThree:
    """Find the kind of three cards, and their worth against other hands.

    Args:
        cards: three different cards in any order.
        rules: the options, which decide the high rank (BR-4); ``None`` for all the defaults.

    Raises:
        RulesError: if these are not three different cards of the pack.

    >>> from twowaystreet import cards
    >>> str(rank_hand(cards("3C 8S 8H"))), str(rank_hand(cards("2D AC 3H")))
    ('pair 8 8 3', 'run A 2 3')
    >>> rank_hand(cards("2D AC 3H")).worth > rank_hand(cards("KD AC QH")).worth
    True
    """
    expected = "three different cards of the pack"
    found = as_tuple("cards", cards, expected, "BR-8")
    if len(found) != THREE or set(map(type, found)) != {Card} or PACK.extra(found):
        raise RulesError("cards", cards, expected, "BR-8")
    return ranked(found, checked_rules(Rules, rules))


def held_times(hand: int, times: int) -> int:
    """Return the cards of the ranks that a hand holds exactly this number of times, as a mask."""
    found = 0
    for rank in RANK.values():
        if (hand & rank).bit_count() == times:
            found |= hand & rank
    return found
