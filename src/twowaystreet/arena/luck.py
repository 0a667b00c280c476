"""The luck of a hand: what its chance moves were worth to each seat, by a baseline.

A chance move is a deal, or a move after which cards have left the stock that nobody had seen. Its
luck is the value of what came less the mean value of all that could have come. It is 0 on average,
whatever the players do, and so is any share of it that is fixed before the hand (N. Burch et al.,
*AIVAT*, 2018).
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from functools import reduce
from operator import add, mul
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.moves import Deal, Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import POLICIES, Word
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet.arena.hands import generator

_DEAL_PLAYOUTS: Final = 64  # after the deal, and as many after others that could have come
_DRAW_PLAYOUTS: Final = 16  # for each of many draws
_DIGITS: Final = 6  # of luck in a file, after the point
_FIRST: Final = 10  # deals without a correction, as nobody knows yet what luck is worth
_CAUTION: Final = 3  # so that luck which tells nothing costs a thousandth of the error
Values: TypeAlias = tuple[float, ...]
"""Payoffs by seat."""


class Baseline:
    """The baseline: playouts with all cards open, each seat by ``simple`` or at random.

    Without ``first`` the luck of the first deal of a hand counts as 0.
    """

    def __init__(self, start: AnyState, seed: int, *, first: bool) -> None:
        self._start, self._seed, self._first = start, seed, first

    def luck(self, moves: Sequence[Move], deal: int) -> list[float]:
        """Return the luck of a hand for each seat in payoffs, which add up to 0."""
        found, state = [0.0] * len(self._start.scores), self._start
        before, since, unknown = state, list[Move](), frozenset[Card]()
        for at, move in enumerate(moves):
            last, state = state, apply(state, move)
            since.append(move)
            if isinstance(move, Deal):
                # Where cards have equals, the order of the stock counts as seen.
                unknown = frozenset(state.stock if state.rules.pack._is_distinct else ())
                before, since = last, list[Move]([move])
                if at == 0 and not self._first:
                    continue
                others, playouts = range(_DEAL_PLAYOUTS, 2 * _DEAL_PLAYOUTS), _DEAL_PLAYOUTS
                expected = _mean([self._value(last, deal, number) for number in others])
            elif drawn := unknown.difference(state.stock):
                playouts = _DRAW_PLAYOUTS
                expected = self._mean_after(before, since, unknown, deal, playouts)
                unknown -= drawn
            else:
                continue
            came = self._mean_after(before, since, unknown, deal, playouts)
            found = [luck + one - two for luck, one, two in zip(found, came, expected, strict=True)]
        return [round(each, _DIGITS) for each in found]

    def _mean_after(
        self, before: AnyState, moves: Sequence[Move], unknown: Set[Card], deal: int, playouts: int
    ) -> Values:
        """Return the mean value after a deal and moves, over orders of unknown cards in it."""
        dealt, *later = moves
        assert isinstance(dealt, Deal)
        cards, values = sorted(unknown), list[Values]()
        rng = generator(self._seed, deal, "luck", len(moves), len(cards))
        for number in range(playouts):
            changes = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
            cards_dealt = tuple([changes.get(card, card) for card in dealt.cards])
            state = reduce(apply, later, apply(before, Deal(cards_dealt)))
            values.append(self._value(state, deal, number))
        return _mean(values)

    def _value(self, state: AnyState, deal: int, number: int) -> Values:
        key = chance.key_of(self._seed, deal, number)
        words: list[Word] = [POLICIES[key >> seat & 1] for seat, _ in enumerate(state.scores)]
        return payoffs_after(state, key, words)


def _mean(values: Sequence[Values]) -> Values:
    return tuple(math.fsum(each) / len(values) for each in zip(*values, strict=True))


@attrs.define
class Share:
    """The share of luck that leads showed in earlier deals, so that a correction stays fair.

    It is the slope of leads on luck, made smaller by its uncertainty: 0 while nothing is known.
    """

    _deals: int = 0
    _leads: Sequence[float] = ()  # their sums
    _sums: Sequence[float] = (0.0,) * 5

    @property
    def now(self) -> float:
        """The share for the next deal."""
        products, squares, *twos = self._sums
        if self._deals < _FIRST or not products or not squares:
            return 0.0
        slope = products / squares
        doubt = twos[0] - 2 * slope * twos[1] + slope**2 * twos[2]
        return slope * max(0.0, 1 - _CAUTION * doubt / products**2)

    def add(self, leads: Sequence[float], lucks: Sequence[float]) -> None:
        """Count the leads of a deal, and the luck in each."""
        before = self._leads or (0.0,) * len(leads)
        off = [lead - total / (self._deals or 1) for lead, total in zip(leads, before, strict=True)]
        product, square = math.fsum(map(mul, off, lucks)), math.fsum(map(mul, lucks, lucks))
        found = product, square, product**2, product * square, square**2
        self._sums, self._leads = [*map(add, self._sums, found)], [*map(add, before, leads)]
        self._deals += 1
