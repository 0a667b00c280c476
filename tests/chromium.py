"""A headless Chromium for tests."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def started() -> Generator[Browser]:
    """Start Chromium; skip the test where it or Playwright is missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser needs playwright")
    if CHROMIUM is None:
        pytest.skip("the browser tests need chromium in the path")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
