"""The solver: its arguments, the refusal of hands that it cannot solve, and the values of moves.

A value is a whole number from 0. In a game of points it is the sum over tricks of the points that
the side gains, each trick with a constant added so that it is not below 0. In a game that counts
tricks it is the place of the payoff among all payoffs, and is known when all tricks are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from itertools import count, pairwise
from typing import Final, NamedTuple

import numpy as np

from twowaystreet._core.cards.masks import card_types
from twowaystreet._core.engine.match import payoffs_of
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import checked_seat, side_of, sides_of
from twowaystreet._core.engine.state import AnyState, GameState, not_a_state
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.table_play import score_by, summary_of
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError, TwoWayStreetError
from twowaystreet.fast.arrays import PlayoutStart, State, starts_of
from twowaystreet.fast.batches import quiet
from twowaystreet.fast.bits import ONE, ZERO, U, Unsigned
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.scoring import has_usual_payoffs
from twowaystreet.solve.problem import MOST, TrickWorth, arrays_of
from twowaystreet.solve.search import STOPPED, Task, solve

UNLIMITED: Final = 2**62
ROWS: Final = ((20, 1 << 14), (36, 1 << 16), (64, 1 << 20))
"""The number of positions that a search remembers, by the greatest number of cards in play."""


class LimitReached(TwoWayStreetError):
    """A search that needs more nodes than its limit.

    Attributes:
        limit: the limit.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit

    def __str__(self) -> str:
        return f"limit={self.limit}: the search needs more nodes"


def tricks(
    state: AnyState, side: Set[int] | None = None, *, low: bool = False, limit: int | None = None
) -> int:
    """Return the number of tricks of the rest of the hand that a side can force.

    All cards are open, and all other seats play together against the side. The tricks still to be
    taken count, including the one on the table. In Spades for two a seat plays both its hands, and
    knows the order in which the dummies turn up their cards.

    Args:
        state: a state in the play of a hand without equal cards, of a trick-taking game that tables
            describe: every one of the library except Spades for two with ``renege=penalised``.
        side: the seats of the side; by default the seat to move and its partners.
        low: the side avoids tricks; the result is the number that it can keep itself down to.
        limit: the greatest number of nodes of the search, at least 1; ``None`` for no limit. A node
            is a position after a card or a named suit.

    Raises:
        RulesError: if the solver cannot solve the state, or an argument is out of bounds.
        SeatError: if the side contains something other than a seat.
        LimitReached: if the search needs more nodes.
        TypeError: if something is not a state.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> while len(state.tricks) < 8:
    ...     state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    >>> [tricks(state, {seat}) for seat in range(4)], tricks(state, {0, 2}), tricks(state, {1, 3})
    ([0, 0, 3, 1], 3, 2)
    """
    tables = _checked(state)
    if side is None:
        side = _side_to_move(state)
    try:
        seats = frozenset(checked_seat(seat, len(state.scores)) for seat in side)
    except TypeError:
        raise RulesError("side", side, "a set of seats") from None
    _check_limit(limit)
    return _Search(tables, seats, low, limit=limit).value(state)


def values(state: AnyState, *, limit: int | None = None) -> dict[Move, float]:
    """Return the payoff that each legal move makes sure of, with all cards open.

    The value of a move is the payoff of the whole hand, as :func:`~twowaystreet.payoffs` gives it,
    that the seat to move and its partners can force after the move. All other seats play together
    against them, and keep it as low as they can, even at their own cost. With several seats a value
    is thus a guarantee, and less than most play brings; the difference of two values is what the
    worse move gives away. With two seats or sides it is the result of the best play on both sides.

    A game of an author that does not say in ``_tally`` what decides its score has no payoffs here.
    Its values are the tricks of the rest of the hand that the seat and its partners can force.

    Args:
        state: a state as in :func:`tricks`.
        limit: the greatest number of nodes of the searches of all moves together, at least 1;
            ``None`` for no limit.

    Returns:
        The values, in the order of legal moves.

    Raises:
        RulesError: if the solver cannot solve the state, or an argument is out of bounds.
        LimitReached: if the searches need more nodes.
        TypeError: if something is not a state.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> while len(state.tricks) < 8:
    ...     state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    >>> {str(move): round(value, 2) for move, value in values(state).items()}
    {'8D': 2.67, '10D': 2.67, '3H': 2.67, '8H': 4.0, 'QS': 4.0}
    """
    tables = _checked(state)
    _check_limit(limit)
    begun: State = state
    seat, side = begun.actor, _side_to_move(state)
    goal = goal_of(begun, seat)
    search = _Search(tables, side, goal.low, goal.points, goal.worth, limit)
    found, guess = dict[Move, float](), None
    for move in legal_moves(state):
        after: State = apply(state, move)
        if not after._order:  # the hand is over
            found[move] = payoffs(after)[seat] if goal.is_scored else goal.payoff(after, 0)
            continue
        # Positions of the same trick are numbered alike, so the searches share what they know.
        if len(after.tricks) > len(begun.tricks):
            search.forget()
        guess = search.value(after, goal.taken(after), guess)
        found[move] = goal.payoff(after, guess)
    return found


