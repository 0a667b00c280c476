"""Play a gauntlet in every game, and print the strengths as Markdown: ``python -m tests.arena``.

Each row is two players in one game, with a column for each seating. The program fails if the first
player is not clearly better than the others in each seating of each game.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Final

import twowaystreet as tws
from twowaystreet import arena

HEADS: Final[tuple[str, ...]] = ("game", "deals", "players", "1:1", "1:n", "n:1", "half")
"""The columns: 1:n is one seat for the first player and all others for the second."""


def column_of(seating: str) -> str:
    """Return the head of the column of a seating, such as n:1 for 3:1."""
    first, second = seating.split(":")
    if first == second:
        return "1:1" if first == "1" else "half"
    return "1:n" if first == "1" else "n:1"


def rows(found: arena.GauntletResults) -> Iterator[str]:
    """Yield the rows of a game."""
    for first, second in combinations(range(len(found.players)), 2):
        cells: dict[str, str] = dict.fromkeys(HEADS, "")
        cells |= {"game": found.game, "deals": str(found.deals)}
        cells["players"] = f"`{found.players[first]}` over `{found.players[second]}`"
        for seating in found.seatings:
            mean, error = found.difference(first, second, seating)
            cells[column_of(seating)] = f"{mean:+.2f} ± {error:.2f}"
        yield _row(cells.values())


def is_clear(found: arena.GauntletResults, least: float) -> bool:
    """Return whether the first player is better by this many errors, without faults."""
    for other in range(1, len(found.players)):
        for seating in found.seatings:
            mean, error = found.difference(0, other, seating)
            if mean <= 0 or mean < least * error:
                return False
    return not any(found.faults)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.arena", description=__doc__)
    parser.add_argument("--deals", type=int, default=400, help="the deals of each gauntlet")
    parser.add_argument("--seed", type=int, default=0, help="the seed of each gauntlet")
    parser.add_argument("--jobs", type=int, default=1, help="the processes")
    parser.add_argument("--games", default=",".join(tws.GAMES), help="their names, with commas")
    parser.add_argument(
        "--least", type=float, default=10, help="the least lead, in standard errors (default: 10)"
    )
    parser.add_argument("--out", type=Path, help="a folder for the files, to go on from later")
    parser.add_argument("players", nargs="*", help="two or more players (default: simple random)")
    chosen = parser.parse_args(words)
    players: list[str] = chosen.players or ["simple", "random"]
    if chosen.out:
        chosen.out.mkdir(parents=True, exist_ok=True)
    print(_row(HEADS))
    print(_row(["---"] * len(HEADS)), flush=True)
    weak: list[str] = []
    warnings: list[str] = []
    with ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as executor:
        for game in chosen.games.split(","):
            found = arena.gauntlet(
                game,
                players,
                deals=chosen.deals,
                seed=chosen.seed,
                executor=executor if chosen.jobs > 1 else None,
                out=chosen.out / f"{game}.jsonl" if chosen.out else None,
            )
            print("\n".join(rows(found)), flush=True)
            warnings += [f"{game}: {warning}" for warning in found.warnings]
            weak += [] if is_clear(found, chosen.least) else [game]
    print("".join(f"\n{warning}" for warning in warnings))
    if weak:
        raise SystemExit(f"no clear lead, or faults: {', '.join(weak)}")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
