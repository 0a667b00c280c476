"""The hands of a person at the page: a window, and clicks, taps, keys and drags."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tests.web.wire import TO_SERVER, checked

WAIT: Final = 240_000  # the most milliseconds for anything to appear
TICK: Final = 25

if TYPE_CHECKING or find_spec("playwright"):  # tests with a browser skip themselves without it
    from playwright import sync_api

    expect = sync_api.expect
    expect.set_options(timeout=WAIT)
    Browser: TypeAlias = sync_api.Browser
    BrowserContext: TypeAlias = sync_api.BrowserContext
    Locator: TypeAlias = sync_api.Locator
    Page: TypeAlias = sync_api.Page
    Route: TypeAlias = sync_api.Route
    WebSocket: TypeAlias = sync_api.WebSocket
else:
    Browser = BrowserContext = Locator = Page = Route = WebSocket = None


def script(name: str) -> str:
    """Return the JavaScript in a file."""
    return (Path(__file__).parent / "scripts" / name).read_text("utf-8")


CARDS = "#table [data-card][role=button]"
CONFIRM = "#choosing button.main"

_SETTINGS: Final = script("settings.js")

_OPEN_POINT: Final = script("open_point.js")  # a point of a card or a button that nothing covers

_STATE: Final = 'Number(document.querySelector("#table").dataset.number ?? 0)'
"""The number of the last event that the page shows."""

_FORM: Final = f"""() => [{_STATE}, ...[...document.querySelectorAll(
    "#turn, #choosing, #options, #buttons, #refusal")].map((each) => each.textContent),
    document.querySelectorAll("#table [aria-pressed=true]").length].join()"""
"""A text that each useful click changes."""
_MOVED: Final = f"""before => {_STATE} !== before
    && document.querySelector(".yours, .over, #buttons button")"""

_NEXT: Final = script("next.js").replace("POINT", _OPEN_POINT)
"""Gives the next place of a form to which a person comes."""

Press: TypeAlias = "Callable[[Page, tuple[float, float]], None]"
"""Hands: they press the element that the page calls ``nextTarget``, which has this open point."""


# Any: the options of a window.
def window(browser: Browser, *, speed: str = "off", **options: Any) -> Page:
    """Return a window in which nothing moves; an error of a script in it ends the test."""
    options.setdefault("reduced_motion", "reduce")
    page = browser.new_context(**options).new_page()
    page.add_init_script(f"({_SETTINGS})({json.dumps({'speed': speed, 'forced': 'ask'})})")
    return watched(page)


def watched(page: Page) -> Page:
    """Let an error of a script on a page end the test, and have patience with it."""
    page.set_default_timeout(WAIT)
    page.on("pageerror", _fail)
    page.on("websocket", _listen)
    page.on("console", lambda message: _fail(message.text, message.type))
    return page


def opened(browser: Browser, link: str, *, speed: str = "off", **options: Any) -> Page:
    page = window(browser, speed=speed, **options)
    page.goto(link)
    page.wait_for_selector("#table .item", state="attached")
    return page


def _listen(socket: WebSocket) -> None:
    """Let a message that does not fit its schema end the test."""
    socket.on("framereceived", checked)
    socket.on("framesent", lambda text: checked(text, TO_SERVER))


def _fail(error: object, level: str = "error") -> None:
    if level == "error" and "WebSocket" not in str(error):
        raise AssertionError(f"the page reports {error}")


def click_card(page: Page, card: Locator) -> None:
    point = card.evaluate(_OPEN_POINT)
    assert point, "the card is covered"
    page.mouse.click(*point)


def by_mouse(page: Page, point: tuple[float, float]) -> None:
    page.mouse.click(*point)


def by_touch(page: Page, point: tuple[float, float]) -> None:
    page.touchscreen.tap(*point)


def by_keys(page: Page, point: tuple[float, float]) -> None:
    """Press Tab until the element has the focus, and then Enter."""
    tab_to(page, "document.activeElement === nextTarget")
    page.keyboard.press("Enter")


def by_drags(page: Page, point: tuple[float, float]) -> None:
    """Drag a card to the middle of the felt; click on everything else."""
    if not page.evaluate("'card' in nextTarget.dataset"):
        page.mouse.click(*point)
        return
    x, y, width, height = page.evaluate(
        """() => Object.values(document.querySelector("[data-item=felt]").getBoundingClientRect()
            .toJSON()).slice(0, 4)"""
    )
    page.mouse.move(*point)
    page.mouse.down()
    page.mouse.move(x + width / 2, y + height / 2, steps=4)
    page.mouse.up()


def tab_to(page: Page, goal: str) -> None:
    for _ in range(500):
        if page.evaluate(goal):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {goal}")


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what no ``expect`` can say, such as something about two pages."""
    for _ in range(WAIT // TICK):
        if holds():
            return
        page.wait_for_timeout(TICK)
    raise AssertionError("waited too long")


def deal(page: Page) -> None:
    before = state_of(page)
    page.click("#buttons button:text-is('Deal the cards')")
    wait_for_news(page, before)


def wait_for_news(page: Page, before: int) -> None:
    page.wait_for_function(f"before => {_STATE} !== before", arg=before)


def state_of(page: Page) -> int:
    """Return a number that each move changes."""
    return int(page.evaluate(_STATE))


def press_a_move(page: Page, press: Press = by_mouse) -> None:
    """Make any move by any form that the page shows: cards, slots, a stepper, a pad or buttons."""
    before = state_of(page)
    for _ in range(40):
        form = page.evaluate(_FORM)
        point = page.evaluate(_NEXT)
        assert point, "nothing can be pressed, or it is covered"
        press(page, point)
        if page.evaluate(_FORM) == form:
            page.wait_for_function(f"form => ({_FORM})() !== form", arg=form)
        page.wait_for_function(f"before => {_STATE} !== before || ({_NEXT})()", arg=before)
        if state_of(page) != before:
            return
    raise AssertionError("forty clicks make no move")


def click_a_move(page: Page, press: Press = by_mouse) -> None:
    """Make any move, and wait until something can be done again."""
    before = state_of(page)
    press_a_move(page, press)
    page.wait_for_function(_MOVED, arg=before)


def wait_for_turn(page: Page) -> None:
    page.wait_for_function(
        """() => document.querySelector(
            "#table [data-card][role=button], #buttons button, #options button, .over")"""
    )


def play_a_hand(page: Page, press: Press = by_mouse) -> None:
    for _ in range(120):
        wait_for_turn(page)
        if page.is_visible("#result"):
            return
        click_a_move(page, press)
    raise AssertionError("the hand has no end")


def obstacles_to_install(page: Page) -> list[str]:
    """Return why the browser would not install the page, besides that nothing here stays."""
    session: Any = page.context.new_cdp_session(page)  # Any: JSON
    found = session.send("Page.getInstallabilityErrors")
    errors = [str(each["errorId"]) for each in found["installabilityErrors"]]
    return [each for each in errors if each != "in-incognito"]


def is_over(page: Page) -> bool:
    return page.locator("body.over").count() > 0
