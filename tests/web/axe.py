"""The checks of axe-core, for all pages, and those of sizes on pages with a gallery."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.web.clicks import Page, script

_SIZES: Final = script("sizes.js")
"""Texts below 12 pixels, targets that are lower than 40 pixels, and what scrolls sideways."""


def findings(page: Page) -> list[tuple[str, list[str]]]:
    """Return all findings of axe-core, with the elements; skip the test where it is missing."""
    axe = pytest.importorskip("axe_playwright_python", reason="this test needs axe-core")
    if not page.evaluate("typeof axe !== 'undefined'"):
        script = Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
        page.evaluate(f"{script}; undefined")
    # Any: JSON of axe-core.
    found: Any = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found["violations"]
    ]


def obstacles(page: Page) -> list[object]:
    """Return all findings of axe-core, and all wrong sizes."""
    return [*findings(page), *page.evaluate(_SIZES)]
