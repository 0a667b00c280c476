"""Compile the solver ahead of time: ``python -m twowaystreet.solve``."""

from __future__ import annotations

import random
from time import perf_counter

from twowaystreet._engine.game import GAMES
from twowaystreet._engine.verbs import apply, legal_moves, shuffle
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.solve.solving import tricks


def main() -> None:
    """Solve the last tricks of a hand of Twos, so that everything is compiled and kept."""
    begun, rng = perf_counter(), random.Random(1)
    state = GAMES["twos"].new_game()
    state = apply(state, shuffle(state, rng))
    while len(state.tricks) < 10:
        state = apply(state, rng.choice(legal_moves(state)))
    tricks(state, {0})
    done = "runs as plain Python" if IS_PLAIN else "is compiled"
    print(f"twowaystreet.solve {done} ({perf_counter() - begun:.1f} s)")


if __name__ == "__main__":
    main()
