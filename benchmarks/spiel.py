"""The time of a move in OpenSpiel, with the same driver in Python: our games beside its own."""

from __future__ import annotations

import importlib
import random
import statistics
from collections.abc import Callable
from time import process_time
from typing import Any, Final

from twowaystreet import GAMES
from twowaystreet.rl import openspiel

# Any: OpenSpiel has no annotations, and type checkers run without it.
_pyspiel: Final[Any] = importlib.import_module("pyspiel")
importlib.import_module("open_spiel.python.games")

BESIDE: Final = "python_tic_tac_toe"
HANDS: Final = 5
"""The hands of a sample."""
BESIDE_HANDS: Final = 100
"""The games of a sample of the game beside."""
CLONES: Final = 300
"""The clones of a sample."""


def seconds_a_move(game: Any, hands: int, rng: random.Random) -> float:
    """Return the seconds for each action of a player, those of the deal included.

    Any: OpenSpiel has no types.
    """
    moves = 0
    begun = process_time()
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                numbers, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(numbers, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        state.returns()
    return (process_time() - begun) / moves


def _seconds(call: Callable[[], object], times: int) -> float:
    begun = process_time()
    for _ in range(times):
        call()
    return (process_time() - begun) / times


def measure(rounds: int) -> None:
    """Print the times of our games beside OpenSpiel's game in Python."""
    print(f"\nMicroseconds for each move in OpenSpiel, the deal included, beside {BESIDE};")
    print("ratios are moves a second, ours to theirs. And microseconds for a clone.")
    theirs, rng = _pyspiel.load_game(BESIDE), random.Random(1)
    for name in GAMES:
        ours = _pyspiel.load_game(openspiel.register(name))
        seconds_a_move(ours, 1, rng)
        pairs = [
            (seconds_a_move(ours, HANDS, rng), seconds_a_move(theirs, BESIDE_HANDS, rng))
            for _ in range(rounds)
        ]
        us, them = (statistics.median(column) * 1e6 for column in zip(*pairs, strict=True))
        ratio = statistics.median(b / a for a, b in pairs)
        state = ours.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        clone = _seconds(state.clone, CLONES) * 1e6
        print(f"  {name:<11}  {us:6.1f} : {them:5.1f}   ratio {ratio:.2f}   clone {clone:4.1f}")
