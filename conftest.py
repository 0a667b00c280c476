"""The files that pytest leaves out because a package is missing."""

from __future__ import annotations

from tests.needs_numba import IS_MISSING, NEED_NUMBA

collect_ignore_glob = [*NEED_NUMBA] if IS_MISSING else []
"""The files with examples that need numba, besides ``tests/fast`` and ``tests/solve``."""


def pytest_report_header() -> list[str]:
    """Say at the start of a test run if the tests of an extra are skipped."""
    missing = "numba is missing: compiled playouts and solver are not tested (extra fast)"
    return [missing] if IS_MISSING else []
