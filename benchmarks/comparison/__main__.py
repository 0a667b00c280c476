"""Compare the library with others: every cell of the table comes from calls of that library.

The session ``comparison`` of nox installs the other libraries. Type checkers run without them, so
their modules are ``Any``.
"""

from __future__ import annotations

import contextlib
import datetime
import importlib.resources
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Final

from packaging.requirements import Requirement

from benchmarks.comparison import ours, pgx, poker_kit, rlcard, spiel
from benchmarks.comparison.tools import Library, module


def _installed(distribution: str, extra: str = "") -> set[str]:
    """Return the distributions that an installation of this one brings, itself excluded."""
    found: set[str] = set()
    waiting = [distribution]
    while waiting:
        for text in requires(waiting.pop()) or ():
            need = Requirement(text)
            if need.marker and not need.marker.evaluate({"extra": extra}):
                continue
            name = need.name.lower().replace("_", "-")
            with contextlib.suppress(PackageNotFoundError):
                version(name)
                if name not in found:
                    found.add(name)
                    waiting.append(name)
    return found


def _weight(library: Library) -> str:
    """Return the number of packages below a library, and the time of its import."""
    times: dict[str, list[float]] = {"pass": [], f"import {library.module}": []}
    for _ in range(7):
        for program, taken in times.items():
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
            taken.append(time.perf_counter() - begun)
    bare, whole = (min(taken) for taken in times.values())
    packages = len(_installed(library.distribution))
    return f"{packages} packages, {whole - bare:.2f} s"


def _typed(library: Library) -> str:
    found = module(library.module)
    if not hasattr(found, "__path__"):
        return "no"
    marked = importlib.resources.files(found).joinpath("py.typed").is_file()
    return "yes" if marked else "no"


LIBRARIES: Final = (ours.COLUMN, spiel.COLUMN, rlcard.COLUMN, pgx.COLUMN, poker_kit.COLUMN)
ROWS: Final[tuple[tuple[str, Callable[[Library], str]], ...]] = (
    ("card games", lambda library: library.games()),
    ("states", lambda library: library.states()),
    ("an illegal move", lambda library: library.illegal()),
    ("hidden cards drawn to fit a seat's information", lambda library: library.hidden()),
    (
        "random decisions a second, median game (slowest to fastest)",
        lambda library: library.speed(),
    ),
    ("a seat's information", lambda library: library.information()),
    ("pictures", lambda library: library.pictures()),
    ("algorithms for learning", lambda library: library.learning()),
    ("dependencies, import", _weight),
    ("type annotations", _typed),
)


def main() -> None:
    """Print each row, with one line for each library."""
    print(f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}, CPython {platform.python_version()}")
    print(", ".join(f"{each.name} {version(each.distribution)}" for each in LIBRARIES))
    for title, cell in ROWS:
        print(f"\n{title}")
        for library in LIBRARIES:
            print(f"  {library.name}: {cell(library)}", flush=True)


if __name__ == "__main__":
    main()
