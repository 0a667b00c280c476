"""Luck apart from decisions: where the result of a hand comes from.

The value of a position to a seat is the mean payoff of playouts by the rule of thumb, in worlds of
its view. So the move of the rule of thumb is worth as much as the position before it, and another
move changes the value. The cards, and what hidden cards make of the moves, change it as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import attrs

from twowaystreet._core.engine.scores import payoffs_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.trials import PlainPlayouts
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import worlds
from twowaystreet._util.values import Value
from twowaystreet.players._engines import policy_for, streams_for
from twowaystreet.players._monte_carlo import MonteCarlo


@attrs.frozen(kw_only=True)
class Luck(Value):
    """The parts of a seat's result in one hand, in points of payoff.

    The three parts sum to the result, apart from rounding.

    Attributes:
        hand: the number of the hand in the record, from 1.
        seat: the seat.
        deal: the luck of the deal: the value of the first view after it, over worlds. It includes
            the seat's place at the table.
        decisions: the sum of the worth of the seat's decisions that are judged, each in comparison
            with the move of the rule of thumb in the same worlds.
        result: the payoff of the hand.

    >>> part = Luck(hand=1, seat=0, deal=1.5, decisions=-0.5, result=-2.0)
    >>> part.after, part.play
    (1.0, -3.0)
    """

    hand: int
    seat: int
    deal: float
    decisions: float
    result: float

    @property
    def after(self) -> float:
        """The sum of the luck of the deal and the decisions, not a measurement."""
        return self.deal + self.decisions

    @property
    def play(self) -> float:
        """The luck of the play, which hidden cards and the moves of others make."""
        return self.result - self.after

    @property
    def rounded(self) -> tuple[float, float, float]:
        """The luck of the deal, the decisions and the luck of the play, as people read them.

        They have one place after the point, and sum to the result of as many places.
        """
        deal, decisions = round(self.deal, 1), round(self.decisions, 1)
        return deal, decisions, round(round(self.result, 1) - deal - decisions, 1)


def parts_of(
    record: SeatRecord, gains: Iterable[tuple[int, float]], player: MonteCarlo, seed: int
) -> tuple[Luck, ...]:
    """Return the parts of the seat's result in each finished hand of its record.

    ``gains``: the worth of each decision, with the number of its hand in the record.
    ``player``: the player that says how many worlds a value takes, and who plays them.
    ``seed``: the seed of the worlds, 0 to 2**64 - 1.
    """
    seat, begun = record.seat, record.start.hands_played
    assert seat is not None
    firsts, found = dict[int, AnyView](), list[Luck]()
    gained = [*gains]
    for event in record:
        hand = event.view.hands_played - begun + (not event.view.hand_over)
        first = firsts.setdefault(hand, event.view)  # the first event of a hand is its deal
        if event.view.score is not None:
            parts = Luck(
                hand=hand,
                seat=seat,
                deal=value_of(first, player, seed),
                decisions=math.fsum(gain for number, gain in gained if number == hand),
                result=payoffs_of(event.view.score, event.view.rules)[seat],
            )
            found.append(parts)
    return tuple(found)


def value_of(view: AnyView, player: MonteCarlo, seed: int) -> float:
    """Return the mean payoff of a hand to the viewer, over worlds of its view."""
    seat, count = view.seat, player.worlds or 0
    assert seat is not None
    if view.score is not None:  # the deal ended the hand
        return payoffs_of(view.score, view.rules)[seat]
    of_view, policy = worlds(view), policy_for(player.engine, player.playouts, view._state)
    states = [of_view.sample(rng) for rng in streams_for(player.engine)(seed, 0, count)]
    playouts = PlainPlayouts(policy, states[0])
    payoffs = [
        playouts.payoffs(state, chance.key_of(seed, number, 1))[seat]
        for number, state in enumerate(states)
    ]
    return math.fsum(payoffs) / count
