"""Everybody can use the page: axe-core finds nothing at all, in any phase of any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import twowaystreet as tws
from tests.web import clicks
from tests.web.axe import findings
from tests.web.direct import Host
from tests.web.screens import moments

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FEW: Final = (("street", "light", 1280), ("spades", "dark", 390), ("brag", "light", 390))
"""The games, schemes and widths that each change is tested with."""


def look_everywhere(page: Page) -> list[object]:
    """Return the findings in each tab of the drawer, in the last trick and in a look back."""
    found: list[object] = []
    if page.is_visible("#result"):
        page.click("#result button:text-is('Look back')")
        page.wait_for_selector("#past-line")
        found += [("past", each) for each in findings(page)]
        page.keyboard.press("Escape")
        clicks.expect(page.locator("#past")).to_be_hidden()
        page.evaluate("document.querySelector('#result').hidden = true")
    if page.is_visible("#last"):
        page.click("#last")
        clicks.expect(page.locator("#trick")).to_be_visible()
        found += [("last trick", each) for each in findings(page)]
        page.click("#trick button")
    if page.is_hidden("#drawer"):
        page.click("#menu")
    for tab in ("log", "tricks", "sheet", "rules", "settings"):
        if page.is_hidden(f"#tabs [data-tab={tab}]"):
            continue  # a game without tricks
        page.click(f"#tabs [data-tab={tab}]")
        clicks.expect(page.locator(f"#{tab}-tab")).to_be_visible()
        found += [(tab, each) for each in findings(page)]
    return found


def check(browser: Browser, game: str, scheme: str, width: int, *, hands: int) -> None:
    """Play some hands, and look at each phase."""
    host = Host(browser, game, max_hands=hands)
    page = host.open(viewport={"width": width, "height": 800}, color_scheme=scheme).page
    found: list[object] = []
    for moment in moments(host, hands):
        found += [(moment, each) for each in findings(page)]
    found += look_everywhere(page)
    host.close()
    assert not found


@pytest.mark.parametrize(("game", "scheme", "width"), FEW)
def test_axe_finds_nothing(game: str, scheme: str, width: int, browser: Browser) -> None:
    check(browser, game, scheme, width, hands=1)


@pytest.mark.nightly
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", list(tws.GAMES))
def test_axe_finds_nothing_in_any_game(
    game: str, scheme: str, width: int, browser: Browser
) -> None:
    check(browser, game, scheme, width, hands=2)
