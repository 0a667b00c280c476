"""Exact counts and draws of the divisions of unseen cards in Brag."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations, repeat, starmap
from threading import Lock
from typing import Any, Final, TypeAlias

from twowaystreet._core.cards.cards import RANKS, Card
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.worlds.places import Division, Place
from twowaystreet.games.brag.counting import SUITS, Fill, Sizes, count, fills, histogram
from twowaystreet.games.brag.hands import held_times

Lefts: TypeAlias = tuple[int, ...]
"""The number of unseen cards of each rank, by the place of the rank."""
_STEPS: Final = 1 << 8
"""The greatest number of steps that stay in memory."""


class Step:
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


_step_of: Final = lru_cache(_STEPS)(Step)


class BragWays:
    """The divisions of unseen cards among hands of Brag and the stock.

    No hand holds four of a kind among its unseen cards.

    Args:
        unseen: the cards, all different.
        places: the hands, and the stock as the last place. A hand with barred ranks has one unseen
            card. The stock may hold any cards.
        pairs: ``False`` if the hands without barred ranks may hold four pairs (BR-7). Otherwise
            these hands have nine unseen cards.
    """

    def __init__(self, unseen: Sequence[Card], places: Sequence[Place], pairs: bool) -> None:
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
        """Return the number of divisions from one odd card on."""
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

    def draw(self, rng: random.Random) -> Division:
        """Return a random division; there must be one.

        Each division has the same chance. The cards of the stock are in random order.
        """
        # Any: `next` with a default takes any item to sort.
        next_number: Callable[[Any], float] = partial(next, starmap(rng.random, repeat(())))
        decks: list[list[Card]] = [[] for _ in range(RANKS)]
        for card in sorted(self.unseen, key=next_number):
            decks[card.index % RANKS].append(card)
        found: list[tuple[Card, ...]] = [()] * len(self.places)
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
        alike: list[list[list[Card]]] = [[] for _ in range(SUITS + 1)]
        for deck in decks:
            alike[len(deck)].append(deck)
        state, sizes = histogram(lefts), self._sizes
        for number, (_, place) in enumerate(self._hands):
            _, state, takes = _step_of(sizes[number:], state, self._pairs).draw(rng)
            hand = list[Card]()
            after: list[list[list[Card]]] = [[] for _ in range(SUITS + 1)]
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

    def divisions(self) -> Iterator[Division]:
        """Yield every division once, in a fixed order, with each place in the order of cards."""
        if self.count:
            yield from self._divisions(0, tuple(self.unseen))

    def _divisions(self, number: int, left: tuple[Card, ...]) -> Iterator[Division]:
        if number == len(self.places) - 1:
            yield (left,)
            return
        for some in combinations(left, self.places[number].size):
            hand = card_types_among(some)
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

    def count_without(self, place: int, card: Card) -> int:
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

        Args:
            size: the size of the hand.
            rank: the place of the rank.
            number: the number of odd cards that are chosen already.
            lefts: the cards left of each rank.
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
