"""The page in windows of all sizes, and for everybody: in sight at each decision, and axe-core."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.svg.positions import boxes_of, contains, overlap
from tests.web import clicks
from tests.web.axe import findings
from tests.web.clicks import Browser, Page, script
from tests.web.direct import Host, Watched
from tests.web.screens import PICK, moments
from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.words import card_words, minus
from twowaystreet._core.engine.moves import groups_of
from twowaystreet._page.engine import room_of
from twowaystreet.players import simple
from twowaystreet.svg.geometry import spread
from twowaystreet.svg.planning import layout
from twowaystreet.svg.seating import SMALLEST, zoom_of
from twowaystreet.svg.stage import needs_of
from twowaystreet.table import Table

SIZES: Final = (
    *((1280, 800), (1920, 1080), (1366, 650), (1024, 768)),
    *((844, 390), (390, 844), (360, 640), (640, 400)),
)
"""The windows; the last is one of 1280x800 at a zoom of 200 %."""
FEW: Final = ((1366, 650), (844, 390), (360, 640))
"""The windows that each change is tested in: those with the least room of their kind."""
BAR: Final = 44
SIDE: Final = 1100  # the least width of a window with the result beside the table
TARGET, TEXT = 40, 12  # the least pixels of targets for fingers, and of texts

_MEASURE: Final = Path(__file__).with_name("measuring.js").read_text(encoding="utf-8")
_NAMES: Final = {card_words(card) for card in CARDS}  # the full names of all cards


# Any: what the page has measured.
def faults_in(
    host: Host, watched: Watched, known: dict[str, str], size: tuple[int, int]
) -> Iterator[str]:
    """Measure a window, and yield its faults; known are the places of things that stay."""
    is_small = size[0] < 640 or size[1] < 480
    limits = {"isSmall": is_small, "leastTarget": TARGET if is_small else 24, "leastText": TEXT}
    watched.page.wait_for_function(_FITS)
    found: Mapping[str, Any] = watched.page.evaluate(_MEASURE, limits)
    yield from found["faults"]
    assert watched.viewer.scene is not None
    boxes = {**found["boxes"], "hand": str(watched.viewer.scene.places.hand)}
    known.update(boxes if not known else {})
    yield from (f"{each} has moved" for each in known if known[each] != boxes.get(each))
    for text, label in found["own"]:
        if label != card_words(Card.parse(text)):
            yield f"the card {text} has the name {label}"
    for label in found["names"]:
        if label.split(",")[0] not in _NAMES:
            yield f"a card has the name {label!r}"
    scores = [minus(str(score)) for score in host.table.view(watched.token).scores]
    totals: Mapping[str, Any] = found["totals"] or {}
    for place, texts in totals.items():
        if texts != scores:
            yield f"the totals of {place} are {texts}, and not {scores}"


_FITS: Final = """() => {
    const table = document.querySelector("#table");
    return Math.abs(table.clientWidth - table.querySelector("svg").clientWidth) <= 1;
}"""
"""Tells whether the table has its place beside the result."""
_DETAILS: Final = script("details.js")  # opens all that the result has to tell
_REVIEW: Final = script("review.js")  # adds the button that a server adds to the look back


def check_a_hand(
    browser: Browser, game: str, sizes: Sequence[tuple[int, int]], seed: int, **options: Any
) -> None:
    rng, host = random.Random(seed), Host(browser, game, seed=seed, max_hands=1, **options)
    windows = [host.open(viewport={"width": size[0], "height": size[1]}) for size in sizes]
    known: list[dict[str, str]] = [{} for _ in sizes]
    faults = Counter[str]()

    def look(when: str) -> None:
        for size, watched, boxes in zip(sizes, windows, known, strict=True):
            found = faults_in(host, watched, boxes, size)
            faults.update(f"{size} {when}: {fault}" for fault in found)

    look("before the deal")
    for boxes in known:
        boxes.clear()
    while (view := host.table.view(host.token)).score is None:
        if view.actor is None:  # some games deal again before anybody plays
            host.play("deal")
            continue
        host.update()
        look(f"in {view.phase}")
        move = rng.choice(view.legal_moves or ())
        cards = [str(card) for group in groups_of(move) for card in group]
        if len(cards) > 1:
            for watched in windows:
                watched.page.evaluate(PICK, cards)
            look(f"in {view.phase} with chosen cards")
        host.play(str(move))
    host.update()
    for size, boxes in zip(sizes, known, strict=True):
        if size[0] >= SIDE:
            boxes.clear()
    look("after the hand")
    for watched in windows:
        watched.page.evaluate(_DETAILS)
        watched.page.click("#result button:text-is('Look back')")
        watched.page.wait_for_selector("#past-line p:has-text('1 of ')")
        watched.page.evaluate(_REVIEW)
    look("in the look back")
    host.close()
    assert not faults, faults.most_common(40)


@pytest.mark.parametrize("game", list(tws.GAMES))
def test_everything_needed_is_in_sight_at_each_decision(game: str, browser: Browser) -> None:
    check_a_hand(browser, game, FEW, 1)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "options", "seed"),
    [
        *((game, {}, 2) for game in tws.GAMES),
        *(("street", {"players": players}, players) for players in (3, 5, 6, 7, 8, 9, 10)),
        *(("brag", {"players": players}, players) for players in (2, 3, 5)),
    ],
)
def test_all_windows_suit(game: str, options: dict[str, int], seed: int, browser: Browser) -> None:
    check_a_hand(browser, game, SIZES, seed, **options)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in tws.GAMES),
        *(("street", {"players": each}) for each in range(3, 11) if each != 4),
        *(("brag", {"players": each}) for each in range(2, 6) if each != 4),
    ],
)
def test_layouts_use_their_room(game: str, options: dict[str, int], size: tuple[int, int]) -> None:
    table = Table(tws.GAMES[game], tws.GAMES[game].Rules(**options), dealer=0)
    tokens = [table.join(f"Player {number}") for number in range(len(table.names))]
    table.play(tokens[0], "deal")
    display, (width, height) = display_of(table.game), (size[0], size[1] - BAR)
    facts = TableFacts(table.view(tokens[0]), table.names)
    room, zoom = room_of(display, watches=False), zoom_of(width, height)
    places = layout(needs_of(facts, room), width / zoom, height / zoom)
    boxes = boxes_of(places)
    for (one, box), (other, second) in combinations(boxes.items(), 2):
        assert not overlap(box, second), (one, box, other, second)
    assert all(contains(places.whole, box) for box in boxes.values())
    if options:
        return
    hand = places.cards.hand
    assert places.cards.slot.height >= 2 / 3 * hand.height - 0.1
    if game == "spades":
        assert places.cards.own_shelf.width >= (TARGET if size[0] > 360 else 38)
    spots = spread(room.hand, places.hand, hand, places.reach)
    ends = (at for at, spot in enumerate(spots) if spot.x < spots[at - 1].x and at)
    row = spots[: next(ends, room.hand)]
    used = row[-1].x - row[0].x + hand.width
    is_overlapping = row[1].x - row[0].x < hand.width
    assert not is_overlapping or used >= 0.85 * places.whole.width


@pytest.mark.parametrize(("players", "grown"), [*product(range(3, 11), (0.85, 1.0, 1.15))])
def test_open_hands_fit_without_smaller_texts(players: int, grown: float) -> None:
    table = Table(tws.GAMES["street"], tws.GAMES["street"].Rules(players=players), dealer=0)
    tokens = [table.join(f"Player {number}") for number in range(players)]
    table.play(tokens[0], "deal")
    facts = TableFacts(table.view(tokens[0]), table.names)
    room = room_of(display_of(table.game), watches=True, is_open=True)
    for size in SIZES:
        zoom = zoom_of(size[0], size[1] - BAR)
        width, height = size[0] / zoom, (size[1] - BAR) / zoom
        places = layout(needs_of(facts, room, grown), width, height)
        assert (places.whole.width, places.whole.height) == (width, height)
        assert min(card.height for card in places.cards) >= SMALLEST
        for (one, box), (other, second) in combinations(boxes_of(places).items(), 2):
            assert not overlap(box, second), (size, one, box, other, second)


def test_a_bid_in_words_says_what_it_means(browser: Browser) -> None:
    host = Host(browser, "spades")
    for move in ("deal", "look"):
        host.play(move)
    for wide, high in FEW:
        page = host.open(viewport={"width": wide, "height": high}).page
        words = page.locator("#options .grid button", has_text="Double N").last
        words.click()
        shown = words.locator("small")
        told = shown if shown.is_visible() else page.locator("#turn")
        assert "Neither of your hands takes a book" in told.inner_text()
    host.close()


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)])
def test_a_tip_leaves_all_tools_in_reach(size: tuple[int, int], browser: Browser) -> None:
    host, rng = Host(browser, "tien_len"), random.Random(1)
    page = host.open(viewport={"width": size[0], "height": size[1]}).page
    page.evaluate("localStorage['twowaystreet hints Tien Len play'] = 1")  # the longest is next
    host.play("deal")
    while len((view := host.table.view(host.token)).tricks) < 2 or len(view.legal_moves or ()) < 2:
        host.play(str(simple(view, rng)))
    host.update()
    clicks.expect(page.locator("#hint")).to_contain_text("In one rank")
    for name in ("ask-hint", "last", "undo", "menu"):
        page.click(f"#{name}", trial=True)
    page.click("#hint button")
    clicks.expect(page.locator("#hint")).to_be_hidden()
    host.close()


def look_everywhere(page: Page) -> list[object]:
    """Return the findings in each tab of the drawer, in the last trick and in a look back."""
    found: list[object] = []
    if page.is_visible("#result"):
        page.click("#result button:text-is('Look back')")
        page.wait_for_selector("#past-line")
        found += [("past", each) for each in findings(page)]
        page.keyboard.press("Escape")
        clicks.expect(page.locator("#past")).to_be_hidden()
        page.click("#result button[aria-label=Close]")
        page.wait_for_function(_FITS)
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


@pytest.mark.nightly
def test_keys_scroll_a_list_of_scores_without_room(browser: Browser) -> None:
    host = Host(browser, "street", players=9)
    page = host.open(viewport={"width": 1000, "height": 700}).page
    clicks.tab_to(page, "document.activeElement.id === 'scores'")
    assert findings(page) == []
    host.close()


LOOKS: Final = [*product(tws.GAMES, ("light 1280", "dark 390"))]
SOME: Final = (("spades", "dark 390"), ("street", "light 1280"), ("brag", "dark 390"))
"""The looks that are not left to the night; each change is tested in the first."""
NIGHTLY, SMOKE = [pytest.mark.nightly], [pytest.mark.smoke]


@pytest.mark.parametrize(
    ("game", "look"),
    [
        pytest.param(*each, marks=NIGHTLY * (each not in SOME) + SMOKE * (each == SOME[0]))
        for each in LOOKS
    ],
)
def test_axe_finds_nothing(game: str, look: str, browser: Browser) -> None:
    host, (scheme, width) = Host(browser, game, max_hands=1), look.split()
    size = {"width": int(width), "height": 800}
    page = host.open(viewport=size, color_scheme=scheme).page
    found: list[object] = [(moment, each) for moment in moments(host, 1) for each in findings(page)]
    found += look_everywhere(page)
    host.close()
    assert not found
