"""The worth of tricks in the compiled search: points of cards, or the payoff of all tricks taken.

A value is a whole number from 0. In a game of points it is the sum over tricks of the points that
the side gains, each trick with a constant added so that it is not below 0. In a game that counts
tricks it is the place of the payoff among all payoffs, and is known when all tricks are taken.
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
from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, U, Unsigned, after, ones
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.kernel import CAUGHT, PRICE, WORTH
from twowaystreet.fast.scoring import has_usual_payoffs


class TrickWorth(NamedTuple):
    """The worth of tricks to a side."""

    # the number that is added to the points of each trick, as an array of one; 0 if the numbers of
    # tricks decide, and not their cards
    base: Signed
    step: Unsigned  # what a trick of a hand adds to the number of the tricks taken
    least: Unsigned  # by the number of the tricks taken, the least value that can come
    most: Unsigned  # the greatest value


@compiled
def gained(
    worth: TrickWorth,
    cards: Signed,
    ring: Unsigned,
    side: Number,
    table: Unsigned,
    slot: Number,
    leader: Number,
    won: Number,
) -> Number:
    """Return the value of a complete trick."""
    gain, count = worth.base[0], U(len(ring))
    if gain == 0:
        return ZERO
    is_taken = side >> ring[after(leader, won, count)] & ONE != ZERO
    price = cards[table[slot + won], PRICE]
    for place in range(count):
        card = table[slot + place]
        if is_taken:
            gain += cards[card, WORTH]
        if cards[card, CAUGHT] != 0:
            is_own = side >> ring[after(leader, place, count)] & ONE != ZERO
            if is_taken and not is_own:
                gain += price
            elif is_own and not is_taken:
                gain -= price
    return U(gain)


@compiled
def bounds(
    worth: TrickWorth,
    cards: Signed,
    ring: Unsigned,
    held: Unsigned,
    side: Number,
    on_table: Number,
    left: Number,
    taken: Number,
) -> tuple[Number, Number]:
    """Return bounds of the value of the rest of the hand, with some numbers of tricks left."""
    if worth.base[0] == 0:
        return worth.least[taken], worth.most[taken]
    lower: Number = worth.base[0] * np.int64(left)
    price: Number = np.int64(0)
    upper, own, others = lower, np.int64(0), np.int64(0)
    for place in range(U(len(ring) + 1)):
        mask, is_own, is_other = on_table, True, True
        if place < U(len(ring)):
            mask = held[ring[place]]
            is_own = side >> ring[place] & ONE != ZERO
            is_other = not is_own
        while mask != ZERO:
            bit = mask & (~mask + ONE)
            card = ones(bit - ONE)
            mask ^= bit
            if cards[card, WORTH] > 0:
                upper += cards[card, WORTH]
            else:
                lower += cards[card, WORTH]
            price = max(price, cards[card, PRICE])
            if cards[card, CAUGHT] != 0:
                own += is_own
                others += is_other
    return U(max(lower - price * own, 0)), U(upper + price * others)


@compiled
def fill(least: Unsigned, most: Unsigned, hands: int, left: int) -> None:
    """Fill in the bounds of the tricks taken before the last trick, from those after it."""
    for number in range(len(least) - 1, -1, -1):
        rest, total = number, 0
        for _ in range(hands):
            total += rest % (left + 1)
            rest //= left + 1
        if total < left:
            step = 1
            least[number], most[number] = least[number + 1], most[number + 1]
            for _ in range(hands):
                least[number] = min(least[number], least[number + step])
                most[number] = max(most[number], most[number + step])
                step *= left + 1


MOST: Final[Number] = U((1 << 16) - 1)
"""A number above all values, and a mask of their bits."""
MOST_NUMBERS: Final = 1 << 20
"""The greatest size of a table of payoffs."""


class Goal(NamedTuple):
    # the points of the cards; ``None`` if the numbers of tricks decide the payoff
    points: TrickPoints | None
    # the worth of tricks for the search; ``None`` if the value is the number of tricks of the side
    worth: TrickWorth | None
    low: bool  # True if the side wants a low value
    # a function of a later state that returns the number of the tricks taken since
    taken: Callable[[State], int]
    # a function of a later state, and the value of the rest of the hand from there, that returns
    # the payoff, or the number of tricks if the game does not say what decides its score
    payoff: Callable[[State, int], float]
    at_end: Callable[[State], float]  # a function of the state after the hand that returns the same


def goal_of(state: State, seat: int) -> Goal:
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
    """Return the aim in a game in which the cards of tricks have points."""
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
    whole = TrickWorth(np.array([base], np.int64), nothing, nothing[:1], nothing[:1])
    return Goal(points, whole, low, _nothing, payoff, _payoff_at_end(seat))


def _payoff_at_end(seat: int) -> Callable[[State], float]:
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
        number = sum(unit[hand] for hand in takers)
        payoff[number] = payoffs_of(score_by(state, [*before, *takers]), state.rules)[seat]
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
    worth = TrickWorth(np.zeros(1, np.int64), step, least, most)

    def taken(after: State) -> int:
        return sum(unit[hand] for hand in new(after))

    def payoff_at(after: State, value: int) -> float:
        return places[value]

    return Goal(None, worth, low, taken, payoff_at, _payoff_at_end(seat))


def _divisions(tricks: int, hands: int) -> Iterator[tuple[int, ...]]:
    if hands == 1:
        yield (tricks,)
        return
    for first in range(tricks + 1):
        for rest in _divisions(tricks - first, hands - 1):
            yield first, *rest


def _in_order(payoffs: Mapping[int, float], of_side: Mapping[int, int]) -> list[float]:
    """Return the payoff by the number of tricks of the side, if it rises or falls throughout."""
    found: dict[int, float] = {}
    for number, payoff in payoffs.items():
        if found.setdefault(of_side[number], payoff) != payoff:
            return []
    values = [found[count] for count in sorted(found)]
    is_rising = all(a <= b for a, b in pairwise(values))
    is_falling = all(a >= b for a, b in pairwise(values))
    return values if is_rising or is_falling else []
