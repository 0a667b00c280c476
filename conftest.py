"""The files that pytest skips because a package is missing."""

from __future__ import annotations

from importlib.util import find_spec

NEED_NUMBA = (
    "src/twowaystreet/fast/*",
    "src/twowaystreet/solve/*",
    "src/twowaystreet/games/*/compiled.py",
    "docs/compiled-playouts.md",
)
"""The files with examples that need numba, besides ``tests/fast`` and ``tests/solve``."""
HAS_NUMBA = find_spec("numba") is not None

collect_ignore_glob = [] if HAS_NUMBA else [*NEED_NUMBA]


def pytest_report_header() -> list[str]:
    """Say at the start of a test run if the tests of an extra are skipped."""
    missing = "numba is missing: compiled playouts and solver are not tested (extra fast)"
    return [] if HAS_NUMBA else [missing]
