"""A headless Chromium for the tests of the page."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

from tests.chromium import started

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    """Start Chromium; skip the test where it or the extra ``web`` is missing."""
    for extra in ("starlette", "uvicorn", "websockets"):
        pytest.importorskip(extra, reason="the server needs the extra web")
    with started() as browser:
        yield browser
