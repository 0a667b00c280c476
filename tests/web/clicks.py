"""The hands of a person at the page: a window, clicks on cards, and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

WAIT = 120_000
"""The most milliseconds for anything to appear."""

CARDS = "#table [data-card][role=button]"
CONFIRM = "#choosing button.main"

_OPEN_POINT = """card => {
    card.scrollIntoView({ block: "center" });
    const box = card.getBoundingClientRect();
    for (let x = 0.02; x < 1; x += 0.04)
        for (let y = 0.05; y < 1; y += 0.05) {
            const at = [box.x + x * box.width, box.y + y * box.height];
            if (document.elementFromPoint(...at)?.closest("[data-card]") === card) return at;
        }
    return null;
}"""
"""A point of a card that no other card covers."""

_STATE = """() => document.querySelector("#log").childElementCount + " " +
    document.querySelector("#turn").textContent + document.querySelector("#result").textContent"""


def opened(browser: Browser, link: str, **options: Any) -> Page:
    """Open a link in a window of its own; an error of a script ends the test."""
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(WAIT)
    page.on("pageerror", _fail)
    page.on("console", lambda message: _check(message.type, message.text))
    page.goto(link)
    page.wait_for_selector("#table svg")
    return page


def _check(level: str, text: str) -> None:
    if level == "error" and "WebSocket" not in text:
        _fail(text)


def _fail(error: object) -> None:
    raise AssertionError(f"the page reports {error}")


def click_card(page: Page, card: Locator) -> None:
    """Click the open part of a card in the fan."""
    point = card.evaluate(_OPEN_POINT)
    assert point, "the card is covered"
    page.mouse.click(*point)


def tab_to(page: Page, goal: str) -> None:
    """Press Tab until an expression about the focus is true."""
    for _ in range(500):
        if page.evaluate(goal):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {goal}")


def deal(page: Page) -> None:
    """Click the button that deals."""
    page.click("#buttons button:text-is('deal')")


def state_of(page: Page) -> str:
    """Return a text that each move changes."""
    return str(page.evaluate(_STATE))


def click_a_move(page: Page) -> None:
    """Make any move by clicks: cards one by one if there are any, or else a button."""
    page.wait_for_timeout(100)  # the server refuses more than ten messages a second
    before = state_of(page)
    for _ in range(20):
        if page.locator(CONFIRM).count():
            page.locator(CONFIRM).first.click()
            break
        cards = page.locator(f"{CARDS}[aria-pressed=false]")
        if not cards.count():
            page.locator("#buttons button").first.click()
            break
        click_card(page, cards.first)
        if state_of(page) != before:
            return
        page.wait_for_timeout(30)
        if state_of(page) != before or not page.locator("#choosing button").count():
            break
    page.wait_for_function(f"before => ({_STATE})() !== before", arg=before)


def wait_for_turn(page: Page) -> None:
    """Wait until the person can do something, or the game is over."""
    page.wait_for_function(
        """() => document.querySelector("#table [data-card][role=button], #buttons button")
        || document.body.matches(".over")"""
    )


def is_over(page: Page) -> bool:
    """Return whether the game is over."""
    return page.locator("body.over").count() > 0
