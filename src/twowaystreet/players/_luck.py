"""What a review tells of luck: that of deal and play, and the endings with all cards open."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.lines import signed
from twowaystreet._core.engine.match import payoffs_of
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.trials import PlainPlayouts
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import worlds
from twowaystreet._util.values import Value
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.players._monte_carlo import MonteCarlo
from twowaystreet.players._searches import is_compiled, policy_for, streams_for


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
    """Return the parts of the seat's result in each finished hand of its record."""
    seat, begun = record.seat, record.start.hands_played
    assert seat is not None
    firsts, found = dict[int, AnyView](), list[Luck]()
    gained = [*gains]
    for event in record:
        hand = event.view.hands_played - begun + (not event.view.hand_over)
        first = firsts.setdefault(hand, event.view)  # the first event of a hand is its deal
        if event.view.score is not None:
            decisions = math.fsum(gain for number, gain in gained if number == hand)
            result = payoffs_of(event.view.score, event.view.rules)[seat]
            deal = value_of(first, player, seed)
            found.append(Luck(hand=hand, seat=seat, deal=deal, decisions=decisions, result=result))
    return tuple(found)


def value_of(view: AnyView, player: MonteCarlo, seed: int) -> float:
    seat, count = view.seat, player.worlds or 0
    assert seat is not None
    if view.score is not None:  # the deal ended the hand
        return payoffs_of(view.score, view.rules)[seat]
    of_view, policy = worlds(view), policy_for(player.engine, player.playouts, view._state)
    sources = streams_for(player.engine, view._state)(seed, 0, count)
    states = [of_view.sample(rng) for rng in sources]
    playouts = PlainPlayouts(policy, states[0])
    payoffs = [
        playouts.payoffs(state, chance.key_of(seed, number, 1))[seat]
        for number, state in enumerate(states)
    ]
    return math.fsum(payoffs) / count


SOLVED: Final = 6  # the most cards in a hand whose play is solved
NODES: Final = 300_000  # of a position that the solver visits: about 0.1 s


@attrs.frozen(kw_only=True)
class Hindsight(Value):
    """A move in the light of all cards, from the solver: it can be right and cost points.

    Attributes:
        number: the number of the move in the record, from 1.
        seat: the seat.
        text: the move as people read it.
        best_texts: the moves that are best with all cards open, as people read them.
        value: the payoff that the seat and its partners can force against all others after it.
        best_value: the payoff that they can force after the best moves.
    """

    number: int
    seat: int
    text: str
    best_texts: tuple[str, ...]
    value: float
    best_value: float

    @property
    def loss(self) -> float:
        """The loss of the move in hindsight, at least 0."""
        return self.best_value - self.value


def hindsight_of(record: Record, seats: Sequence[int]) -> Iterator[Hindsight]:
    """Yield the moves of the endings of finished hands with all cards open, by the solver."""
    if not is_compiled("auto", type(record.state)):
        return
    over = record.state.hands_played
    from twowaystreet.solve import values as solve  # noqa: PLC0415  # an extra

    for number, (state, move) in enumerate(record, start=1):
        if not isinstance(state, TrickState) or state.actor is None or state.actor not in seats:
            continue
        is_ending = state._order and max(state.hand_sizes) <= SOLVED
        if state.hands_played == over or not is_ending or len(legal_moves(state)) == 1:
            continue
        try:
            values = solve(state, limit=NODES)
        except TwoWayStreetError:  # a game that the solver does not know, or too many positions
            continue
        top = max(values.values())
        texts = {each: signed(display_of(state).move_text(each)) for each in values}
        yield Hindsight(
            number=number,
            seat=state.actor,
            text=texts[move],
            best_texts=tuple(texts[each] for each, value in values.items() if value == top),
            value=values[move],
            best_value=top,
        )
