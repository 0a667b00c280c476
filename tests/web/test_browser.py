"""The page in headless Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WAIT = 15_000
"""The most milliseconds for anything to appear."""


def opened(browser: Browser, link: str, **options: object) -> Page:
    """Open a link in a window of its own; a script error ends the test."""
    page = browser.new_context(**options).new_page()  # type: ignore[arg-type]  # any options
    page.set_default_timeout(WAIT)
    page.on("pageerror", _fail)
    page.on("console", lambda message: _fail(message.text) if message.type == "error" else None)
    page.goto(link)
    page.wait_for_selector("#table svg")
    return page


def _fail(error: object) -> None:
    raise AssertionError(f"the page reports {error}")


def test_a_click_plays_a_card(browser: Browser, tmp_path: Path) -> None:
    bots = ("--players", "4", "--bots", "3")
    with served(tmp_path / "table.json", "twos", *bots[2:]) as server:
        page = opened(browser, server.links["Player 1"])
        page.click("#buttons button:text-is('deal')")
        page.wait_for_selector("#table [data-move]")
        before = page.locator("#table [data-card]").count()
        card = page.locator("#table [data-move]").first
        text = card.get_attribute("data-card")
        card.click()
        page.wait_for_selector(f"#log li:has-text('{text}')")
        page.wait_for_function(f"document.querySelectorAll('#table [data-card]').length < {before}")
        page.context.close()
