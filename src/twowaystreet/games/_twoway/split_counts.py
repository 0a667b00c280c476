"""Pairs of exchanged cards that an odd stock splits between two players (ST-11, DU-7).

The *tape* is the stock at the deal, from the top, and below it the exchanged pairs, each with its
lower card first. Players draw two cards of the tape in turn. If the stock is odd, a player draws
the upper card of one pair and then the lower card of the next one. So the lower card of a split
pair is the last card that one player drew. The upper card is the first card that the next player
drew, or the top of the stock.

The weights of all divisions of the unseen cards are added up in one sweep over the cards. For the
number of divisions, those are counted in which no choice of cards makes certain pairs possible.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, groupby
from typing import Final, TypeAlias

import attrs

from twowaystreet import authoring as core

Side: TypeAlias = core.Card | int
"""A card of a pair: the card itself if the viewer knows it, else the number of its place."""


@attrs.frozen(eq=False)
class Link(core.Value):
    """A split pair of which the viewer does not know both cards."""

    at: int  # the place of its lower card on the tape; the upper one lies on the next
    low: Side
    high: Side

    def sides(self, hands: Sequence[list[core.Card]]) -> list[list[core.Card]]:
        """Return the cards that may be the lower one, and those that may be the upper one."""
        return [hands[side] if isinstance(side, int) else [side] for side in (self.low, self.high)]


def halves(low: core.Card, high: core.Card) -> int:
    """Return the weight of two cards as a pair, in halves."""
    return (high.index > low.index) + (high.index >= low.index)


# A state of the sweep has a stage for each link, of three bits. Above them stands, in two bits for
# each place and class, the number of unseen cards of the pairs that the sweep has met.
_STAGE: Final = 3
_NONE: Final = 0
_LOWER: Final = 1
"""The sweep has met the lower card."""
_FRESH: Final = 2
"""The sweep has met the lower card, which is of the card type in hand."""
_UPPER: Final = 3
"""The sweep has met the upper card; the lower card is the other one of a pair of equal cards."""
_BOTH: Final = 4


def pick(weights: Sequence[int], rng: random.Random) -> int:
    sums = [*accumulate(weights)]
    return bisect(sums, rng.randrange(sums[-1]))


def _classes_of(
    unseen: Sequence[core.Card], places: Sequence[core.Place]
) -> list[tuple[core.Card, ...]]:
    """Return the cards in classes: the same places may hold them, and they meet the same needs."""
    alike: dict[object, list[core.Card]] = {}
    for card in unseen:
        bit = card._bit
        limits = [
            None if bit & place.barred else tuple([bool(bit & need) for need in place.needs])
            for place in places
        ]
        alike.setdefault(tuple(limits), []).append(card)
    return [*map(tuple, alike.values())]


@attrs.frozen(eq=False)
class _Item(core.Value):
    card: core.Card
    # the cards of pairs that it may be. Each has the number of the link, 1 for its upper card, and
    # what the state gains: the unit of a place and a class, or 0.
    uses: Sequence[tuple[int, int, int]]
    is_certain: bool = False  # ``True`` if it is one of them in any case
    is_alone: bool = True  # ``True`` if it is the only one of its type
    is_last: bool = True  # ``True`` if it is the last one of its type

    def moves(self, side: int) -> dict[int, tuple[int, int]]:
        """Return for a stage before the card the next one, and the weight in halves."""
        if not side:
            return {_NONE: (_LOWER if self.is_alone else _FRESH, 1), _UPPER: (_BOTH, 1)}
        moves = {_LOWER: (_BOTH, 2), _FRESH: (_BOTH, 1)}
        return moves if self.is_last else moves | {_NONE: (_UPPER, 1)}


class Sweep:
    """The sum of the weights of all divisions, in halves for each link, and draws by weight."""

    def __init__(
        self,
        unseen: Sequence[core.Card],
        places: Sequence[core.Place],
        shown: Sequence[Sequence[core.Card]],
        links: Sequence[Link],
    ) -> None:
        self._places = places
        self._links = links
        self._classes = _classes_of(unseen, places)
        self._levels = list[tuple[_Item, dict[int, int]]]()
        states = {0: 1}
        for item in self._items(shown):
            self._levels.append((item, states))
            states = self._after(states, item)
        stages = _STAGE * len(links)
        met = sum([_BOTH << _STAGE * number for number in range(len(links))])
        self._ends = {
            state: weight * self._rest(state >> stages).count
            for state, weight in states.items()
            if state & (1 << stages) - 1 == met
        }
        self.weight = sum(self._ends.values())

    def draw(self, rng: random.Random) -> core.Division:
        state = [*self._ends][pick([*self._ends.values()], rng)]
        stages = _STAGE * len(self._links)
        rest = self._rest(state >> stages)
        chosen = list[tuple[int, core.Card]]()
        for item, states in reversed(self._levels):
            sources = {
                source: weight * ways
                for source, weight in states.items()
                if (ways := self._after({source: 1}, item).get(state))
            }
            source = [*sources][pick([*sources.values()], rng)]
            gained = (state >> stages) - (source >> stages)
            for number, side, gain in item.uses:
                if gained and gain >> stages == gained:
                    link = self._links[number]
                    place = link.high if side else link.low
                    assert isinstance(place, int)
                    chosen.append((place, item.card))
                    break
            state = source
        return self._completed(rest, chosen, rng)

    def _completed(
        self, rest: core.Ways, chosen: Sequence[tuple[int, core.Card]], rng: random.Random
    ) -> core.Division:
        """Draw the cards that are in no split pair.

        The rest was made without the first cards of each class. So each of its cards stands for one
        of those that are really left.
        """
        stands_for = dict[core.Card, list[core.Card]]()
        for cards in self._classes:
            left = list(cards)
            for _, card in chosen:
                if card in left:
                    left.remove(card)
            for card, other in zip(cards[len(cards) - len(left) :], left, strict=True):
                stands_for.setdefault(card, []).append(other)
        division = [[stands_for[card].pop() for card in some] for some in rest.draw(rng)]
        for place, card in chosen:
            division[place].append(card)
        return tuple(map(tuple, division))

    def _items(self, shown: Sequence[Sequence[core.Card]]) -> Iterator[_Item]:
        found, stages = list[_Item](), _STAGE * len(self._links)
        by_place: dict[int, list[tuple[int, int]]] = {}
        for number, link in enumerate(self._links):
            for side, there in enumerate((link.low, link.high)):
                if isinstance(there, int):
                    by_place.setdefault(there, []).append((number, side))
                else:
                    found.append(_Item(there, [(number, side, 0)], True))
        for place, uses in by_place.items():
            known = [(*use, 0) for use in uses]
            found += [_Item(card, known) for card in shown[place]]
        for number, cards in enumerate(self._classes):
            gains = [
                (*use, 1 << stages + 2 * (place * len(self._classes) + number))
                for place, uses in by_place.items()
                if not self._places[place].barred & cards[0]._bit
                for use in uses
            ]
            found += [_Item(card, gains) for card in cards]
        found.sort(key=lambda item: item.card.index)
        for _, group in groupby(found, lambda item: item.card.index):
            alike = [*group]
            for item in alike:
                yield attrs.evolve(item, is_alone=len(alike) == 1, is_last=item is alike[-1])

    def _rest(self, usage: int) -> core.Ways:
        """Return the ways to divide the cards that are in no pair, by the cards that are in one."""
        number, places = len(self._classes), list[core.Place]()
        used = [0] * number
        for place, there in enumerate(self._places):
            in_pairs = [usage >> 2 * (place * number + one) & 3 for one in range(number)]
            taken = [some[0] for some, count in zip(self._classes, in_pairs, strict=True) if count]
            types = core.card_types_among(taken)
            needs = tuple([need for need in there.needs if not need & types])
            places.append(core.Place(there.size - sum(in_pairs), there.barred, needs))
            used = [one + more for one, more in zip(used, in_pairs, strict=True)]
        left = [cards[count:] for cards, count in zip(self._classes, used, strict=True)]
        return core.Ways([*chain.from_iterable(left)], places)

    def _after(self, states: dict[int, int], item: _Item) -> dict[int, int]:
        """Return the weights of the states after one more card."""
        found = dict[int, int]() if item.is_certain else dict(states)
        for number, side, gain in item.uses:
            shift = _STAGE * number
            moves = {
                stage: ((after - stage << shift) + gain, ways)
                for stage, (after, ways) in item.moves(side).items()
            }
            for state, weight in states.items():
                move = moves.get(state >> shift & 7)
                if move:
                    after = state + move[0]
                    found[after] = found.get(after, 0) + weight * move[1]
        if item.is_alone or not item.is_last:
            return found
        closed = dict[int, int]()
        for state, weight in found.items():
            after = state
            for shift in range(0, _STAGE * len(self._links), _STAGE):
                stage = state >> shift & 7
                if stage == _UPPER:
                    break
                if stage == _FRESH:
                    after -= _FRESH - _LOWER << shift
            else:
                closed[after] = closed.get(after, 0) + weight
        return closed


def failing_divisions(
    unseen: Sequence[core.Card],
    places: Sequence[core.Place],
    shown: Sequence[list[core.Card]],
    links: Sequence[Link],
) -> int:
    """Return the number of divisions in which no choice of cards makes any of these pairs possible.

    A pair fails if every card that may be its lower one is above every one that may be its upper.
    """
    limited, above = list(places), dict[int, int]()
    for link in links:
        lows, highs = link.sides(shown)
        if lows and highs and min(lows) <= max(highs):
            return 0
        low, high = link.low, link.high
        if isinstance(low, int) and isinstance(high, int):
            above[low] = high
            continue
        barred = (highs[0]._bit << 1) - 1 if isinstance(low, int) else -lows[0]._bit
        place = low if isinstance(low, int) else high
        assert isinstance(place, int)
        limited[place] = attrs.evolve(limited[place], barred=limited[place].barred | barred)
    if not above:
        return core.Ways(unseen, limited).count
    return _filled_in_order(unseen, limited, shown, above)


_State: TypeAlias = tuple[tuple[int, ...], int]


def _filled_in_order(
    unseen: Sequence[core.Card],
    places: Sequence[core.Place],
    shown: Sequence[Sequence[core.Card]],
    above: dict[int, int],
) -> int:
    """Return the number of divisions in which some hands have only cards above other hands.

    A sweep over the cards in their order gives each card to one of these hands or to the others. A
    state has the number of cards that each hand still lacks, and that each class has for the
    others. It has a bit for each need that no hand has met.
    """
    hands = tuple(dict.fromkeys([*above, *above.values()]))
    needs = [(at, need) for at, hand in enumerate(hands) for need in places[hand].needs]
    others = [place for number, place in enumerate(places) if number not in hands]
    classes = _classes_of(unseen, others)
    # Each card with the numbers of a state that it may lower, and the needs that it then meets.
    items = [(card, {at: 0}) for at, hand in enumerate(hands) for card in shown[hand]]
    for mark, some in enumerate(classes, start=len(hands)):
        for card in some:
            met = {
                at: sum(
                    1 << bit
                    for bit, (one, need) in enumerate(needs)
                    if one == at and need & card._bit
                )
                for at, hand in enumerate(hands)
                if not card._bit & places[hand].barred
            }
            items.append((card, {**met, mark: 0}))
    items.sort(key=lambda item: item[0].index)
    lacks = [places[hand].size + len(shown[hand]) for hand in hands]
    start = (*lacks, *map(len, classes))
    states = Counter[_State]({(start, (1 << len(needs)) - 1): 1})
    for _, group in groupby(items, lambda item: item[0].index):
        alike, before = [*group], states
        states = Counter[_State]()
        for (left, unmet), ways in before.items():
            waiting = {hands.index(one) for one, other in above.items() if left[hands.index(other)]}
            laid = Counter[_State]({(left, unmet): ways})
            for _, targets in alike:
                earlier, laid = laid, Counter[_State]()
                for (rest, needed), number in earlier.items():
                    for at, needs_met in targets.items():
                        if rest[at] and at not in waiting:
                            after = core.replace_at(rest, at, rest[at] - 1)
                            laid[after, needed & ~needs_met] += number
            states.update(laid)
    total = 0
    for (left, unmet), ways in states.items():
        if not any(left[: len(hands)]) and not unmet:
            kept = zip(classes, left[len(hands) :], strict=True)
            given = [card for some, number in kept for card in some[number:]]
            total += ways * core.Ways(given, others).count
    return total
