"""A long search for leaks in random and in small games: ``python -m tests.leaks``."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import twowaystreet as tws
from tests.games import OURS
from tests.leaks.check import Counts, check_playout
from tests.leaks.playouts import OPENINGS, playout_of, seats_of
from tests.leaks.reach import check_reach, check_value
from tests.leaks.shown import check_shown
from tests.leaks.small import SMALL
from tests.leaks.test_exhaustive import explored

CHUNK = 5
CUTS = 8


def check_hand(game: str, number: int) -> Counts:
    """Check one playout: no view shows, lacks or carries more or less than it should."""
    playout = playout_of(game, number)
    found = check_playout(game, playout, random.Random(number), CUTS)
    if game in OURS:
        record = tws.Record(playout.states[0], playout.moves)
        for seat in seats_of(playout.states[0]):
            seen = record.for_seat(seat)
            check_shown(None, playout.states[-1], seat)
            check_reach(seen)
            check_value(seen.view)
            assert tws.SeatRecord.from_json(seen.to_json()) == seen
    return found


def try_hand(seed: int, hand: tuple[str, int]) -> tuple[str, Counts]:
    """Check one playout; return the error as text (empty if none) and the counts."""
    game, number = hand
    try:
        return "", check_hand(game, seed + number)
    except Exception as error:
        again = f"check_hand({game!r}, {seed + number})"
        return f"{again}: {type(error).__name__}: {str(error)[:1000]}", Counts()


def check_small(name: str) -> str:
    """Explore one small game fully; return the error as text (empty if none)."""
    try:
        found = explored(SMALL[name], texts=3, whole=True)
    except Exception as error:
        return f"{name}: {type(error).__name__}: {str(error)[:1000]}"
    print(
        f"{name}: {found.states} states, {found.shared} that some viewer cannot distinguish",
        flush=True,
    )
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the requested number of hands; return 1 if any has a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--hands", type=int, default=600, help="number of hands (600)")
    parser.add_argument("--seed", type=int, default=0, help="first random seed (0)")
    parser.add_argument(
        "--game", choices=[*OPENINGS, "all"], default="all", help="game to check (all)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes")
    parser.add_argument("--no-small", action="store_true", help="skip the small games")
    options = parser.parse_args(arguments)
    games = list(OPENINGS) if options.game == "all" else [options.game]
    hands = [(games[number % len(games)], number // len(games)) for number in range(options.hands)]

    began, faults, done = time.monotonic(), list[str](), Counts()
    with ProcessPoolExecutor(options.jobs) as pool:
        if not options.no_small:
            faults += filter(None, pool.map(check_small, SMALL))
        for fault, found in pool.map(partial(try_hand, options.seed), hands, chunksize=CHUNK):
            faults += [fault] if fault else []
            done.add(found)
    print(*faults, sep="\n" if faults else "")
    seconds = time.monotonic() - began
    print(
        f"{len(hands)} hands of {', '.join(games)}, seed {options.seed}: {done.pairs} pairs in "
        f"phases {', '.join(sorted(done.phases))}; "
        f"another phase at {', '.join(sorted(done.unlike))}; {len(faults)} faults, {seconds:.1f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
