"""Looking back on a server: a finished game in parts, and the review of a hand."""

import asyncio
import gzip
import json
import random
import re
import threading
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.processes import PATIENCE, comes
from tests.web import clicks
from tests.web.axe import findings
from tests.web.clicks import Browser, Page, Route
from tests.web.halls import Asker, Hall
from tests.web.hosting import Answer, Line, run, run_slowly, settle
from tests.web.serving import club as serving
from tests.web.serving import served
from twowaystreet._core.display.sentences import steps_of
from twowaystreet._core.display.words import player_names
from twowaystreet._page import engine
from twowaystreet._page.replays import page as whole
from twowaystreet.games import duel
from twowaystreet.players import MonteCarlo
from twowaystreet.table import SQLiteStore, Table, TableError
from twowaystreet.web import TableHost, application, pages  # halls skips
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import write
from twowaystreet.web.listings import Result
from twowaystreet.web.rooms import LOOKS_AT_ONCE
from twowaystreet.web.work import Thinkers

FIRST: Final = 100_000  # the most bytes of the first part of a game
PART: Final = "**/games/*?from=*"  # the addresses of the parts that a page loads
WINDOWS: Final = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])


def game_of(name: str, hands: int, **options: Any) -> tws.Record:
    """Return a game of random moves. Any: see its options."""
    rng, game = random.Random(7), tws.GAMES[name]
    state = first = game.new_game(game.Rules(max_hands=hands, **options))
    moves: list[tws.Move] = []
    while not state.is_over:
        legal = [tws.shuffle(state, rng)] if state.actor is None else tws.legal_moves(state)
        moves.append(rng.choice(legal))
        state = tws.apply(state, moves[-1])
    return tws.Record(first, moves)


def saved(host: TableHost, record: tws.Record, names: Sequence[str] = ()) -> str:
    names = tuple(names or player_names(len(record.start.scores)))
    game, seats, when = record.game, len(names), "2026-11-27T12:00:00Z"
    about: Any = {"game": game.name, "title": game.title, "scores": record.state.scores}
    about |= {"people": (None,) * seats, "winners": (0,), "target": None, "fewer_is_better": False}
    result = Result(key="20261127T120000Z-t-1", when=when, names=names, **about)
    assert host.store is not None
    Club(host)._save_result(result, "t-1")
    write(host.store, f"game-{result.key}", record.to_json())
    return f"/games/{result.key}"


def data_in(text: str) -> dict[str, Any]:
    """Return the data of a part. Any: JSON."""
    found: dict[str, Any] = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    return found


@pytest.mark.parametrize(("is_wide", "size"), [(False, 2), (True, 0)])
@pytest.mark.parametrize(
    ("game", "options"),
    [*((name, {}) for name in tws.GAMES), ("street", {"players": 12, "decks": 4})],
)
def test_parts_hold_the_game(game: str, options: dict[str, Any], is_wide: bool, size: int) -> None:
    record, hall = game_of(game, 2, **options), Hall()
    names: Sequence[str] = player_names(len(record.start.scores))
    if is_wide:  # each of the 40 characters of a name has four bytes
        names = tuple(chr(0x1F600 + seat) * 40 for seat in range(len(names)))
    asker, path, parts = Asker(hall.app), saved(hall.host, record, names), list[dict[str, Any]]()
    while not parts or parts[-1]["next"] is not None:
        first = parts[-1]["next"] if parts else 0
        answer = asker.ask("GET", path, query=f"from={first}&size={size}")
        assert answer.status == 200 and len(answer.text.encode()) <= FIRST
        parts.append(data_in(answer.text))
    words = [" ".join(step["text"]) for part in parts for step in part["steps"]]
    steps = [*steps_of(record, names)]
    assert words == [" ".join(step.sentences) for step in steps]
    begins = {at for at, step in enumerate(steps) if step.hand or step.part}
    assert is_wide or begins.issuperset(part["first"] for part in parts[1:])
    deals = [at for at, step in enumerate(steps) if step.hand]
    assert all(part["hands"] == [0, *deals[1:]] for part in parts)
    for part in parts:
        ((name, scenes),) = part["scenes"].items()
        assert name == str(size) and scenes[0][0]["new"] and len(scenes) == len(part["steps"])
    last = asker.ask("GET", path, query=f"from={len(record.moves)}")
    assert [step["text"] for step in data_in(last.text)["steps"]] == [[*steps[-1].sentences]]
    for place in ("-1", "x", str(len(record.moves) + 1), "9999999", "\u00b2"):
        assert asker.ask("GET", path, query=f"from={place}").status in (404, 410), place


