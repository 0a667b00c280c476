"""Mutation testing of the rules: ``python -m tests.mutants --help``."""

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
    """Return the number of mutants of a module, and those that no test detects."""
    signal.signal(signal.SIGTERM, _stop)
    trying.prepare(name)
    mutants = [mutant for mutant in mutants_of(name) if options.only in str(mutant)]
    mutants = mutants[options.every // 2 :: options.every]
    left, known_survivors = mutants, list[Mutant]()
    for stage in (*MODULES[name], WHOLE)[: options.stages]:
        if stage is WHOLE:
            known_survivors = [mutant for mutant in left if str(mutant) in known()]
            left = [mutant for mutant in left if mutant not in known_survivors]
        print(f"{name}: {len(left)} left for {' '.join(stage.tests)}", flush=True)
        found = trying.try_all(left, stage, options.jobs)
        left = list[Mutant]()
        for number, (mutant, survives) in enumerate(found, start=1):
            if survives:
                left.append(mutant)
                print(f"  {number}: not detected yet: {mutant}", flush=True)
    return len(mutants), sorted(known_survivors + left, key=lambda one: one.line)


def main(arguments: Sequence[str] | None = None) -> int:
    """Test the mutants; return 1 if an unknown one survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("module", nargs="*", help="for example games/twos/state.py (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument("--only", default="", help="only mutants whose description contains this")
    parser.add_argument("--every", type=int, default=1, help="interval: test every Nth mutant (1)")
    parser.add_argument(
        "--stages", type=int, default=9, help="number of test stages to run (default: all)"
    )
    options = parser.parse_args(arguments)
    expected, new, tried, survived = known(), 0, 0, 0
    for name in options.module or MODULES:
        began = time.monotonic()
        # A new process, because it must not have imported the mutated module yet.
        with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
            count, left = pool.submit(survivors_of, name, options).result()
        tried += count
        survived += len(left)
        _report(name, count, len(left), time.monotonic() - began)
        for mutant in left:
            is_new = str(mutant) not in expected
            new += is_new
            print(f"  {'new' if is_new else 'known'} {mutant.line}: {mutant}", flush=True)
    _report("all", tried, survived, 0)
    print(f"{new} survivors are not in {KNOWN.name}")
    return 1 if new else 0


def _stop(number: int, frame: object) -> None:
    """Stop, and end all running processes."""
    sys.exit("stopped by a signal")


def _report(name: str, tried: int, survived: int, seconds: float) -> None:
    killed = tried - survived
    share = 100 * killed / tried if tried else 100
    print(f"{name}: {killed} of {tried} detected, {share:.1f} %, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
