"""The page without a server, in headless Chromium."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import twowaystreet as tws
from tests.web import clicks, pyodide, static
from tests.web.clicks import CARDS, play_a_hand, until, wait_for_turn
from tests.web.static import GALLERY, SAVED, begin, tile, wait_for_table
from tests.web.test_browser import HOSTILE, hand, wait_for_hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


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
        yield found


@pytest.fixture(scope="module")
def context(browser: Browser) -> Generator[BrowserContext]:
    """Share the cache between the tests, as people who come back do."""
    made = browser.new_context(reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Generator[Page]:
    """Open the page without a saved game; an error of a script ends the test."""
    opened = clicks.watched(context.new_page())
    static.forget_first(opened)
    opened.goto(address)
    yield opened
    opened.close()


def log_of(page: Page) -> str:
    return str(page.text_content("#log"))


def saved(page: Page) -> str:
    """Return the saved game."""
    page.wait_for_function("key => localStorage.getItem(key)", arg=SAVED)
    return str(page.evaluate("key => localStorage.getItem(key)", SAVED))


def test_a_game_goes_on_after_a_reload_in_mid_hand(page: Page) -> None:
    begin(page, "twos")
    for _ in range(3):
        wait_for_turn(page)
        clicks.click_a_move(page)
    page.wait_for_selector(CARDS)
    before = (hand(page), log_of(page))
    assert before[0] and "You join" in before[1]
    page.reload()
    page.wait_for_selector(CARDS)
    until(page, lambda: (hand(page), log_of(page)) == before)
    clicks.click_a_move(page)


def test_every_game_plays_a_hand_by_clicks_and_a_new_game_follows(page: Page) -> None:
    for place, game in enumerate(tws.GAMES):
        if place:
            page.click("#start-home")
        begin(page, game)
        clicks.expect(page.locator("#title")).to_have_text(tws.GAMES[game].title)
        play_a_hand(page)
        clicks.expect(page.locator("#result .rows > li")).to_have_count(
            tws.GAMES[game].Rules().seats
        )


def test_the_panel_offers_the_same_game_again_and_another_one(page: Page) -> None:
    page.wait_for_selector(GALLERY)
    page.click(f"{tile('duel')} button:text-is('Options')")
    page.click("#start-options summary >> nth=0")
    page.check("#start-options [name=max_hands][value='1']", force=True)  # its words cover it
    page.click("#start-options button:text-is('Play')")
    wait_for_table(page)
    while not clicks.is_over(page):
        wait_for_turn(page)
        clicks.click_a_move(page)
    page.click("#result button:text-is('Play again')")
    page.wait_for_selector("#result", state="hidden")
    wait_for_turn(page)
    clicks.expect(page.locator("#title")).to_have_text(tws.GAMES["duel"].title)
    clicks.expect(page.locator("body.over")).to_have_count(0)
    page.click("#start-home")
    page.click(f"{GALLERY} #start-go-on")
    wait_for_table(page)


def test_a_move_is_taken_back_against_bots(page: Page) -> None:
    begin(page, "duel")
    wait_for_turn(page)
    before = hand(page)
    clicks.click_a_move(page)
    page.click("#undo")
    page.wait_for_selector("#log li:has-text('take back a move')", state="attached")
    wait_for_hand(page, before)


def test_people_look_back_at_a_hand(page: Page) -> None:
    begin(page, "brag")
    play_a_hand(page)
    page.click("#result button:text-is('Look back')")
    clicks.expect(page.locator("#past-line p")).to_have_text(re.compile("^1 of "))
    page.keyboard.press("ArrowRight")
    clicks.expect(page.locator("#past-line p")).to_have_text(re.compile("^2 of "))
    page.keyboard.press("Escape")
    clicks.expect(page.locator("#past")).to_be_hidden()
    clicks.expect(page.locator("#result")).to_be_visible()


def test_a_search_player_moves_and_names_stay_text(page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail("the name ran as a script"))
    begin(page, "twos", bots="strongest", name=HOSTILE)
    for _ in range(2):
        page.wait_for_selector(CARDS)
        clicks.click_a_move(page)
    page.wait_for_selector(CARDS)
    clicks.expect(page.locator("#scores")).to_contain_text("You")
    clicks.expect(page.locator("#table img, #drawer img, #bar img")).to_have_count(0)


@pytest.mark.parametrize("damage", ["{", "version", "bots"])
def test_a_damaged_game_leads_to_a_new_one(damage: str, page: Page) -> None:
    begin(page, "duel")
    found = json.loads(saved(page))
    table = json.loads(found["table"])
    table |= {"version": 99} if damage == "version" else {"bots": [[1, "js:document"]]}
    text = "{" if damage == "{" else json.dumps({**found, "table": json.dumps(table)})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [SAVED, text])
    page.reload()
    page.wait_for_selector("#start-refusal:has-text('The saved game cannot be read')")
    begin(page, "twos")
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
    again.set_default_timeout(clicks.WAIT)
    asked: list[str] = []
    again.on("request", lambda request: asked.append(request.url))
    again.goto(address)
    begin(again, "brag")
    assert [url for url in asked if "python.zip" in url]
    again.close()


def test_the_second_visit_needs_no_connection(page: Page, context: BrowserContext) -> None:
    begin(page, "twos")
    static.wait_until_offline(page)
    page.click("#start-home")
    page.close()
    context.set_offline(True)
    try:
        again = clicks.watched(context.new_page())
        static.forget_first(again)
        again.goto(page.url)
        begin(again, "duel")
        wait_for_turn(again)
        clicks.click_a_move(again)
    finally:
        context.set_offline(False)


def test_the_keyboard_alone_begins_and_plays(page: Page) -> None:
    page.wait_for_selector(GALLERY)
    clicks.tab_to(page, f"document.activeElement.matches('{tile('twos')} button.main')")
    page.keyboard.press("Enter")
    wait_for_table(page)
    for _ in range(3):
        page.wait_for_selector(CARDS)
        clicks.click_a_move(page, clicks.by_keys)
