"""Pictures in Chromium: boxes that do not overlap, widths of letters, colours."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import pytest

import twowaystreet as tws
from tests.svg.boxes import contains, overlap
from tests.svg.positions import NAMES, play, positions
from twowaystreet import svg
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.geometry import Box, width_of
from twowaystreet.svg.style import COLORS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


_MEASURE = """() => {
  const whole = document.querySelector("svg").getBoundingClientRect();
  const parts = [...document.querySelectorAll("svg text, svg use, svg rect")];
  const found = parts.filter((each) => !each.closest("defs")).map((each) => {
    const box = each.getBoundingClientRect();
    const words = each.tagName === "text" && !each.closest("g[transform]");
    const card = each.tagName === "use" && /-(f..?|m..?|b|n)$/.test(each.getAttribute("href"));
    const kind = words ? "text" : card ? "card"
      : each.classList.contains("t-panel") ? "panel" : "other";
    return [kind, each.textContent, box.x - whole.x, box.y - whole.y, box.width, box.height];
  });
  return [whole.width, whole.height, found];
}"""


_WIDTHS = """(letters) => letters.map(([letter, weight]) => {
  const text = document.querySelector("svg text");
  text.setAttribute("style", `white-space:pre;font:${weight} 100px system-ui,sans-serif`);
  text.textContent = letter.repeat(10);
  return text.getComputedTextLength() / 1000;
})"""


LONG = [
    "Bartholomew Featherstone",
    "WWWWWWWWWWWWWWWWWWWW",
    "mmmmmmmmmmmmmmmmmmmm",
    "11111111111111111111",
    "Жанна Щукина-Шмидт",
    "漢字漢字漢字漢字漢字漢字",
    "😀😀😀😀😀😀😀😀😀😀",
    "ŒŒŒŒÆÆÆÆ{}{}{}====",
]


@pytest.fixture
def page(browser: Browser) -> Generator[Page]:
    """Open an empty page."""
    opened = browser.new_page(viewport={"width": 2000, "height": 1000})
    yield opened
    opened.close()


def assert_apart(page: Page, picture: str, *, what: object) -> None:
    """Check that no text runs into another text, a card or the edge of a panel."""
    page.set_content(f"<body style='margin:0'>{picture}</body>")
    # Any: the answer of the browser
    measured: tuple[float, float, list[list[Any]]] = page.evaluate(_MEASURE)
    width, height, found = measured
    frame = Box(-1, -1, width + 2, height + 2)
    boxes: dict[str, list[tuple[str, Box]]] = {"text": [], "card": [], "panel": [], "other": []}
    for kind, words, x, y, wide, high in found:
        # A line of text has room above and below its letters; a card has a rim.
        inset = 0.2 * high if kind == "text" else 0.5
        box = Box(x + 0.5, y + inset, max(wide - 1, 0), max(high - 2 * inset, 0))
        assert contains(frame, box), (what, words, box)
        boxes[kind].append((words, box))
    for (one, box), (other, second) in combinations(boxes["text"], 2):
        assert not overlap(box, second), (what, one, other)
    for one, box in boxes["text"]:
        assert not any(overlap(box, card) for _, card in boxes["card"]), (what, one)
    for _, panel in boxes["panel"]:
        for one, box in boxes["text"] + boxes["card"]:
            assert contains(panel, box) or not overlap(panel, box), (what, one, box, panel)


@pytest.mark.parametrize("width", [360, 520, 720])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_in_a_browser(page: Page, name: str, width: int) -> None:
    for number, state in enumerate(positions(name, 3)[1::2]):
        seats = len(state.scores)
        names = [LONG[(number + seat) % len(LONG)] for seat in range(seats)]
        hands = state.hands if number % 3 == 2 else None
        seen = tws.view(state, number % seats)
        picture = svg.table(seen, names=names, hands=hands, size=width)
        assert_apart(page, picture, what=(number, state))


@pytest.mark.parametrize("seats", [3, 5, 9, 15])
def test_no_number_of_players_makes_anything_overlap_in_a_browser(page: Page, seats: int) -> None:
    for state in [*play(tws.GAMES["street"], 2, 5 * seats, players=seats)][1 :: 2 * seats]:
        for width in (360, 519, 520, 619, 620, 720, 2000):
            for hands in (None, state.hands):
                picture = svg.table(tws.view(state, 1), hands=hands, size=width)
                assert_apart(page, picture, what=(width, hands is None, state))


def test_no_letter_of_the_latin_alphabets_is_wider_than_estimated(page: Page) -> None:
    page.set_content("<svg xmlns='http://www.w3.org/2000/svg'><text></text></svg>")
    letters = [*map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x180))), *"…—Ǳ"]
    for weight in (400, 700):
        widths = page.evaluate(_WIDTHS, [[letter, weight] for letter in letters])
        for letter, width in zip(letters, widths, strict=True):
            assert width <= 1.1 * width_of(letter, 1, bold=weight == 700), (letter, weight)


@pytest.mark.parametrize("chosen", ["", "tws-light", "tws-dark"])
@pytest.mark.parametrize("preferred", ["light", "dark"])
def test_a_picture_is_dark_where_the_reader_or_the_page_wants_it(
    page: Page, preferred: Literal["light", "dark"], chosen: str
) -> None:
    page.emulate_media(color_scheme=preferred)
    page.set_content(f"<div class='{chosen}'>{svg.table(tws.view(positions('twos')[3], 0))}</div>")
    felt = page.evaluate("getComputedStyle(document.querySelector('.t-felt')).fill")
    page.emulate_media(color_scheme="light")
    dark = (chosen or preferred).endswith("dark")
    assert felt == rgb("felt", int(dark))


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
