"""One hand: the cards, the players, their faults and their substitutes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypedDict

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, score_hand, shuffle
from twowaystreet._views.views import AnyView, view
from twowaystreet.arena.chance import SUBSTITUTE, generator
from twowaystreet.errors import IllegalMove
from twowaystreet.players import Player, at_random
from twowaystreet.players._faults import LONGEST, Fault, Faulty, message_of, move_from

MOST_DEALS: Final = 100
"""The number of deals of one hand, if all are thrown in, after which nobody gets points."""


class FaultLine(TypedDict):
    """A fault in the lines of a match."""

    seat: int
    kind: str
    message: str


class HandLine(TypedDict):
    """A hand in the lines of a match: the player of each seat, points and faults."""

    seats: list[int]
    points: list[int]
    faults: list[FaultLine]


class Seat:
    """A player in a seat for one hand; after a fault a random player takes the seat.

    Args:
        path: the seed, the deal, the rotation and the seat.
        make: the function that makes the player.
    """

    __slots__ = ("_make", "_path", "_player", "_rng", "fault")

    def __init__(self, path: tuple[int, int, int, int], make: Callable[[], Player]) -> None:
        self.fault: FaultLine | None = None
        self._path = path
        self._make = make
        self._player: Player = self._first_move
        self._rng = generator(*path)

    def _first_move(self, seen: AnyView, rng: random.Random) -> Move:
        """Make the player and ask it; here, because making it may be a fault as well."""
        self._player = self._make()
        return self._player(seen, rng)

    def play(self, state: AnyState) -> AnyState:
        """Make one move; return the next state."""
        if self.fault is None:
            try:
                move = move_from(self._player, view(state, state.actor), self._rng)
                return _after(state, move)
            except IllegalMove as error:
                self._replace(Fault.ILLEGAL, str(error))
            except Faulty as error:
                self._replace(error.fault, error.message)
        # A view of its own, as the player may have changed the one that it got.
        return apply(state, at_random(view(state, state.actor), self._rng))

    def _replace(self, fault: Fault, message: str) -> None:
        """Let the substitute, with random numbers of its own, play from here on."""
        self.fault = FaultLine(seat=self._path[-1], kind=str(fault), message=message[:LONGEST])
        self._rng = generator(*self._path, SUBSTITUTE)


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


def play_hand(
    start: AnyState,
    seed: int,
    deal: int,
    rotation: int,
    players: Sequence[tuple[int, Callable[[], Player]]],
) -> HandLine:
    """Play one hand.

    Args:
        start: the first state of a match.
        seed: the seed of the arena's match.
        deal: the number of the deal, which gives the cards.
        rotation: the number of the hand among those of the deal.
        players: the number of the player in each seat, and the function that makes it.
    """
    state, cards, deals = start, generator(seed, deal), 0
    seats = [Seat((seed, deal, rotation, seat), make) for seat, (_, make) in enumerate(players)]
    while not state.hand_over:
        if state.actor is not None:
            state = seats[state.actor].play(state)
        elif deals < MOST_DEALS:
            state, deals = apply(state, shuffle(state, cards)), deals + 1
        else:
            break
    return HandLine(
        seats=[number for number, _ in players],
        points=list(score_hand(state).points) if state.hand_over else [0] * len(players),
        faults=[seat.fault for seat in seats if seat.fault],
    )