def test_a_long_game_has_a_small_first_part_and_an_address_looks_back_within_its_limits() -> None:
    hall = Hall(per_address=4)
    asker, path = Asker(hall.app), saved(hall.host, game_of("twos", 100))
    begin = asker.ask("GET", path).text
    hands = data_in(begin)["hands"]
    assert len(begin.encode()) <= FIRST and len(hands) == 100
    there = data_in(asker.ask("GET", path, query=f"from={hands[60]}").text)
    assert there["steps"][0]["hand"] == "Hand 61"
    answers = [asker.ask("GET", path) for _ in range(4)]
    assert [each.status for each in answers[:2]] == [200] * 2
    assert answers[-1].status == 429 and int(answers[-1].headers["retry-after"]) >= 1


def test_an_answer_is_compressed_for_clients_that_can_read_it() -> None:
    request = Mock(headers={"accept-encoding": "br, gzip"})
    small = pages.packed("Ann leads the A♠.").answer(request)
    assert (small.headers["content-encoding"], small.headers["vary"]) == ("gzip", "accept-encoding")
    assert gzip.decompress(bytes(small.body)).decode() == "Ann leads the A♠."


def test_an_address_leaves_others_a_place_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, goes_on, reads = Hall(), threading.Event(), list[str]()
    path, drawn, found = saved(hall.host, game_of("duel", 1)), pages._part, Club.record_of

    def late(*asked: Any) -> pages.Packed:  # Any: see the function
        assert goes_on.wait(PATIENCE)
        return drawn(*asked)

    def read(club: Club, key: str) -> str | None:
        reads.append(key)
        return found(club, key)

    monkeypatch.setattr(pages, "_part", late)
    monkeypatch.setattr(Club, "record_of", read)

    async def evening() -> list[int]:
        def look() -> asyncio.Task[tuple[int, Any]]:  # Any: see Site
            return asyncio.create_task(hall.ask("GET", path))

        crowd = [look() for _ in range(2 * pages.WAITING)]
        await comes(lambda: sum(each.done() for each in crowd) >= 1.5 * pages.WAITING)
        hall.address = "elsewhere"
        crowd.append(look())
        await asyncio.sleep(0)
        goes_on.set()
        return [status for status, _ in await asyncio.gather(*crowd)]

    *crowd, other = run(evening())
    assert (crowd.count(200), other) == (pages.WAITING // 2, 200)
    assert len(reads) == crowd.count(200) + 1  # who is refused costs no reading


# The review of a hand


def test_players_alone_get_the_review_of_a_past_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(3, engine="python"))
    table, host = Table(duel.GAME, bots={1: "simple"}, dealer=0), TableHost()
    ann, asker, name = table.join("Ann"), Asker(application(host)), host.add(table)
    place = f"/api/tables/{name}/review"

    def ask(path: str, token: str) -> Answer:
        return asker.ask("POST", path, f"token={token}".encode())

    for _ in range(2):  # before the deal, and in the hand
        assert (early := ask(place, ann)).status == 400
        assert early.text == "There is no review: people review a hand when it is over."
        table.act_for(table.actor)
    while len(table.hand_scores) < 2:
        table.act_for(table.actor)
    found = ask(place, ann)
    assert found.status == 200 and found.headers["content-type"].startswith("text/html")
    policy = "default-src 'none'; script-src 'sha"
    assert found.headers["content-security-policy"].startswith(policy)
    assert "<h1>Duel: review of Ann&#x27;s decisions</h1>" in found.text
    assert {each["seat"] for each in data_in(found.text)["moves"]} == {0}
    record = pages.record_of_hand(table, ann, 0)
    assert (record.seat, record.start.hands_played) == (0, 1)
    assert [event.seat for event in record].count(None) == 1 and record.view == table.view(ann)
    assert ask("/review", ann).text == found.text
    monkeypatch.setattr(engine, "KEPT", 2)
    with pytest.raises(TableError, match="too much has happened since this hand"):
        pages.record_of_hand(table, ann, 0)
    watcher = ask(place, table.spectate())
    assert watcher.status == 400 and "people who watch have no moves" in watcher.text
    assert ask(place, "forged").status == 400 and ask(place, "x" * 5000).status == 400
    assert ask("/review", "forged").status == ask("/api/tables/none/review", ann).status == 404
    assert asker.ask("GET", place).status in (404, 405)


