"""A headless Chromium for the tests of pictures."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

from tests.chromium import started

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="package")
def page() -> Generator[Page]:
    """Start Chromium with an empty page; skip the test where it is missing."""
    with started() as browser:
        yield browser.new_page(viewport={"width": 2000, "height": 1000})
