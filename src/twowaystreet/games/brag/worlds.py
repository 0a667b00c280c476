"""The hidden cards of Brag: hands, lays before the showing, odd cards, and the rest of the pack.

Divisions of cards are counted by inclusion and exclusion of hands with four of a kind, and of those
with four pairs (BR-7). Ranks with equally many unseen cards are alike, so a *histogram* is one int:
for each number of unseen cards the number of ranks with as many, in four bits.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain, combinations, product
from math import comb, factorial, perm, prod
from threading import Lock
from typing import Any, Final, TypeAlias

from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.brag.rules import CARDS, LAY, RANKS, THREE, Phase, held_times, in_order
from twowaystreet.games.brag.score import PAIR, Outcome
from twowaystreet.games.brag.state import HandData, State, View

_new_hand_data: Final = core.fast_constructor(HandData)


def hidden(view: View) -> tuple[core.Hidden[State], ...]:
    """Return the unseen cards: those that each of the others was dealt, and those left over.

    Only who shows four of a kind, or four pairs of nine cards, has them (BR-7). After the showing
    only the odd card of each of the others is open.
    """
    rules, is_dealt = view.rules, view.phase is not Phase.DEAL
    held = list(view.shown)
    if view.seat is not None:
        held[view.seat] = view.hand or ()
    known = [
        core.card_types_among(chain(some, *(laid or ())))
        for some, laid in zip(held, view.laid, strict=True)
    ]
    odd = Fraction(rules.cards - THREE * rules.hands, rules.cards)
    seats, places, holdings = list[int](), list[core.Place](), list[core.Holding]()
    for seat, hand in enumerate(known):
        missing = rules.cards - hand.bit_count() if is_dealt else 0
        laid_now = view.phase is LAY and view.has_laid[seat]
        place = len(places) if missing and (odd or not laid_now) else None
        holdings.append(core.Holding(held[seat], place, odd if laid_now else Fraction(1)))
        if missing:
            seats.append(seat)
            # BR-7: the odd card makes neither four of a kind nor a prial of a pair shown.
            pairs = held_times(core.card_types_among(view.shown[seat]), PAIR)
            some = held_times(hand, THREE) | pairs
            barred = sum([rank for rank in core.RANK.values() if rank & some])
            places.append(core.Place(missing, barred))
    places.append(core.Place(view.stock_size or 0))
    unseen = core.cards_in(rules.pack._sum & ~sum(known)) if is_dealt else ()
    ways = None
    if any(view.shown) or view.phase is LAY:
        fours = view.score is not None and view.score.outcome is Outcome.FOUR_OF_A_KIND
        ways = BragWays(unseen, places, rules.cards == max(CARDS) and not fours)
    build = _builder(view, seats, known)
    return (core.Hidden(unseen, tuple(places), tuple(holdings), build, ways),)


def _builder(
    view: View, seats: Sequence[int], known: Sequence[int]
) -> Callable[[core.Division, random.Random], State]:
    finished, hands = core.builder_of(view), view.rules.hands
    shown, antes, lays, is_dealt = view.shown, view.antes, view.laid, view.phase is not Phase.DEAL
    # Before the showing others have laid cards unseen.
    unseen = [] if view.hand_over else [pair for pair in enumerate(seats) if view.has_laid[pair[1]]]
    seen = core.card_types_among(chain.from_iterable(chain.from_iterable(filter(None, lays))))

    def build(division: core.Division, rng: random.Random) -> State:
        held, laid, out = [*known], [*lays], seen
        for seat, cards in zip(seats, division, strict=False):
            held[seat] += sum([card._bit for card in cards])
        for number, seat in unseen:
            some = sorted(division[number], key=order_of(rng))  # BR-8: any lay
            found = in_order([some[THREE * hand : THREE * (hand + 1)] for hand in range(hands)])
            laid[seat] = found
            out += sum([card._bit for hand in found for card in hand])
        dealt = tuple(held) if is_dealt else ()
        hand_data = _new_hand_data(dealt, division[-1], tuple(laid), shown, antes)
        state: State = finished(hand_data, sum(held) ^ out)
        return state

    return build


Sizes: TypeAlias = tuple[int, ...]
"""The number of unseen cards of each hand that is still to be filled."""

SUITS: Final = 4
"""The number of cards of a rank, and the number of pairs that end a hand."""
BITS: Final = 4
KEPT: Final = 1 << 12


def histogram(lefts: Iterable[int]) -> int:
    """Return the histogram of ranks with these numbers of unseen cards."""
    return sum([1 << BITS * left for left in lefts if left])


def ranks_with(found: int, left: int) -> int:
    """Return the number of ranks with a number of unseen cards."""
    return found >> BITS * left & (1 << BITS) - 1


def change(left: int, taken: int) -> int:
    """Return the change of a histogram if some unseen cards of a rank are taken."""
    return histogram([left - taken]) - histogram([left])


@lru_cache(KEPT)
def _with_fours(sizes: Sizes) -> tuple[int, ...]:
    """Return for each number of fours the sum over the ways to assign them to hands, in any order.

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
    """Return the number of ways to fill hands without a four; of ``fours`` ranks all are unseen."""
    rest = cards - sum(sizes)
    if rest < 0:
        return 0
    found = 0
    for number, ways in enumerate(_with_fours(sizes)[: fours + 1]):
        rest_ways = perm(fours, number) * factorial(cards - SUITS * number)
        found += (-1) ** number * ways * rest_ways
    return found // (factorial(rest) * prod(map(factorial, sizes)))