def test_one_review_at_a_time_is_made_and_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on, running, made = threading.Event(), list[int](), list[int]()

    def make() -> str:
        running.append(1)
        assert goes_on.wait(PATIENCE)
        made.append(len(running))
        running.pop()
        return f"page {len(made)}"

    def page(number: int) -> Any:  # Any: a coroutine
        return kept.get(pages.Hand("t", (), 0, number), make, "Ann")

    async def ask() -> list[Any]:  # Any: this test makes no page from a record
        waiting = [asyncio.create_task(page(number)) for number in (1, 2, 1, 2)]
        await asyncio.sleep(0)  # all wait now, and the event loop goes on
        with pytest.raises(TableError, match="try again"):
            await page(3)
        goes_on.set()
        found = [*await asyncio.gather(*waiting), await page(2), await page(3)]
        assert [each.number for each in kept._kept] == [2, 3]
        goes_on.clear()
        monkeypatch.setattr(kept, "_patience", 0.01)
        with pytest.raises(TableError, match="too long"):
            await page(9)
        goes_on.set()
        with pytest.raises(TableError, match="try again"):  # too often
            await page(10)
        return found

    for name, value in {"REVIEWS_WAITING": 2, "REVIEWS_KEPT": 2, "AT_ONCE": 4}.items():
        monkeypatch.setattr(pages, name, value)
    kept: Any = pages.Reviews(Thinkers())  # Any: it makes other pages here
    found = run_slowly(ask())
    assert found == ["page 1", "page 2", "page 1", "page 2", "page 2", "page 3"] and {*made} == {1}


@pytest.mark.parametrize("watches", [False, True])
async def test_a_person_looks_back_within_limits_at_all_tables(watches: bool) -> None:
    hall = Hall()
    (_, ann), (_, ben) = hall.enrolled("Ann", "Ben")
    lines = list[Line]()
    for _ in range(LOOKS_AT_ONCE + 3):
        name = hall.listed(ann, bots=1)
        hall.play(name)
        table = hall.table(name)
        token = table.spectate() if watches else table.another_token(0)
        lines.append(await hall.connect(name, token))
    other = hall.listed(ben, bots=1)
    hall.play(other)
    lines.append(await hall.connect(other, hall.table(other).another_token(0)))
    for line in lines * 2:
        line.send('{"do": "past"}')
    await settle(5)
    kinds = [[json.loads(text)["type"] for text in line.texts].count("past") for line in lines]
    assert sum(map(bool, kinds[:-1])) == LOOKS_AT_ONCE and kinds[-1]


# In Chromium