def _side_to_move(state: AnyState) -> frozenset[int]:
    assert state.actor is not None
    return frozenset(side_of(state.rules, state.actor))


def _check_limit(limit: int | None) -> None:
    if limit is not None and (not is_int(limit) or limit < 1):
        raise RulesError("limit", limit, "a whole number, 1 or more, or None")


def _checked(state: AnyState) -> PlayTables:
    if not isinstance(state, GameState):
        raise not_a_state(state)
    if not isinstance(state, TrickState) or not state._order:
        raise RulesError("state", state, "a state in the play of a trick-taking game")
    tables = state._play_tables()
    if tables is None:
        expected = "a game whose play tables describe; this one has other rules, or overrides hooks"
        raise RulesError("state", state, expected)
    played = len(state._table)
    hands = [state._hand_data.held[hand] & state._remaining for hand in state._order]
    sizes = [hand.bit_count() + (place < played) for place, hand in enumerate(hands)]
    if len({*sizes}) > 1:
        raise RulesError("state", state, "hands with equally many cards")
    seen = 0
    for mask in (*hands, *(card._bit for card in state._table)):
        types = card_types(mask)
        if types & seen or types.bit_count() < mask.bit_count():
            raise RulesError("state", state, "hands without equal cards")
        seen |= types
    return tables


_salts: Final = count(1)
_memories: Final[list[Unsigned]] = []  # the memories that no search uses now; each thread takes one


class _Search:
    """Searches from positions of one hand, which share their limit of nodes."""

    def __init__(
        self,
        tables: PlayTables,
        side: frozenset[int],
        low: bool,
        points: TrickPoints | None = None,
        worth: TrickWorth | None = None,
        limit: int | None = None,
    ) -> None:
        self._tables, self._side, self._low, self._worth = tables, side, low, worth
        self._arrays, self._order = arrays_of(tables, points)
        self._limit, self._nodes = limit, 0
        self.forget()

    def forget(self) -> None:
        """Keep apart what the searches before have found, as it holds for other positions."""
        # The keys of a search contain its salt, so that the memory needs no cleaning.
        self._salt = U(chance.mixed(next(_salts)))

    def value(self, state: State, taken: int = 0, guess: int | None = None) -> int:
        starts = starts_of([PlayoutStart(state, self._tables)], {self._tables: 0}, 0)
        hands = [hand for hand in state._order if state._seat_of(hand) in self._side]
        count, left = len(state._order), tricks_left(state)
        size = next(size for most, size in ROWS if left * count <= most)
        limit = UNLIMITED if self._limit is None else min(self._limit, UNLIMITED)
        try:
            memory = _memories.pop()
        except IndexError:
            memory = np.zeros((ROWS[-1][1], 2), np.uint64)
        task = Task(
            side=U(sum(1 << hand for hand in hands)),
            high=ZERO if self._low else ONE,
            limit=U(limit),
            salt=self._salt,
            memory=memory[:size],
        )
        with quiet():
            found, nodes = solve(
                starts,
                self._arrays,
                self._order,
                task,
                self._worth,
                guess=U(left * len(hands) // count if guess is None else guess),
                nodes=U(self._nodes),
                taken=U(taken),
            )
        _memories.append(memory)
        if found == STOPPED:
            assert self._limit is not None
            raise LimitReached(self._limit)
        self._nodes = int(nodes)
        return int(found)


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


MOST_NUMBERS: Final = 1 << 20  # the greatest size of a table of payoffs


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
    is_scored: bool = True  # True if the game says what decides its score


def goal_of(state: State, seat: int) -> Goal:
    summary = summary_of(state)
    if summary is None:
        return _tricks_alone(state, seat)
    if isinstance(summary, TrickPoints):
        return _by_points(state, seat, summary)
    return _by_tricks(state, seat, summary)


def tricks_left(state: State) -> int:
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

    return Goal(None, None, False, _nothing, all_of, is_scored=False)


def _by_points(state: State, seat: int, points: TrickPoints) -> Goal:
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
    return Goal(points, whole, low, _nothing, payoff)


def _nothing(after: State) -> int:
    return 0


def _by_tricks(state: State, seat: int, tally: Tally) -> Goal:
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

        return Goal(None, None, low, _nothing, payoff_of_side)
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

    return Goal(None, worth, low, taken, payoff_at)


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
