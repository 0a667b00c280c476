"""The hidden cards of Two Way Street and the Duel: named suits, and pairs that a stock splits.

The *tape* is the stock at the deal, from the top, and below it the exchanged pairs, each with its
lower card first (ST-11, DU-7). Players draw two cards of it in turn. So an odd stock splits pairs:
the lower card is the last card that one player drew, and the upper one the first of the next
player, or the top of the stock. The weight of a division is the number of ways to pick the cards of
split pairs out of the hands, each lower card below its upper one. Equal cards lie either way, and
each way counts half.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, combinations, groupby, pairwise
from typing import Any, Final, TypeAlias

import attrs
from typing_extensions import override

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import DUTY, NamedSuit
from twowaystreet.games._twoway.state import TwoWayHandData, TwoWayView


def before_deal(view: TwoWayView[Any, Any], hand_data: TwoWayHandData) -> core.Hidden[Any]:
    state = core.builder_of(view)(hand_data, 0)
    return core.Hidden((), (), (core.Holding(),) * view.rules.seats, lambda division, rng: state)


def played_by(view: TwoWayView[Any, Any]) -> list[list[core.Card]]:
    """Return the cards that each seat has played, in order."""
    played: list[list[core.Card]] = [[] for _ in view.hand_sizes]
    for seat, card in core.plays_of(view):
        played[seat].append(card)
    return played


def remaining_after(held: Sequence[int], played: Sequence[Sequence[core.Card]]) -> int:
    """Return the mask of the cards in the hands after their plays, the lowest copies first."""
    remaining = sum(held)
    for hand, some in zip(held, played, strict=True):
        found = core.find_all(hand, some)
        assert found is not None
        remaining ^= found
    return remaining


def naming_needs(view: TwoWayView[Any, Any]) -> dict[int, tuple[int, ...]]:
    """Return masks with a card each that a player who named a suit still holds (ST-16 to ST-18).

    A card that the player has played since then may have been this card.
    """
    needs: dict[int, tuple[int, ...]] = {}
    tricks = (*view.tricks, view.trick)
    for naming in view.named:
        seat, joker = naming.seat, tricks[naming.trick].cards[0].joker
        is_held = joker is core.Joker.PLAIN or view.rules.named_suit is NamedSuit.HELD
        need = core.SUIT[naming.suit] if is_held else DUTY[joker]
        played = [
            card
            for trick in tricks[naming.trick :]
            for player, card in zip(trick.seats, trick.cards, strict=True)
            if player == seat
        ]
        if not core.card_types_among(played) & need:
            needs[seat] = tuple(dict.fromkeys((*needs.get(seat, ()), need)))
    return needs


@attrs.frozen(eq=False)
class Link(core.Value):
    """A split pair. A card that the viewer does not know is the number of its place."""

    at: int  # the place of its lower card on the tape; the upper one lies on the next
    low: core.Card | int
    high: core.Card | int

    def sides(self, hands: Sequence[list[core.Card]]) -> list[list[core.Card]]:
        """Return the cards that may be the lower one, and those that may be the upper one."""
        return [hands[side] if isinstance(side, int) else [side] for side in (self.low, self.high)]


def _halves(low: core.Card, high: core.Card) -> int:
    """Return the weight of two cards as a pair, in halves."""
    return (high.index > low.index) + (high.index >= low.index)


def _pick(weights: Sequence[int], rng: random.Random) -> int:
    sums = [*accumulate(weights)]
    return bisect(sums, rng.randrange(sums[-1]))


MOST: Final = 4
"""The greatest number of split pairs with exact weights, whose time grows exponentially.

With five pairs of 14 players it took 42 seconds and 1.1 GB after the first trick.
"""
TRIES: Final = 1000


_Choice: TypeAlias = tuple[list[core.Card], list[core.Card], list[int], list[int]]
"""The cards that may be the lower or the upper one of a link in a division.

