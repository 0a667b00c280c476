"""Exact counts and draws of the deals of Brag: the ways to divide unseen cards (BR-7).

Suits are of no account in the counts, so ranks with equally many unseen cards are alike. A
*histogram* is one int: four bits for each number of unseen cards, with the number of ranks that
have as many. The counts are in physical divisions of cards. All counts follow from two kinds of
inclusion and exclusion: over the hands with four of a kind, and over those with four pairs.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations, product, repeat, starmap
from math import comb, factorial, perm, prod
from threading import Lock
from typing import Any, Final, TypeAlias

from twowaystreet import authoring as core
from twowaystreet.games.brag.hands import held_times
from twowaystreet.games.brag.rules import RANKS

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

    ``fours`` is the number of ranks with all four cards unseen.
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

    Without ``pairs`` the hands may hold four pairs; with it each hand is of nine cards.
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
    """Yield each way to fill the first of some hands, about in the order of likelihood."""
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


Lefts: TypeAlias = tuple[int, ...]
"""The number of unseen cards of each rank, by the place of the rank."""
_STEPS: Final = 1 << 8
"""The greatest number of steps that stay in memory."""


class HandFills:
    """The ways to fill the first of some hands, found only as far as draws need them."""

    def __init__(self, sizes: Sizes, found: int, pairs: bool) -> None:
        self._total = count(sizes, found, pairs)
        self._fills = list[Fill]()
        self._sums = list[int]()
        self._more = fills(sizes, found, pairs)
        self._lock = Lock()

    def draw(self, rng: random.Random) -> Fill:
        """Return a random way to fill the hand."""
        at = rng.randrange(self._total)
        if not self._sums or at >= self._sums[-1]:
            with self._lock:  # several threads may share the step
                while not self._sums or at >= self._sums[-1]:
                    fill = next(self._more)
                    self._fills.append(fill)
                    self._sums.append(fill[0] + (self._sums[-1] if self._sums else 0))
        return self._fills[bisect(self._sums, at)]


_fills_of: Final = lru_cache(_STEPS)(HandFills)


class BragWays:
    """The divisions of unseen cards among hands of Brag and the stock.

    No hand holds four of a kind among its unseen cards.

    The stock is the last place. A hand with barred ranks has one unseen card. Without ``pairs`` the
    other hands may hold four pairs (BR-7); with it they have nine unseen cards.
    """

    def __init__(
        self, unseen: Sequence[core.Card], places: Sequence[core.Place], pairs: bool
    ) -> None:
        self.unseen = unseen
        self.places = places
        self._pairs = pairs
        *hands, _ = enumerate(places)
        self._odd = [(number, hand.barred) for number, hand in hands if hand.barred]
        self._hands = sorted(
            [(hand.size, number) for number, hand in hands if not hand.barred], reverse=True
        )
        self._sizes = tuple([size for size, _ in self._hands])
        self._counts: dict[object, int] = {}
        self._options: dict[tuple[int, Lefts], tuple[list[int], list[int]]] = {}

    @cached_property
    def _lefts(self) -> Lefts:
        lefts = [0] * RANKS
        for card in self.unseen:
            lefts[card.index % RANKS] += 1
        return tuple(lefts)

    @cached_property
    def count(self) -> int:
        """The number of divisions."""
        if sum([place.size for place in self.places]) != len(self.unseen):
            return 0
        return self._count(0, self._lefts)

    @property
    def is_possible(self) -> bool:
        """``True`` if there is a division."""
        return self.count > 0

    @property
    def weight(self) -> int:
        """The sum of the weights of all divisions, which all weigh the same: their number."""
        return self.count

    # Odd cards: the single cards of hands with barred ranks

    @cached_property
    def _barring(self) -> list[list[int]]:
        """For each rank, the odd cards that it cannot be: from each number on, as a mask."""
        bars = [
            sum([1 << number for number, (_, barred) in enumerate(self._odd) if barred >> rank & 1])
            for rank in range(RANKS)
        ]
        return [[bar >> number for bar in bars] for number in range(len(self._odd) + 1)]

    def _count(self, number: int, lefts: Lefts) -> int:
        if number == len(self._odd):
            return count(self._sizes, histogram(lefts), self._pairs)
        key = (number, *sorted(zip(lefts, self._barring[number], strict=True)))
        if key not in self._counts:
            self._counts[key] = sum([ways for _, ways in self._picks(number, lefts)])
        return self._counts[key]

    def _picks(self, number: int, lefts: Lefts) -> Iterator[tuple[int, int]]:
        """Yield each rank that an odd card may have, with the number of divisions."""
        bars = self._barring[number]
        for rank, left in enumerate(lefts):
            if left and not bars[rank] & 1:
                yield rank, left * self._count(number + 1, _without(lefts, rank))

    # Draws

    def draw(self, rng: random.Random) -> core.Division:
        """Return a random division; there must be one.

        Each division has the same chance. The cards of the stock are in random order.
        """
        # Any: `next` with a default takes any item to sort.
        next_number: Callable[[Any], float] = partial(next, starmap(rng.random, repeat(())))
        decks: list[list[core.Card]] = [[] for _ in range(RANKS)]
        for card in sorted(self.unseen, key=next_number):
            decks[card.index % RANKS].append(card)
        found: list[tuple[core.Card, ...]] = [()] * len(self.places)
        lefts = self._lefts
        for number, (place, _) in enumerate(self._odd):
            options = self._options.get((number, lefts))
            if options is None:
                ranks, sums = list[int](), list[int]()
                for rank, ways in self._picks(number, lefts):
                    ranks.append(rank)
                    sums.append(ways + (sums[-1] if sums else 0))
                options = self._options[number, lefts] = ranks, sums
            ranks, sums = options
            rank = ranks[bisect(sums, rng.randrange(sums[-1]))]
            found[place] = (decks[rank].pop(),)
            lefts = _without(lefts, rank)
        alike: list[list[list[core.Card]]] = [[] for _ in range(SUITS + 1)]
        for deck in decks:
            alike[len(deck)].append(deck)
        state, sizes = histogram(lefts), self._sizes
        for number, (_, place) in enumerate(self._hands):
            _, state, takes = _fills_of(sizes[number:], state, self._pairs).draw(rng)
            hand = list[core.Card]()
            after: list[list[list[core.Card]]] = [[] for _ in range(SUITS + 1)]
            for left, (_, _, _, numbers) in enumerate(takes, 1):
                ranks_left = sorted(alike[left], key=next_number)
                for taken, some in zip((3, 2, 1), numbers, strict=True):
                    for deck in ranks_left[:some]:
                        hand += deck[-taken:]
                        del deck[-taken:]
                        after[left - taken].append(deck)
                    del ranks_left[:some]
                after[left] += ranks_left
            alike = after
            found[place] = tuple(hand)
        found[-1] = tuple(sorted(chain.from_iterable(decks), key=next_number))
        return tuple(found)

    # Lists and chances

    def divisions(self) -> Iterator[core.Division]:
        """Yield every division once, in a fixed order, with each place in the order of cards."""
        if self.count:
            yield from self._divisions(0, tuple(self.unseen))

    def _divisions(self, number: int, left: tuple[core.Card, ...]) -> Iterator[core.Division]:
        if number == len(self.places) - 1:
            yield (left,)
            return
        for some in combinations(left, self.places[number].size):
            hand = core.card_types_among(some)
            barred = self.places[number].barred
            if barred:
                if hand & barred:
                    continue
            elif held_times(hand, SUITS) or (
                self._pairs and held_times(hand, 2).bit_count() == 2 * SUITS
            ):
                continue
            rest = tuple([card for card in left if card not in some])
            for others in self._divisions(number + 1, rest):
                yield (some, *others)

    def count_without(self, place: int, card: core.Card) -> int:
        """Return the number of divisions in which a hand does not hold a card."""
        there, bit = self.places[place], card._bit
        if card not in self.unseen or there.barred & bit:
            return self.count
        if there.barred:
            # The hand holds this card, and nothing else is open about the hand.
            cards = [each for each in self.unseen if each is not card]
            places = [each for number, each in enumerate(self.places) if number != place]
            return self.count - BragWays(cards, places, self._pairs).count
        rank = card.index % RANKS
        with_card = self._with(there.size, rank, 0, self._lefts) // self._lefts[rank]
        return self.count - with_card

    def _with(self, size: int, rank: int, number: int, lefts: Lefts) -> int:
        """Return the sum over all divisions of the cards of a rank in a hand of a size.

        ``number`` odd cards are chosen already.
        """
        left = lefts[rank]
        if not left:
            return 0
        if number == len(self._odd):
            sizes = list(self._sizes)
            sizes.remove(size)
            taken = _taken((size, *sizes), histogram(lefts), self._pairs, left)
            return taken // lefts.count(left)
        of_ranks = list(zip(lefts, self._barring[number], strict=True))
        key = (number, size, of_ranks[rank], *sorted(of_ranks))
        if key not in self._counts:
            self._counts[key] = sum(
                [
                    each * self._with(size, rank, number + 1, _without(lefts, other))
                    for other, (each, bars) in enumerate(of_ranks)
                    if each and not bars & 1
                ]
            )
        return self._counts[key]


@lru_cache(_STEPS)
def _taken(sizes: Sizes, found: int, pairs: bool, left: int) -> int:
    """Return the sum over all divisions of the first hand's cards of ranks with some left."""
    total = 0
    for ways, _, takes in fills(sizes, found, pairs):
        threes, twos, ones = takes[left - 1][3]
        total += ways * (3 * threes + 2 * twos + ones)
    return total


def _without(lefts: Lefts, rank: int) -> Lefts:
    return (*lefts[:rank], lefts[rank] - 1, *lefts[rank + 1 :])
