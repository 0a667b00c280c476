"""The page of a replay in headless Chromium."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.helpers import some_record
from twowaystreet._cli import replay_pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@contextmanager
def opened(browser: Browser, path: Path, width: int, seat: int | None = None) -> Generator[Page]:
    """Open the page of a game with 20 moves; check that it has no faults and loads nothing."""
    record = some_record("street", 3, 20)
    file = path / "page.html"
    replay_pages.write_page(record if seat is None else record.for_seat(seat), file)
    page = browser.new_page(viewport={"width": width, "height": 740})
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url))
    page.goto(file.as_uri())
    yield page
    page.close()
    assert {fault for fault in faults if fault != file.as_uri()} == set()


def test_keys_buttons_and_the_address_step_through_a_replay(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path, 1000) as page:
        steps: list[tuple[str, str]] = []
        for key in ("ArrowRight", "PageDown", "End", "ArrowRight", "Home", "ArrowLeft"):
            page.keyboard.press(key)
            steps.append((page.inner_text("#count"), page.url.split("#")[1]))
        assert [at for at, _ in steps] == [f"{place} of 20" for place in (1, 11, 20, 20, 0, 0)]
        assert [place for _, place in steps] == ["1", "11", "20", "20", "0", "0"]
        assert page.is_disabled("#back")
        assert page.is_enabled("#next")
        page.focus("#next")
        page.keyboard.press("Enter")
        page.click("#next")
        assert page.inner_text("#count") == "2 of 20"
        page.focus("#place")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#count") == "3 of 20"
        page.reload()
        assert page.inner_text("#count") == "3 of 20"


def test_the_buttons_of_a_replay_stay_in_their_place(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, 360) as page:
        tops = set[float]()
        for _ in range(20):
            box = page.locator("#next").bounding_box()
            assert box is not None
            tops.add(box["y"])
            page.click("#next")
        assert len(tops) == 1


@pytest.mark.parametrize("width", [360, 1000])
def test_a_replay_fits_its_window_and_is_open_to_everybody(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with opened(browser, tmp_path, width, seat=1) as page:
        page.click("#last")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.querySelector('svg').getBoundingClientRect().width") <= 720
        found = axe.Axe().run(page).response["violations"]
        assert [each["id"] for each in found] == []
