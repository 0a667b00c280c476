"""Shared runner of the long checks: play many random hands or games and check each."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeAlias

REPORT_EVERY = 2.0
CHUNK = 20

Check: TypeAlias = Callable[[str, int, int], None]
"""Checks one hand or game, given the game's name, the seed and a number."""


def fault_of(check: Check, seed: int, one: tuple[str, int]) -> str:
    """Check one hand or game; return the fault and the call that repeats it, or an empty text."""
    game, number = one
    try:
        check(game, seed, number)
    except Exception as error:
        again = f"{check.__name__}({game!r}, {seed}, {number})"
        return f"{again}: {type(error).__name__}: {error}"
    return ""


def faults_in(
    all_of_them: Sequence[tuple[str, int]], check: Check, seed: int, jobs: int, things: str
) -> int:
    """Check all, print faults and progress, and return the number of faulty ones."""
    reported = time.monotonic()
    faults = 0
    check_one = partial(fault_of, check, seed)
    with ProcessPoolExecutor(jobs) as pool:
        results = (
            pool.map(check_one, all_of_them, chunksize=CHUNK)
            if jobs > 1
            else map(check_one, all_of_them)
        )
        for done, fault in enumerate(results, start=1):
            if fault:
                faults += 1
                print(fault, flush=True)
            if time.monotonic() - reported > REPORT_EVERY:
                reported = time.monotonic()
                print(f"{done} of {len(all_of_them)} {things}", flush=True)
    return faults


def run(
    prog: str,
    description: str | None,
    things: str,
    games: Sequence[str],
    check: Check,
    arguments: Sequence[str] | None,
) -> int:
    """Parse the command line and check the requested number of hands or games.

    Args:
        prog: The name of the command.
        description: The description in the help text.
        things: The plural of the checked unit, ``hands`` or ``games``.
        games: The names of the games to choose from, in turn.
        check: Checks one hand or game.
        arguments: The arguments of the command line; ``None`` for ``sys.argv``.

    Returns:
        The exit status: 0 if no fault was found.
    """
    parser = argparse.ArgumentParser(prog=prog, description=description)
    parser.add_argument(f"--{things}", dest="many", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins (0)")
    parser.add_argument("--game", choices=[*games, "all"], default="all", help="which game (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    options = parser.parse_args(arguments)
    names = games if options.game == "all" else (options.game,)
    all_of_them = [(names[number % len(names)], number) for number in range(options.many)]
    began = time.monotonic()
    faults = faults_in(all_of_them, check, options.seed, options.jobs, things)
    seconds = time.monotonic() - began
    summary = f"{options.many} {things} of {', '.join(names)}, seed {options.seed}"
    print(f"{summary}: {faults} faults, {seconds:.1f} s")
    return 1 if faults else 0
