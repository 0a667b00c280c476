"""Play a long match of two players in every game: ``python -m tests.arena``.

The program prints a table, and fails if the first player does not lead clearly in each game.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import twowaystreet as tws
from twowaystreet import arena


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.arena", description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="the deals of each match")
    parser.add_argument("--seed", type=int, default=0, help="the seed of each match")
    parser.add_argument("--jobs", type=int, default=1, help="the processes")
    parser.add_argument("--games", default=",".join(tws.GAMES), help="their names, with commas")
    parser.add_argument(
        "--least", type=float, default=10, help="the least lead, in standard errors (default: 10)"
    )
    parser.add_argument("players", nargs="*", help="two players (default: simple random)")
    chosen = parser.parse_args(words)
    players: list[str] = chosen.players or ["simple", "random"]
    print(f"| game | points of {players[0]} more than {players[1]} | standard error | in errors |")
    print("| --- | --- | --- | --- |")
    weak: list[str] = []
    with ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as executor:
        for game in chosen.games.split(","):
            found = arena.play(
                game,
                players,
                deals=chosen.deals,
                seed=chosen.seed,
                executor=executor if chosen.jobs > 1 else None,
            )
            mean, error = found.difference(0, 1)
            clear = mean / error if error else 0.0
            print(f"| {game} | {mean:+.2f} | {error:.2f} | {clear:.0f} |", flush=True)
            weak += [game] if clear < chosen.least or any(found.faults) else []
    if weak:
        raise SystemExit(f"no clear lead, or faults: {', '.join(weak)}")


if __name__ == "__main__":
    main()
