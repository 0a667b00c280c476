"""The files that pytest leaves out because a package is missing, and a faster collection."""

from __future__ import annotations

import gc
from collections.abc import Hashable
from doctest import DocTestFinder
from types import ModuleType
from typing import Any

from tests.extras import LEFT_OUT, MISSING
from twowaystreet._util.publishing import homes

collect_ignore_glob = [*LEFT_OUT, "tests/training/with_*.py"]
"""The files with examples that need an extra, besides the tests that skip themselves, and programs
that need the frameworks of the session training.
"""

# Thousands of tests live to the end. A search for garbage among them costs a fifth of their
# collection, and time in each test.
gc.disable()


_is_from: Any = DocTestFinder._from_module  # type: ignore[attr-defined]  # Any: private


def _is_written_in(finder: object, module: ModuleType | None, thing: Any) -> Any:
    """Return whether doctest finds a thing in a module, as if none were published elsewhere."""
    if module and isinstance(thing, Hashable) and thing in homes:
        return homes[thing] == module.__name__
    return _is_from(finder, module, thing)


DocTestFinder._from_module = _is_written_in  # type: ignore[attr-defined]  # see above


def pytest_collection_finish() -> None:
    """Search for garbage from now on, but not among the tests."""
    gc.freeze()
    gc.enable()


def pytest_report_header() -> list[str]:
    """Say at the start of a test run if the tests of an extra are skipped."""
    return [f"the extra {extra.name} is missing: no tests of {extra.untested}" for extra in MISSING]
