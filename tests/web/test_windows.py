"""The page in windows of all sizes, and for everybody: in sight at each decision, and axe-core."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import twowaystreet as tws
from tests.svg.boxes import boxes_of, contains, overlap
from tests.web import clicks
from tests.web.axe import findings
from tests.web.direct import Host, Watched
from tests.web.screens import PICK, moments
from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.words import minus
from twowaystreet._core.engine.moves import groups_of
from twowaystreet.svg.elements import words_of
from twowaystreet.svg.geometry import spread
from twowaystreet.svg.layout import Layout, zoom_of
from twowaystreet.svg.planning import layout
from twowaystreet.svg.stage import MostCards, needs_of
from twowaystreet.svg.table_facts import facts_of
from twowaystreet.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES: Final = (
    *((1280, 800), (1920, 1080), (1366, 650), (1024, 768)),
    *((844, 390), (390, 844), (360, 640), (640, 400)),
)
"""The windows; the last is one of 1280x800 at a zoom of 200 %."""
FEW: Final = ((1366, 650), (844, 390), (360, 640))
"""The windows that each change is tested in: those with the least room of their kind."""
BAR: Final = 44
TARGET, TEXT = 40, 12
"""The least pixels of targets for fingers, and of texts."""

_MEASURE: Final = Path(__file__).with_name("measuring.js").read_text(encoding="utf-8")
_NAMES: Final = {words_of(card) for card in CARDS}
"""The full names of all cards."""


class Windows:
    """The pages of one person in several windows at once."""

    def __init__(self, host: Host, sizes: Sequence[tuple[int, int]]) -> None:
        self.host = host
        self.pages = {
            f"{width}x{height}": host.open(viewport={"width": width, "height": height})
            for width, height in sizes
        }
        self.small = {f"{width}x{height}" for width, height in sizes if width < 640 or height < 480}
        self.boxes: dict[str, dict[str, str]] = {}
        self.faults: Counter[str] = Counter()

    def look(self, when: str) -> None:
        """Measure each window."""
        for name, watched in self.pages.items():
            is_small = name in self.small
            limits = {"isSmall": is_small, "leastTarget": TARGET if is_small else 24}
            found = watched.page.evaluate(_MEASURE, {**limits, "leastText": TEXT})
            for fault in (*found["faults"], *self._others(name, watched, found)):
                self.faults[f"{name} {when}: {fault}"] += 1

    # Any: what the page has measured.
    def _others(self, name: str, watched: Watched, found: Mapping[str, Any]) -> Iterator[str]:
        """Yield the faults that this side knows about."""
        scene = watched.viewer.scene
        assert scene is not None
        boxes = {**found["boxes"], "hand": str(scene.places.hand)}
        known = self.boxes.setdefault(name, boxes)
        yield from (f"{each} has moved" for each in known if known[each] != boxes.get(each))
        for text, label in found["own"]:
            if label != words_of(Card.parse(text)):
                yield f"the card {text} has the name {label}"
        for label in found["names"]:
            if label.split(",")[0] not in _NAMES:
                yield f"a card has the name {label!r}"
        if (totals := found["totals"]) is not None:
            scores = [minus(str(score)) for score in self.host.table.view(watched.token).scores]
            for place, texts in totals.items():
                if texts != scores:
                    yield f"the totals of {place} are {texts}, and not {scores}"


_DETAILS: Final = """() => {
    const panel = document.querySelector("#result");
    panel.querySelector(".row").lastChild.click();
    for (const each of panel.querySelectorAll("details")) each.open = true;
}"""
"""Opens all that the result has to tell."""
_REVIEW: Final = """() => {
    const review = document.createElement("form");
    review.innerHTML = "<button>Review</button>";
    document.querySelector("#past-line .row").lastChild.before(review);
}"""
"""Adds the button that a server adds to the look back."""


def look_at_a_hand(
    browser: Browser, game: str, sizes: Sequence[tuple[int, int]], seed: int, **options: Any
) -> tuple[str, int]:
    """Play a hand with random moves, and look at each decision in each window.

    Return the most frequent faults, and the number of decisions.
    """
    rng = random.Random(seed)
    host = Host(browser, game, seed=seed, max_hands=1, **options)
    try:
        windows = Windows(host, sizes)
        windows.look("before the deal")
        windows.boxes.clear()
        host.play("deal")
        decisions = 0
        while (view := host.table.view(host.token)).actor is not None:
            host.update()
            windows.look(f"in {view.phase}")
            decisions += 1
            move = rng.choice(view.legal_moves or ())
            cards = [str(card) for group in groups_of(move) for card in group]
            if len(cards) > 1:
                for watched in windows.pages.values():
                    watched.page.evaluate(PICK, cards)
                windows.look(f"in {view.phase} with chosen cards")
            host.play(str(move))
        host.update()
        windows.look("after the hand")
        for watched in windows.pages.values():
            watched.page.evaluate(_DETAILS)
            watched.page.click("#result button:text-is('Look back')")
            watched.page.wait_for_selector("#past-line p:has-text('1 of ')")
            watched.page.evaluate(_REVIEW)
        windows.look("in the look back")
        most = windows.faults.most_common(40)
        return "\n".join(f"{count} times {fault}" for fault, count in most), decisions
    finally:
        host.close()


@pytest.mark.parametrize("game", list(tws.GAMES))
def test_everything_needed_is_in_sight_at_each_decision_of_a_hand(
    game: str, browser: Browser
) -> None:
    faults, decisions = look_at_a_hand(browser, game, FEW, 1)
    assert not faults, faults
    assert decisions


MANY: Final[tuple[tuple[str, dict[str, int], int], ...]] = (
    *((game, {}, seed) for game in tws.GAMES for seed in (2, 3, 4)),
    *(("street", {"players": players}, players) for players in (3, 5, 6, 7, 8, 9, 10)),
    *(("brag", {"players": players}, players) for players in (2, 3, 5)),
)
"""The hands of the whole matrix: each game with other cards, and with other numbers of players."""


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "options", "seed"), MANY)
def test_everything_needed_is_in_sight_in_all_windows(
    game: str, options: dict[str, int], seed: int, browser: Browser
) -> None:
    faults, _ = look_at_a_hand(browser, game, SIZES, seed, **options)
    assert not faults, faults


def _layout_of(game: str, size: tuple[int, int], **options: int) -> tuple[Layout, int]:
    """Return the layout of a table on a page, and the most cards of a hand."""
    table = Table(tws.GAMES[game], tws.GAMES[game].Rules(**options), dealer=0)
    tokens = [table.join(f"Player {number}") for number in range(len(table.names))]
    table.play(tokens[0], "deal")
    display = display_of(table.game)
    room = MostCards(
        hand=display.hand_size,
        shelf=display.shelf_size,
        own_shelf=display.own_shelf_size,
        slot=display.slot_size,
        plays_from_shelf=len(display.hand_names) > 1,
    )
    facts = facts_of(table.view(tokens[0]), display, "", table.names, (None,) * len(tokens))
    width, height = size[0], size[1] - BAR
    zoom = zoom_of(width, height)
    return layout(needs_of(facts, room), width / zoom, height / zoom), room.hand


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", list(tws.GAMES))
def test_hands_use_the_width_and_cards_of_a_trick_are_large(
    game: str, size: tuple[int, int]
) -> None:
    places, most = _layout_of(game, size)
    hand = places.cards.hand
    assert places.cards.slot.height >= 2 / 3 * hand.height - 0.1
    if game == "spades":
        assert places.cards.own_shelf.width >= (TARGET if size[0] > 360 else 38)
    spots = spread(most, places.hand, hand, places.reach)
    row = spots[
        : next((at for at, spot in enumerate(spots) if spot.x < spots[at - 1].x and at), most)
    ]
    used = row[-1].x - row[0].x + hand.width
    is_overlapping = row[1].x - row[0].x < hand.width
    assert not is_overlapping or used >= 0.85 * places.whole.width


def test_the_pad_of_bids_covers_no_dummy(browser: Browser) -> None:
    host = Host(browser, "spades")
    sizes = ((1280, 800), (1366, 650), (844, 390), (390, 844), (360, 640))
    pages = [host.open(viewport={"width": wide, "height": high}) for wide, high in sizes]
    for move in ("deal", "look"):
        host.play(move)
    host.update()
    for watched in pages:
        assert watched.page.locator("#options .keys").is_visible()
        assert watched.page.evaluate(_COVERED) == []
        words = watched.page.locator("#options .grid button", has_text="Double N").last
        words.click()
        shown = words.locator("small")
        told = shown if shown.is_visible() else watched.page.locator("#turn")
        assert "Neither of your hands takes a book" in told.inner_text()
    host.close()


_COVERED: Final = """() => {
    const panel = document.querySelector("#options").getBoundingClientRect();
    return [...document.querySelectorAll("#table .item[aria-label]")]
        .filter((each) => / of |Joker/.test(each.getAttribute("aria-label")))
        .filter((each) => {
            const box = each.getBoundingClientRect();
            return box.bottom > panel.top + 1 && box.top < panel.bottom - 1
                && box.right > panel.left && box.left < panel.right;
        }).map((each) => each.getAttribute("aria-label"));
}"""
"""The cards that the panel of bids covers."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "players"),
    [*(("street", players) for players in range(3, 11)), *(("brag", each) for each in range(2, 6))],
)
def test_nothing_overlaps_for_any_number_of_players(
    game: str, players: int, size: tuple[int, int]
) -> None:
    places, _ = _layout_of(game, size, players=players)
    boxes = boxes_of(places)
    for (one, box), (other, second) in combinations(boxes.items(), 2):
        assert not overlap(box, second), (one, box, other, second)
    assert all(contains(places.whole, box) for box in boxes.values())


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
    found: list[object] = [
        (moment, each) for moment in moments(host, hands) for each in findings(page)
    ]
    found += look_everywhere(page)
    host.close()
    assert not found


@pytest.mark.parametrize(
    ("game", "scheme", "width"),
    [("street", "light", 1280), ("spades", "dark", 390), ("brag", "light", 390)],
)
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
