"""The time to solve hands with all cards open."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter
from typing import Any, Final, TypeAlias

import twowaystreet as tws
from twowaystreet import solve

# Any: the states of any trick-taking game.
State: TypeAlias = Any

ROWS: Final[tuple[tuple[str, int, int, Callable[[State], bool]], ...]] = (
    ("duel", 10, 1000, lambda state: state.direction == "low"),
    ("spades", 8, 100, lambda state: False),
    ("twos", 8, 100, lambda state: False),
)
"""Game, tricks left, deals, and a function that says if the side avoids tricks."""
VALUES: Final[tuple[tuple[str, int, int], ...]] = (
    *(("twos", left, 100) for left in (4, 5, 6, 7)),
    *(("twenty_down", left, 100) for left in (4, 5)),
    *(("street", left, 100) for left in (4, 5, 6)),
    ("spades", 7, 100),
    ("duel", 10, 100),
)
"""Game, tricks left, and deals for the values of all moves."""
BEST_OF: Final = 3
"""The runs of each deal, of which the fastest counts, as other programs only make it slower."""


def measure(rounds: int) -> None:
    """Print the median and the 99th percentile of the time to solve a deal.

    Args:
        rounds: not used: the deals are the samples.
    """
    print("\nMilliseconds to find the tricks that the first seat can force with all cards open:")
    for name, left, deals, avoids in ROWS:

        def force(state: State, avoids: Callable[[State], bool] = avoids) -> None:
            solve.tricks(state, {0}, low=avoids(state))

        _print(name, left, deals, force)
    print("\nMilliseconds to find the values of all moves:")
    for name, left, deals in VALUES:
        _print(name, left, deals, solve.values)


def _print(name: str, left: int, deals: int, solved: Callable[[State], object]) -> None:
    """Print the times to solve some deals of a game."""
    states = list(islice(_states(name, left), deals))
    solved(states[0])  # so that everything is compiled
    times = sorted(_milliseconds(state, solved) for state in states)
    last = statistics.quantiles(times, n=100)[-1]
    print(
        f"  {name:<11} {left:>2} tricks, {deals:>4} deals"
        f"  median {statistics.median(times):6.3f}  99th percentile {last:6.2f}",
        flush=True,
    )


def _milliseconds(state: State, solved: Callable[[State], object]) -> float:
    found: list[float] = []
    for _ in range(BEST_OF):
        begun = perf_counter()
        solved(state)
        found.append(perf_counter() - begun)
    return min(found) * 1000


def _states(name: str, left: int) -> Iterator[State]:
    """Yield endlessly states with this number of tricks left, after random moves.

    States in which the takers of the tricks to come matter are left out, as they have no values.
    """
    rng = random.Random(name)
    while True:
        state: State = tws.GAMES[name].new_game()
        while not state.hand_over:
            if state._order and not state._table and _size(state) == left:
                if len(state.tricks) >= getattr(state._tally(), "first", 0):
                    yield state
                break
            deal = state.needs_deal
            move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
            state = tws.apply(state, move)


def _size(state: State) -> int:
    cards: int = state._hand_data.held[state._order[0]] & state._remaining
    return cards.bit_count()
