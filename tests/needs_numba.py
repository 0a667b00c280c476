"""The files that need numba, for tests that leave them out where it is missing."""

from __future__ import annotations

from fnmatch import fnmatch
from importlib.util import find_spec
from typing import Final

NEED_NUMBA: Final = (
    "src/twowaystreet/fast/*",
    "src/twowaystreet/solve/*",
    "src/twowaystreet/games/*/compiled.py",
    "docs/compiled-playouts.md",
)
IS_MISSING: Final = find_spec("numba") is None


def is_left_out(path: str) -> bool:
    """Return True if a file, as a path from the root of the repository, needs missing numba."""
    return IS_MISSING and any(fnmatch(path, pattern) for pattern in NEED_NUMBA)
