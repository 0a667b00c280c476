"""The files that pytest leaves out because a package is missing."""

from __future__ import annotations

from importlib.util import find_spec

NEED_NUMBA = (
    "src/twowaystreet/fast/*",
    "src/twowaystreet/solve/*",
    "src/twowaystreet/games/*/compiled.py",
    "docs/compiled-playouts.md",
)
"""The files with examples that need numba. The tests in ``tests/fast`` say that it is missing."""

collect_ignore_glob = [] if find_spec("numba") else [*NEED_NUMBA]
