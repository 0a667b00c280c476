"""The speed of matches: deals a second, the arena's own work, and two processes against one."""

from __future__ import annotations

import multiprocessing
import random
import statistics
from concurrent.futures import Executor, ProcessPoolExecutor
from time import perf_counter, process_time
from typing import Final

import twowaystreet as tws
from twowaystreet import arena
from twowaystreet.arena.hands import generator
from twowaystreet.players import simple

GAMES: Final = ("street", "duel", "twos", "spades", "twenty_down", "tien_len", "brag")
PLAYERS: Final = ("simple", "simple")
HANDS: Final = len(PLAYERS)
"""The hands of each deal, as the players sit in each seat once."""
DEALS: Final = 100
"""The deals of a sample of the arena's own work."""
MANY: Final = 300
"""The deals of a sample with processes, enough that their start does not count."""


def measure(rounds: int) -> None:
    """Print deals a second, and the ratios of times.

    Args:
        rounds: the samples of each; the samples with processes are fewer.
    """
    print("\nMatches of simple players: deals a second with two hands each, and the time of the")
    print("arena in times of the same hands in a bare loop:")
    for game in GAMES:
        _match(game, DEALS)
        _bare(game, DEALS)
        pairs = [(_match(game, DEALS), _bare(game, DEALS)) for _ in range(rounds)]
        speed = DEALS / statistics.median(match for match, _ in pairs)
        ratio = statistics.median(match / bare for match, bare in pairs)
        print(f"  {game:<11} {speed:6.0f} deals a second   ratio {ratio:.3f}")
    print("The speed of two processes in speeds of one; both cores must be idle:")
    for game in ("street", "spades"):
        each = [_two_to_one(game) for _ in range(max(1, rounds // 5))]
        print(f"  {game:<11} {statistics.median(each):.2f}")


def _match(game: str, deals: int, executor: Executor | None = None) -> float:
    """Return the seconds of a match; those of this process alone without an executor."""
    clock = perf_counter if executor else process_time
    begun = clock()
    arena.play(game, PLAYERS, deals=deals, executor=executor)
    return clock() - begun


def _bare(game: str, deals: int) -> float:
    """Return the seconds of the same hands without an arena."""
    begun = process_time()
    rng = random.Random(1)
    start = tws.GAMES[game].new_game()
    for deal in range(deals):
        for _ in range(HANDS):
            state, cards = start, generator(0, deal)  # the same cards as in the match
            while not state.hand_over:
                if state.actor is None:
                    move: tws.Move = tws.shuffle(state, cards)
                else:
                    move = simple(tws.view(state, state.actor), rng)
                state = tws.apply(state, move)
    return process_time() - begun


def _two_to_one(game: str) -> float:
    """Return the speed of a pool of two processes in speeds of a pool of one."""
    seconds: list[float] = []
    for workers in (1, 2):
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, context) as pool:
            # A short match, so that all processes have begun.
            _match(game, 10 * workers, pool)
            seconds.append(_match(game, MANY, pool))
    one, two = seconds
    return one / two
