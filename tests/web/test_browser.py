"""The page in headless Chromium."""

from __future__ import annotations

import re
import signal
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import twowaystreet as tws
from tests.web import clicks
from tests.web.clicks import CARDS, deal, is_over, opened, wait_for_turn
from tests.web.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HOSTILE = '<img src=x onerror="alert(1)">&amp;'


@pytest.fixture(autouse=True)
def _windows_are_closed(browser: Browser) -> Generator[None]:
    """Close all windows after a test, as each one tries to reach its server forever."""
    yield
    for context in browser.contexts:
        context.close()


def test_a_click_plays_a_card(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "twos", "--bots", "3") as server:
        page = opened(browser, server.links["Player 1"])
        deal(page)
        page.wait_for_selector("#table [data-move]")
        before = page.locator("#table [data-card]").count()
        card = page.locator("#table [data-move]").first
        text = card.get_attribute("data-card")
        clicks.click_card(page, card)
        page.wait_for_selector(f"#log li:has-text('{text}')")
        page.wait_for_function(
            f"() => document.querySelectorAll('#table [data-card]').length < {before}"
        )


@pytest.mark.parametrize("game", list(tws.GAMES))
def test_a_hand_of_each_game_is_played_by_clicks_alone(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    seats = tws.GAMES[game].Rules().seats
    options = ("--bots", str(seats - 1), "--set", "max_hands=1")
    with served(tmp_path / "table.json", game, *options) as server:
        page = opened(browser, server.links["Player 1"])
        while not is_over(page):
            clicks.click_a_move(page)
            wait_for_turn(page)
        assert page.is_visible("#result")
        assert page.is_visible("#sheet svg")


@pytest.mark.rule("TW-3")
def test_a_card_that_may_not_be_played_says_why(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "twos", "--bots", "3") as server:
        page = opened(browser, server.links["Player 1"])
        deal(page)
        wait_for_turn(page)
        idle = page.locator("#table [data-card]:not([role])")
        while not idle.count():
            clicks.click_a_move(page)
            wait_for_turn(page)
        before = clicks.state_of(page)
        clicks.click_card(page, idle.first)
        page.wait_for_selector("#refusal:has-text('(TW-')")
        assert clicks.state_of(page) == before


def test_a_card_says_whose_turn_it_is(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel", "--names", "Ann,Ben") as server:
        ann, ben = (opened(browser, server.links[name]) for name in ("Ann", "Ben"))
        deal(ann)
        pages = {"Ann": ann, "Ben": ben}
        for page in pages.values():
            page.wait_for_selector("#table [data-card]")
        first = "Ann" if "Your turn" in title_of(ann) else "Ben"
        other = pages["Ben" if first == "Ann" else "Ann"]
        clicks.click_card(other, other.locator("#table [data-card]").first)
        other.wait_for_selector(f"#refusal:has-text('it is the turn of {first}')")


def test_the_focus_comes_back_after_the_moves_of_bots(browser: Browser, tmp_path: Path) -> None:
    options = ("--bots", "3", "--pace", "0.2")
    with served(tmp_path / "table.json", "twos", *options) as server:
        page = opened(browser, server.links["Player 1"])
        page.focus("#buttons button")
        for _ in range(3):
            before = clicks.state_of(page)
            page.keyboard.press("Enter")
            page.wait_for_function(f"before => ({clicks._STATE})() !== before", arg=before)
            page.wait_for_function(
                "() => document.querySelector('#turn').textContent === 'Your turn.'"
            )
            focused = page.evaluate("document.activeElement.matches('#table [role=button]')")
            assert focused


def test_two_browsers_play_on_one_server(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel", "--names", "Ann,Ben") as server:
        ann, ben = (opened(browser, server.links[name]) for name in ("Ann", "Ben"))
        watcher = opened(browser, server.links["Spectators"])
        deal(ann)
        for _ in range(6):
            for page in (ann, ben):
                page.wait_for_selector("#log li:has-text('New deal')")
            page = next(page for page in (ann, ben) if "Your turn" in title_of(page))
            clicks.click_a_move(page)
            settle(ann, ben)
        assert not watcher.locator("#table [data-card]").count()
        assert not watcher.locator("button:visible").count()


def title_of(page: Page) -> str:
    return str(page.title())


def settle(*pages: Page) -> None:
    """Wait until one of the pages has the turn."""
    for _ in range(4800):  # two minutes
        if sum("Your turn" in title_of(page) for page in pages) == 1:
            return
        pages[0].wait_for_timeout(25)
    raise AssertionError("nobody has the turn")


def test_an_undo_needs_the_other_person(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel", "--names", "Ann,Ben") as server:
        pages = [opened(browser, server.links[name]) for name in ("Ann", "Ben")]
        deal(pages[0])
        settle(*pages)
        first = next(page for page in pages if "Your turn" in title_of(page))
        other = next(page for page in pages if page is not first)
        assert not first.is_visible("#undo")
        clicks.click_a_move(first)
        first.click("#undo")
        other.click("#undo:has-text('Agree')")
        first.wait_for_selector("#log li:has-text('take back a move')")
        first.wait_for_function("() => document.title.startsWith('Your turn')")
        other.wait_for_selector("#undo", state="hidden")


def test_a_reload_in_mid_hand_shows_the_same_table(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "twos", "--bots", "3") as server:
        page = opened(browser, server.links["Player 1"])
        deal(page)
        for _ in range(3):
            wait_for_turn(page)
            clicks.click_a_move(page)
        page.wait_for_selector(CARDS)
        before = (hand(page), page.text_content("#log"))
        page.reload()
        page.wait_for_selector(CARDS)
        assert (hand(page), page.text_content("#log")) == before


def hand(page: Page) -> list[str]:
    cards = page.locator("#table [data-card]").all()
    return [str(card.get_attribute("data-card")) for card in cards]


def test_a_narrower_window_asks_for_another_picture(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel") as server:
        page = opened(browser, server.links["Player 1"])
        deal(page)
        page.wait_for_selector("#table svg[width='720']")
        page.set_viewport_size({"width": 360, "height": 640})
        page.wait_for_selector("#table svg[width='360'] [data-card]")
        assert page.is_visible("#log li:has-text('New deal')")


def test_no_game_is_lost_when_the_server_is_killed(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with served(path, "duel", "--names", "Ann,Ben") as server:
        page = opened(browser, server.links["Ann"])
        deal(page)
        page.wait_for_selector("#table [data-card]")
        before = hand(page)
        port, link = server.port, server.links["Ann"]
        server.process.send_signal(signal.SIGKILL)
        page.wait_for_selector("#connection.lost")
    with served(path, "duel", "--port", port) as server:
        page.wait_for_selector("#connection.open")
        assert hand(page) == before
        # The old links work, and so do the new ones.
        for each in (link, server.links["Ann"]):
            assert hand(opened(browser, each)) == before


def test_hostile_names_stay_text(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel", "--names", f"Ann,{HOSTILE}") as server:
        page = opened(browser, server.links["Ann"])
        page.on("dialog", lambda dialog: pytest.fail("the name ran as a script"))
        deal(page)
        page.wait_for_selector("#log li:has-text('New deal')")
        assert not page.locator("img").count()
        assert HOSTILE in str(page.text_content("#log"))


def test_an_unknown_link_says_so(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel") as server:
        page = browser.new_context().new_page()
        page.goto(re.sub("#.*", "#forged", server.links["Player 1"]))
        page.wait_for_selector("#connection:has-text('belongs to no game')")


def test_the_keyboard_alone_plays_a_hand(browser: Browser, tmp_path: Path) -> None:
    options = ("--players", "3", "--bots", "2", "--set", "max_hands=1")
    with served(tmp_path / "table.json", "street", *options) as server:
        page = opened(browser, server.links["Player 1"])
        for _ in range(60):
            wait_for_turn(page)
            if is_over(page):
                break
            press_a_move(page)
        assert is_over(page)


def press_a_move(page: Page) -> None:
    """Make any move with Tab and Enter."""
    before = clicks.state_of(page)
    focused = "document.activeElement.matches('#buttons button, #choosing button.main, {}')"
    cards = "#table [role=button][aria-pressed=false]"
    for _ in range(80):
        if page.locator("#choosing button.main").count():
            goal = "document.activeElement.matches('#choosing button.main')"
        else:
            goal = focused.format(cards)
        clicks.tab_to(page, goal)
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
        if clicks.state_of(page) != before:
            return
        if not page.locator("#choosing button").count():
            break
    page.wait_for_function(f"before => ({clicks._STATE})() !== before", arg=before)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1000])
def test_axe_finds_nothing_serious(
    scheme: str, width: int, browser: Browser, tmp_path: Path
) -> None:
    axe = pytest.importorskip("axe_playwright_python", reason="this test needs axe-core")
    script = Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
    options = ("--players", "3", "--bots", "2", "--set", "max_hands=2")
    with served(tmp_path / "table.json", "street", *options) as server:
        size = {"width": width, "height": 800}
        page = opened(browser, server.links["Player 1"], viewport=size, color_scheme=scheme)
        for moves in range(60):
            wait_for_turn(page)
            if page.is_visible("#result"):
                break
            if moves in (1, 2, 5):
                check_with_axe(page, script)
            clicks.click_a_move(page)
        check_with_axe(page, script)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def check_with_axe(page: Page, script: str) -> None:
    page.evaluate(script)
    found: Any = page.evaluate("axe.run()")
    serious = [
        (each["id"], [node["html"][:200] for node in each["nodes"]])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert not serious
