"""Exact counts and uniform draws of the ways to divide unseen cards among places.

Cards that the same places may hold form a class; places with equal constraints form a group.
Dynamic programming over the number of cards left in each class counts the ways to fill one group
after the other, and a draw walks along these counts. Each sequence of classes stands for the same
number of divisions: the permutations of all classes, divided by those within all places.

A *state* is one int, which has a field with the number of cards left in each class, and a bit for
each need that the place in hand has not met yet. Each field has a spare bit above it: a subtraction
from an empty field sets this bit, and the result is not a state.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import accumulate, chain, combinations, repeat, starmap
from math import comb, factorial, prod
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias, cast

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._util.values import Value

FEW: Final = 300
"""The greatest number of choices in one step; a group with more is filled card by card."""
Division: TypeAlias = tuple[tuple[Card, ...], ...]
"""The unseen cards of each place, in the order of the places."""


@attrs.frozen
class Place(Value):
    """A set of unseen cards: a hand, the stock, a pair put away, a face-down heap.

    Attributes:
        size: the number of unseen cards in it.
        barred: the card types that it cannot hold, as a mask.
        needs: masks of card types; the place holds at least one card of each mask.
    """

    size: int
    barred: int = 0
    needs: tuple[int, ...] = ()


Counts: TypeAlias = dict[int, int]  # the number of sequences of classes from each state to the end
Options: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The possible next states, and the sums of their counts up to each of them."""


@attrs.frozen(eq=False)
class CardClass(Value):
    types: int  # as a mask
    cards: tuple[Card, ...]
    unit: int  # the lowest bit of the field in a state
    field: int  # the mask of the field without the spare bit
    kept: int  # the mask of a state without the needs that a card of the class meets

    def left(self, state: int) -> int:
        return (state & self.field) // self.unit


