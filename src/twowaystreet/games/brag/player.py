"""The rule of thumb of Brag, which lays so that it likely has the best hands that it needs."""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, islice
from types import MappingProxyType
from typing import ClassVar, Final

from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.brag.rules import PACK, THREE, Lay, Rules, in_lays, ranked
from twowaystreet.games.brag.state import State, View

_CHOSEN: Final = {9: (45.0, 12.0, 2.4), 7: (18.0, 3.5), 6: (12.0, 1.25)}
"""Of how many random hands another player's is the best, by cards and place, as measured."""
_KEPT: Final = 4096
"""The number of hands whose lays are kept in memory: playouts ask for the same ones again."""


@cache
def _powers_of(rules: Rules) -> Mapping[int, tuple[float, ...]]:
    """Return the chances of each hand of three to be the best one at each place, by its mask."""
    worths = {
        core.mask_of(three): ranked(three, rules).worth for three in combinations(PACK.cards, THREE)
    }
    every, chances = sorted(worths.values()), dict[tuple[int, ...], tuple[float, ...]]()
    powers = [chosen * (rules.players - 1) for chosen in _CHOSEN[rules.cards]]
    for worth in {*every}:
        share = bisect_left(every, worth) / len(every)
        chances[worth] = tuple([math.pow(share, power) for power in powers])
    return {mask: chances[worth] for mask, worth in worths.items()}


def _chance(hands: Sequence[tuple[float, ...]]) -> float:
    """Estimate the chance to take the pot, from the chances of each hand at each place."""
    if len(hands) == 2:
        return hands[0][0] * hands[1][1]
    first, second, third = hands[0][0], hands[1][1], hands[2][2]
    return first * second + (first + second) * third - 2 * first * second * third


@lru_cache(_KEPT)
def best_lay(hand: tuple[core.Card, ...], rules: Rules) -> Lay:
    """Return the lay of a hand with the greatest chance."""
    powers = _powers_of(rules)
    threes = [powers[sum(bits)] for bits in combinations([card._bit for card in hand], THREE)]
    chances = [_chance(sorted(hands, reverse=True)) for hands in in_lays(len(hand), threes)]
    laid = in_lays(len(hand), [*combinations(hand, THREE)])
    return Lay(next(islice(laid, chances.index(max(chances)), None)))


class BragPlayer(core.RuleOfThumb[View, State]):
    """Lay the hands with the greatest chance to take the pot."""

    __slots__ = ()
    presets: ClassVar = MappingProxyType({"0.2.0": MappingProxyType({})})
    # A hand has a single decision, so mistakes do not add up.
    temperatures: ClassVar = (1.1, 0.76, 0.53, 0.32, 0.0)

    @override
    def __call__(self, view: View, rng: random.Random) -> core.Move:
        assert view.hand is not None
        return best_lay(view.hand, view.rules)

    @override
    def unsealed(self, world: State) -> State:
        return world if world.hand_over else world._before_lays()


PLAYER: Final = BragPlayer()
