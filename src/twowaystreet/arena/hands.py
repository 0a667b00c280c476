"""One hand: the cards, the players, and their faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypedDict

from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, score_hand, shuffle
from twowaystreet.arena.chance import SUBSTITUTE, generator
from twowaystreet.players import Player, at_random
from twowaystreet.players._faults import LONGEST
from twowaystreet.players._seated import Seated

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
    faults: dict[int, FaultLine] = {}
    seats = [_seated((seed, deal, rotation, at), make) for at, (_, make) in enumerate(players)]
    while not state.hand_over:
        if (actor := state.actor) is not None:
            _, state, fault = seats[actor].play(state)
            if fault:
                kind, message = str(fault.fault), fault.message[:LONGEST]
                faults[actor] = FaultLine(seat=actor, kind=kind, message=message)
        elif deals < MOST_DEALS:
            state, deals = apply(state, shuffle(state, cards)), deals + 1
        else:
            break
    return HandLine(
        seats=[number for number, _ in players],
        points=list(score_hand(state).points) if state.hand_over else [0] * len(players),
        faults=[faults[seat] for seat in sorted(faults)],
    )


def _seated(path: tuple[int, int, int, int], make: Callable[[], Player]) -> Seated:
    """Seat a player; the substitute has random numbers of its own."""
    return Seated(make, generator(*path), at_random, partial(generator, *path, SUBSTITUTE))
