"""The checks of axe-core, for all pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page


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
