"""The home page of the documentation: its moving picture, and the table that takes its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from docs._ext.pictures import drawn
from tests.web import static

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOME = "```{table-to-play}\n:game: street\n:names: Ann, Ben, Cem, Dot\n:tricks: 1\n```\n"
STYLE = Path(__file__).parents[2] / "docs" / "_static" / "pages.css"
MOVES = "document.getAnimations().filter(each => each.playState === 'running').length"

SEEN = """[...document.querySelectorAll(".wide g:not([opacity='0'])")]
    .map(each => each.textContent).filter(words => words.endsWith("."))"""
"""The sentences in sight."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Write the beginning of the page, and a page to play that shows its name."""
    inside = drawn(HOME).removeprefix("```{raw} html\n").removesuffix("```\n")
    style = f"<style>{STYLE.read_text('utf-8')}</style>"
    (tmp_path / "index.html").write_text(f"<!doctype html>{style}{inside}", "utf-8")
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "index.html").write_text("<!doctype html><h1>Games</h1>", "utf-8")
    return tmp_path


def test_a_click_puts_the_games_in_the_place_of_the_picture(browser: Browser, home: Path) -> None:
    with static.published(home) as address, browser.new_page() as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        assert page.evaluate(MOVES) > 0
        assert not [url for url in asked if "play" in url]
        page.get_by_role("link", name="Play now").click()
        page.frame_locator("iframe").get_by_role("heading", name="Games").wait_for()
        assert page.locator("svg").count() == 0
        page.get_by_role("link", name="Play in the whole window").click()
        page.wait_for_url("**/play/index.html")


def test_phones_open_the_games_in_the_whole_window(browser: Browser, home: Path) -> None:
    with static.published(home) as address, browser.new_page() as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(address)
        assert page.locator("svg:visible").count() == 1
        page.get_by_role("link", name="Play now").click()
        page.wait_for_url("**/play/index.html")


@pytest.mark.parametrize("scripts", [False, True])
def test_without_python_the_picture_remains_alone(
    scripts: bool, browser: Browser, home: Path
) -> None:
    with (
        static.published(home) as address,
        browser.new_page(java_script_enabled=scripts) as page,
    ):
        page.add_init_script("delete window.WebAssembly")
        page.goto(address)
        page.get_by_text("Stop the picture").wait_for()
        assert page.locator("svg:visible").count() == 1
        assert not page.get_by_text("Play now").is_visible()


def test_the_picture_stops_on_demand_and_stands_still_for_those_who_like_it(
    browser: Browser, home: Path
) -> None:
    with static.published(home) as address:
        with browser.new_page() as page:
            page.goto(address)
            page.get_by_label("Stop the picture").check()
            assert page.evaluate(MOVES) == 0
        with browser.new_page(reduced_motion="reduce") as page:
            page.goto(address)
            assert page.evaluate("document.getAnimations().length") == 0
            assert page.evaluate(SEEN) == ["Ann takes the trick."]
            assert not page.get_by_text("Stop the picture").is_visible()
