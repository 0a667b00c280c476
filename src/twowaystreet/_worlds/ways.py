"""Exact counts and uniform draws of the ways to divide unseen cards among places.

Cards that the same places may hold form a class; places with equal constraints form a group.
Dynamic programming over the number of cards left in each class counts the ways to fill one group
after the other, and a draw walks along these counts. So no draw is ever rejected.

A step chooses only the classes of the cards. Each sequence of classes stands for the same number of
divisions: the permutations of all classes, divided by those within all places.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import accumulate, chain, combinations, repeat, starmap
from math import comb, factorial, prod
from operator import attrgetter
from typing import Final

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._cards.masks import card_types_among
from twowaystreet._util.values import Value
from twowaystreet._worlds.places import Division, Place
from twowaystreet._worlds.steps import CardClass, Counts, Options, Step

FEW: Final = 300
"""The greatest number of choices in one step; a group with more is filled card by card."""


@attrs.frozen(eq=False)
class Group(Value):
    """The places with the same constraints, filled as one.

    Attributes:
        places: the numbers of the places.
        size: the number of cards in all of them.
        held: the card types that they may hold, as a mask.
        needs: masks of card types; the group, which is one place, holds a card of each.
    """

    places: tuple[int, ...]
    size: int
    held: int
    needs: tuple[int, ...]


@attrs.frozen(eq=False)
class Leg(Value):
    """A step with the counts of the states before and after it."""

    step: Step
    before: Counts
    after: Counts


END: Final[Counts] = {0: 1}
"""The count after the last step: nothing is left, and one sequence is complete."""
_INDEX: Final = attrgetter("index")


class Ways:
    """The divisions of unseen cards among places.

    Equal cards are different physical cards, so that a swap of them is another division.

    Args:
        unseen: the cards.
        places: the places. If their sizes do not add up to the number of the cards, or a place
            cannot be filled, there is no division.

    >>> from twowaystreet._cards.cards import Suit, cards
    >>> from twowaystreet._cards.masks import SUIT
    >>> ways = Ways(cards("2C 3C 4H"), (Place(1, SUIT[Suit.HEARTS]), Place(2)))
    >>> ways.count, ways.count_without(0, cards("2C")[0])
    (2, 1)
    >>> next(ways.divisions())
    ((Card.parse('2C'),), (Card.parse('3C'), Card.parse('4H')))
    """

    def __init__(self, unseen: Sequence[Card], places: Sequence[Place]) -> None:
        self.unseen = unseen
        self.places = places
        self._options: dict[tuple[int, int], Options] = {}
        self._without: dict[object, int] = {}

    @cached_property
    def count(self) -> int:
        """The number of divisions."""
        sizes = [place.size for place in self.places]
        if sum(sizes) != len(self.unseen) or min(sizes, default=0) < 0:
            return 0
        within = prod(map(factorial, sizes))
        if self._is_free:
            return factorial(len(self.unseen)) // within
        first = self._walk[0][0].before.get(self._start, 0)
        return first * prod([factorial(len(each.cards)) for each in self._classes]) // within

    @property
    def is_possible(self) -> bool:
        """Whether there may be a division."""
        return self.count > 0

    @property
    def weight(self) -> int:
        """The sum of the weights of all divisions: their number, if all weigh the same."""
        return self.count

    def count_without(self, place: int, card: Card) -> int:
        """Return the weight of the divisions in which a place holds no copy of a card."""
        there, bit = self.places[place], card._bit
        if not bit & self._types & ~there.barred:
            return self.count
        copies = sum([one._bit == bit for one in self.unseen])
        alike = next(number for number, each in enumerate(self._classes) if card in each.cards)
        key = (there.size, there.barred & self._types, there.needs, alike, copies)
        if key not in self._without:
            places = list(self.places)
            places[place] = attrs.evolve(there, barred=there.barred | bit)
            self._without[key] = Ways(self.unseen, places).count
        return self._without[key]

    def draw(self, rng: random.Random) -> Division:
        """Return a random division; there must be one.

        Each division has the same chance. The cards of every place are in random order.
        """
        next_number: Callable[[Card], float] = partial(next, starmap(rng.random, repeat(())))
        if self._is_free:
            shuffled = sorted(self.unseen, key=next_number)
            return tuple(_slices(shuffled, [place.size for place in self.places]))
        decks = [sorted(each.cards, key=next_number) for each in self._classes]
        found: list[tuple[Card, ...]] = [()] * len(self.places)
        state = self._start
        for group, after in zip(self._groups, self._path(rng), strict=True):
            parts = [
                deck[low:high]
                for deck, each in zip(decks, self._classes, strict=True)
                if (low := each.left(after)) < (high := each.left(state))
            ]
            state = after
            some = parts[0] if len(parts) == 1 else list(chain.from_iterable(parts))
            if len(parts) > 1:
                some.sort(key=next_number)
            sizes = [self.places[number].size for number in group.places]
            for number, cards in zip(group.places, _slices(some, sizes), strict=True):
                found[number] = cards
        return tuple(found)

    def divisions(self) -> Iterator[Division]:
        """Yield every division once, in a fixed order, with each place in the order of cards."""
        if self.count:
            yield from self._divisions(0, self._start, [each.cards for each in self._classes], {})

    def _divisions(
        self,
        number: int,
        state: int,
        left: Sequence[tuple[Card, ...]],
        found: dict[int, tuple[Card, ...]],
    ) -> Iterator[Division]:
        """Yield the divisions that begin with the places found, from one group on."""
        if number == len(self._groups):
            yield tuple([found.get(place, ()) for place in range(len(self.places))])
            return
        group, step = self._groups[number], self._steps[number]
        counts = self._walk[number][-1].after
        sizes = [self.places[place].size for place in group.places]
        for after, _ in step.choices(state):
            if after not in counts:
                continue
            numbers = [each.left(state) - each.left(after) for each in self._classes]
            for some, rest in _picked(left, numbers):
                for parts in parted(tuple(sorted(some, key=_INDEX)), sizes):
                    of_group = dict(zip(group.places, parts, strict=True))
                    yield from self._divisions(number + 1, after, rest, found | of_group)

    # The plan

    @cached_property
    def _types(self) -> int:
        """The types of the unseen cards."""
        return card_types_among(self.unseen)

    @cached_property
    def _is_free(self) -> bool:
        """``True`` if every place may hold every card."""
        types = self._types
        return not any(place.needs or place.barred & types for place in self.places)

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        """The groups of places with cards or needs, those that few cards can fill first."""
        types = self._types
        alike: dict[object, list[int]] = {}
        for number, place in enumerate(self.places):
            if place.size or place.needs:
                key = (number,) if place.needs else place.barred & types
                alike.setdefault(key, []).append(number)
        groups = list[Group]()
        for numbers in alike.values():
            first = self.places[numbers[0]]
            held = types & ~first.barred
            needs = tuple(dict.fromkeys([need & held for need in first.needs]))
            size = sum([self.places[number].size for number in numbers])
            groups.append(Group(tuple(numbers), size, held, needs))
        groups.sort(key=lambda group: (not group.needs, group.held.bit_count(), group.size))
        return tuple(groups)

    @cached_property
    def _classes(self) -> tuple[CardClass, ...]:
        """The classes of cards, whose fields lie below the bits of all needs."""
        needs = [need for group in self._groups for need in group.needs]
        parts = [self._types] if self.unseen else []
        for mask in dict.fromkeys(chain([group.held for group in self._groups], needs)):
            parts = [part for both in parts for part in (both & mask, both & ~mask) if part]
        decks = [tuple([card for card in self.unseen if card._bit & part]) for part in parts]
        widths = [len(deck).bit_length() + 1 for deck in decks]
        top = sum(widths)
        return tuple(
            [
                CardClass(
                    part,
                    deck,
                    1 << low,
                    (1 << low + width - 1) - (1 << low),
                    ~sum([1 << top + bit for bit, need in enumerate(needs) if need & part]),
                )
                for part, deck, width, low in zip(
                    parts, decks, widths, accumulate(widths, initial=0), strict=False
                )
            ]
        )

    @cached_property
    def _start(self) -> int:
        """The state with all cards."""
        return sum([len(each.cards) * each.unit for each in self._classes])

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        """For each group the step that fills it."""
        groups, classes = self._groups, self._classes
        bit = sum([len(each.cards).bit_length() + 1 for each in classes])
        steps = list[Step]()
        for number, group in enumerate(groups):
            held = [
                (each, sum([one.size for one in groups[number + 1 :] if one.held & each.types]))
                for each in classes
                if group.held & each.types
            ]
            needs = (1 << len(group.needs)) - 1 << bit
            bit += len(group.needs)
            steps.append(Step(group.size, tuple(held), needs, needs))
        return tuple(steps)

    @cached_property
    def _walk(self) -> tuple[tuple[Leg, ...], ...]:
        """For each group its steps, one or many, with the counts before and after each."""
        walk, level = list[list[tuple[Step, set[int]]]](), {self._start}
        for step in self._steps:
            walk.append([])
            choices = comb(step.size + max(1, len(step.classes)) - 1, step.size)
            is_last = len(walk) == len(self._steps)
            if is_last or not step.size or len(level) * choices <= FEW:
                walk[-1].append((step, level))
                level = {after for state in level for after, _ in step.choices(state)}
                continue
            for single in step.singles():
                walk[-1].append((single, level))
                level = single.after_one(level)
        legs, after = list[tuple[Leg, ...]](), END
        for steps in reversed(walk):
            of_group = list[Leg]()
            for step, level in reversed(steps):
                before = step.counts(level, after)
                of_group.append(Leg(step, before, after))
                after = before
            legs.append(tuple(reversed(of_group)))
        return tuple(reversed(legs))

    def _path(self, rng: random.Random) -> Iterator[int]:
        """Yield the state after each group, at random."""
        state, number = self._start, 0
        for legs in self._walk:
            for leg in legs:
                number += 1
                options = self._options.get((number, state))
                if options is None:
                    options = self._options[number, state] = leg.step.options(state, leg.after)
                states, sums = options
                state = states[bisect(sums, rng.randrange(sums[-1])) if len(states) > 1 else 0]
            yield state


def _slices(some: Sequence[Card], sizes: Iterable[int]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards in parts of these sizes."""
    low = 0
    for size in sizes:
        yield tuple(some[low : low + size])
        low += size


def _chosen(some: tuple[Card, ...], size: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield each choice of some cards, and the others."""
    for places in combinations(range(len(some)), size):
        rest = [card for place, card in enumerate(some) if place not in places]
        yield tuple([some[place] for place in places]), tuple(rest)


def _picked(
    decks: Sequence[tuple[Card, ...]], sizes: Sequence[int]
) -> Iterator[tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]]:
    """Yield each choice of a number of cards from every deck, and the rest of each deck."""
    if not decks:
        yield (), ()
        return
    for some, rest in _chosen(decks[0], sizes[0]):
        for more, others in _picked(decks[1:], sizes[1:]):
            yield some + more, (rest, *others)


def parted(some: tuple[Card, ...], sizes: Sequence[int]) -> Iterator[Division]:
    """Yield each division of cards into sets of these sizes."""
    if not sizes:
        yield ()
        return
    for first, rest in _chosen(some, sizes[0]):
        for others in parted(rest, sizes[1:]):
            yield (first, *others)
