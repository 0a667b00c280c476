"""Coverage-guided fuzzing of one target: ``python -m tests.fuzz.guided --help``.

It needs atheris, which must be loaded before the library to measure its coverage.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

OWN_CHANGES: Final = 0.7
"""Probability of changing an input by its structure instead of its bytes."""
LONGEST: Final = 60_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Try inputs until the requested number is reached or one shows a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument(
        "--target", required=True, help="name of the target, as in python -m tests.fuzz"
    )
    parser.add_argument("--runs", type=int, default=20_000, help="number of inputs (20000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    options = parser.parse_args(arguments)
    atheris: Any = import_module("atheris")  # Any: atheris has no types
    with atheris.instrument_imports(include=["twowaystreet"]):
        running = import_module("tests.fuzz.running")
    target = running.TARGETS[options.target]
    seeds, tally, began = target.seeds(), running.Tally(), time.monotonic()

    def decoded(data: bytes) -> str:
        return data.decode("utf-8", "replace")

    def try_one(data: bytes) -> None:
        running.try_one(target, decoded(data), tally)
        if tally.faults:
            (fault,) = tally.faults.values()
            raise AssertionError(f"{fault.what}\n{fault.text!r}")
        if tally.runs == options.runs:
            seconds = time.monotonic() - began
            print(f"{target.name}: {tally.runs} inputs, {tally.taken} taken, {seconds:.1f} s")

    def changed(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if not data or rng.random() > OWN_CHANGES:
            found: bytes = atheris.Mutate(data, most)
            return found
        text: str = target.change(decoded(data), seeds, rng)
        return text.encode("utf-8", "replace")[:most]

    with tempfile.TemporaryDirectory() as corpus:
        for number, text in enumerate(seeds):
            Path(corpus, str(number)).write_bytes(text.encode("utf-8", "replace"))
        words = [f"-runs={options.runs}", f"-seed={options.seed}", f"-max_len={LONGEST}"]
        atheris.Setup(
            ["fuzz", *words, f"-artifact_prefix={tempfile.gettempdir()}/", corpus],
            try_one,
            custom_mutator=changed,
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