@pytest.fixture
def both(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> Generator[tuple[Page, Page, list[str]]]:
    """Open a game in parts and the same game in one file; yield the faults of the parts, too."""
    record, store, file = game_of("duel", 3), tmp_path / "club.sqlite", tmp_path / "whole.html"
    with closing(TableHost(SQLiteStore(store))) as host:
        path = saved(host, record)
    file.write_text(whole(record), encoding="utf-8")
    with serving(store) as (_, address):
        parts, alone = (browser.new_page(viewport={"width": width, "height": height}) for _ in "12")
        faults: list[str] = []
        parts.on("console", lambda message: faults.append(message.text))
        parts.on("pageerror", lambda error: faults.append(str(error)))
        alone.goto(file.as_uri())
        answer = parts.goto(f"{address.removesuffix('/')}{path}")
        assert answer and answer.headers["content-encoding"] == "gzip"
        box = alone.get_attribute("#table svg", "viewBox")
        parts.wait_for_selector(f"#table svg[viewBox='{box}'] .item")
        yield parts, alone, faults
        parts.close()
        alone.close()


def shown(page: Page) -> list[object]:
    found: list[object] = page.evaluate(clicks.script("shown.js"))
    return found


def wait_at(parts: Page, place: object) -> None:
    parts.wait_for_function("wanted => location.hash === wanted", arg=f"#{place}")


@WINDOWS
def test_parts_look_like_the_page_in_one_file(both: tuple[Page, Page, list[str]]) -> None:
    parts, alone, faults = both
    tricks, tens = alone.evaluate("ends.length"), alone.evaluate("last") // 10 + 1
    for key in (
        *("ArrowRight", "End", "ArrowLeft", "Home", "PageDown", "Home"),
        *(["ArrowDown"] * tricks + ["ArrowUp"] * tricks + ["PageDown"] * tens + ["PageUp"] * tens),
    ):
        for page in (alone, parts):
            page.keyboard.press(key)
        wait_at(parts, alone.evaluate("place"))
        assert shown(parts) == shown(alone), key
    for size in ((390, 844), (1280, 800), (844, 390)):
        for page in (alone, parts):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.keyboard.press("ArrowDown")
        box = alone.get_attribute("#table svg", "viewBox")
        parts.wait_for_selector(f"#table svg[viewBox='{box}'] .item")
        assert shown(parts) == shown(alone)
    assert not faults


@WINDOWS
def test_the_list_goes_on_to_other_hands(both: tuple[Page, Page, list[str]]) -> None:
    parts, alone, faults = both
    hands = alone.evaluate("steps.flatMap((step, at) => (step.hand ? [at] : []))")
    parts.click("text=Go on")
    parts.wait_for_selector("#list h2:text-is('Hand 2')")
    parts.wait_for_selector("#list [aria-current]:focus")
    parts.select_option("#list select", label="Hand 3")
    parts.wait_for_selector("#list h2:text-is('Hand 3')")
    assert parts.url.endswith(f"#{hands[2]}")
    parts.focus("#list select")
    parts.keyboard.press("ArrowUp")  # chooses another hand, and goes back by no trick
    wait_at(parts, hands[1])
    parts.wait_for_selector("#list select:focus")
    parts.click("text=Before")
    wait_at(parts, hands[1] - 1)
    parts.reload()
    wait_at(parts, hands[1] - 1)
    parts.fill("#place", str(hands[2] + 1))
    wait_at(parts, hands[2] + 1)
    assert not faults


@WINDOWS
def test_a_part_that_comes_late_or_never(both: tuple[Page, Page, list[str]]) -> None:
    parts, alone, _ = both
    held, before = list["Route"](), shown(parts)
    parts.route(PART, lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks it
    with parts.expect_request(PART):
        parts.keyboard.press("End")
    parts.wait_for_selector("#caption:text-is('Loading …')")
    clicks.until(parts, lambda: bool(held))
    held.pop().abort()
    parts.wait_for_selector("#caption:has-text('did not come: try again')")
    assert shown(parts)[1:] == before[1:]
    parts.keyboard.press("End")
    clicks.until(parts, lambda: bool(held))
    for page in (alone, parts):
        page.keyboard.press("ArrowRight")
    held.pop().continue_()
    parts.wait_for_load_state("networkidle")
    assert shown(parts) == shown(alone)  # who steps on meanwhile stays there
    parts.unroute(PART)
    for page in (alone, parts):
        page.keyboard.press("End")
    wait_at(parts, alone.evaluate("place"))
    assert shown(parts) == shown(alone)


_TOLD = """() => document.querySelector("#review").addEventListener("submit", ({ target }) => {
    globalThis.told = window.open("", target.target).document.body.textContent;
})"""
"""Keeps what the new page tells until the server answers."""


def test_the_look_back_opens_the_review(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel", "--bots", "1") as server:
        options: Any = {"viewport": {"width": 390, "height": 800}, "color_scheme": "dark"}
        page = clicks.opened(browser, server.links["Player 1"], **options)
        clicks.play_a_hand(page)
        page.click("#result button:text-is('Look back')")
        page.evaluate(_TOLD)
        with page.expect_popup() as opening:
            page.click("#past-line button:text-is('Review')")
        clicks.expect(page.locator("#past-line p")).to_have_text(re.compile("^The review opens"))
        review = clicks.watched(opening.value)
        assert page.evaluate("told") == "The review is being made."
        review.wait_for_selector("#table svg")
        clicks.expect(review.locator("h1")).to_have_text("Duel: review of Player 1's decisions")
        assert "token" not in review.url
        assert findings(page) == [] and page.is_visible("#past-line")
        watching = clicks.opened(browser, server.links["Spectators"])
        watching.click("#result button:text-is('Look back')")
        watching.wait_for_selector("#past-line p:has-text('1 of ')")
        clicks.expect(watching.locator("#past-line button:text-is('Review')")).to_be_hidden()
        for window in (page, watching):
            window.context.close()
