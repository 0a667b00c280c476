"""Playouts through ``apply``, with the random numbers of the compiled ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from typing_extensions import override

from twowaystreet._core.engine.moves import Move, deal_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.lazy_views import lazy_view

T = TypeVar("T")
# Any: the view of any game.
Player: TypeAlias = Callable[[Any, random.Random], Move]


def random_moves(state: AnyState, key: int, made: int = 0) -> Iterator[tuple[Move, AnyState]]:
    """Yield the moves of a random playout up to the end of the hand, with the states after them.

    Args:
        state: the state before the first of these moves.
        key: the key of the playout.
        made: the number of moves made in the playout so far.
    """
    while not state.hand_over:
        number = chance.at(key, made)
        if state.needs_deal:
            move = deal_by(state, number)
        else:
            moves = legal_moves(state)
            move = moves[chance.below(number, len(moves))]
        state = apply(state, move)
        made += 1
        yield move, state


def player_moves(
    players: Sequence[Player | None], state: AnyState, key: int, made: int = 0
) -> Iterator[tuple[Move, AnyState]]:
    """Yield the moves of a playout with a player in each seat.

    Args:
        players: the player of each seat; ``None`` for random moves.
        state: the state before the first of these moves.
        key: the key of the playout.
        made: the number of moves made in the playout so far.
    """
    rng = NumberAt()
    while not state.hand_over:
        number = rng.number = chance.at(key, made)
        if state.needs_deal:
            move = deal_by(state, number)
        else:
            assert state.actor is not None
            player = players[state.actor]
            if player is None:
                moves = legal_moves(state)
                move = moves[chance.below(number, len(moves))]
            else:
                move = player(lazy_view(state, state.actor), rng)
        state = apply(state, move)
        made += 1
        yield move, state


def deal_by(state: AnyState, number: int) -> Move:
    """Return the deal of a random number."""
    pack = state.rules.pack
    return deal_of(chance.shuffled(number, pack.cards), pack)


_WORD: Final = 64


class NumberAt(random.Random):
    """The random source of a player for one move.

    The first choice is that of a random playout at this place; further numbers follow from it.

    Attributes:
        number: the random number of the move, which changes with each draw.
    """

    number: int = 0

    def __init__(self) -> None:
        super().__init__(0)

    def _next(self) -> int:
        """Return the number, and replace it by the next one."""
        number, self.number = self.number, chance.mixed(self.number + chance.STEP & chance.BITS)
        return number

    @override
    def random(self) -> float:
        return (self._next() >> 11) * 2.0**-53

    @override
    def getrandbits(self, k: int, /) -> int:
        found = 0
        for _ in range(0, k, _WORD):
            found = found << _WORD | self._next()
        return found >> -k % _WORD

    @override
    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]  # typeshed: SupportsLenAndGetItem
        return seq[chance.below(self._next(), len(seq))]
