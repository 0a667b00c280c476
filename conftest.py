"""The files that pytest leaves out because a package is missing."""

from __future__ import annotations

from tests.needs_numba import IS_MISSING, NEED_NUMBA

collect_ignore_glob = [*NEED_NUMBA] if IS_MISSING else []
"""The files with examples that need numba. The tests in ``tests/fast`` say that it is missing."""
