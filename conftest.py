"""The files that pytest leaves out because a package is missing."""

from __future__ import annotations

from tests.extras import LEFT_OUT, MISSING

collect_ignore_glob = [*LEFT_OUT]
"""The files with examples that need an extra, besides the tests that skip themselves."""


def pytest_report_header() -> list[str]:
    """Say at the start of a test run if the tests of an extra are skipped."""
    return [f"the extra {extra.name} is missing: no tests of {extra.untested}" for extra in MISSING]
