"""Play a gauntlet in every game, and print the strengths as Markdown: ``python -m tests.arena``.

Each row is two players in one game, with a column for each seating. The program fails if the first
player is not better than the others by ten errors in each seating of each game.
"""

import argparse
import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

import twowaystreet as tws
from twowaystreet import arena

HEADS = ("game", "deals", "players", "1:1", "1:n", "n:1", "half")
"""The columns: 1:n is one seat for the first player and all others for the second."""


def column_of(seating: str) -> str:
    """Return the head of the column of a seating, such as n:1 for 3:1."""
    first, second = seating.split(":")
    if first == second:
        return "1:1" if first == "1" else "half"
    return "1:n" if first == "1" else "n:1"


def rows(found: arena.GauntletResults) -> Iterator[str]:
    for first, second in combinations(range(len(found.players)), 2):
        cells: dict[str, str] = dict.fromkeys(HEADS, "")
        cells |= {"game": found.game, "deals": str(found.deals)}
        cells["players"] = f"`{found.players[first]}` over `{found.players[second]}`"
        for seating in found.seatings:
            mean, error = found.difference(first, second, seating)
            cells[column_of(seating)] = f"{mean:+.2f} ± {error:.2f}"
        yield row(cells.values())


def is_clear(found: arena.GauntletResults) -> bool:
    """Return whether the first player is better by ten errors, without faults."""
    others = range(1, len(found.players))
    leads = [found.difference(0, each, seating) for each in others for seating in found.seatings]
    return all(mean > 0 and mean >= 10 * error for mean, error in leads) and not any(found.faults)


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.arena", description=__doc__)
    parser.add_argument("--deals", type=int, default=400, help="the deals of each gauntlet")
    parser.add_argument("--seed", type=int, default=0, help="the seed of each gauntlet")
    parser.add_argument("--jobs", type=int, default=1, help="the processes")
    parser.add_argument("--games", default=",".join(tws.GAMES), help="their names, with commas")
    parser.add_argument("players", nargs="*", help="two or more players (default: simple random)")
    chosen = parser.parse_args()
    print(row(HEADS), row(["---"] * len(HEADS)), sep="\n", flush=True)
    weak: list[str] = []
    with ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as executor:
        for game in chosen.games.split(","):
            found = arena.gauntlet(
                game,
                chosen.players or ["simple", "random"],
                deals=chosen.deals,
                seed=chosen.seed,
                executor=executor if chosen.jobs > 1 else None,
            )
            print(*rows(found), *found.warnings, sep="\n", flush=True)
            weak += [] if is_clear(found) else [game]
    if weak:
        raise SystemExit(f"no clear lead, or faults: {', '.join(weak)}")


if __name__ == "__main__":
    main()
