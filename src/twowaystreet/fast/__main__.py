"""Compile everything ahead of time: ``python -m twowaystreet.fast``."""

from __future__ import annotations

from time import perf_counter

from twowaystreet._engine.game import GAMES
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.playing import hands, playouts


def main() -> None:
    """Play a few hands of every game, so that everything is compiled and kept."""
    begun = perf_counter()
    for name in GAMES:
        hands(name, None, 2, seed=0)
    playouts(GAMES["twos"].new_game(), 2, seed=0, policy="simple")
    done = "runs as plain Python" if IS_PLAIN else "is compiled"
    print(f"twowaystreet.fast {done} ({perf_counter() - begun:.1f} s)")


if __name__ == "__main__":
    main()
