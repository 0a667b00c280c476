"""Measure the seconds and the memory to read each input of ``benchmarks.costly``.

``python -m benchmarks.readers`` measures inputs of a megabyte or a million items. The option
``--size 10000`` chooses short inputs.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import twowaystreet as tws
from benchmarks.costly import TEXTS, VALUES, Read

MEGABYTE: Final = 1_000_000


def main() -> None:
    """Measure all inputs, or those of ``--only``, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.readers", description=__doc__)
    parser.add_argument("--size", type=int, default=MEGABYTE, help="characters (default: 1000000)")
    parser.add_argument("--rounds", type=int, default=3, help="repetitions of each (default: 3)")
    parser.add_argument("--only", default="", help="only inputs with this in their name")
    chosen = parser.parse_args()
    print(f"{'':42}{'length':>10}{'seconds':>10}{'MB':>8}{'s/MB':>8}{'MB/MB':>8}")
    for name, costly in {**TEXTS, **VALUES}.items():
        if chosen.only in name:
            given = costly.make(chosen.size)
            length = max(1, len(given))
            seconds = min(_seconds(costly.read, given) for _ in range(chosen.rounds))
            megabytes = most_memory(partial(costly.read, given)) / MEGABYTE
            each = MEGABYTE / length
            print(
                f"{name:42}{length:10}{seconds:10.4f}{megabytes:8.1f}"
                f"{seconds * each:8.2f}{megabytes * each:8.1f}",
                flush=True,
            )


def _read(call: Callable[[], Any]) -> None:
    try:
        call()
    except tws.TwoWayStreetError as error:
        str(error)


def _seconds(read: Read, given: Any) -> float:
    since = time.process_time()
    _read(lambda: read(given))
    return time.process_time() - since


def most_memory(call: Callable[[], Any]) -> int:
    """Return the peak memory of a call in bytes."""
    tracemalloc.start()
    _read(call)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


if __name__ == "__main__":
    main()
