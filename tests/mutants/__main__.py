"""Mutants of the rules: ``python -m tests.mutants --help``."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.mutants import trying
from tests.mutants.making import Mutant, mutants_of
from tests.mutants.modules import MODULES, WHOLE
from tests.mutants.survivors import KNOWN, known


def survivors_of(name: str, options: argparse.Namespace) -> tuple[int, list[Mutant]]:
    """Those of the mutants of a module that no test finds, and how many were tried."""
    signal.signal(signal.SIGTERM, _stop)
    trying.prepare(name)
    mutants = [mutant for mutant in mutants_of(name) if options.only in str(mutant)]
    mutants = mutants[options.every // 2 :: options.every]
    left, judged = mutants, list[Mutant]()
    for stage in (*MODULES[name], WHOLE)[: options.stages]:
        if stage is WHOLE:
            judged = [mutant for mutant in left if str(mutant) in known()]
            left = [mutant for mutant in left if mutant not in judged]
        print(f"{name}: {len(left)} left for {' '.join(stage.tests)}", flush=True)
        found = trying.try_all(left, stage, options.jobs)
        left = list[Mutant]()
        for number, (mutant, survives) in enumerate(found, start=1):
            if survives:
                left.append(mutant)
                print(f"  {number}: survives so far: {mutant}", flush=True)
    return len(mutants), sorted(judged + left, key=lambda one: one.line)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants; the exit status tells whether only those survive that are known to."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("module", nargs="*", help="such as games/twos/state.py; default: all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--only", default="", help="only mutants whose description has this in it")
    parser.add_argument("--every", type=int, default=1, help="only each so manieth mutant (1)")
    parser.add_argument(
        "--stages", type=int, default=9, help="leave it at so many stages of the tests; all (9)"
    )
    options = parser.parse_args(arguments)
    expected, new, tried, lived = known(), 0, 0, 0
    for name in options.module or MODULES:
        began = time.monotonic()
        # In a process of its own, as what is mutated must not have been imported.
        with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
            count, left = pool.submit(survivors_of, name, options).result()
        tried += count
        lived += len(left)
        _tell(name, count, len(left), time.monotonic() - began)
        for mutant in left:
            is_new = str(mutant) not in expected
            new += is_new
            print(f"  {'new' if is_new else 'known'} {mutant.line}: {mutant}", flush=True)
    _tell("all", tried, lived, 0)
    print(f"{new} survivors are not in {KNOWN.name}")
    return 1 if new else 0


def _stop(number: int, frame: object) -> None:
    """End with whatever is running."""
    sys.exit("told to stop")


def _tell(name: str, tried: int, lived: int, seconds: float) -> None:
    killed = tried - lived
    share = 100 * killed / tried if tried else 100
    print(f"{name}: {killed} of {tried} found, {share:.1f} %, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
