"""The rule of thumb of Twos, which takes tricks with points and saves its twos for them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.twos.rules import PLAYERS, STRENGTHS
from twowaystreet.games.twos.score import PRICE, TRICK_POINTS
from twowaystreet.games.twos.state import State, View

_MARK_OF_TWO: Final = PLAYERS
"""The mark of a two; honours have the mark 1, and there are fewer honours in a trick."""
_IS_HONOUR: Final = TRICK_POINTS.worth
_MARKS: Final = tuple(
    _MARK_OF_TWO if card.rank is core.Rank.TWO else _IS_HONOUR[card.index] for card in core.CARDS
)


@attrs.frozen(cache_hash=True)
class TwosPlayer(core.RuleOfThumb[View, State]):
    """Play the card with the greatest expected points; of equal cards the lowest.

    Points that a card brings in a later trick count against its play now. What other players get
    counts as a loss.

    Args:
        kept_two: the points that a two brings on average in a later trick, -10 to 10.
        kept_three: the same for a three.
        kept_ace: the same for an ace.
        kept_king: the same for a king.
        safe_two: the chance, 0 to 1, that a two which wins the trick so far still wins after all
            have played.
        safe_three: the same for a three.
        safe_ace: the same for an ace.
        safe_king: the same for a king.
        safe_other: the same for any other card.
        led_two: the chance that a two wins if it is led.
        led_ace: the same for an ace.
        led_king: the same for a king.
        led_other: the same for any other card.
        lost_two: the points that a two costs if it does not win, 0 to 10.
        lost_honours: the share of the points of a trick, 0 to 10, that an ace or court card costs
            if it does not win.
    """

    kept_two: float = core.constant(1.5, -10.0, 10.0)
    kept_three: float = core.constant(2.2, -10.0, 10.0)
    kept_ace: float = core.constant(1.0, -10.0, 10.0)
    kept_king: float = core.constant(0.5, -10.0, 10.0)
    safe_two: float = core.constant(0.8, 0.0, 1.0)
    safe_three: float = core.constant(0.95, 0.0, 1.0)
    safe_ace: float = core.constant(0.9, 0.0, 1.0)
    safe_king: float = core.constant(0.6, 0.0, 1.0)
    safe_other: float = core.constant(0.6, 0.0, 1.0)
    led_two: float = core.constant(0.4, 0.0, 1.0)
    led_ace: float = core.constant(0.55, 0.0, 1.0)
    led_king: float = core.constant(0.4, 0.0, 1.0)
    led_other: float = core.constant(0.05, 0.0, 1.0)
    lost_two: float = core.constant(1.2, 0.0, 10.0)
    lost_honours: float = core.constant(0.75, 0.0, 10.0)
    presets: ClassVar = MappingProxyType(
        {
            "0.2.0": MappingProxyType(
                {
                    "kept_two": 2.0,
                    "kept_three": 0.0,
                    "kept_ace": 0.0,
                    "kept_king": 0.0,
                    "safe_two": 0.9,
                    "safe_three": 0.9,
                    "safe_ace": 0.7,
                    "safe_other": 0.3,
                    "led_two": 0.9,
                    "led_ace": 0.7,
                    "led_king": 0.6,
                    "led_other": 0.3,
                    "lost_two": 2.0,
                    "lost_honours": 1.0,
                }
            )
        }
    )

    @override
    def __call__(self, view: View, rng: random.Random) -> core.Move:
        trick = view.trick

        def strengths(card: core.Card) -> core.Strengths:
            led = trick.led or card.suit
            assert led is not None
            twos = (one.suit for one in (*trick.cards, card) if one.rank is core.Rank.TWO)
            return STRENGTHS[led, next(twos, None)]

        marks = sum(_MARKS[card.index] for card in trick.cards)
        is_last = len(trick.cards) == PLAYERS - 1
        return core.best_play(view, self.promise, strengths, is_last=is_last, marks=marks)

    def promise(self, card: core.Card, facts: core.Situation) -> tuple[float, float]:
        """Return the expected points of playing a card; of equal cards the lowest is better."""
        kept, safe, led, price, is_honour, lost, share = self._by_card[card.index]
        caught, honours = divmod(facts.marks, _MARK_OF_TWO)
        counting, chance = honours + is_honour, 0.0
        if facts.takes:
            chance = 1.0 if facts.is_last else led if facts.is_lead else safe
        loss = lost + share * counting
        points = chance * (counting + caught * price) - (1 - chance) * loss - kept
        return points, -core.card_place(card)

    @cached_property
    def _by_card(self) -> Sequence[tuple[float, float, float, int, int, float, float]]:
        """For each card the constants that count, with its price, and 1 for an honour."""
        constants = self.constants()
        return [
            (
                constants.get(f"kept_{rank.word}", 0.0),
                constants.get(f"safe_{rank.word}", self.safe_other),
                constants.get(f"led_{rank.word}", self.led_other),
                PRICE.get(rank, 0),
                is_honour,
                self.lost_two if rank is core.Rank.TWO else 0.0,
                self.lost_honours * is_honour,
            )
            for rank, is_honour in zip([*core.Rank] * len(core.Suit), _IS_HONOUR, strict=False)
        ]

    @override
    def card_play(self, state: State) -> core.CardPlay:
        return _card_play(self)


@lru_cache
def _card_play(rule: TwosPlayer) -> core.CardPlay:
    return core.CardPlay(
        (rule.promise,), (0,) * PLAYERS, (None,) * PLAYERS, tuple(range(PLAYERS)), _MARKS
    )


PLAYER: Final = TwosPlayer()