Each lower one has the number of choices of this and all later links, each upper one of the later.
"""


class SplitWays(core.Ways):
    """The divisions of unseen cards among places, the last of them the stock, with weights.

    For each place there are the known cards of the hand that may have been in a split pair.
    """

    def __init__(
        self,
        unseen: Sequence[core.Card],
        places: Sequence[core.Place],
        shown: Sequence[Sequence[core.Card]],
        links: Sequence[Link],
    ) -> None:
        super().__init__(unseen, places)
        self.shown = [*map(list, shown)]
        self.links = links
        # For each link True if its lower card comes from the hand with the upper card before it.
        self._joined = [False] + [
            isinstance(link.low, int) and link.low == before.high
            for before, link in pairwise(links)
        ]
        self._plain = core.Ways(unseen, places)

    def _hands(self, division: core.Division) -> list[list[core.Card]]:
        return [[*some, *more] for some, more in zip(self.shown, division, strict=True)]

    def _choices(self, division: core.Division) -> list[_Choice]:
        hands, found = self._hands(division), list[_Choice]()
        later, is_joined = [1], False
        for link, joined in zip(reversed(self.links), reversed(self._joined), strict=True):
            lows, highs = link.sides(hands)
            total = sum(later)
            after = [total - weight for weight in later] if is_joined else [total] * len(highs)
            weights = [
                sum([_halves(low, high) * rest for high, rest in zip(highs, after, strict=True)])
                for low in lows
            ]
            found.append((lows, highs, weights, after))
            later, is_joined = weights, joined
        return found[::-1]

    def weight_of(self, division: core.Division) -> int:
        """Return the weight of a division, in halves for each link."""
        return sum(self._choices(division)[0][2])

    def lay(
        self, division: core.Division, tape: list[core.Card | None], rng: random.Random
    ) -> None:
        """Put the cards of the split pairs on the tape, at random, as the division allows it."""
        taken, choices = 0, self._choices(division)
        for link, joined, choice in zip(self.links, self._joined, choices, strict=True):
            lows, highs, weights, after = choice
            if joined:
                weights[taken] = 0
            low = lows[_pick(weights, rng)]
            ordered = [_halves(low, high) * rest for high, rest in zip(highs, after, strict=True)]
            taken = _pick(ordered, rng)
            tape[link.at : link.at + 2] = low, highs[taken]

    @property
    @override
    def is_possible(self) -> bool:
        return self._plain.count > 0

    @override
    def draw(self, rng: random.Random) -> core.Division:
        """Draw in proportion to weights: pick the cards of the pairs out of an unweighted division.

        Before the play the cards of a pair that is out of order change places; else it fails.
        """
        for _ in range(TRIES):
            if found := self._drawn_quickly(rng):
                return found
        if not self.weight:
            text = "no state agrees with the view: expected a view of a possible game"
            raise tws.WorldsError(text)
        return self._sweep.draw(rng)

    @cached_property
    def _sorts(self) -> bool:
        """``True`` if the two cards of a pair may change places where both are unseen."""
        sides = [side for link in self.links for side in (link.low, link.high)]
        shown = any(self.shown[side] for side in sides if isinstance(side, int))
        return self._plain._is_free and not shown

    def _drawn_quickly(self, rng: random.Random) -> core.Division | None:
        """Draw a division and the cards of the pairs; return it if they can be in order."""
        next_number = rng.random
        hands = self._hands(self._plain.draw(rng))
        taken = -1
        for link, joined in zip(self.links, self._joined, strict=True):
            lows, highs = link.sides(hands)
            low = int(next_number() * (len(lows) - joined))
            low += joined and low >= taken
            taken = int(next_number() * len(highs))
            if 2 * next_number() >= _halves(lows[low], highs[taken]):
                known = isinstance(link.low, core.Card) or isinstance(link.high, core.Card)
                if known or not self._sorts:
                    return None
                lows[low], highs[taken] = highs[taken], lows[low]
        laid = zip(hands, self.shown, strict=True)
        return tuple([tuple(hand[len(some) :]) for hand, some in laid])

    @override
    def divisions(self) -> Iterator[core.Division]:
        return filter(self.weight_of, self._plain.divisions())

    def _check_size(self) -> None:
        if len(self.links) > MOST:
            raise tws.WorldsError(
                f"an odd stock has split {len(self.links)} pairs between unknown hands: expected "
                f"at most {MOST}, because the time for exact counts grows with their power"
            )

    @cached_property
    @override
    def count(self) -> int:
        """The number of possible divisions. Each counts once, also where the weights differ."""
        self._check_size()
        found = self._plain.count
        for number in range(1, len(self.links) + 1):
            for links in combinations(self.links, number):
                failing = _failing_divisions(self, links)
                found += failing if number % 2 == 0 else -failing
        return found

    @property
    @override
    def weight(self) -> int:
        return self._sweep.weight

    @cached_property
    def _sweep(self) -> _Sweep:
        self._check_size()
        return _Sweep(self)

    @override
    def count_without(self, place: int, card: core.Card) -> int:
        if not card._bit & ~self.places[place].barred:
            return self.weight
        key = (place, card)
        if key not in self._without:
            places, there = list(self.places), self.places[place]
            places[place] = attrs.evolve(there, barred=there.barred | card._bit)
            self._without[key] = SplitWays(self.unseen, places, self.shown, self.links).weight
        return self._without[key]


# A state of the sweep has a stage for each link, of three bits. Above them stands, in two bits for
# each place and class, the number of unseen cards of the pairs that the sweep has met.
_STAGE: Final = 3
_NONE: Final = 0
_LOWER: Final = 1  # the sweep has met the lower card
_FRESH: Final = 2  # the lower card, which is of the card type in hand
_UPPER: Final = 3  # the upper card; the lower card is the other one of a pair of equal cards
_BOTH: Final = 4
_State: TypeAlias = tuple[tuple[int, ...], int]  # of the sweep that fills hands in order


def _classes_of(unseen: Sequence[core.Card], places: Sequence[core.Place]) -> list[list[core.Card]]:
    """Return the cards in classes: the same places may hold them, and they meet the same needs."""
    masks = list[int]()
    for place in places:
        masks += place.barred, *(need & ~place.barred for need in place.needs)
    alike: dict[object, list[core.Card]] = {}
    for card in unseen:
        alike.setdefault(tuple([bool(card._bit & mask) for mask in masks]), []).append(card)
    return [*alike.values()]


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


class _Sweep:
    """The sum of the weights of all divisions, in halves for each link, and draws by weight."""

    def __init__(self, ways: SplitWays) -> None:
        links = ways.links
        self._places = ways.places
        self._links = links
        self._classes = _classes_of(ways.unseen, ways.places)
        self._levels = list[tuple[_Item, dict[int, int]]]()
        states = {0: 1}
        for item in self._items(ways.shown):
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
        state = [*self._ends][_pick([*self._ends.values()], rng)]
        stages = _STAGE * len(self._links)
        rest = self._rest(state >> stages)
        chosen = list[tuple[int, core.Card]]()
        for item, states in reversed(self._levels):
            sources = {
                source: weight * ways
                for source, weight in states.items()
                if (ways := self._after({source: 1}, item).get(state))
            }
            source = [*sources][_pick([*sources.values()], rng)]
            gained = (state >> stages) - (source >> stages)
            for number, side, gain in item.uses:
                if gained and gain >> stages == gained:
                    link = self._links[number]
                    place = link.high if side else link.low
                    assert isinstance(place, int)
                    chosen.append((place, item.card))
                    break
            state = source
        # Made without the first cards of each class, the rest has cards that stand for those left.
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


def _failing_divisions(ways: SplitWays, links: Sequence[Link]) -> int:
    """Return the number of divisions in which no choice of cards makes any of these pairs possible.

    A pair fails if every card that may be its lower one is above every one that may be its upper.
    """
    limited, above = list(ways.places), dict[int, int]()
    for link in links:
        lows, highs = link.sides(ways.shown)
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
        return core.Ways(ways.unseen, limited).count
    return _filled_in_order(ways, limited, above)


def _filled_in_order(ways: SplitWays, places: Sequence[core.Place], above: dict[int, int]) -> int:
    """Return the number of divisions in which some hands have only cards above other hands.

    A state has the number of cards that each hand still lacks, and that each class has for the
    others, and a bit for each need that no hand has met.
    """
    hands = tuple(dict.fromkeys([*above, *above.values()]))
    needs = [(at, need) for at, hand in enumerate(hands) for need in places[hand].needs]
    others = [place for number, place in enumerate(places) if number not in hands]
    classes, shown = _classes_of(ways.unseen, others), ways.shown
    # Each card with the numbers of a state that it may lower, and the needs that it then meets.
    items = [(card, {at: 0}) for at, hand in enumerate(hands) for card in shown[hand]]
    for mark, some in enumerate(classes, start=len(hands)):
        for card in some:
            able = [at for at, hand in enumerate(hands) if not card._bit & places[hand].barred]
            targets = dict.fromkeys((*able, mark), 0)
            for bit, (at, need) in enumerate(needs):
                if at in targets and need & card._bit:
                    targets[at] |= 1 << bit
            items.append((card, targets))
    items.sort(key=lambda item: item[0].index)
    lacks = [places[hand].size + len(shown[hand]) for hand in hands]
    start = (*lacks, *map(len, classes))
    states = Counter[_State]({(start, (1 << len(needs)) - 1): 1})
    for _, group in groupby(items, lambda item: item[0].index):
        alike, before = [*group], states
        states = Counter[_State]()
        for (left, unmet), before_ways in before.items():
            waiting = {hands.index(one) for one, other in above.items() if left[hands.index(other)]}
            laid = Counter[_State]({(left, unmet): before_ways})
            for _, targets in alike:
                earlier, laid = laid, Counter[_State]()
                for (rest, needed), number in earlier.items():
                    for at, needs_met in targets.items():
                        if rest[at] and at not in waiting:
                            after = core.replace_at(rest, at, rest[at] - 1)
                            laid[after, needed & ~needs_met] += number
            states.update(laid)
    total = 0
    for (left, unmet), number in states.items():
        if not any(left[: len(hands)]) and not unmet:
            kept = zip(classes, left[len(hands) :], strict=True)
            given = [card for some, rest in kept for card in some[rest:]]
            total += number * core.Ways(given, others).count
    return total
