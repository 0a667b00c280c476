"""One hand: the cards, the players, their faults, and the time they think."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter_ns
from typing import Final, NamedTuple, NotRequired, TypeAlias, TypedDict

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, score_hand, shuffle
from twowaystreet._views.views import AnyView
from twowaystreet.arena.chance import SUBSTITUTE, generator
from twowaystreet.players import Player, at_random
from twowaystreet.players._faults import LONGEST
from twowaystreet.players._seated import Seated

MOST_DEALS: Final = 100
"""The number of deals of one hand, if all are thrown in, after which nobody gets points."""


class FaultLine(TypedDict):
    """A fault in the lines of a match."""

    seat: int
    phase: str
    kind: str
    message: str


Times: TypeAlias = dict[str, list[list[int]]]
"""The decisions of a hand by phase: for each its seat and its nanoseconds, in order."""


class HandLine(TypedDict):
    """A hand in the lines of a match: the player of each seat, points, faults, thinking times."""

    seats: list[int]
    points: list[int]
    faults: list[FaultLine]
    times: NotRequired[Times]


class HandPlayed(NamedTuple):
    """A hand that was played: its line, and all its moves."""

    line: HandLine
    moves: list[Move]


def play_hand(
    start: AnyState,
    seed: int,
    deal: int,
    rotation: int,
    players: Sequence[tuple[int, Callable[[], Player]]],
    *,
    times: bool = False,
) -> HandPlayed:
    """Play one hand.

    ``rotation``: the number of the hand among those of the deal.
    """
    state, cards, deals = start, generator(seed, deal), 0
    faults: dict[int, FaultLine] = {}
    moves: list[Move] = []
    spent: Times = {}
    seats = [
        _seated((seed, deal, rotation, at), partial(_Timed, make, at, spent) if times else make)
        for at, (_, make) in enumerate(players)
    ]
    while not state.hand_over:
        if (actor := state.actor) is not None:
            phase = state.phase
            move, state, fault = seats[actor].play(state)
            if fault:
                kind, message = str(fault.fault), fault.message[:LONGEST]
                faults[actor] = FaultLine(seat=actor, phase=str(phase), kind=kind, message=message)
        elif deals < MOST_DEALS:
            move = shuffle(state, cards)
            state, deals = apply(state, move), deals + 1
        else:
            break
        moves.append(move)
    line = HandLine(
        seats=[number for number, _ in players],
        points=list(score_hand(state).points) if state.hand_over else [0] * len(players),
        faults=[faults[seat] for seat in sorted(faults)],
    )
    if times:
        line["times"] = spent
    return HandPlayed(line, moves)


class _Timed:
    """A player with a clock around each decision; what replaces it after a fault has none."""

    def __init__(self, make: Callable[[], Player], seat: int, times: Times) -> None:
        self._player = make()
        self._seat = seat
        self._times = times

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        times = self._times.setdefault(str(view.phase), [])  # before the player changes its view
        begun = perf_counter_ns()
        try:
            return self._player(view, rng)
        finally:
            times.append([self._seat, perf_counter_ns() - begun])


def _seated(path: tuple[int, int, int, int], make: Callable[[], Player]) -> Seated:
    """Seat a player; the substitute has random numbers of its own."""
    return Seated(make, generator(*path), at_random, partial(generator, *path, SUBSTITUTE))