@attrs.frozen(eq=False)
class FillStep(Value):
    size: int
    classes: tuple[tuple[CardClass, int], ...]  # with the number of cards that later steps can take
    opens: int  # the needs that begin with this step
    closes: int  # the bits that must be 0 after it

    def choices(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield each state after this one, and the number of sequences between them."""
        lefts = [each.left(state) for each, _ in self.classes]
        least = [max(0, left - later) for left, (_, later) in zip(lefts, self.classes, strict=True)]
        # The numbers of cards that the classes after each one must take and can take.
        must = [*accumulate(reversed(least), initial=0)][-2::-1]
        can = [*accumulate(reversed(lefts), initial=0)][-2::-1]
        some = [(self.size, state | self.opens, 1)]
        for (each, _), left, low, after, most in zip(
            self.classes, lefts, least, must, can, strict=True
        ):
            unit, kept = each.unit, each.kept
            some = [
                (
                    size - number,
                    to - number * unit & kept if number else to,
                    ways * comb(size, number),
                )
                for size, to, ways in some
                for number in range(max(low, size - most), min(left, size - after) + 1)
            ]
        closes = self.closes
        return ((to, ways) for size, to, ways in some if not (size or to & closes))

    def singles(self) -> Iterator[FillStep]:
        spare = sum(each.field + each.unit for each, _ in self.classes)
        for left in range(self.size - 1, -1, -1):
            is_first, is_last = left == self.size - 1, not left
            yield FillStep(
                1,
                tuple([(each, later + left) for each, later in self.classes]),
                self.opens if is_first else 0,
                spare
                | sum(each.field for each, later in self.classes if not later + left)
                | (self.closes if is_last else 0),
            )

    def after_all(self, states: Iterable[int]) -> set[int]:
        return {after for state in states for after, _ in self.choices(state)}

    def after_one(self, states: Iterable[int]) -> set[int]:
        moves = [(each.unit, each.kept) for each, _ in self.classes]
        opens, closes = self.opens, self.closes
        return {
            to
            for state in states
            for unit, kept in moves
            if not (to := (state | opens) - unit & kept) & closes
        }

    def counts(self, states: Iterable[int], after: Counts) -> Counts:
        """Return the counts of those states that lead on."""
        get = after.get
        if self.size == 1:
            moves = [(each.unit, each.kept) for each, _ in self.classes]
            opens = self.opens
            return {
                state: ways
                for state in states
                if (ways := sum([get((state | opens) - unit & kept, 0) for unit, kept in moves]))
            }
        return {
            state: ways
            for state in states
            if (ways := sum([number * get(to, 0) for to, number in self.choices(state)]))
        }

    def options(self, state: int, after: Counts) -> Options:
        choices = self.choices(state)
        if self.size == 1:
            before = state | self.opens
            choices = iter([(before - each.unit & each.kept, 1) for each, _ in self.classes])
        some = [(to, ways * after[to]) for to, ways in choices if to in after]
        return tuple([to for to, _ in some]), tuple(accumulate([ways for _, ways in some]))


def join(state: int, classes: Iterable[tuple[int, Iterable[CardClass]]]) -> tuple[int, int]:
    """Join classes into new ones; return the state, and the orders of the cards."""
    found, orders = 0, 1
    for unit, members in classes:
        number = 0
        for each in members:
            left = each.left(state)
            number += left
            orders *= comb(number, left)
        found += number * unit
    return found, orders


@attrs.frozen(eq=False)
class Group(Value):
    places: tuple[int, ...]
    size: int
    held: int
    needs: tuple[int, ...]


Joins: TypeAlias = dict[int, tuple[int, int]]
"""For each state after a group the state before the next one, and the number of sequences."""
Joined: TypeAlias = tuple[tuple[int, ...], ...]
"""For each class of the next group the numbers of the classes of this group that become one."""


class Leg(NamedTuple):
    step: FillStep
    before: Counts
    after: Counts


class Stage(NamedTuple):
    legs: tuple[Leg, ...]
    joins: Joins
    joined: Joined


OnAny: TypeAlias = Callable[..., float]  # the key of a sort that shuffles
_INDEX: Final = attrgetter("index")


class Ways:
    """The divisions of unseen cards among places.

    Equal cards are different physical cards, so that a swap of them is another division. There is
    none if the sizes of the places do not add up to the number of the cards, or one stays open.

    Args:
        unseen: the unseen cards.
        places: the places.

    >>> from twowaystreet import cards
    >>> unseen = cards("2C 3C 4C")
    >>> ways = Ways(unseen, [Place(1, barred=card_types_among(unseen[:1])), Place(2)])
    >>> ways.count, [[str(card) for card in first] for first, _ in ways.divisions()]
    (2, [['3C'], ['4C']])
    """

    def __init__(self, unseen: Sequence[Card], places: Sequence[Place]) -> None:
        self.unseen = unseen
        self.places = places
        self._options: dict[tuple[int, int, int], Options] = {}
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
        first = self._walk[0].legs[0].before.get(self._start, 0)
        classes = self._layouts[0]
        return first * prod([factorial(len(each.cards)) for each in classes]) // within

    @property
    def is_possible(self) -> bool:
        """``True`` if there is a division."""
        return self.count > 0

    @property
    def weight(self) -> int:
        """The sum of the weights of all divisions, which is their number if all weigh the same."""
        return self.count

    def count_without(self, place: int, card: Card) -> int:
        """Return the weight of the divisions in which a place holds no copy of a card."""
        there, bit = self.places[place], card._bit
        if not bit & self._types & ~there.barred:
            return self.count
        copies = sum([one._bit == bit for one in self.unseen])
        alike = next(number for number, each in enumerate(self._layouts[0]) if card in each.cards)
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
        numbers = starmap(rng.random, repeat(()))
        next_number: Callable[[object], float] = partial(cast(OnAny, next), numbers)
        if self._is_free:
            shuffled = sorted(self.unseen, key=next_number)
            return tuple(_slices(shuffled, [place.size for place in self.places]))
        decks = [sorted(each.cards, key=next_number) for each in self._layouts[0]]
        found: list[tuple[Card, ...]] = [()] * len(self.places)
        state, walk = self._start, self._walk
        for number, (group, classes) in enumerate(zip(self._groups, self._layouts, strict=True)):
            after = self._next(number, state, rng)
            lefts = [each.left(after) for each in classes]
            parts = [deck[left:] for deck, left in zip(decks, lefts, strict=True)]
            sizes = [self.places[place].size for place in group.places]
            some = _shuffled(parts, next_number)
            for place, cards in zip(group.places, _slices(some, sizes), strict=True):
                found[place] = cards
            rest = [deck[:left] for deck, left in zip(decks, lefts, strict=True)]
            joined = [[rest[one] for one in each] for each in walk[number].joined]
            decks = [_shuffled(each, next_number) for each in joined]
            state = walk[number].joins[after][0]
        return tuple(found)

    def _next(self, number: int, state: int, rng: random.Random) -> int:
        for place, leg in enumerate(self._walk[number].legs):
            options = self._options.get((number, place, state))
            if options is None:
                options = self._options[number, place, state] = leg.step.options(state, leg.after)
            states, sums = options
            state = states[bisect(sums, rng.randrange(sums[-1])) if len(states) > 1 else 0]
        return state

    def divisions(self) -> Iterator[Division]:
        """Yield every division once, in a fixed order, with each place in the order of cards."""
        if not self._groups and self.count:
            yield ((),) * len(self.places)
        elif self.count:
            decks = [each.cards for each in self._layouts[0]]
            yield from self._divisions(0, self._start, decks, {})

    def _divisions(
        self,
        number: int,
        state: int,
        left: Sequence[tuple[Card, ...]],
        found: dict[int, tuple[Card, ...]],
    ) -> Iterator[Division]:
        if number == len(self._groups):
            yield tuple([found.get(place, ()) for place in range(len(self.places))])
            return
        group, stage, classes = self._groups[number], self._walk[number], self._layouts[number]
        sizes = [self.places[place].size for place in group.places]
        for after, _ in self._steps[number].choices(state):
            if after not in stage.legs[-1].after:
                continue
            numbers = [each.left(state) - each.left(after) for each in classes]
            for some, rest in _picked(left, numbers):
                joined = [[rest[one] for one in each] for each in stage.joined]
                decks = [tuple(chain.from_iterable(each)) for each in joined]
                for parts in parted(tuple(sorted(some, key=_INDEX)), sizes):
                    of_group = dict(zip(group.places, parts, strict=True))
                    yield from self._divisions(
                        number + 1, stage.joins[after][0], decks, found | of_group
                    )

    @cached_property
    def _types(self) -> int:
        return card_types_among(self.unseen)

    @cached_property
    def _is_free(self) -> bool:
        types = self._types
        return not any(place.needs or place.barred & types for place in self.places)

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
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
    def _layouts(self) -> tuple[tuple[CardClass, ...], ...]:
        """The classes from each group on; those that no later group tells apart become one."""
        groups = self._groups
        parts = [self._types] if self.unseen else []
        masks = chain.from_iterable([(group.held, *group.needs) for group in groups])
        for mask in dict.fromkeys(masks):
            parts = [part for both in parts for part in (both & mask, both & ~mask) if part]
        return tuple([self._layout(parts, number) for number in range(len(groups))])

    def _layout(self, parts: Sequence[int], first: int) -> tuple[CardClass, ...]:
        groups = self._groups[first:]
        needs = [need for group in self._groups for need in group.needs]
        past = sum([len(group.needs) for group in self._groups[:first]])
        alike: dict[tuple[bool, ...], int] = {}
        for part in parts:
            masks = chain([group.held for group in groups], needs[past:])
            key = tuple([bool(mask & part) for mask in masks])
            alike[key] = alike.get(key, 0) | part
        found, low = list[CardClass](), 0
        for key, types in alike.items():
            if first and not any(key[: len(groups)]):
                continue  # an earlier group has taken all these cards
            deck = tuple([card for card in self.unseen if card._bit & types])
            width = len(deck).bit_length()
            met = [bit for bit, need in enumerate(needs) if bit >= past and need & types]
            kept = ~sum([1 << self._top + bit for bit in met])
            found.append(CardClass(types, deck, 1 << low, (1 << low + width) - (1 << low), kept))
            low += width + 1
        return tuple(found)

    @cached_property
    def _top(self) -> int:
        return len(self.unseen).bit_length() * 64

    @cached_property
    def _start(self) -> int:
        return sum([len(each.cards) * each.unit for each in self._layouts[0]])

    @cached_property
    def _steps(self) -> tuple[FillStep, ...]:
        bit, groups, steps = self._top, self._groups, list[FillStep]()
        for number, (group, classes) in enumerate(zip(groups, self._layouts, strict=True)):
            held = [
                (each, sum([one.size for one in groups[number + 1 :] if one.held & each.types]))
                for each in classes
                if group.held & each.types
            ]
            needs = (1 << len(group.needs)) - 1 << bit
            bit += len(group.needs)
            steps.append(FillStep(group.size, tuple(held), needs, needs))
        return tuple(steps)

    @cached_property
    def _walk(self) -> tuple[Stage, ...]:
        level, walk = {self._start}, list[tuple[list[tuple[FillStep, set[int]]], Joins, Joined]]()
        for number, step in enumerate(self._steps):
            taken = list[tuple[FillStep, set[int]]]()
            choices = comb(step.size + max(1, len(step.classes)) - 1, step.size)
            is_last = number + 1 == len(self._steps)
            whole = is_last or not step.size or len(level) * choices <= FEW
            for part in (step,) if whole else step.singles():
                taken.append((part, level))
                level = part.after_one(level) if not whole else part.after_all(level)
            classes = self._layouts[number]
            later = () if is_last else self._layouts[number + 1]
            pieces = [(at, each.types) for at, each in enumerate(classes)]
            joined = tuple(
                [tuple([at for at, types in pieces if types & one.types]) for one in later]
            )
            units = [
                (one.unit, [classes[at] for at in each])
                for one, each in zip(later, joined, strict=True)
            ]
            joins = {state: join(state, units) for state in level}
            walk.append((taken, joins, joined))
            level = {state for state, _ in joins.values()}
        stages, counts = list[Stage](), {0: 1}  # nothing is left, and one sequence is complete
        for taken, joins, joined in reversed(walk):
            after = {
                state: ways * counts[to] for state, (to, ways) in joins.items() if to in counts
            }
            legs = list[Leg]()
            for step, level in reversed(taken):
                counts = step.counts(level, after)
                legs.append(Leg(step, counts, after))
                after = counts
            stages.append(Stage(tuple(reversed(legs)), joins, joined))
        return tuple(reversed(stages))


def _shuffled(parts: Sequence[list[Card]], key: Callable[[object], float]) -> list[Card]:
    some = [part for part in parts if part]
    # A single part is in random order already.
    return some[0] if len(some) == 1 else sorted(chain.from_iterable(some), key=key)


def _slices(some: Sequence[Card], sizes: Iterable[int]) -> Iterator[tuple[Card, ...]]:
    low = 0
    for size in sizes:
        yield tuple(some[low : low + size])
        low += size


def _chosen(some: tuple[Card, ...], size: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
    for places in combinations(range(len(some)), size):
        rest = [card for place, card in enumerate(some) if place not in places]
        yield tuple([some[place] for place in places]), tuple(rest)


def _picked(
    decks: Sequence[tuple[Card, ...]], sizes: Sequence[int]
) -> Iterator[tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]]:
    if not decks:
        yield (), ()
        return
    for some, rest in _chosen(decks[0], sizes[0]):
        for more, others in _picked(decks[1:], sizes[1:]):
            yield some + more, (rest, *others)


def parted(some: tuple[Card, ...], sizes: Sequence[int]) -> Iterator[Division]:
    if not sizes:
        yield ()
        return
    for first, rest in _chosen(some, sizes[0]):
        for others in parted(rest, sizes[1:]):
            yield (first, *others)
