"""The page without a server, in headless Chromium."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import twowaystreet as tws
from tests.web import clicks, pyodide, static
from tests.web.clicks import CARDS, deal, wait_for_turn
from tests.web.static import BEGIN, FORM, begin
from tests.web.test_browser import HOSTILE, check_with_axe, hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

WAIT = 240_000
"""The most milliseconds for Python to load."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page."""
    found = pyodide.folder()
    if found is None:
        pytest.skip(pyodide.NEEDED)
    written: Path = tmp_path_factory.mktemp("page") / "play"
    static.write(written, found)
    return written


@pytest.fixture(scope="module")
def address(folder: Path) -> Generator[str]:
    """Publish the page."""
    with static.published(folder) as found:
        yield f"{found}?pace=0"


@pytest.fixture(scope="module")
def context(browser: Browser) -> Generator[BrowserContext]:
    """Share the cache between the tests, as people who come back do."""
    made = browser.new_context()
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Generator[Page]:
    """Open the page without a saved game; an error of a script ends the test."""
    opened = context.new_page()
    opened.set_default_timeout(WAIT)
    opened.on("pageerror", clicks._fail)
    opened.on("console", lambda message: clicks._check(message.type, message.text))
    static.forget_first(opened)
    opened.goto(address)
    yield opened
    opened.close()


def log_of(page: Page) -> str:
    return str(page.text_content("#log"))


def saved(page: Page) -> dict[str, str]:
    """Return the only saved game, with its key."""
    page.wait_for_function("() => localStorage.length")
    found: dict[str, str] = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
    ((key, text),) = found.items()
    return {"key": key, "text": text}


def test_a_game_goes_on_after_a_reload_in_mid_hand(page: Page) -> None:
    begin(page, "twos")
    deal(page)
    for _ in range(3):
        wait_for_turn(page)
        clicks.click_a_move(page)
    page.wait_for_selector(CARDS)
    before = (hand(page), log_of(page))
    assert before[0] and "You join" in before[1]
    page.reload()
    page.wait_for_selector(CARDS)
    assert (hand(page), log_of(page)) == before
    clicks.click_a_move(page)
    page.wait_for_function("before => document.querySelector('#log').textContent !== before",
                           arg=before[1])  # fmt: skip


def test_every_game_plays_a_hand_by_clicks_and_a_new_game_follows(page: Page) -> None:
    for place, game in enumerate(tws.GAMES):
        if place:
            page.click("#new-game")
        page.wait_for_selector(FORM)
        page.select_option("#start-game", game)
        page.click("#start-more summary")
        page.fill("#start-others [name=max_hands], #start-first [name=max_hands]", "1")
        page.click("#start-more summary")
        page.click(BEGIN)
        page.wait_for_function(
            "title => document.querySelector('#title').textContent === title "
            "&& document.querySelectorAll('#log li').length === 1",
            arg=tws.GAMES[game].title,
        )
        while not clicks.is_over(page):
            clicks.click_a_move(page)
            wait_for_turn(page)
        assert page.is_visible("#result") and page.is_visible("#sheet svg")


def test_a_move_is_taken_back_against_bots(page: Page) -> None:
    begin(page, "duel")
    deal(page)
    page.wait_for_selector("#table [data-card]")
    before = hand(page)
    clicks.click_a_move(page)
    page.click("#undo")
    page.wait_for_selector("#log li:has-text('take back a move')")
    assert hand(page) == before


def test_a_search_player_moves_and_names_stay_text(page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail("the name ran as a script"))
    begin(page, "twos", bots="montecarlo:worlds=10", name=HOSTILE)
    deal(page)
    for _ in range(2):
        page.wait_for_selector(CARDS)
        clicks.click_a_move(page)
    page.wait_for_selector(CARDS)
    assert not page.locator("img").count()
    assert HOSTILE in str(page.text_content("#table"))


def test_an_impossible_game_is_refused_in_words(page: Page) -> None:
    page.wait_for_selector(FORM)
    page.select_option("#start-game", "street")
    page.fill("#start-first [name=players]", "1")
    page.click(BEGIN)
    page.wait_for_selector("#start-refusal:has-text('players=1')")
    page.fill("#start-first [name=players]", "3")
    page.click(BEGIN)
    page.wait_for_selector("#table svg")
    assert page.locator("#table title:has-text('Bot 2')").count() or "Bot 2" in str(
        page.text_content("#table")
    )


@pytest.mark.parametrize("damage", ["{", "version", "bots"])
def test_a_damaged_game_leads_to_a_new_one(damage: str, page: Page) -> None:
    begin(page, "duel")
    game = saved(page)
    found = json.loads(game["text"])
    table = json.loads(found["table"])
    table |= {"version": 99} if damage == "version" else {"bots": [[1, "js:document"]]}
    text = "{" if damage == "{" else json.dumps({**found, "table": json.dumps(table)})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [game["key"], text])
    page.reload()
    page.wait_for_selector("#start-refusal:has-text('The saved game cannot be read')")
    begin(page, "twos")
    deal(page)
    page.wait_for_selector(CARDS)


def test_the_next_start_takes_the_kept_modules(page: Page) -> None:
    begin(page, "twos")
    static.wait_until_kept(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("sessionStorage.clear()")
    page.reload()
    begin(page, "brag")  # its modules are not among the compiled ones
    assert not [url for url in asked if "python.zip" in url or "python_stdlib.zip" in url]


def test_a_start_does_without_damaged_modules(
    page: Page, context: BrowserContext, address: str
) -> None:
    begin(page, "twos")
    static.wait_until_kept(page)
    page.evaluate(static.DAMAGE)
    page.close()
    again = context.new_page()  # its console shows the damage
    static.forget_first(again)
    again.set_default_timeout(WAIT)
    asked: list[str] = []
    again.on("request", lambda request: asked.append(request.url))
    again.goto(address)
    begin(again, "brag")
    assert [url for url in asked if "python.zip" in url]
    again.close()


def test_words_say_that_python_cannot_be_loaded(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    page.route("**/pyodide.mjs", lambda route: route.abort())
    page.goto(address)
    page.wait_for_selector("#connection:has-text('Python cannot be loaded')")


def test_the_keyboard_alone_begins_and_plays(page: Page) -> None:
    page.wait_for_selector(FORM)
    assert page.evaluate("document.activeElement.id") == "start-game"
    page.keyboard.type("Twos")
    clicks.tab_to(page, f"document.activeElement.matches('{BEGIN}')")
    page.keyboard.press("Enter")
    page.wait_for_selector("#buttons button:text-is('deal')")
    page.wait_for_function("() => document.activeElement.matches('#buttons button')")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.wait_for_selector(CARDS)
        before = clicks.state_of(page)
        clicks.tab_to(page, f"document.activeElement.matches('{CARDS}')")
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({clicks._STATE})() !== before", arg=before)


@pytest.mark.parametrize("width", [360, 1000])
def test_axe_finds_nothing_serious_in_form_and_game(width: int, page: Page) -> None:
    axe = pytest.importorskip("axe_playwright_python", reason="this test needs axe-core")
    script = Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_selector(FORM)
    page.click("#start-more summary")
    check_with_axe(page, script)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    begin(page, "street")
    deal(page)
    page.wait_for_selector("#table [data-card]")
    check_with_axe(page, script)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("#new-game")
    page.click("#start button:has-text('Back to the game')")
    assert page.is_visible("#table svg")
