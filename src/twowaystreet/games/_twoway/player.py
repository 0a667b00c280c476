"""Parts of the rules of thumb of Two Way Street and the Duel: play for a direction."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final

import attrs
from typing_extensions import TypeVar

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import STRENGTHS, Direction, Exchange, TwoWayRules
from twowaystreet.games._twoway.state import TwoWayView

# Any: each game has its own options and scores.
ViewT = TypeVar("ViewT", bound=core.View[Any, Any], default=core.View[Any, Any])
StateT = TypeVar("StateT", bound=tws.AnyState, default=tws.AnyState)


@attrs.frozen
class TwoWayPlayer(core.RuleOfThumb[ViewT, StateT]):
    """The constants that the games share: what cards are worth, and when a hand is strong.

    Args:
        worth_joker: the tricks that a Joker takes on average in play for high, 0 to 2.
        worth_ace: the same for an ace.
        worth_king: the same for a king.
        worth_queen: the same for a queen.
        worth_jack: the same for a jack; lower cards are worth nothing.
        high_from: the tricks by which a hand for high is worth more than an average hand, -5 to 5.
    """

    worth_joker: float = core.constant(1.0, 0.0, 2.0)
    worth_ace: float = core.constant(1.0, 0.0, 2.0)
    worth_king: float = core.constant(0.7, 0.0, 2.0)
    worth_queen: float = core.constant(0.4, 0.0, 2.0)
    worth_jack: float = core.constant(0.2, 0.0, 2.0)
    high_from: float = core.constant(0.0, -5.0, 5.0)

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """The worth of each card by its index, in millionths of a trick."""
        honours = self.worth_ace, self.worth_king, self.worth_queen, self.worth_jack
        by_rank = dict(zip("AKQJ", honours, strict=True))
        suited = [core.units(by_rank.get(str(card)[0], 0.0)) for card in core.CARDS if card.suit]
        return (*suited, *[core.units(self.worth_joker)] * (len(core.CARDS) - len(suited)))

    @cached_property
    def leads(self) -> tuple[int, ...]:
        """The worth of each card beyond an average one; a trick is a million times ``DECK``."""
        total = sum(self.worths[:DECK])
        return tuple([DECK * worth - total for worth in self.worths])

    @cached_property
    def margin(self) -> int:
        """The lead over an average hand that a hand for high must exceed, in the same unit."""
        return DECK * core.units(self.high_from)

    def lead(self, hand: Sequence[core.Card]) -> int:
        """Return by how much a hand is worth more than an average hand and the margin."""
        leads = self.leads
        return sum([leads[card.index] for card in hand]) - self.margin

    def direction_of(self, hand: Sequence[core.Card]) -> Direction:
        return Direction.HIGH if self.lead(hand) > 0 else Direction.LOW


DECK: Final = len(core.CARDS[:-1])


def _given(sign: int) -> tuple[int, ...]:
    heights = map(core.card_height, core.CARDS)
    return tuple([sign * height * len(core.CARDS) + at for at, height in enumerate(heights)])


GIVEN: Final = MappingProxyType({Direction.HIGH: _given(1), Direction.LOW: _given(-1)})
"""The order in which cards are given away: for high the lowest first, for low the highest."""
KEPT: Final = 4096  # the numbers of hands and declarations kept in memory: playouts meet them again


@lru_cache(KEPT)
def exchange_for(direction: Direction, hand: tuple[core.Card, ...]) -> Exchange:
    """Give away the lowest two cards for high, the highest two for low."""
    order = GIVEN[direction]
    first, second, *_ = sorted(hand, key=lambda card: order[card.index])
    return Exchange((first, second))


def _value_high(card: core.Card, facts: core.Situation) -> tuple[int, ...]:
    """Lead the highest card; take a trick with the lowest one that wins it, or throw the lowest."""
    return (0, core.card_place(card)) if facts.is_lead else (facts.takes, -core.card_place(card))


def _value_low(card: core.Card, facts: core.Situation) -> tuple[int, ...]:
    """Lead the lowest card; play the highest card that does not win; else the lowest."""
    return (0, -core.card_place(card)) if facts.takes else (1, core.card_place(card))


_VALUES: Final = {Direction.HIGH: _value_high, Direction.LOW: _value_low}


def card_play_for(directions: Iterable[Direction]) -> core.CardPlay:
    ways = list(_VALUES)
    of_seat = tuple(map(ways.index, directions))
    seats = len(of_seat)
    return core.CardPlay(tuple(_VALUES.values()), of_seat, (None,) * seats, tuple(range(seats)))


def play_for(
    direction: Direction,
    view: TwoWayView[TwoWayRules, core.HandScore[core.SeatScore]],
    rng: random.Random,
) -> core.Move:
    """Play for a direction; a player who must name a suit names any."""
    others = [move for move in core.moves_of(view) if not isinstance(move, core.Play)]
    if others:
        return rng.choice(others)
    strengths = STRENGTHS[view.trick.led]
    return core.best_play(view, _VALUES[direction], lambda _: strengths)
