"""The page of a replay in headless Chromium."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.helpers import some_record
from twowaystreet._cli import save_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


WINDOWS = [(1280, 800), (1024, 768), (844, 390), (390, 844), (360, 640)]


SMALL = """() => [...document.querySelectorAll("svg text, main *")].filter((each) =>
  !["title", "desc", "style"].includes(each.tagName) && each.getClientRects().length &&
  [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
).map((each) => {
  const svg = each.closest("svg");
  const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
  return [scale * parseFloat(getComputedStyle(each).fontSize), each.textContent];
}).filter(([size]) => size < 11.99)"""
"""The texts of the page that are smaller than 12 pixels."""


@contextmanager
def opened(
    browser: Browser,
    path: Path,
    size: tuple[int, int] = (1000, 740),
    *,
    game: str = "street",
    seat: int | None = None,
    moves: int = 20,
    scheme: str = "light",
    clock: bool = False,
) -> Generator[Page]:
    """Open the page of a game; check that it has no faults and loads nothing."""
    record = some_record(game, 3, moves)
    file = path / "page.html"
    names = ("Ann", "Ben", "Cem", "Dora")[: len(record.state.scores)]
    save_files.write_page(record if seat is None else record.for_seat(seat), file, names)
    window = {"width": size[0], "height": size[1]}
    page = browser.new_page(viewport=window, color_scheme="dark" if scheme == "dark" else "light")  # type: ignore[arg-type]  # a plain dict
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url))
    if clock:
        page.clock.install()
    page.goto(file.as_uri())
    yield page
    page.close()
    assert {fault for fault in faults if fault != file.as_uri()} == set()


def test_keys_buttons_and_the_address_step_through_a_replay(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path) as page:
        steps: list[tuple[str, str]] = []
        for key in ("ArrowRight", "PageDown", "End", "ArrowRight", "Home", "ArrowLeft"):
            page.keyboard.press(key)
            steps.append((page.inner_text("#count"), page.url.split("#")[1]))
        assert [at for at, _ in steps] == [f"{place} of 20" for place in (1, 11, 20, 20, 0, 0)]
        assert [place for _, place in steps] == ["1", "11", "20", "20", "0", "0"]
        assert page.get_attribute("#back", "aria-disabled") == "true"
        assert page.get_attribute("#next", "aria-disabled") == "false"
        page.focus("#next")
        page.keyboard.press("Enter")
        page.click("#next")
        assert page.inner_text("#count") == "2 of 20"
        page.focus("#place")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#count") == "3 of 20"
        page.reload()
        assert page.inner_text("#count") == "3 of 20"
        page.keyboard.press("Alt+ArrowRight")
        assert page.inner_text("#count") == "3 of 20"


def test_arrows_up_and_down_go_by_tricks(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, moves=22) as page:
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


def test_the_list_of_steps_can_be_clicked(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path) as page:
        assert page.locator("#list h2").all_inner_texts() == ["Hand 1"]
        assert page.locator("#list h3").all_inner_texts() == ["Trick 1", "Trick 2", "Trick 3"]
        page.click("#list button >> nth=12")
        assert page.inner_text("#count") == "12 of 20"
        current = page.locator("#list [aria-current=step]")
        assert current.all_inner_texts() == [page.inner_text("#caption")]
        for key in ("End", "Home", "PageDown", "End"):
            page.keyboard.press(key)
            box, around = current.bounding_box(), page.locator("#list").bounding_box()
            assert box is not None and around is not None
            assert around["y"] <= box["y"] < around["y"] + around["height"] - 20


def test_a_replay_plays_by_itself_until_its_end(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, moves=8, clock=True) as page:
        page.keyboard.press(" ")
        assert page.inner_text("#count") == "1 of 8"
        assert page.get_attribute("#play", "aria-label") == "Pause"
        page.clock.run_for(1150)
        assert page.inner_text("#count") == "2 of 8"
        page.click("#play")
        page.clock.run_for(60_000)
        assert page.inner_text("#count") == "2 of 8"
        page.select_option("#controls select", label="4×")
        page.click("#play")
        page.clock.run_for(300)
        assert page.inner_text("#count") == "4 of 8"
        page.clock.run_for(60_000)
        assert page.inner_text("#count") == "8 of 8"
        assert page.get_attribute("#play", "aria-label") == "Play"
        page.click("#play")  # from the first position again
        assert page.inner_text("#count") == "0 of 8"
        page.focus("#place")
        page.keyboard.press("End")  # who goes somewhere stops it
        assert page.get_attribute("#play", "aria-label") == "Play"


@pytest.mark.parametrize(("wish", "time"), [("no-preference", "280ms"), ("reduce", "0ms")])
def test_cards_move_unless_people_want_no_motion(
    browser: Browser, tmp_path: Path, wish: str, time: str
) -> None:
    with opened(browser, tmp_path) as page:
        page.emulate_media(reduced_motion="reduce" if wish == "reduce" else "no-preference")
        for key in ("ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        shown = "document.querySelector('#table svg > g').style.getPropertyValue('--time')"
        assert page.evaluate(shown) == time


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("game", ["street", "twos", "twenty_down"])
def test_cards_of_a_trick_are_nearly_as_large_as_those_of_a_hand(
    browser: Browser, tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    with opened(browser, tmp_path, size, game=game, moves=16) as page:
        page.keyboard.press("End")
        trick, hand = page.evaluate("""() => {
          const all = [...scene.items.values()];
          const width = ({ element }) => element.getBoundingClientRect().width;
          const played = all.filter(({ values }) => values.label?.includes("played by"));
          const held = all.filter(({ values }) => values.z >= 300);
          return [played, held].map((some) => Math.min(...some.map(width)));
        }""")
        assert trick >= 0.6 * hand  # a card of the hand is wider if it is turned
        assert trick >= 26


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("game", ["street", "spades", "tien_len"])
def test_a_replay_fits_its_window(
    browser: Browser, tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    with opened(browser, tmp_path, size, game=game, moves=1000) as page:
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "End"):
            page.keyboard.press(key)
            wide, high = page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            )
            assert (wide, high) <= size
            assert high <= size[1]
            for name in ("#table svg", "#caption", "#controls", "#list"):
                box = page.locator(name).bounding_box()
                assert box is not None and box["height"] >= 20
                assert box["x"] >= -1 and box["x"] + box["width"] <= size[0] + 1
                assert box["y"] >= -1 and box["y"] + box["height"] <= size[1] + 1
            assert page.evaluate(SMALL) == []
        for button in page.locator("#controls button").all():
            box = button.bounding_box()
            assert box is not None and min(box["width"], box["height"]) >= 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", WINDOWS[::2])
@pytest.mark.parametrize("game", ["street", "brag"])
def test_axe_finds_nothing_on_a_replay(
    browser: Browser, tmp_path: Path, game: str, size: tuple[int, int], scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with opened(browser, tmp_path, size, game=game, seat=1, moves=1000, scheme=scheme) as page:
        for key in ("ArrowDown", "ArrowDown", "End"):
            page.keyboard.press(key)
            found = axe.Axe().run(page).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []
