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
BEST_OF: Final = 3
"""The runs of each deal, of which the fastest counts, as other programs only make it slower."""


def measure(rounds: int) -> None:
    """Print the median and the 99th percentile of the time to solve a deal.

    Args:
        rounds: not used: the deals are the samples.
    """
    print("\nMilliseconds to find the tricks that the first seat can force with all cards open:")
    for name, left, deals, avoids in ROWS:
        states = list(islice(_states(name, left), deals))
        solve.tricks(states[0], {0})  # so that everything is compiled
        times = sorted(_milliseconds(state, low=avoids(state)) for state in states)
        last = statistics.quantiles(times, n=100)[-1]
        print(
            f"  {name:<6} {left:>2} tricks, {deals:>4} deals"
            f"  median {statistics.median(times):6.3f}  99th percentile {last:6.2f}"
        )


def _milliseconds(state: State, *, low: bool) -> float:
    found: list[float] = []
    for _ in range(BEST_OF):
        begun = perf_counter()
        solve.tricks(state, {0}, low=low)
        found.append(perf_counter() - begun)
    return min(found) * 1000


def _states(name: str, left: int) -> Iterator[State]:
    """Yield endlessly states with this number of tricks left, after random moves."""
    rng = random.Random(name)
    while True:
        state: State = tws.GAMES[name].new_game()
        while not state.hand_over:
            if state._order and not state._table and _size(state) == left:
                yield state
                break
            deal = state.needs_deal
            move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
            state = tws.apply(state, move)


def _size(state: State) -> int:
    cards: int = state._hand_data.held[state._order[0]] & state._remaining
    return cards.bit_count()
