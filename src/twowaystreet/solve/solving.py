"""The solver: its arguments, the refusal of hands that it cannot solve, and the values of moves."""

from __future__ import annotations

from collections.abc import Set
from itertools import count
from typing import Final

import numpy as np

from twowaystreet._cards.masks import card_types
from twowaystreet._engine.moves import Move
from twowaystreet._engine.seats import checked_seat
from twowaystreet._engine.sides import side_of
from twowaystreet._engine.state import AnyState, GameState, not_a_state
from twowaystreet._engine.verbs import apply, legal_moves
from twowaystreet._playouts import chance
from twowaystreet._tricks.play_tables import PlayTables
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError, TwoWayStreetError
from twowaystreet.fast.arrays import Position, State, starts_of
from twowaystreet.fast.batches import quiet
from twowaystreet.fast.bits import ONE, ZERO, U, Unsigned
from twowaystreet.solve.chains import arrays_of
from twowaystreet.solve.search import STOPPED, solve

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
    state: AnyState,
    side: Set[int] | None = None,
    *,
    low: bool = False,
    limit: int | None = None,
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
    if limit is not None and (not is_int(limit) or limit < 1):
        raise RulesError("limit", limit, "a whole number, 1 or more, or None")
    return _tricks(state, tables, seats, low, limit)


def values(state: AnyState) -> dict[Move, int]:
    """Return the value of each legal move to the seat to move, with all cards open.

    The value is the number of tricks, including the one on the table, that the seat and its
    partners can force after the move against all others. If the seat plays low in this hand, it is
    the number that they can keep themselves down to. In the Duel it is the difference in points
    that the hand will bring, whose greatest value is the best.

    Args:
        state: a state as in :func:`tricks`.

    Returns:
        The values, in the order of legal moves.

    Raises:
        RulesError: if the solver cannot solve the state.
        TypeError: if something is not a state.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> while len(state.tricks) < 8:
    ...     state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    >>> {str(move): value for move, value in values(state).items()}
    {'8D': 0, '10D': 0, '3H': 0, '8H': 3, 'QS': 3}
    """
    _checked(state)
    begun: State = state
    seat, side = begun.actor, _side_to_move(state)
    low, found = begun._avoids_tricks(seat), dict[Move, int]()
    for move in legal_moves(state):
        after: State = apply(state, move)
        taken = sum(trick.winner in side for trick in after.tricks[len(begun.tricks) :])
        if after._order:
            taken += _tricks(after, after._play_tables(), side, low, None)
        found[move] = begun._worth_of(seat, taken)
    return found


def _side_to_move(state: AnyState) -> frozenset[int]:
    assert state.actor is not None
    return frozenset(side_of(state.rules, state.actor))


def _checked(state: AnyState) -> PlayTables:
    """Return the tables of a state; refuse states that the solver cannot solve."""
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
_memories: Final[list[Unsigned]] = []
"""The memories that no search uses now; each thread takes one."""


def _tricks(
    state: State, tables: PlayTables, side: frozenset[int], low: bool, limit: int | None
) -> int:
    """Return the tricks that a side can force from a checked state."""
    arrays, order = arrays_of(tables)
    starts = starts_of([Position(state, tables)], {tables: 0}, 0)
    hands = [hand for hand in state._order if state._taken_by(hand).winner in side]
    cards = starts.held[0, 0, list(state._order)]
    left = int(cards[len(state._table)]).bit_count()
    size = next(size for most, size in ROWS if left * len(cards) <= most)
    # The keys of a search contain its salt, so that the memory needs no cleaning.
    try:
        memory = _memories.pop()
    except IndexError:
        memory = np.zeros((ROWS[-1][1], 2), np.uint64)
    with quiet():
        found, _ = solve(
            starts,
            arrays,
            order,
            side=U(sum(1 << hand for hand in hands)),
            high=ZERO if low else ONE,
            guess=U(left * len(hands) // len(cards)),
            limit=U(UNLIMITED if limit is None else min(limit, UNLIMITED)),
            salt=U(chance.mixed(next(_salts))),
            memory=memory[:size],
        )
    _memories.append(memory)
    if found == STOPPED:
        assert limit is not None
        raise LimitReached(limit)
    return int(found)
