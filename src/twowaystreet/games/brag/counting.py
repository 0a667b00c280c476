"""Exact counts of the deals of Brag without certain hands (BR-7).

Suits are of no account here, so ranks with equally many unseen cards are alike. A *histogram* is
one int: four bits for each number of unseen cards, with the number of ranks that have as many. The
counts are in physical divisions of cards. All counts follow from two kinds of inclusion and
exclusion: over the hands with four of a kind, and over the hands with four pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import comb, factorial, perm, prod
from typing import Final, TypeAlias

Sizes: TypeAlias = tuple[int, ...]
"""The number of unseen cards of each hand that is still to be filled."""

SUITS: Final = 4
"""The number of cards of a rank, and the number of pairs that end a hand."""
BITS: Final = 4
MOST: Final = (1 << BITS) - 1
KEPT: Final = 1 << 12
"""The greatest number of results that each cache keeps."""


def histogram(lefts: Iterable[int]) -> int:
    """Return the histogram of ranks with these numbers of unseen cards."""
    return sum([1 << BITS * left for left in lefts if left])


def ranks_with(found: int, left: int) -> int:
    """Return the number of ranks with a number of unseen cards."""
    return found >> BITS * left & MOST


def change(left: int, taken: int) -> int:
    """Return the change of a histogram if some unseen cards of a rank are taken."""
    after = left - taken
    return (1 << BITS * after if after else 0) - (1 << BITS * left)


def _cards(found: int) -> int:
    return sum([left * ranks_with(found, left) for left in range(1, SUITS + 1)])


@lru_cache(KEPT)
def _with_fours(sizes: Sizes) -> tuple[int, ...]:
    """Return a sum for each number of fours: over the ways to assign them to hands, in any order.

    A hand of ``s`` cards with ``k`` fours weighs ``s! / (k! (s - 4k)!)``.
    """
    found: tuple[int, ...] = (1,)
    for size in sizes:
        of_hand = [perm(size, SUITS * k) // factorial(k) for k in range(size // SUITS + 1)]
        sums = [0] * (len(found) + len(of_hand) - 1)
        for (first, many), (second, ways) in product(enumerate(found), enumerate(of_hand)):
            sums[first + second] += many * ways
        found = tuple(sums)
    return found


@lru_cache(KEPT)
def _without_fours(sizes: Sizes, fours: int, cards: int) -> int:
    """Return the number of ways to fill hands of which none holds four of a kind.

    Args:
        sizes: the sizes of the hands.
        fours: the number of ranks with all four cards unseen.
        cards: the number of unseen cards.
    """
    rest = cards - sum(sizes)
    if rest < 0:
        return 0
    found = sum(
        [
            (-1 if number % 2 else 1)
            * ways
            * perm(fours, number)
            * factorial(cards - SUITS * number)
            for number, ways in enumerate(_with_fours(sizes)[: fours + 1])
        ]
    )
    return found // (factorial(rest) * prod(map(factorial, sizes)))


_PAIRED: Final = tuple(
    [pairs for pairs in product(range(SUITS + 1), repeat=3) if sum(pairs) == SUITS]
)
"""The numbers of pairs of ranks with two, three and four unseen cards."""


@lru_cache(KEPT)
def _paired(found: int) -> tuple[tuple[int, int], ...]:
    """Return the histograms after a hand of four pairs and another card, each with its ways."""
    after = dict[int, int]()
    for pairs in _PAIRED:
        rest, ways = found, 1
        singles = [ranks_with(found, left) for left in range(SUITS + 1)]
        for left, number in enumerate(pairs, 2):
            ways *= comb(singles[left], number) * comb(left, 2) ** number
            rest += number * change(left, 2)
            singles[left] -= number
        for left, number in enumerate(singles) if ways else ():
            if left and number:
                to = rest + change(left, 1)
                after[to] = after.get(to, 0) + ways * left * number
    return tuple(after.items())


@lru_cache(KEPT)
def _after_pairs(hands: int, sizes: Sizes, found: int) -> int:
    """Return the number of ways to fill hands of four pairs, and others without four of a kind."""
    if not hands:
        return _without_fours(sizes, ranks_with(found, SUITS), _cards(found))
    return sum([ways * _after_pairs(hands - 1, sizes, after) for after, ways in _paired(found)])


@lru_cache(KEPT)
def count(sizes: Sizes, found: int, pairs: bool) -> int:
    """Return the number of ways to fill hands; the cards left over lie in the stock.

    Args:
        sizes: the sizes of the hands.
        found: the histogram of the unseen cards.
        pairs: ``False`` if the hands may hold four pairs. Otherwise each hand is of nine cards.
    """
    return sum(
        [
            (-1 if number % 2 else 1)
            * comb(len(sizes), number)
            * _after_pairs(number, sizes[number:], found)
            for number in range(len(sizes) + 1 if pairs else 1)
        ]
    )


Take: TypeAlias = tuple[int, int, int, tuple[int, ...]]
"""Cards that a hand takes of the ranks with equally many unseen cards.

The number of ways, the number of pairs, the change of the histogram, and the numbers of ranks of
which the hand takes three cards, two cards and one card.
"""


@lru_cache(KEPT)
def _takes(left: int, ranks: int, cards: int) -> tuple[Take, ...]:
    """Return each way to take cards of some ranks, never four of one, the likeliest first."""
    found = list[Take]()
    for threes, twos in product(range(cards // 3 + 1), range(cards // 2 + 1)):
        numbers = threes, twos, cards - 3 * threes - 2 * twos
        if min(numbers) >= 0 and sum(numbers) <= ranks:
            ways, free, changed = 1, ranks, 0
            for number, taken in zip(numbers, (3, 2, 1), strict=True):
                ways *= comb(free, number) * comb(left, taken) ** number
                free -= number
                if ways and number:
                    changed += number * change(left, taken)
            if ways:
                found.append((ways, twos, changed, numbers))
    return tuple(sorted(found, reverse=True))


def _parts(size: int, found: int) -> list[tuple[int, ...]]:
    """Return each way to divide a hand among ranks with one to four cards, the likeliest first."""
    most = [left * ranks_with(found, left) for left in range(1, SUITS + 1)]
    parts = [
        (size - sum(others), *others)
        for others in product(*[range(min(size, number) + 1) for number in most[1:]])
        if 0 <= size - sum(others) <= most[0]
    ]
    return sorted(parts, key=lambda part: -prod(map(comb, most, part)))


Fill: TypeAlias = tuple[int, int, tuple[Take, ...]]
"""A number of divisions, the histogram after a hand, and its cards of ranks with one to four."""


def fills(sizes: Sizes, found: int, pairs: bool) -> Iterator[Fill]:
    """Yield each way to fill the first of some hands, about in the order of likelihood.

    Args:
        sizes: the sizes of the hands.
        found: the histogram of the unseen cards.
        pairs: as in :func:`count`.
    """
    others = sizes[1:]
    for part in _parts(sizes[0], found):
        of_ranks = [
            _takes(left, ranks_with(found, left), cards) for left, cards in enumerate(part, 1)
        ]
        for takes in product(*of_ranks):
            one, two, three, four = takes
            if pairs and two[1] + three[1] + four[1] == SUITS:
                continue
            after = found + one[2] + two[2] + three[2] + four[2]
            if later := count(others, after, pairs):
                yield one[0] * two[0] * three[0] * four[0] * later, after, takes
