"""A long fuzzing run for all targets: ``python -m tests.fuzz --help``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.fuzz.costs import is_reader, search
from tests.fuzz.running import Tally, keep, run
from tests.fuzz.targets import TARGETS

PART = 2_000
"""Number of inputs in one task of a process."""


def parts_of(name: str, runs: int) -> list[int]:
    """Split the runs of a target into tasks; slow targets get fewer runs."""
    left = runs // TARGETS[name].cost
    return [min(PART, left - begun) for begun in range(0, left, PART)]


def report(name: str, tally: Tally, seconds: float) -> None:
    """Print the counts of a target."""
    print(
        f"{name:20} {tally.runs:9} inputs, {tally.taken:8} taken, {tally.megabytes:5} MB, "
        f"{seconds:7.1f} s, {len(tally.faults)} faults",
        flush=True,
    )
    for fault in tally.faults.values():
        print(f"  {fault.what}\n    {fault.text[:300]!r}", flush=True)


def search_costs(names: Sequence[str], seed: int, runs: int, jobs: int, keeps: bool) -> int:
    """Search for the most expensive inputs; return 1 if one exceeds its limit."""
    faults = 0
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(partial(search, seed=seed, runs=runs), names)
        for name, (cost, text, fault) in zip(names, found, strict=True):
            print(
                f"{name:20} {cost.calls:6.1f} calls and {cost.memory:5.0f} bytes per character at"
                f" most, for {len(text)} characters: {text[:60]!r}",
                flush=True,
            )
            if fault:
                faults += 1
                print(f"  over the limit{f', saved in {keep(fault, 0)}' if keeps else ''}")
    print(
        f"the most expensive of {runs} inputs for each of {len(names)} targets, seed {seed}: "
        f"{faults} faults"
    )
    return 1 if faults else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the requested number of inputs; return 1 if any shows a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--runs", type=int, default=20_000, help="inputs per target (20000); slow targets get fewer"
    )
    parser.add_argument("--target", choices=[*TARGETS, "all"], default="all", help="which (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes")
    parser.add_argument("--seed", type=int, default=0, help="random seed (0)")
    parser.add_argument(
        "--costs",
        action="store_true",
        help="search for the inputs with the highest cost per character",
    )
    parser.add_argument(
        "--keep", action="store_true", help="save inputs that show faults in found/"
    )
    options = parser.parse_args(arguments)
    names = list(TARGETS) if options.target == "all" else [options.target]
    if options.costs:
        readers = [name for name in names if is_reader(name)]
        return search_costs(readers, options.seed, options.runs, options.jobs, options.keep)
    whole, began = Tally(), time.monotonic()
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in names:
            since, tally = time.monotonic(), Tally()
            parts = parts_of(name, options.runs)
            numbers = [options.seed * 1_000_000 + number for number in range(len(parts))]
            for part in pool.map(partial(run, name), numbers, parts):
                tally.add(part)
            report(name, tally, time.monotonic() - since)
            whole.add(tally)
            if options.keep:
                for number, fault in enumerate(tally.faults.values()):
                    print(f"  saved in {keep(fault, number)}", flush=True)
    seconds = time.monotonic() - began
    print(
        f"{whole.runs} inputs for {len(names)} targets, seed {options.seed}: "
        f"{whole.taken} accepted, {whole.megabytes} MB at most, "
        f"{len(whole.faults)} faults, {seconds:.1f} s"
    )
    return 1 if whole.faults else 0


if __name__ == "__main__":
    sys.exit(main())
