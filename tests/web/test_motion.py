"""Motion and pauses: people see each complete trick, and can skip it or turn motion off."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Final

import pytest

from tests.web.direct import Host, Watched
from twowaystreet.players import simple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LEAST: Final = 1200
"""The milliseconds for which a complete trick stays."""
TICK: Final = 20
"""The milliseconds between two looks at a page, whose time the test makes pass."""

_LOOK: Final = """() => {
    const place = "#table > svg .item[aria-label*='played by']:not(.leaving)";
    return [document.querySelectorAll(place).length, document.getAnimations().length];
}"""
"""Gives the number of cards of the trick on the table, and of the parts that move."""


@pytest.fixture(autouse=True)
def _windows_are_closed(browser: Browser) -> Generator[None]:
    yield
    for context in browser.contexts:
        context.close()


def after_a_play(browser: Browser, speed: str, motion: str = "no-preference") -> Watched:
    """Return a page that does not know yet that the person's play led to a whole trick."""
    host = Host(browser, "twos", seed=3)
    watched = host.open(speed=speed, reduced_motion=motion)
    host.play("deal")
    watched.update()
    watched.page.wait_for_selector(".yours")
    watched.page.clock.install()
    watched.page.clock.pause_at(time.time() + 60)
    host.play(str(simple(host.table.view(host.token), random.Random(3))))
    return watched


def stay_of(watched: Watched, act: Callable[[Page], None] | None = None) -> tuple[int, int]:
    """Return the milliseconds for which the trick stayed, and a count of what moved meanwhile."""
    page, stayed, moving = watched.page, 0, 0
    watched.update()
    for _ in range(10 * LEAST // TICK):
        cards, parts = page.evaluate(_LOOK)
        moving += parts
        if stayed and cards < 4:
            return stayed, moving
        if cards == 4:
            if act is not None and not stayed:
                act(page)
            stayed += TICK
        page.clock.run_for(TICK)
    raise AssertionError("the trick stays")


def test_a_complete_trick_stays_and_then_moves_to_its_taker(browser: Browser) -> None:
    stayed, moving = stay_of(after_a_play(browser, "normal"))
    assert LEAST <= stayed < 1.5 * LEAST
    assert moving


def test_a_slow_page_shows_a_trick_longer(browser: Browser) -> None:
    stayed, _ = stay_of(after_a_play(browser, "slow"))
    assert stayed >= 1.5 * LEAST


@pytest.mark.parametrize("how", ["click", "key"])
def test_a_click_or_a_key_skips_the_pause(how: str, browser: Browser) -> None:
    def act(page: Page) -> None:
        if how == "click":
            page.mouse.click(300, 300)
        else:
            page.keyboard.press("ArrowDown")

    stayed, _ = stay_of(after_a_play(browser, "normal"), act)
    assert stayed == TICK


def test_people_who_want_less_motion_get_the_same_pauses(browser: Browser) -> None:
    stayed, moving = stay_of(after_a_play(browser, "normal", "reduce"))
    assert stayed >= LEAST
    assert not moving


def test_without_motion_the_next_decision_is_there_at_once(browser: Browser) -> None:
    watched = after_a_play(browser, "off")
    is_ready = watched.page.evaluate(
        """texts => {
            takeNews(texts);
            return Boolean(document.querySelector(".yours [data-card][role=button]"))
                && !document.getAnimations().length;
        }""",
        watched.news(),
    )
    assert is_ready
