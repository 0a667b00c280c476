"""Very many random hands or games, checked one by one: what the long runs have in common."""

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
"""Checks one hand, or one game, given by the game's name, the seed and a number."""


def check_or_tell(check: Check, seed: int, one: tuple[str, int]) -> str:
    """Check one; what went wrong and how to see it again, or nothing."""
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
    """Check all of them, tell what is wrong and how far it has come; how many were faulty."""
    reported = time.monotonic()
    faults = 0
    tell = partial(check_or_tell, check, seed)
    with ProcessPoolExecutor(jobs) as pool:
        results = (
            pool.map(tell, all_of_them, chunksize=CHUNK) if jobs > 1 else map(tell, all_of_them)
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
    """Check as many as are asked for on the command line.

    Args:
        prog: how it is called.
        description: what it does.
        things: what is checked, ``hands`` or ``games``.
        games: the names of the games that take turns.
        check: checks one of them.
        arguments: the words of the command line; ``None`` for those of this process.

    Returns:
        The exit status, 0 if all were good.
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
    told = f"{options.many} {things} of {', '.join(names)}, seed {options.seed}"
    print(f"{told}: {faults} faults, {seconds:.1f} s")
    return 1 if faults else 0
