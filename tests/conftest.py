"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

from twowaystreet.testing import register_types

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Connections to servers of the tests use no proxy.
for _name in ("no_proxy", "NO_PROXY"):
    os.environ[_name] = ",".join(filter(None, (os.environ.get(_name), "127.0.0.1,localhost")))

# The same examples each time, without a time limit.
settings.register_profile(
    "tests",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    # An explanation takes longer than all else, and find() drops it.
    phases=[phase for phase in Phase if phase is not Phase.explain],
)
settings.load_profile("tests")
register_types()


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests that need a browser."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker("browser")


# A longer life would keep the event loop of Playwright running in tests of other modules.
@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    """Start a headless Chromium; skip the test where it or Playwright is missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser needs playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("the browser tests need chromium in the path")
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()
