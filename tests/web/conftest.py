"""A headless Chromium for the tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    """Start Chromium; skip the test where it or Playwright is missing."""
    for extra in ("starlette", "uvicorn", "websockets"):
        pytest.importorskip(extra, reason="the server needs the extra web")
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser needs playwright")
    if CHROMIUM is None:
        pytest.skip("the browser tests need chromium in the path")
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()
