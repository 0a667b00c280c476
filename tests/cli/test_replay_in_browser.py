"""The page of a replay in headless Chromium."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.helpers import some_record
from tests.web.axe import findings
from twowaystreet._cli import save_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SMALL = """() => [...document.querySelectorAll("svg text, main *")].filter((each) =>
  !["title", "desc", "style"].includes(each.tagName) && each.getClientRects().length &&
  [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
).map((each) => {
  const svg = each.closest("svg");
  const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
  return [scale * parseFloat(getComputedStyle(each).fontSize), each.textContent];
}).filter(([size]) => size < 11.99)"""
"""The texts of the page that are smaller than 12 pixels."""
CARDS = """() => {
  const all = [...scene.items.values()];
  const width = ({ element }) => element.getBoundingClientRect().width;
  const played = all.filter(({ values }) => values.label?.includes("played by"));
  const held = all.filter(({ values }) => values.z >= 300);
  return [Math.min(...played.map(width)), Math.min(...held.map(width), 1000) % 1000];
}"""
"""The least widths of the cards of a trick, and of those of hands; 0 without any in a hand."""


@contextmanager
def opened(
    browser: Browser, path: Path, game: str = "street", moves: int = 20, **window: Any
) -> Generator[Page]:
    """Open the page of a game; check that it has no faults and loads nothing.

    Any: the options of a window.
    """
    record, file, faults = some_record(game, 3, moves), path / "page.html", list[str]()
    names = ("Ann", "Ben", "Cem", "Dora")[: len(record.state.scores)]
    save_files.write_page(record, file, names)
    page = browser.new_page(**{"viewport": {"width": 1000, "height": 740}, **window})
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url))
    page.clock.install()
    page.goto(file.as_uri())
    yield page
    page.close()
    assert {fault for fault in faults if fault != file.as_uri()} == set()


def test_keys_buttons_the_list_and_the_address_step_through_a_replay(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path, moves=22) as page:
        for key, place in (
            *(("ArrowRight", 1), ("PageDown", 11), ("End", 22), ("ArrowRight", 22), ("Home", 0)),
            *(("ArrowLeft", 0), ("Alt+ArrowRight", 0)),
        ):
            page.keyboard.press(key)
            count, address = page.inner_text("#count"), page.url.partition("#")[2]
            assert (count, address) == (f"{place} of 22", str(place)), key
        assert page.get_attribute("#back", "aria-disabled") == "true"
        assert page.get_attribute("#next", "aria-disabled") == "false"
        page.focus("#next")
        page.keyboard.press("Enter")
        page.click("#next")
        page.focus("#place")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#count") == "3 of 22"
        page.reload()
        assert page.inner_text("#count") == "3 of 22"
        page.keyboard.press("Home")
        seen: list[str] = []
        for key in ("Down", "Down", "Down", "Down", "Down", "Up", "Up"):
            page.keyboard.press(f"Arrow{key}")
            seen.append(page.inner_text("#caption"))
        # The deal with the declarations, then the tricks; a trick is shown complete.
        assert seen[0] == page.evaluate("steps[9].text.join(' ')")
        assert seen[1].endswith("takes the trick.") and seen[2].endswith("takes the trick.")
        assert seen[5:] == [seen[3], seen[2]]
        page.click("#trick-next")
        page.click("#trick-back")
        assert page.inner_text("#caption") == seen[2]
        assert page.locator("#list h2").all_inner_texts() == ["Hand 1"]
        assert page.locator("#list h3").all_inner_texts()[:2] == ["Trick 1", "Trick 2"]
        page.click("#list button >> nth=12")
        assert page.inner_text("#count") == "12 of 22"
        current = page.locator("#list [aria-current=step]")
        assert current.all_inner_texts() == [page.inner_text("#caption")]
        for key in ("End", "Home", "PageDown", "End"):
            page.keyboard.press(key)
            box, around = current.bounding_box(), page.locator("#list").bounding_box()
            assert box and around
            assert around["y"] <= box["y"] < around["y"] + around["height"] - 20


def test_a_replay_plays_by_itself_until_its_end(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, moves=8) as page:

        def shows(place: int, button: str) -> None:
            assert page.inner_text("#count") == f"{place} of 8"
            assert page.get_attribute("#play", "aria-label") == button

        page.keyboard.press(" ")
        shows(1, "Pause")
        page.clock.run_for(1150)
        shows(2, "Pause")
        page.click("#play")
        page.clock.run_for(60_000)
        shows(2, "Play")
        page.select_option("#controls select", label="4×")
        page.click("#play")
        page.clock.run_for(300)
        shows(4, "Pause")
        page.clock.run_for(60_000)
        shows(8, "Play")
        page.click("#play")  # from the first position again
        shows(0, "Pause")
        page.focus("#place")
        page.keyboard.press("End")  # who goes somewhere stops it
        shows(8, "Play")


@pytest.mark.parametrize(("wish", "time"), [("no-preference", "280ms"), ("reduce", "0ms")])
def test_cards_move_unless_people_want_no_motion(
    browser: Browser, tmp_path: Path, wish: str, time: str
) -> None:
    with opened(browser, tmp_path, reduced_motion=wish) as page:
        for key in ("ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        shown = "document.querySelector('#table svg > g').style.getPropertyValue('--time')"
        assert page.evaluate(shown) == time


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        *(((1280, 800), "dark"), ((1024, 768), "light"), ((844, 390), "dark")),
        *(((390, 844), "light"), ((360, 640), "dark")),
    ],
)
@pytest.mark.parametrize("game", ["street", "spades", "tien_len", "brag"])
def test_a_replay_fits_its_window_and_is_for_everybody(
    browser: Browser, tmp_path: Path, game: str, size: tuple[int, int], scheme: str
) -> None:
    window: Any = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": scheme}
    with opened(browser, tmp_path, game, 1000, **window) as page:
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "End"):
            page.keyboard.press(key)
            root = "document.documentElement"
            wide, high = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
            assert wide <= size[0] and high <= size[1]
            for name in ("#table svg", "#caption", "#controls", "#list"):
                box = page.locator(name).bounding_box()
                assert box and box["height"] >= 20
                assert box["x"] >= -1 and box["x"] + box["width"] <= size[0] + 1
                assert box["y"] >= -1 and box["y"] + box["height"] <= size[1] + 1
            assert page.evaluate(SMALL) == []
            if game == "street":
                trick, hand = page.evaluate(CARDS)
                assert trick >= max(26, 0.6 * hand)  # a card of the hand is wider if it is turned
        assert findings(page) == []
        for button in page.locator("#controls button").all():
            box = button.bounding_box()
            assert box and min(box["width"], box["height"]) >= 40
