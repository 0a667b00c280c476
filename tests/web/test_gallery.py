"""The gallery of the page without a server, in headless Chromium; most of it needs no Python."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

import twowaystreet as tws
from tests.web import clicks, static
from tests.web.axe import findings
from tests.web.static import GALLERY, GO_ON, SAVED, tile
from twowaystreet._page.bundle import write_page
from twowaystreet._page.pyodide import FILES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

WINDOWS = [(360, 640), (844, 390), (1280, 800), (1920, 1080)]
SMALL = """() => {
    const seen = [...document.querySelectorAll("#start *, dialog[open] *")].filter((each) =>
        each.checkVisibility() && [...each.childNodes].some((child) =>
            child.nodeType === 3 && child.data.trim()));
    return seen.filter((each) => parseFloat(getComputedStyle(each).fontSize) < 12)
        .map((each) => each.textContent);
}"""
"""Texts below 12 pixels."""
LOW = """() => [...document.querySelectorAll("#start, dialog[open]")].flatMap((part) =>
    [...part.querySelectorAll("button, input:not([type=radio]), .start-pills label, summary")])
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 39.5)
    .map((each) => each.outerHTML)"""
"""Targets that are lower than 40 pixels."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """Publish a page with something else than Pyodide."""
    place = tmp_path_factory.mktemp("gallery")
    (place / "node").mkdir()
    for name in FILES:
        (place / "node" / name).write_text(f'"{name}"', encoding="utf-8")
    write_page(place / "play", str(place / "node"))
    with static.published(place / "play") as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Generator[BrowserContext]:
    made = browser.new_context(reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Page:
    """Open the page, in which Python never comes."""
    opened = clicks.watched(context.new_page())
    opened.route("**/pyodide/*", lambda route: None)  # no answer
    opened.goto(address)
    return opened


def test_the_gallery_appears_before_python(page: Page) -> None:
    page.wait_for_selector(GALLERY)
    titles = [game.title for game in tws.GAMES.values()]
    clicks.expect(page.locator("#gallery h2")).to_have_text(titles)
    page.wait_for_function(
        "() => [...document.querySelectorAll('#gallery img')].every((each) => each.naturalWidth)"
    )
    for place in ("#bar", "#start-saved"):
        clicks.expect(page.locator(place)).to_be_hidden()
    clicks.expect(page.locator("#start-loading progress")).to_be_visible()
    clicks.expect(page.locator("#start-loading")).to_contain_text(" of ")


def test_a_game_that_waits_for_python_can_be_given_up(page: Page) -> None:
    page.click(f"{tile('brag')} button:text-is('Play')")
    page.wait_for_selector("#start-wait:has-text('Brag begins in a moment')")
    clicks.expect(page.locator("#start-wait progress")).to_be_visible()
    clicks.expect(page.locator("#start-wait")).to_contain_text("prial")
    page.keyboard.press("Escape")
    page.wait_for_selector("#start-wait", state="hidden")
    page.click(f"{tile('twos')} button:text-is('Play')")
    page.wait_for_selector("#start-wait:has-text('Twos begins in a moment')")


def test_options_are_words(page: Page) -> None:
    page.click(f"{tile('street')} button:text-is('Options')")
    options = page.locator("#start-options")
    clicks.expect(options).to_contain_text("Short, to 10")
    clicks.expect(options).not_to_contain_text("_")
    clicks.expect(options.locator("[name=target][value='20']")).to_be_checked()
    page.click("#start-options label:has-text('Another number') >> nth=0")
    number = page.locator("#start-options input[type=number]:enabled")
    number.fill("2")
    page.click("#start-options button:text-is('Play')")
    clicks.expect(page.locator("#start-options input[type=number]:invalid")).to_be_visible()
    page.click("#start-options [aria-label='Players: more']")
    clicks.expect(number).to_have_value("3")
    page.click("#start-options button:text-is('Play')")
    page.wait_for_selector("#start-wait:has-text('Two Way Street begins')")


def test_name_and_opponents_stay(page: Page, address: str) -> None:
    page.fill("#start-name", "Ann")
    page.click("#start label:has-text('Hard')")
    again = page.context.new_page()
    again.goto(address)
    clicks.expect(again.locator("#start-name")).to_have_value("Ann")
    clicks.expect(again.locator("#start [name=bots][value=hard]")).to_be_checked()


@pytest.mark.parametrize("kept", ["[", '{"name": 3, "bots": "other"}', "null"])
def test_damaged_memories_count_as_none(kept: str, page: Page) -> None:
    page.evaluate("text => localStorage.setItem('twowaystreet start', text)", kept)
    page.reload()
    page.wait_for_selector(GALLERY)
    clicks.expect(page.locator("#start-name")).to_have_value("Player")
    clicks.expect(page.locator("#start [name=bots][value=medium]")).to_be_checked()


def test_a_saved_game_is_the_first_thing(page: Page) -> None:
    saved = json.dumps({"token": "", "table": json.dumps({"game": "spades"})})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [SAVED, saved])
    page.reload()
    page.wait_for_selector("#start-saved:has-text('Go on with your game')")
    clicks.expect(page.locator("#start-saved")).to_contain_text("Spades for two")
    clicks.expect(page.locator("#start button").first).to_have_id(GO_ON.removeprefix("#"))
    page.click(GO_ON)
    page.wait_for_selector("#start-wait:has-text('Spades for two goes on')")


def test_words_say_that_python_cannot_be_loaded(context: BrowserContext, address: str) -> None:
    page = context.new_page()

    def refuse(route: Route) -> None:
        route.abort()

    page.route("**/pyodide.mjs", refuse)
    page.goto(address)
    words = page.locator("#start-loading[role=alert]")
    clicks.expect(words).to_contain_text("Python cannot be loaded. Check the connection")
    for size in WINDOWS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        last = page.locator("#gallery .main").last
        last.scroll_into_view_if_needed()
        last.click()
        clicks.expect(words.get_by_role("button")).to_be_focused()
        clicks.expect(words).to_be_in_viewport(ratio=1)
        assert words.evaluate("each => each.scrollHeight <= each.clientHeight")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", WINDOWS, ids=lambda each: "x".join(map(str, each)))
def test_the_gallery_suits_every_window(window: tuple[int, int], scheme: str, page: Page) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")

    def check() -> None:
        assert not findings(page)
        assert page.evaluate(SMALL) == []
        assert page.evaluate(LOW) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= window[0]
        assert page.evaluate("document.querySelector('#start').scrollWidth") <= window[0]

    page.wait_for_selector(GALLERY)
    check()
    page.click(f"{tile('street')} button:text-is('Options')")
    page.click("#start-options summary >> nth=0")
    page.click("#start-options label:has-text('Another number') >> nth=0")
    page.wait_for_selector("#start-options input[type=number]:enabled")
    check()
    page.keyboard.press("Escape")
    page.click(f"{tile('street')} button:text-is('Play')")
    page.wait_for_selector("#start-wait[open]")
    check()


def test_keys_lead_through_gallery_and_options(page: Page) -> None:
    page.wait_for_selector(GALLERY)
    clicks.tab_to(page, "document.activeElement.textContent === 'Options'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#start-options[open]")
    clicks.tab_to(page, "document.activeElement.name === 'players'")
    page.keyboard.press("ArrowRight")
    clicks.expect(page.locator("#start-options [name=players][value='5']")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_selector("#start-wait:has-text('Two Way Street')")
    for dialog in ("#start-wait", "#start-options"):
        page.keyboard.press("Escape")
        clicks.expect(page.locator(dialog)).to_be_hidden()
    clicks.expect(page.locator("#start button:focus")).to_have_text("Options")
