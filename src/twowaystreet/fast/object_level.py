"""Random playouts through ``apply``, with the random numbers of the compiled ones."""

from __future__ import annotations

from collections.abc import Iterator

from twowaystreet._engine.moves import Move, deal_of
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves
from twowaystreet.fast import chance


def random_moves(state: AnyState, key: int, made: int = 0) -> Iterator[tuple[Move, AnyState]]:
    """Yield the moves of a playout up to the end of the hand, each with the state after it.

    Args:
        state: the state before the first of these moves.
        key: the key of the playout.
        made: the number of moves made in the playout so far.
    """
    while not state.hand_over:
        number = chance.at(key, made)
        if state.needs_deal:
            pack = state.rules.pack
            move: Move = deal_of(chance.shuffled(number, pack.cards), pack)
        else:
            moves = legal_moves(state)
            move = moves[chance.below(number, len(moves))]
        state = apply(state, move)
        made += 1
        yield move, state
