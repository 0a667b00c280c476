"""The hidden cards of Two Way Street and the Duel: named suits, and pairs that a stock splits.

The weight of a division with split pairs is the number of ways to pick their cards out of the
hands, each lower card below its upper one. Equal cards lie either way, and each way counts half.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, Final

import attrs
from typing_extensions import override

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import DUTY, NamedSuit
from twowaystreet.games._twoway.split_counts import Link, Sweep, failing_divisions, halves, pick
from twowaystreet.games._twoway.state import TwoWayHandData, TwoWayView


# Any: a view of either game, and its states.
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

    A player who named a suit held a card of either suit of the Joker's colour, or of the named suit
    itself after a plain Joker or where the options demand it. A card that the player has played
    since then may have been this card.
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


MOST: Final = 4
"""The greatest number of split pairs for which the weights of all divisions are added up.

The sum contains permanents: of matrices with a row for each pair, and a column for each unseen
card. So its time grows exponentially with the number of pairs in any known way. With five pairs
of 14 players it took 42 seconds and 1.1 GB after the first trick.
"""
TRIES: Final = 1000


@attrs.frozen(eq=False)
class _Choice(core.Value):
    """The possible lower and upper cards of one link in a division."""

    lows: Sequence[core.Card]
    highs: Sequence[core.Card]
    weights: list[int]  # for each lower card the number of choices of this and all later links
    after: list[int]  # for each upper card those of all later links


class SplitWays(core.Ways):
    """The divisions of unseen cards among places, weighted by the pairs that they allow.

    The stock is the last place, and the links are in the order of the tape. For each place there
    are the known cards of the hand that may have been in a split pair.
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
                sum([halves(low, high) * rest for high, rest in zip(highs, after, strict=True)])
                for low in lows
            ]
            found.append(_Choice(lows, highs, weights, after))
            later, is_joined = weights, joined
        return found[::-1]

    def weight_of(self, division: core.Division) -> int:
        """Return the weight of a division, in halves for each link."""
        return sum(self._choices(division)[0].weights)

    def lay(
        self, division: core.Division, tape: list[core.Card | None], rng: random.Random
    ) -> None:
        """Put the cards of the split pairs on the tape, at random, as the division allows it."""
        taken: int | None = None
        for link, joined, each in zip(
            self.links, self._joined, self._choices(division), strict=True
        ):
            weights = each.weights.copy()
            if joined and taken is not None:
                weights[taken] = 0
            low = each.lows[pick(weights, rng)]
            ordered = [
                halves(low, high) * rest for high, rest in zip(each.highs, each.after, strict=True)
            ]
            taken = pick(ordered, rng)
            tape[link.at : link.at + 2] = low, each.highs[taken]

    @property
    @override
    def is_possible(self) -> bool:
        return self._plain.count > 0

    @override
    def draw(self, rng: random.Random) -> core.Division:
        """Draw in proportion to weights.

        A quick draw picks the cards of the pairs out of an unweighted division, and fails if a pair
        is out of order. Before the play the cards of such a pair change places instead.
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
            if 2 * next_number() >= halves(lows[low], highs[taken]):
                known = isinstance(link.low, core.Card) or isinstance(link.high, core.Card)
                if known or not self._sorts:
                    return None
                lows[low], highs[taken] = highs[taken], lows[low]
        return tuple(
            [tuple(hand[len(some) :]) for hand, some in zip(hands, self.shown, strict=True)]
        )

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
                failing = failing_divisions(self.unseen, self.places, self.shown, links)
                found += failing if number % 2 == 0 else -failing
        return found

    @property
    @override
    def weight(self) -> int:
        return self._sweep.weight

    @cached_property
    def _sweep(self) -> Sweep:
        self._check_size()
        return Sweep(self.unseen, self.places, self.shown, self.links)

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
