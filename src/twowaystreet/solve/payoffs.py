"""The payoff of a seat as a value of the compiled search.

A game says in ``_tally`` what decides its score: the points of the cards in each trick, or the
numbers of tricks. In a game that does not say it, the tricks themselves are the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from twowaystreet._core.engine.match import payoffs_of
from twowaystreet._core.engine.seats import side_of, sides_of
from twowaystreet._core.engine.verbs import payoffs
from twowaystreet._core.playouts.scores import score_by, summary_of
from twowaystreet._core.tricks.play_tables import Tally, TrickPoints
from twowaystreet.errors import RulesError
from twowaystreet.fast.arrays import State
from twowaystreet.fast.bits import Unsigned
from twowaystreet.fast.scoring import has_usual_payoffs
from twowaystreet.solve.search import MOST
from twowaystreet.solve.worth import Worth, fill

MOST_NUMBERS: Final = 1 << 20
"""The greatest size of a table of payoffs."""


class Goal(NamedTuple):
    """The aim of a seat and its partners in the rest of a hand, from a state on.

    Attributes:
        points: the points of the cards; ``None`` if the numbers of tricks decide the payoff.
        worth: the worth of tricks for the search; ``None`` if the value is the number of tricks of
            the side.
        low: True if the side wants a low value.
        taken: a function of a later state that returns the number of the tricks taken since.
        payoff: a function of a later state, and the value of the rest of the hand from there, that
            returns the payoff, or the number of tricks if the game does not say what decides its
            score.
        at_end: a function of the state after the hand that returns the same.
    """

    points: TrickPoints | None
    worth: Worth | None
    low: bool
    taken: Callable[[State], int]
    payoff: Callable[[State, int], float]
    at_end: Callable[[State], float]


def goal_of(state: State, seat: int) -> Goal:
    """Return the aim of a seat and its partners.

    Args:
        state: a state in the play that the solver can search.
        seat: the seat.

    Raises:
        RulesError: if too many results are possible, or if points of cards have unusual payoffs.
    """
    summary = summary_of(state)
    if summary is None:
        return _tricks_alone(state, seat)
    if isinstance(summary, TrickPoints):
        return _by_points(state, seat, summary)
    return _by_tricks(state, seat, summary)


def tricks_left(state: State) -> int:
    """Return the number of tricks of the rest of the hand, with the one on the table."""
    hand = state._order[len(state._table)]
    left: int = (state._hand_data.held[hand] & state._remaining).bit_count()
    return left


def _tricks_alone(state: State, seat: int) -> Goal:
    """Return the aim in a game that does not say what decides its score: tricks for the side."""
    side = side_of(state.rules, seat)

    def new(after: State) -> int:
        return sum(trick.winner in side for trick in after.tricks[len(state.tricks) :])

    def all_of(after: State, value: int) -> int:
        return value + new(after)

    return Goal(None, None, False, _nothing, all_of, new)


def _by_points(state: State, seat: int, points: TrickPoints) -> Goal:
    """Return the aim in a game in which the cards of tricks have points.

    All cards in play will be taken, and the price of a caught card goes from seat to seat. So the
    sum of the points of all seats is known, and the points of the side decide the payoff.
    """
    if not has_usual_payoffs([state]):
        raise RulesError("state", state, "a game whose payoffs are leads in points")
    side, sides = side_of(state.rules, seat), sides_of(state.rules)
    bits = state._remaining | sum(card._bit for card in state._table)
    worth = [each for card, each in enumerate(points.worth) if bits >> card & 1]
    everything = sum(state._score(state.tricks).points) + sum(worth)
    low = bool(state._score(()).fewer_is_better)
    # No more than this is lost in a trick.
    base = 1 + len(state._order) * (max(points.price) + max(0, -min(points.worth)))
    highest = base * tricks_left(state) + sum(map(abs, worth)) + len(worth) * max(points.price)
    if min(points.price) < 0 or highest >= int(MOST):
        raise RulesError("state", state, f"cards with points from 0 to fewer than {MOST} in all")

    def payoff(after: State, value: int) -> float:
        before = sum(after._score(after.tricks).points[each] for each in side)
        lead: int = len(sides) * (before + value - base * tricks_left(after)) - everything
        return (-lead if low else lead) / (max(len(sides) - 1, 1) * len(side))

    nothing: Unsigned = np.zeros(len(state._hand_data.held), np.uint64)
    whole = Worth(np.array([base], np.int64), nothing, nothing[:1], nothing[:1])
    return Goal(points, whole, low, _nothing, payoff, _payoff_at_end(seat))


def _payoff_at_end(seat: int) -> Callable[[State], float]:
    """Return the function of a state after the hand that returns the payoff of a seat."""
    return lambda after: payoffs(after)[seat]


def _nothing(after: State) -> int:
    """Return the number of the tricks taken, where it does not matter."""
    return 0


def _by_tricks(state: State, seat: int, tally: Tally) -> Goal:
    """Return the aim in a game in which the numbers of tricks decide."""
    if len(state.tricks) < tally.first:
        expected = f"a state after the first {tally.first} tricks, whose takers matter"
        raise RulesError("state", state, expected)
    hands, left, side = state._order, tricks_left(state), side_of(state.rules, seat)
    size: int = (left + 1) ** len(hands)
    if size > MOST_NUMBERS:
        raise RulesError("state", state, "an ending of fewer tricks")
    unit = {hand: (left + 1) ** place for place, hand in enumerate(hands)}
    before = [state._taker(trick) for trick in state.tricks]
    own = {hand for hand in hands if state._seat_of(hand) in side}
    payoff, of_side = dict[int, float](), dict[int, int]()
    for counts in _divisions(left, len(hands)):
        takers = [hand for hand, count in zip(hands, counts, strict=True) for _ in range(count)]
        score = score_by(state, [*before, *takers])
        number = sum(unit[hand] for hand in takers)
        payoff[number] = payoffs_of(score, state.rules)[seat]
        of_side[number] = sum(hand in own for hand in takers)

    def new(after: State) -> list[int]:
        return [state._taker(trick) for trick in after.tricks[len(state.tricks) :]]

    in_order = _in_order(payoff, of_side)
    if in_order:
        low = in_order[0] > in_order[-1]

        def payoff_of_side(after: State, value: int) -> float:
            return in_order[value + sum(hand in own for hand in new(after))]

        return Goal(None, None, low, _nothing, payoff_of_side, _payoff_at_end(seat))
    mean = sum(of_side.values()) / len(of_side)
    low = sum((of_side[number] - mean) * value for number, value in payoff.items()) < 0
    places = sorted(set(payoff.values()), reverse=low)
    least: Unsigned = np.zeros(size, np.uint64)
    for number, value in payoff.items():
        least[number] = places.index(value)
    most: Unsigned = least.copy()
    fill(least, most, len(hands), left)
    step: Unsigned = np.zeros(len(state._hand_data.held), np.uint64)
    for hand in hands:
        step[hand] = unit[hand]
    worth = Worth(np.zeros(1, np.int64), step, least, most)

    def taken(after: State) -> int:
        return sum(unit[hand] for hand in new(after))

    def payoff_at(after: State, value: int) -> float:
        return places[value]

    return Goal(None, worth, low, taken, payoff_at, _payoff_at_end(seat))


def _divisions(tricks: int, hands: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to divide tricks among hands."""
    if hands == 1:
        yield (tricks,)
        return
    for first in range(tricks + 1):
        for rest in _divisions(tricks - first, hands - 1):
            yield first, *rest


def _in_order(payoffs: Mapping[int, float], of_side: Mapping[int, int]) -> list[float]:
    """Return the payoff by the number of tricks of the side, if it rises or falls throughout.

    Returns:
        The payoffs; none if others decide it as well, or if it rises and falls.
    """
    found: dict[int, float] = {}
    for number, payoff in payoffs.items():
        if found.setdefault(of_side[number], payoff) != payoff:
            return []
    values = [found[count] for count in sorted(found)]
    is_rising = all(a <= b for a, b in pairwise(values))
    is_falling = all(a >= b for a, b in pairwise(values))
    return values if is_rising or is_falling else []
