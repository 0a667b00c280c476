"""Pictures in Chromium: boxes that do not overlap, widths of letters, colours."""

from collections.abc import Generator
from itertools import combinations, product
from typing import Any, Final, Literal

import pytest

import twowaystreet as tws
from tests.svg.positions import NAMES, contains, overlap, play, positions
from tests.web.clicks import Browser, Page, script
from twowaystreet import svg
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.geometry import Box, width_of
from twowaystreet.svg.style import COLORS

_MEASURE: Final = script("boxes.js")

_WIDTHS: Final = script("widths_of_letters.js")

LONG = (
    *("Bartholomew Featherstone", "WWWWWWWWWWWWWWWWWWWW", "mmmmmmmmmmmmmmmmmmmm"),
    *("11111111111111111111", "Жанна Щукина-Шмидт", "漢字漢字漢字漢字漢字漢字"),
    *("😀😀😀😀😀😀😀😀😀😀", "ŒŒŒŒÆÆÆÆ{}{}{}===="),
)


@pytest.fixture
def page(browser: Browser) -> Generator[Page]:
    opened = browser.new_page(viewport={"width": 2000, "height": 1000})
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("name", "players", "sizes"),
    [
        *((name, None, (360, 520, 720)) for name in NAMES),
        *(("street", seats, (360, 519, 619, 2000)) for seats in (3, 5, 9, 15)),
    ],
)
def test_nothing_overlaps_in_a_browser(
    page: Page, name: str, players: int | None, sizes: tuple[int, ...]
) -> None:
    """No text runs into another text, a card or the edge of a panel."""
    states = positions(name, 3)[1::2]
    if players:
        states = [*play(tws.GAMES[name], 2, 5 * players, players=players)][1 :: 2 * players]
    for (number, state), size in product(enumerate(states), sizes):
        seats = len(state.scores)
        names = [LONG[(number + seat) % len(LONG)] for seat in range(seats)]
        hands = state.hands if number % 3 == 2 else None
        picture = svg.table(tws.view(state, number % seats), names=names, hands=hands, size=size)
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
            assert contains(frame, box), (number, size, words, box)
            boxes[kind].append((words, box))
        for (one, box), (other, second) in combinations(boxes["text"], 2):
            assert not overlap(box, second), (number, size, one, other)
        for one, box in boxes["text"]:
            assert not any(overlap(box, card) for _, card in boxes["card"]), (number, size, one)
        for (_, panel), (one, box) in product(boxes["panel"], boxes["text"] + boxes["card"]):
            assert contains(panel, box) or not overlap(panel, box), (number, size, one, box)


def test_no_letter_of_the_latin_alphabets_is_wider_than_estimated(page: Page) -> None:
    page.set_content("<svg xmlns='http://www.w3.org/2000/svg'><text></text></svg>")
    letters = [*map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x180))), *"…—Ǳ"]
    for weight in (400, 700):
        widths = page.evaluate(_WIDTHS, [[letter, weight] for letter in letters])
        for letter, width in zip(letters, widths, strict=True):
            assert width <= 1.1 * width_of(letter, 1, bold=weight == 700), (letter, weight)


_FILLS = """() => [...document.querySelectorAll("svg")].map((each) =>
  ["club", "diamond", "card"].map((name) =>
    getComputedStyle(each.querySelector(`.t-${name}`)).fill))"""


def rgb(name: str, scheme: int) -> str:
    color = COLORS[name, "fill"][scheme]
    return f"rgb({', '.join(str(int(color[at : at + 2], 16)) for at in (1, 3, 5))})"


def colors(names: str, scheme: int = 0) -> list[str]:
    return [rgb(name, scheme) for name in names.split()]


@pytest.mark.parametrize("chosen", ["", "tws-light", "tws-dark"])
@pytest.mark.parametrize("preferred", ["light", "dark"])
def test_a_picture_is_dark_where_the_reader_or_the_page_wants_it(
    page: Page, preferred: Literal["light", "dark"], chosen: str
) -> None:
    page.emulate_media(color_scheme=preferred)
    page.set_content(f"<div class='{chosen}'>{svg.table(tws.view(positions('twos')[3], 0))}</div>")
    felt = page.evaluate("getComputedStyle(document.querySelector('.t-felt')).fill")
    assert felt == rgb("felt", int((chosen or preferred).endswith("dark")))


def test_the_root_of_a_page_decides_for_all_its_cards(page: Page) -> None:
    shapes, style = symbols()
    uses = "".join(
        f'<use href="#c-f{suit}" class="t-card"/><use href="#c-r7" class="t-{name}"/>'
        for suit, name in (("c", "club"), ("d", "diamond"))
    )
    page.set_content(
        f"<style>{style} :root{{color-scheme:light dark}}</style>"
        f"<svg><defs>{shapes}</defs>{uses}<g class=dim>{uses}</g><g class=unfit>{uses}</g></svg>"
    )
    # The first use in the document is one in a definition.
    fills = _FILLS.replace("querySelector(`", "querySelector(`:scope > use")
    dimmed = """() => [...new Set(
        [...document.querySelectorAll(".dim > .t-card, .unfit > .t-card")].map((each) =>
            getComputedStyle(each).fill))]"""
    for names, dark in (("black red card", 0), ("green blue card", 0), ("green blue card", 1)):
        page.emulate_media(color_scheme="dark" if dark else "light")
        assert page.evaluate(fills) == [colors(names, dark)]
        assert page.evaluate(dimmed) == [rgb("idle", dark)]
        page.evaluate("document.documentElement.classList.add('tws-four')")
