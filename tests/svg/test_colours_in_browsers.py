"""Classes round pictures change their colours in a browser, without new pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import twowaystreet as tws
from twowaystreet import svg
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.style import COLORS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_FILLS = """() => [...document.querySelectorAll("svg")].map((each) =>
  ["club", "diamond", "card"].map((name) =>
    getComputedStyle(each.querySelector(`.t-${name}`)).fill))"""


def rgb(name: str, scheme: int) -> str:
    """Return a colour as browsers do."""
    color = COLORS[name, "fill"][scheme]
    return f"rgb({', '.join(str(int(color[at : at + 2], 16)) for at in (1, 3, 5))})"


def colors(names: str, scheme: int = 0) -> list[str]:
    """Return the colours of clubs, diamonds and cards."""
    return [rgb(name, scheme) for name in names.split()]


def test_pictures_with_and_without_four_colours_stand_on_one_page(browser: Browser) -> None:
    cards = tws.cards("7C 7D")
    four, two = svg.hand(cards, theme="four_colour"), svg.hand(cards)
    page = browser.new_page()
    page.set_content(
        f"{two}{four}{two}<p class=tws-four>{two}</p><p class=tws-dark>{four}{two}</p>"
    )
    usual, other = colors("black red card"), colors("green blue card")
    dark = [colors("green blue card", 1), colors("black red card", 1)]
    assert page.evaluate(_FILLS) == [usual, other, usual, other, *dark]
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(_FILLS)[0] == colors("black red card", 1)
    page.close()


def test_the_root_of_a_page_decides_for_all_its_cards(browser: Browser) -> None:
    shapes, style = symbols()
    uses = "".join(
        f'<use href="#c-f{suit}" class="t-card"/><use href="#c-r7" class="t-{name}"/>'
        for suit, name in (("c", "club"), ("d", "diamond"))
    )
    page = browser.new_page()
    page.set_content(
        f"<style>{style} :root{{color-scheme:light dark}}</style>"
        f"<svg><defs>{shapes}</defs>{uses}<g class=dim>{uses}</g>"
        f"<g class=unfit>{uses}</g></svg>"
    )
    # The first use in the document is one in a definition.
    fills = _FILLS.replace("querySelector(`", "querySelector(`:scope > use")
    assert page.evaluate(fills) == [colors("black red card")]
    page.evaluate("document.documentElement.classList.add('tws-four')")
    assert page.evaluate(fills) == [colors("green blue card")]
    dimmed = """() => [...new Set(
        [...document.querySelectorAll(".dim > .t-card, .unfit > .t-card")].map((each) =>
            getComputedStyle(each).fill))]"""
    assert page.evaluate(dimmed) == [rgb("idle", 0)]
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(fills) == [colors("green blue card", 1)]
    assert page.evaluate(dimmed) == [rgb("idle", 1)]
    page.close()
