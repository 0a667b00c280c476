"""The hands of a deal: who sits where, the random numbers, the faults and the thinking time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from hashlib import blake2b
from itertools import combinations
from time import perf_counter_ns
from typing import Any, Final, NamedTuple, NotRequired, TypeAlias, TypedDict

from twowaystreet._core.cards.cards import member_of
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import Sides, patterns, places_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, score_hand, shuffle
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.faults import LONGEST_MESSAGE
from twowaystreet.errors import RulesError
from twowaystreet.players import Player, at_random
from twowaystreet.players._seated import Seated

MOST_DEALS: Final = 100
"""The number of deals of one hand, if all are thrown in, after which nobody gets points."""
FEWEST: Final = 2
MOST: Final = 64  # the most players of a gauntlet: with four seats, 20 160 hands of each deal
GAUNTLET: Final = "gauntlet"  # the word for a gauntlet in the place of a seating
SUBSTITUTE: Final = "substitute"


class FaultLine(TypedDict):
    """A fault in the lines of a match."""

    seat: int
    phase: str
    kind: str
    message: str


Times: TypeAlias = dict[str, list[list[int]]]
"""The decisions of a hand by phase: for each its seat and its nanoseconds, in order."""


class HandLine(TypedDict):
    """A hand in the lines of a match: the player of each seat, points, faults, luck, times."""

    seats: list[int]
    points: list[int]
    faults: list[FaultLine]
    luck: NotRequired[list[float]]
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
    """Play one hand of a deal; its number among those of the deal is ``rotation``."""
    state, cards, deals = start, generator(seed, deal), 0
    faults: dict[int, FaultLine] = {}
    moves: list[Move] = []
    spent: Times = {}
    seats: list[Seated] = []
    for at, (_, make) in enumerate(players):
        path = seed, deal, rotation, at
        timed = partial(_timed, make, at, spent) if times else make
        spare = partial(generator, *path, SUBSTITUTE)
        seats.append(Seated(timed, generator(*path), at_random, spare))
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


def _timed(make: Callable[[], Player], seat: int, times: Times) -> Player:
    player = make()

    def choose(view: AnyView, rng: random.Random) -> Move:
        of_phase = times.setdefault(str(view.phase), [])  # before the player changes its view
        begun = perf_counter_ns()
        try:
            return player(view, rng)
        finally:
            of_phase.append([seat, perf_counter_ns() - begun])

    return choose


def generator(*path: int | str) -> random.Random:
    """Return the random numbers of a place in a match; a hash of the place is their seed."""
    rng = _Unseeded.__new__(_Unseeded)  # without an argument, which some versions seed with
    rng._path = path
    return rng


class _Unseeded(random.Random):
    """A source that is seeded at its first use, as that takes time: then a ``random.Random``."""

    _path: tuple[int | str, ...]

    def __getattribute__(self, name: str) -> Any:  # Any: of any kind
        path: tuple[int | str, ...] = super().__getattribute__("_path")
        seeded: Any = self  # Any: type checkers refuse another class
        seeded.__class__ = random.Random
        del seeded._path
        digest = blake2b("/".join(map(str, path)).encode(), digest_size=16).digest()
        seeded.seed(int.from_bytes(digest, "big"))
        return getattr(seeded, name)


class Seating(StrEnum):
    """The way in which players take their seats; words such as ``"rotate"`` work too.

    Fewer players than seats sit down in turn, such as 0 1 0 1. In games with partners each player
    takes all seats of a side, and what is said here of seats holds for sides.
    """

    ROTATE = "rotate"
    """Each deal is played once for each player. Every player sits once in every seat."""
    MIRROR = "mirror"
    """Each deal is played twice. Even and odd seats are teams, which swap the cards."""
    FRESH = "fresh"
    """Each deal is played once, and the players move on by one seat from deal to deal."""


def checked_seating(seating: Seating | str | None, players: int, sides: Sides) -> str:
    """Return the word for a seating, or for a gauntlet without one; refuse impossible numbers."""
    if len(sides) < FEWEST:
        raise RulesError("players", players, "a game with two seats or more")
    if seating is None:
        if not FEWEST <= players <= MOST:
            raise RulesError("players", players, f"{FEWEST} to {MOST} players")
        return GAUNTLET
    found = member_of(Seating, seating)
    if found is None:
        raise RulesError("seating", seating, f"one of {', '.join(Seating)}")
    seats, place = len(sides), "sides" if len(sides[0]) > 1 else "seats"
    if not FEWEST <= players <= seats:
        expected = f"{FEWEST} to {seats} players, as the game has {seats} {place}"
        raise RulesError("players", players, expected)
    if found is Seating.MIRROR and (players % 2 or seats % players):
        expected = f"rotate or fresh with {players} players in {seats} {place}"
        reason = f"mirror needs an even number that divides the {place}"
        raise RulesError("seating", str(found), f"{expected}: {reason}")
    return found


def lineups(seating: Seating, players: int, sides: Sides, deal: int) -> list[tuple[int, ...]]:
    """Return the player in each seat, for each hand of a deal."""
    places = places_of(sides)
    if seating is Seating.MIRROR:
        return [tuple((place ^ swap) % players for place in places) for swap in (0, 1)]
    turns = range(players) if seating is Seating.ROTATE else [deal % players]
    return [tuple((place + turn) % players for place in places) for turn in turns]


def pairings(players: int, sides: Sides) -> Iterator[tuple[int, int, str, list[tuple[int, ...]]]]:
    """Yield two players, their seating, and the player in each seat of each hand, for all pairs."""
    places = places_of(sides)
    for pair in combinations(range(players), 2):
        for seating, ways in patterns(len(sides)).items():
            yield *pair, seating, [tuple([pair[way[each]] for each in places]) for way in ways]
