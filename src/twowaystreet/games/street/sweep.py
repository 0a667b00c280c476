"""The weights of all divisions with split pairs, added up in one sweep over the cards."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from operator import attrgetter
from typing import Final, TypeAlias

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._util.values import Value
from twowaystreet._worlds.places import Division, Place
from twowaystreet._worlds.ways import Ways

Side: TypeAlias = Card | int
"""A card of a pair: the card itself if the viewer knows it, else the number of its place."""
Usage: TypeAlias = tuple[tuple[int, int], ...]
"""The place and the mark of each unseen card of the split pairs, sorted."""
_SIDES: Final = ("low", "high")
_INDEX: Final = attrgetter("index")

# A state of the sweep has a field for each link. The field has the mark of the lower card, the mark
# of the upper card and a stage. A mark is 0 until the sweep has met the card.
_FIELD: Final = 10
_DIGIT: Final = (1 << _FIELD) - 1
_MARKS: Final = 16
"""The number of marks, and the unit of the mark of the upper card."""
_STAGE: Final = _MARKS**2
"""The unit of the stage."""
_FRESH: Final = 1
"""The stage in which the lower card is of the card type in hand."""
_REVERSED: Final = 2
"""The stage in which the lower card is missing, and must be of the type of the upper one."""
_KNOWN: Final = 1
"""The mark of a card that the viewer sees; each class of unseen cards has one of the others."""


@attrs.frozen(eq=False)
class Link(Value):
    """A split pair of which the viewer does not know both cards.

    Attributes:
        at: the place of the lower card on the tape; the upper card lies on the next one.
        low: the lower card.
        high: the upper card.
    """

    at: int
    low: Side
    high: Side


@attrs.frozen(eq=False)
class _Item(Value):
    """A card that may be in a split pair.

    Attributes:
        card: the card.
        mark: its mark.
        uses: the cards that it may be, as the number of a link and 1 for its upper card.
        is_certain: ``True`` if it is one of them in any case.
        is_alone: ``True`` if it is the only one of its type.
        is_last: ``True`` if it is the last one of its type.
    """

    card: Card
    mark: int
    uses: tuple[tuple[int, int], ...]
    is_certain: bool = False
    is_alone: bool = True
    is_last: bool = True


def halves(low: Card, high: Card) -> int:
    """Return the weight of two cards as a pair, in halves."""
    return (high.index > low.index) + (high.index >= low.index)


def pick(weights: Sequence[int], rng: random.Random) -> int:
    """Return a random place, each with a chance in proportion to its weight."""
    sums = [*accumulate(weights)]
    return bisect(sums, rng.randrange(sums[-1]))


class Sweep:
    """The sum of the weights of all divisions, and a draw by weight without a failure.

    Args:
        unseen: the cards.
        places: the places.
        shown: for each place the known cards of the hand that may have been in a split pair.
        links: the split pairs.

    Attributes:
        weight: the sum, in halves for each link.
    """

    def __init__(
        self,
        unseen: Sequence[Card],
        places: Sequence[Place],
        shown: Sequence[Sequence[Card]],
        links: Sequence[Link],
    ) -> None:
        self._unseen = unseen
        self._places = places
        self._links = links
        self._classes = classes_of(unseen, places)
        self._rests: dict[Usage, Ways] = {}
        self._levels = list[tuple[_Item, dict[int, int]]]()
        states = {0: 1}
        for item in self._items(shown):
            self._levels.append((item, states))
            states = _after(states, item, len(links))
        self._ends = {
            state: weight * self._rest(self._usage(state)).count
            for state, weight in states.items()
            if all([digit % _MARKS and digit // _MARKS % _MARKS for digit in self._digits(state)])
        }
        self.weight = sum(self._ends.values())

    def draw(self, rng: random.Random) -> Division:
        """Return a random division, each with a chance in proportion to its weight."""
        states = [*self._ends]
        state = states[pick([*self._ends.values()], rng)]
        rest = self._rest(self._usage(state))
        chosen = list[tuple[int, int, Card]]()
        for item, before in reversed(self._levels):
            sources = {
                one: weight * ways
                for one, weight in before.items()
                if (ways := _after({one: 1}, item, len(self._links)).get(state))
            }
            earlier = [*sources]
            source = earlier[pick([*sources.values()], rng)]
            for number, side in item.uses:
                place, unit = self._side(number, side), _MARKS**side
                met = [one >> _FIELD * number & _DIGIT for one in (source, state)]
                if item.mark > _KNOWN and met[0] // unit % _MARKS != met[1] // unit % _MARKS:
                    assert isinstance(place, int)
                    chosen.append((place, item.mark, item.card))
            state = source
        return self._completed(rest, chosen, rng)

    def _completed(
        self, rest: Ways, chosen: Sequence[tuple[int, int, Card]], rng: random.Random
    ) -> Division:
        """Draw the cards that are in no split pair.

        The rest was made without the first cards of each class. These take the parts of the cards
        that were chosen instead.
        """
        stands_for = dict[Card, list[Card]]()
        for mark, cards in self._classes.items():
            picked = [card for _, one, card in chosen if one == mark]
            kept = list(cards[len(picked) :])
            spare = list(cards)
            for card in picked:
                spare.remove(card)
            for card, other in zip(kept, spare, strict=True):
                stands_for.setdefault(card, []).append(other)
        division = [
            [stands_for[card].pop() for card in some] for some in rest.draw(rng)
        ]
        for place, _, card in chosen:
            division[place].append(card)
        return tuple(map(tuple, division))

    def _side(self, number: int, side: int) -> Side:
        link = self._links[number]
        return link.high if side else link.low

    def _digits(self, state: int) -> list[int]:
        return [state >> _FIELD * number & _DIGIT for number in range(len(self._links))]

    def _items(self, shown: Sequence[Sequence[Card]]) -> Iterator[_Item]:
        """Yield the cards that may be in split pairs, in the order of cards."""
        sides = [(number, side) for number in range(len(self._links)) for side in (0, 1)]
        found = list[_Item]()
        by_place: dict[int, list[tuple[int, int]]] = {}
        for number, side in sides:
            there = self._side(number, side)
            if isinstance(there, int):
                by_place.setdefault(there, []).append((number, side))
            else:
                found.append(_Item(there, _KNOWN, ((number, side),), True))
        for place, uses in by_place.items():
            found += [_Item(card, _KNOWN, tuple(uses)) for card in shown[place]]
        for mark, cards in self._classes.items():
            uses = [
                use
                for place, some in by_place.items()
                if not self._places[place].barred & cards[0]._bit
                for use in some
            ]
            found += [_Item(card, mark, tuple(uses)) for card in cards]
        found.sort(key=lambda item: item.card.index)
        for _, group in groupby(found, lambda item: item.card.index):
            alike = [*group]
            for item in alike:
                yield attrs.evolve(item, is_alone=len(alike) == 1, is_last=item is alike[-1])

    def _usage(self, state: int) -> Usage:
        """Return the places and marks of the unseen cards of the pairs."""
        found = list[tuple[int, int]]()
        for number, digit in enumerate(self._digits(state)):
            for side in (0, 1):
                mark, place = digit // _MARKS**side % _MARKS, self._side(number, side)
                if mark > _KNOWN and isinstance(place, int):
                    found.append((place, mark))
        return tuple(sorted(found))

    def _rest(self, usage: Usage) -> Ways:
        """Return the ways to divide the other cards, as if the first of each class were used."""
        if usage not in self._rests:
            places, used = list(self._places), dict.fromkeys(self._classes, 0)
            for place, mark in usage:
                there, bit = places[place], self._classes[mark][0]._bit
                needs = tuple([need for need in there.needs if not need & bit])
                places[place] = Place(there.size - 1, there.barred, needs)
                used[mark] += 1
            unseen = [card for mark, cards in self._classes.items() for card in cards[used[mark] :]]
            if any([place.size < 0 for place in places]):
                places = [Place(len(unseen) + 1)]  # a place cannot be filled, so there is no way
            self._rests[usage] = Ways(unseen, places)
        return self._rests[usage]


def classes_of(unseen: Sequence[Card], places: Sequence[Place]) -> dict[int, tuple[Card, ...]]:
    """Return the cards that the same places may hold, and that meet the same needs, by mark."""
    alike: dict[object, list[Card]] = {}
    for card in unseen:
        bit = card._bit
        limits = [
            None if bit & place.barred else tuple([bool(bit & need) for need in place.needs])
            for place in places
        ]
        alike.setdefault(tuple(limits), []).append(card)
    return {mark: tuple(some) for mark, some in enumerate(alike.values(), _KNOWN + 1)}


def _after(states: dict[int, int], item: _Item, links: int) -> dict[int, int]:
    """Return the weights of the states after one more card."""
    found = dict[int, int]() if item.is_certain else dict(states)
    for number, side in item.uses:
        shift, table = _FIELD * number, dict[int, tuple[int, int]]()
        for state, weight in states.items():
            digit = state >> shift & _DIGIT
            if digit not in table:
                table[digit] = _used(digit, side, item)
            change, ways = table[digit]
            if ways:
                after = state + (change << shift)
                found[after] = found.get(after, 0) + weight * ways
    if item.is_alone or not item.is_last:
        return found
    closed = dict[int, int]()
    for state, weight in found.items():
        for shift in range(0, _FIELD * links, _FIELD):
            stage = (state >> shift & _DIGIT) // _STAGE
            if stage == _REVERSED:
                break
            state -= stage * _STAGE << shift
        else:
            closed[state] = closed.get(state, 0) + weight
    return closed


def _used(digit: int, side: int, item: _Item) -> tuple[int, int]:
    """Return the change of a field by a card of its pair, and the weight, 0 if it cannot be."""
    low, high, stage = digit % _MARKS, digit // _MARKS % _MARKS, digit // _STAGE
    if side:
        if high:
            return 0, 0
        if low:
            return item.mark * _MARKS - stage * _STAGE, 1 if stage == _FRESH else 2
        return item.mark * _MARKS + _REVERSED * _STAGE, not item.is_last
    if low:
        return 0, 0
    if high:
        return item.mark - stage * _STAGE, stage == _REVERSED
    return item.mark + (0 if item.is_alone else _FRESH * _STAGE), 1
