"""Compiled playouts against OpenSpiel's hearts: moves a second, and the time of single calls."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any, Final, Literal

import twowaystreet as tws
from benchmarks.playing import hearts_hands
from twowaystreet import fast

GAMES: Final = ("street", "duel", "twos", "spades", "twenty_down")
ONE_STATE: Final = 20_000
"""The playouts of one state."""
STATES, EACH = 2_000, 100
"""The states, and the playouts of each."""
HANDS: Final = 20_000
AUCTIONS: Final = 200
"""The states before the play in a call."""
HEARTS: Final = 60
"""The hands of hearts between two of our samples."""
CALLS: Final = 500

Play = Callable[[int], fast.Playouts]
"""A call of our side, by its seed."""


def measure(rounds: int) -> None:
    """Print the ratios of moves a second, and the times of short calls."""
    print("\nCompiled playouts: times as many moves a second as hearts, a new state for each move;")
    print("by all actions of hearts (cards of the deal included), and by decisions of players.")
    rng, seeds = random.Random(1), count(1)
    for name in GAMES:
        first, many = _in_play(name, rng), [_anywhere(name, rng) for _ in range(STATES)]
        samples: dict[str, Play] = {
            f"{ONE_STATE} of one state": partial(_playouts, first, ONE_STATE, "random"),
            f"{EACH} of each of {STATES} states": partial(_playouts, many, EACH, "random"),
            f"{HANDS} whole hands": partial(_hands, name, "random"),
            f"{ONE_STATE} of one state, simple": partial(_playouts, first, ONE_STATE, "simple"),
            f"1 of each of {STATES}, simple": partial(_playouts, many, 1, "simple"),
            f"{HANDS} whole hands, simple": partial(_hands, name, "simple"),
        }
        print(f"\n{name}")
        for title, play in samples.items():
            actions, decisions, nanoseconds = _ratios(play, rounds, seeds)
            print(
                f"  {title:<30}  {actions:6.1f} by actions  {decisions:6.1f} by decisions"
                f"  {nanoseconds:6.1f} ns a move"
            )
        for phase, states in _before_play(name, rng).items():
            each = _microseconds(partial(_playouts, states, 1, "simple"), seeds) / AUCTIONS
            print(f"  simple, 1 of each of {AUCTIONS} in phase {phase:<10}  {each:6.1f} µs each")
        for n in (1, 100):
            microseconds = _microseconds(partial(_playouts, first, n, "random"), seeds)
            print(f"  a call with {n:>3} playouts        {microseconds:6.1f} µs")
        print(f"  two threads, of one state     {_threads(first, rounds, seeds):6.2f} times one")


# Any: one state, or several.
def _playouts(states: Any, n: int, policy: Literal["random", "simple"], seed: int) -> fast.Playouts:
    return fast.playouts(states, n, seed=seed, policy=policy)


def _hands(name: str, policy: Literal["random", "simple"], seed: int) -> fast.Playouts:
    return fast.hands(name, HANDS, seed=seed, policy=policy)


def _before_play(name: str, rng: random.Random) -> dict[str, list[Any]]:
    """Return states of one match in each phase before the play, from random hands.

    Any: states of any of the games.
    """
    found: dict[str, list[Any]] = {}
    new = tws.GAMES[name].new_game()
    for _ in range(AUCTIONS):
        state: Any = new
        while not (state.hand_over or state._order):
            deal = state.needs_deal
            if not deal:
                found.setdefault(str(state.phase), []).append(state)
            move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
            state = tws.apply(state, move)
    return {phase: (states * AUCTIONS)[:AUCTIONS] for phase, states in found.items()}


def _in_play(name: str, rng: random.Random) -> Any:  # Any: a state of any of the games
    """Return the first state of the play of a random hand."""
    return next(_play_states(name, rng))


def _anywhere(name: str, rng: random.Random) -> Any:  # Any: a state of any of the games
    """Return a state of the first half of the play of a random hand."""
    states = list(_play_states(name, rng))
    return rng.choice(states[: (len(states) + 1) // 2])


def _play_states(name: str, rng: random.Random) -> Any:  # Any: yields states of any of the games
    found: list[Any] = []
    while not found:
        state: Any = tws.GAMES[name].new_game()
        while not state.hand_over:
            if state._order:
                found.append(state)
            deal = state.needs_deal
            move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
            state = tws.apply(state, move)
    return iter(found)


def _ratios(play: Play, rounds: int, seeds: count[int]) -> tuple[float, float, float]:
    """Return medians: the ratios by actions and by decisions, and nanoseconds for each move."""
    rng = random.Random(1)
    for _ in range(3):  # so that everything is compiled, and common scores are known
        play(next(seeds))
    hearts_hands(HEARTS, rng)
    found: list[tuple[float, float, float]] = []
    for _ in range(rounds):
        begun = perf_counter()
        moves = int(play(next(seeds)).moves.sum())
        ours = (perf_counter() - begun) / moves
        theirs = hearts_hands(HEARTS, rng)
        a, d = theirs.seconds / theirs.actions, theirs.seconds / theirs.decisions
        found.append((a / ours, d / ours, ours * 1e9))
    actions, decisions, nanoseconds = map(statistics.median, zip(*found, strict=True))
    return actions, decisions, nanoseconds


def _microseconds(play: Play, seeds: count[int]) -> float:
    """Return the median time of a call."""
    for _ in range(100):
        play(next(seeds))
    found: list[float] = []
    for _ in range(CALLS):
        begun = perf_counter()
        play(next(seeds))
        found.append(perf_counter() - begun)
    return statistics.median(found) * 1e6


def _threads(state: Any, rounds: int, seeds: count[int]) -> float:  # Any: as above
    """Return the median ratio of the speeds of two threads and one."""
    found: list[float] = []
    for _ in range(rounds):
        times: list[float] = []
        for threads in (1, 2):
            begun = perf_counter()
            fast.playouts(state, 10 * ONE_STATE, seed=next(seeds), threads=threads)
            times.append(perf_counter() - begun)
        found.append(times[0] / times[1])
    return statistics.median(found)