_PAIRED: Final = tuple(each for each in product(range(SUITS + 1), repeat=3) if sum(each) == SUITS)
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
        cards = sum([left * ranks_with(found, left) for left in range(1, SUITS + 1)])
        return _without_fours(sizes, ranks_with(found, SUITS), cards)
    return sum([ways * _after_pairs(hands - 1, sizes, after) for after, ways in _paired(found)])


@lru_cache(KEPT)
def count(sizes: Sizes, found: int, pairs: bool) -> int:
    """Return the number of ways to fill hands, with ``pairs`` those of nine without four pairs."""
    total = 0
    for number in range(len(sizes) + 1 if pairs else 1):
        ways = comb(len(sizes), number) * _after_pairs(number, sizes[number:], found)
        total += (-1) ** number * ways
    return total


Take: TypeAlias = tuple[int, int, int, tuple[int, ...]]
"""The ways to take cards of ranks with equally many unseen ones, the pairs among them, the change
of the histogram, and the numbers of ranks of which three cards, two and one are taken.
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


class HandFills:
    """The ways to fill the first of some hands, found only as far as draws need them."""

    def __init__(self, sizes: Sizes, found: int, pairs: bool) -> None:
        self._total = count(sizes, found, pairs)
        self._more = fills(sizes, found, pairs)
        self._fills, self._sums = list[Fill](), [0]
        self._lock = Lock()

    def draw(self, rng: random.Random) -> Fill:
        """Return a random way to fill the hand."""
        at = rng.randrange(self._total)
        if at >= self._sums[-1]:
            with self._lock:  # several threads may share the step
                while at >= self._sums[-1]:
                    self._fills.append(next(self._more))
                    self._sums.append(self._sums[-1] + self._fills[-1][0])
        return self._fills[bisect(self._sums, at) - 1]


_fills_of: Final = lru_cache(_STEPS)(HandFills)


class BragWays(core.Ways):
    """The divisions of unseen cards among hands of Brag, never with four of a kind, and the stock.

    The stock is the last place. A hand with barred ranks has one unseen card. Without ``pairs`` the
    other hands may hold four pairs (BR-7); with it they have nine unseen cards.
    """

    def __init__(
        self, unseen: Sequence[core.Card], places: Sequence[core.Place], pairs: bool
    ) -> None:
        super().__init__(unseen, places)
        self._pairs = pairs
        *hands, _ = enumerate(places)
        self._odd = [(number, hand.barred) for number, hand in hands if hand.barred]
        some = [(hand.size, number) for number, hand in hands if not hand.barred]
        self._hands = sorted(some, reverse=True)
        self._sizes = tuple([size for size, _ in self._hands])
        self._counts: dict[object, int] = {}
        self._picked: dict[tuple[int, Lefts], tuple[tuple[int, ...], tuple[int, ...]]] = {}

    @cached_property
    def _lefts(self) -> Lefts:
        lefts = [0] * RANKS
        for card in self.unseen:
            lefts[card.index % RANKS] += 1
        return tuple(lefts)

    @cached_property
    @override
    def count(self) -> int:
        if sum([place.size for place in self.places]) != len(self.unseen):
            return 0
        return self._sum(0, self._lefts)

    # Odd cards: the single cards of hands with barred ranks

    @cached_property
    def _barring(self) -> list[list[int]]:
        """For each rank, the odd cards that it cannot be: from each number on, as a mask."""
        bars = [
            sum([1 << number for number, (_, barred) in enumerate(self._odd) if barred >> rank & 1])
            for rank in range(RANKS)
        ]
        return [[bar >> number for bar in bars] for number in range(len(self._odd) + 1)]

    def _sum(self, number: int, lefts: Lefts, size: int = 0, rank: int = 0) -> int:
        """Return the number of divisions, or the sum of a rank's cards in a hand of a size."""
        if size and not lefts[rank]:
            return 0
        if number == len(self._odd):
            found = histogram(lefts)
            if size:
                return _taken(self._sizes, found, self._pairs, size, lefts[rank])
            return count(self._sizes, found, self._pairs)
        of_ranks = [*zip(lefts, self._barring[number], strict=True)]
        key = (number, size, of_ranks[rank] if size else (), *sorted(of_ranks))
        if key not in self._counts:
            picks = self._picks(number, lefts, size, rank)
            self._counts[key] = sum([ways for _, ways in picks])
        return self._counts[key]

    def _picks(self, number: int, lefts: Lefts, *of_rank: int) -> Iterator[tuple[int, int]]:
        """Yield each rank that an odd card may have, with its part of the sum."""
        for rank, (left, bars) in enumerate(zip(lefts, self._barring[number], strict=True)):
            if left and not bars & 1:
                yield rank, left * self._sum(number + 1, _without(lefts, rank), *of_rank)

    # Draws

    @override
    def draw(self, rng: random.Random) -> core.Division:
        decks: list[list[core.Card]] = [[] for _ in range(RANKS)]
        order = order_of(rng)
        for card in sorted(self.unseen, key=order):
            decks[card.index % RANKS].append(card)
        found: list[tuple[core.Card, ...]] = [()] * len(self.places)
        lefts = self._lefts
        for number, (place, _) in enumerate(self._odd):
            if (number, lefts) not in self._picked:
                ranks, ways = zip(*self._picks(number, lefts), strict=True)
                self._picked[number, lefts] = ranks, tuple(accumulate(ways))
            ranks, sums = self._picked[number, lefts]
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
                ranks_left = sorted(alike[left], key=order)
                for taken, some in zip((3, 2, 1), numbers, strict=True):
                    for deck in ranks_left[:some]:
                        hand += deck[-taken:]
                        del deck[-taken:]
                        after[left - taken].append(deck)
                    del ranks_left[:some]
                after[left] += ranks_left
            alike = after
            found[place] = tuple(hand)
        found[-1] = tuple(sorted(chain.from_iterable(decks), key=order))
        return tuple(found)

    # Lists and chances

    @override
    def divisions(self) -> Iterator[core.Division]:
        if self.count:
            yield from self._from(0, tuple(self.unseen))

    def _from(self, number: int, left: tuple[core.Card, ...]) -> Iterator[core.Division]:
        if number == len(self.places) - 1:
            yield (left,)
            return
        place = self.places[number]
        for some in combinations(left, place.size):
            hand = core.card_types_among(some)
            is_dead = self._pairs and held_times(hand, 2).bit_count() == 2 * SUITS
            if hand & place.barred or held_times(hand, SUITS) or is_dead:
                continue
            rest = tuple([card for card in left if card not in some])
            for others in self._from(number + 1, rest):
                yield (some, *others)

    @override
    def count_without(self, place: int, card: core.Card) -> int:
        there, bit = self.places[place], card._bit
        if card not in self.unseen or there.barred & bit:
            return self.count
        if there.barred:
            # The hand holds this card, and nothing else is open about the hand.
            cards = [each for each in self.unseen if each is not card]
            places = [each for number, each in enumerate(self.places) if number != place]
            return self.count - BragWays(cards, places, self._pairs).count
        rank = card.index % RANKS
        return self.count - self._sum(0, self._lefts, there.size, rank) // self._lefts[rank]


@lru_cache(_STEPS)
def _taken(sizes: Sizes, found: int, pairs: bool, size: int, left: int) -> int:
    others = list(sizes)
    others.remove(size)
    total = 0
    for ways, _, takes in fills((size, *others), found, pairs):
        threes, twos, ones = takes[left - 1][3]
        total += ways * (3 * threes + 2 * twos + ones)
    return total // ranks_with(found, left)


def order_of(rng: random.Random) -> Callable[[Any], float]:  # Any: what is sorted
    """Return a key by which things are sorted in random order."""
    return partial(next, iter(rng.random, None))


def _without(lefts: Lefts, rank: int) -> Lefts:
    return (*lefts[:rank], lefts[rank] - 1, *lefts[rank + 1 :])
