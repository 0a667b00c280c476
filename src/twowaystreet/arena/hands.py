"""One hand: its random numbers, the cards, the players, their faults, and their thinking time.

Each deal and each seat of each hand has a source of random numbers of its own. Its seed is a hash
of its place in the match, so it depends on no other player, no other deal and no worker.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from time import perf_counter_ns
from typing import Any, Final, NamedTuple, NotRequired, TypeAlias, TypedDict

from typing_extensions import override

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, score_hand, shuffle
from twowaystreet._core.views.views import AnyView
from twowaystreet.players import Player, at_random
from twowaystreet.players._seated import LONGEST_MESSAGE, Seated

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
                kind, message = str(fault.fault), fault.message[:LONGEST_MESSAGE]
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


SUBSTITUTE: Final = "substitute"
"""The last part of the path of a substitute."""


def generator(*path: int | str) -> random.Random:
    """Return the source of random numbers of a place in a match.

    Args:
        path: ``seed, deal`` for the cards; ``seed, deal, rotation, seat`` for a player; the same
            with ``"substitute"`` for the player who replaces it.

    >>> generator(0, 17).random() == generator(0, 17).random() != generator(0, 17, 0, 0).random()
    True
    """
    return _Unseeded(path)


class _Unseeded(random.Random):
    """A source that is seeded when it is first used, and is a plain ``random.Random`` from then on.

    Seeding takes as long as four moves of a simple player, and many players need no random numbers.
    """

    def __init__(self, path: tuple[int | str, ...]) -> None:
        self._path = path
        self.gauss_next: float | None = None

    def __new__(cls, path: tuple[int | str, ...]) -> _Unseeded:
        # Without an argument, as some versions of Python seed here.
        return super().__new__(cls)

    @override
    def random(self) -> float:
        return random.Random.random(_seeded(self))

    @override
    def getrandbits(self, k: int, /) -> int:
        return random.Random.getrandbits(_seeded(self), k)

    @override
    def seed(self, *arguments: Any, **options: Any) -> None:  # Any: those of random.Random
        _seeded(self).seed(*arguments, **options)

    @override
    def getstate(self) -> tuple[Any, ...]:  # Any: the state is private to random.Random
        return _seeded(self).getstate()

    @override
    def setstate(self, state: tuple[Any, ...]) -> None:
        _seeded(self).setstate(state)

    @override
    def __reduce__(self) -> Any:  # Any: as above
        return _seeded(self).__reduce__()


def _seeded(rng: random.Random) -> random.Random:
    """Seed a source, unless that is done: a method may have been looked up before."""
    if isinstance(rng, _Unseeded):
        digest = blake2b("/".join(map(str, rng._path)).encode(), digest_size=16).digest()
        del rng._path
        changed: Any = rng  # Any: type checkers refuse another class
        changed.__class__ = random.Random
        rng.seed(int.from_bytes(digest, "big"))
    return rng
