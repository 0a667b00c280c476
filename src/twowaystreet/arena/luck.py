"""The luck of a hand: what its chance moves were worth to each seat, by a baseline.

A chance move is a deal, or a move after which cards have left the stock. Its luck is the value of
what came less the mean value of all that could have come. It is 0 on average, whatever the players
do, and so is any share of it that is fixed before the hand.

Source: N. Burch, M. Schmid, M. Moravčík, D. Morrill and M. Bowling, *AIVAT: A New Variance
Reduction Technique for Agent Evaluation in Imperfect Information Games* (2018).
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from functools import cache
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.moves import Deal, Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, shuffle
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.trials import PlainPlayouts
from twowaystreet.arena.hands import generator

_DEALS: Final = 1000  # by which the worth of a hand before its deal is estimated
_PLAYOUTS: Final = 16  # of a state, with other orders of unknown cards in the stock
_FIRST: Final = 10  # deals without a correction, as nobody knows yet what luck is worth
_WORD: Final = "luck"
Values: TypeAlias = tuple[float, ...]
"""Payoffs by seat."""


class Baseline:
    """The baseline: playouts with all cards open, each seat by ``simple`` or at random.

    Both kinds together tell more than each alone of what better players reach.
    """

    def __init__(self, start: AnyState, seed: int) -> None:
        self._start, self._seed = start, seed
        self._playouts = cache(lambda policy: PlainPlayouts(policy, start))

    def before_deals(self) -> Values:
        """Return the mean value of a hand to each seat before its deal."""
        cards = generator(self._seed, _WORD)
        dealt = [apply(self._start, shuffle(self._start, cards)) for _ in range(_DEALS)]
        return _mean([self._value(state, number) for number, state in enumerate(dealt)])

    def luck(self, moves: Sequence[Move], deal: int, before_deals: Values) -> Values:
        """Return the luck of a hand, for each seat in payoffs, which add up to 0."""
        found, state = [0.0] * len(before_deals), self._start
        deals = [at for at, move in enumerate(moves) if isinstance(move, Deal)]
        unknown = frozenset[Card]()
        for at, move in enumerate(moves):
            if not unknown and at > deals[-1]:
                break
            state, done = apply(state, move), moves[: at + 1]
            if at in deals:
                unknown, expected = frozenset(state.stock), before_deals
            elif drawn := unknown.difference(state.stock):
                expected = self._after(done, unknown, deal)
                unknown -= drawn
            else:
                continue
            came = self._after(done, unknown, deal)
            found = [luck + one - two for luck, one, two in zip(found, came, expected, strict=True)]
        return tuple(found)

    def _after(self, moves: Sequence[Move], unknown: Set[Card], deal: int) -> Values:
        """Return the mean value after some moves, over orders of unknown cards in the stock."""
        rng, cards = generator(self._seed, deal, _WORD, len(moves), len(unknown)), sorted(unknown)
        values = list[Values]()
        state = self._start
        for number in range(_PLAYOUTS):
            if unknown or not number:
                changes = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
                state = self._start
                for move in moves:
                    state = apply(state, _changed(move, changes))
            values.append(self._value(state, deal * _PLAYOUTS + number))
        return _mean(values)

    def _value(self, state: AnyState, number: int) -> Values:
        key = chance.key_of(self._seed, number, 0)
        policy = tuple(
            "simple" if key >> seat & 1 else "random" for seat in range(len(state.scores))
        )
        return self._playouts(policy).payoffs(state, key)


def _changed(move: Move, changes: dict[Card, Card]) -> Move:
    if not isinstance(move, Deal):
        return move
    return Deal(tuple(changes.get(card, card) for card in move.cards))


def _mean(values: Sequence[Values]) -> Values:
    return tuple(sum(each) / len(values) for each in zip(*values, strict=True))


@attrs.define
class Share:
    """The share of luck that payoffs showed in earlier deals: a regression through 0.

    It is fixed before the hand to which it is applied, so that this one's correction stays fair.
    """

    _deals: int = 0
    _products: float = 0.0
    _squares: float = 0.0

    @property
    def now(self) -> float:
        """The share for the next deal."""
        return self._products / self._squares if self._deals >= _FIRST and self._squares else 0.0

    def add(self, payoffs: Sequence[Values], lucks: Sequence[Values]) -> None:
        """Count the hands of a deal."""
        self._deals += 1
        self._products += sum(map(_product, payoffs, lucks))
        self._squares += sum(map(_product, lucks, lucks))


def _product(first: Values, second: Values) -> float:
    return math.fsum(one * two for one, two in zip(first, second, strict=True))
