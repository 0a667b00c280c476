"""A player in its seat: the same for the arena, for tables and for the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves
from twowaystreet._core.players.protocol import Player, at_random
from twowaystreet._core.views.views import AnyView, view
from twowaystreet.errors import IllegalMove, quoted
from twowaystreet.players._faults import Fault, Faulty, message_of, move_from


class Seated:
    """A player in a seat for one hand; after a fault a substitute takes the seat.

    Args:
        spare: the function that gives the random numbers of the substitute; ``None`` for those of
            the player.

    >>> from twowaystreet._core.engine.verbs import shuffle
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(1), twos.new_game()
    >>> state = apply(state, shuffle(state, rng))
    >>> seat = Seated(lambda: lambda view, rng: 1 / 0, rng)
    >>> move, state, fault = seat.play(state)
    >>> fault.message
    'ZeroDivisionError: division by zero'
    """

    __slots__ = ("_make", "_player", "_rng", "_spare", "_substitute")

    def __init__(
        self,
        make: Callable[[], Player],
        rng: random.Random,
        substitute: Player = at_random,
        spare: Callable[[], random.Random] | None = None,
    ) -> None:
        self._make = make
        self._player: Player | None = self._first_move
        self._rng = rng
        self._substitute = substitute
        self._spare = spare

    def _first_move(self, seen: AnyView, rng: random.Random) -> Move:
        """Make the player and ask it; here, because making it may be a fault as well."""
        self._player = player = self._make()
        return player(seen, rng)

    def play(self, state: AnyState) -> tuple[Move, AnyState, Faulty | None]:
        """Return a move, the state after it, and the fault of the player if it has one now."""
        fault = None
        if self._player is not None:
            try:
                move = move_from(self._player, view(state, state.actor), self._rng)
                return move, _after(state, move), None
            except IllegalMove as error:
                fault = Faulty(Fault.ILLEGAL, str(error), f"illegal move {quoted(error.move)}")
            except Faulty as error:
                fault = error.with_traceback(None)
            self._player = None
            self._rng = self._spare() if self._spare else self._rng
        # A view of its own, as the player may have changed the one that it got.
        move = self._substitute(view(state, state.actor), self._rng)
        return move, apply(state, move), fault


def _after(state: AnyState, move: Move) -> AnyState:
    """Return the state after a move of a player.

    Raises:
        IllegalMove: if the move is not legal.
        Faulty: if the move is no whole object of its class, such as one without its card.
    """
    try:
        return apply(state, move)
    except IllegalMove:
        raise
    except Exception as error:
        if _is_legal(state, move):
            raise  # an error of the game
        raise Faulty(Fault.NOT_A_MOVE, message_of(error)) from None


def _is_legal(state: AnyState, move: Move) -> bool:
    try:
        return move in legal_moves(state)
    except Exception:  # the comparison of a foreign object may raise anything
        return False
