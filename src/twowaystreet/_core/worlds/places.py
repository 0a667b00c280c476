"""The unseen cards of a view, the places where they may lie, and the steps that fill these.

Cards that the same places may hold form a *class*. A *state* is one int, which has a field with the
number of cards left in each class, and a bit for each need that the place in hand has not met yet.
Each field has a spare bit above it: a subtraction from an empty field sets this bit, and the result
is not a state. A step chooses the classes of the cards of some places, or of one card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any, Final, Generic, TypeAlias, TypeVar

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._util.values import Value
from twowaystreet.errors import WorldsError

StateT_co = TypeVar("StateT_co", covariant=True)

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


@attrs.frozen
class Holding(Value):
    """The cards that a seat may hold now.

    Attributes:
        known: the cards that the viewer knows to be in the hand.
        place: the number of the place with the unseen cards of the hand; ``None`` if there are
            none.
        share: the probability that a card of the place is still in the hand. It is less than 1
            where the place holds cards that were laid face down.
        more: further places with cards of the hand, if some of them can hold other cards.
    """

    known: tuple[Card, ...] = ()
    place: int | None = None
    share: Fraction = Fraction(1)
    more: tuple[int, ...] = ()


@attrs.frozen
class Counted(Value):
    """What a view shows of the cards of a hand: how many of them are among certain cards.

    Attributes:
        hand: the number of the hand.
        cards: these cards, as a mask.
        number: the number of them that the hand holds; 0 if it lacks them all.
    """

    hand: int
    cards: int
    number: int = 0


@attrs.frozen
class Hidden(Value, Generic[StateT_co]):
    """The unseen cards of a view, and the states that they lead to.

    A view has one such case, or several disjoint ones if the viewer cannot tell which copy of a
    card was played. Every division of a case has the same weight.

    Attributes:
        unseen: the unseen physical cards, without those whose place the viewer knows.
        places: the places where they may lie; their sizes add up to the number of the cards.
        holdings: the cards that each seat may hold now.
        build: a function that makes the state of a division. It draws the orders and the past
            choices that the division leaves open from the generator.
        ways: the weighted ways to divide the cards; ``None`` if all divisions weigh the same.
        weight: the weight of each way, compared with those of other cases.
        hands: the cards of each hand of the states, if a game has more hands than seats. Cards that
            a hand turns up lie in the order of their place. ``None`` if the hands are those of
            seats.
    """

    unseen: tuple[Card, ...]
    places: tuple[Place, ...]
    holdings: tuple[Holding, ...]
    build: Callable[[Division, random.Random], StateT_co]
    ways: Any = None  # Any: Ways, which build on this module
    hands: tuple[Holding, ...] | None = None
    weight: int = 1


ADVICE: Final = (
    "write View._hidden, which returns a tuple of Hidden(unseen, places, holdings, build), as the "
    "guide Your game describes it; or the reason in View.no_worlds, if the hidden cards "
    "can never be sampled"
)


def undeclared(title: str, hidden: Iterable[str]) -> WorldsError:
    """Return the error for a game that does not say where its hidden cards may lie."""
    return WorldsError(f"{title} does not declare {', '.join(hidden)} for worlds: {ADVICE}")


Counts: TypeAlias = dict[int, int]
"""The number of sequences of classes from each state to the end."""
Options: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The possible next states, and the sums of their counts up to each of them."""


@attrs.frozen(eq=False)
class CardClass(Value):
    """The cards that the same places may hold."""

    types: int  # as a mask
    cards: tuple[Card, ...]
    unit: int  # the lowest bit of the field in a state
    field: int  # the mask of the field without the spare bit
    kept: int  # the mask of a state without the needs that a card of the class meets

    def left(self, state: int) -> int:
        return (state & self.field) // self.unit


@attrs.frozen(eq=False)
class FillStep(Value):
    """A choice of the classes of some cards."""

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
        """Yield the steps of single cards that together are this step."""
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
        """Return the states after a step of one card from any of these states."""
        moves = [(each.unit, each.kept) for each, _ in self.classes]
        opens, closes = self.opens, self.closes
        return {
            to
            for state in states
            for unit, kept in moves
            if not (to := (state | opens) - unit & kept) & closes
        }

    def counts(self, states: Iterable[int], after: Counts) -> Counts:
        """Return the counts of those of these states that lead to the states after them."""
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
        """Return the states after this one, with the sums of their counts."""
        choices = self.choices(state)
        if self.size == 1:
            before = state | self.opens
            choices = iter([(before - each.unit & each.kept, 1) for each, _ in self.classes])
        some = [(to, ways * after[to]) for to, ways in choices if to in after]
        return tuple([to for to, _ in some]), tuple(accumulate([ways for _, ways in some]))


def join(state: int, classes: Iterable[tuple[int, Iterable[CardClass]]]) -> tuple[int, int]:
    """Join classes that later steps do not tell apart, each into a new one with this unit.

    Return the new state, and the number of orders of the cards of the former classes.
    """
    found, orders = 0, 1
    for unit, members in classes:
        number = 0
        for each in members:
            left = each.left(state)
            number += left
            orders *= comb(number, left)
        found += number * unit
    return found, orders
