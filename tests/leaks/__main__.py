"""Very many courses compared and watched, and the small games whole: ``python -m tests.leaks``."""

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
from tests.leaks.check import Seen, check_course
from tests.leaks.courses import OPENINGS, course_of, seats_of
from tests.leaks.reach import check_reach, check_value
from tests.leaks.rebuild import WATCHERS, rebuild
from tests.leaks.small import SMALL
from tests.leaks.test_exhaustive import explored

CHUNK = 5
CUTS = 8


def check_hand(game: str, number: int) -> Seen:
    """Check one course: nothing hidden shows, nothing known is missing, nothing is carried."""
    course = course_of(game, number)
    found = check_course(game, course, random.Random(number), CUTS)
    if game in WATCHERS:
        record = tws.Record(course.states[0], course.moves)
        for seat in seats_of(course.states[0]):
            seen = record.for_seat(seat)
            rebuild(seen)
            check_reach(seen)
            check_value(seen.view)
            assert tws.SeatRecord.from_json(seen.to_json()) == seen
    return found


def check_or_tell(seed: int, hand: tuple[str, int]) -> tuple[str, Seen]:
    """Check one course; what went wrong, or nothing, and what was compared."""
    game, number = hand
    try:
        return "", check_hand(game, seed + number)
    except Exception as error:
        again = f"check_hand({game!r}, {seed + number})"
        return f"{again}: {type(error).__name__}: {str(error)[:1000]}", Seen()


def check_small(name: str) -> str:
    """Go through one small game whole; what went wrong, or nothing."""
    try:
        found = explored(SMALL[name], texts=3, whole=True)
    except Exception as error:
        return f"{name}: {type(error).__name__}: {str(error)[:1000]}"
    print(f"{name}: {found.states} states, {found.shared} alike to somebody", flush=True)
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check as many courses as are asked for; the exit status tells whether all were good."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--hands", type=int, default=600, help="how many hands (600)")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins (0)")
    parser.add_argument("--game", choices=[*OPENINGS, "all"], default="all", help="which (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    parser.add_argument("--no-small", action="store_true", help="leave out the small games")
    options = parser.parse_args(arguments)
    games = list(OPENINGS) if options.game == "all" else [options.game]
    hands = [(games[number % len(games)], number // len(games)) for number in range(options.hands)]

    began, faults, done = time.monotonic(), list[str](), Seen()
    with ProcessPoolExecutor(options.jobs) as pool:
        if not options.no_small:
            faults += filter(None, pool.map(check_small, SMALL))
        for fault, found in pool.map(partial(check_or_tell, options.seed), hands, chunksize=CHUNK):
            faults += [fault] if fault else []
            done.add(found)
    print(*faults, sep="\n" if faults else "")
    seconds = time.monotonic() - began
    print(
        f"{len(hands)} hands of {', '.join(games)}, seed {options.seed}: {done.pairs} pairs in "
        f"phases {', '.join(sorted(done.phases))}; unlike at {', '.join(sorted(done.unlike))}; "
        f"{len(faults)} faults, {seconds:.1f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
