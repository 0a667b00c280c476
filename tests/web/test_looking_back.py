"""Looking back at a finished game of a club: in parts, compressed, within the limits of others."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import twowaystreet as tws
from tests.processes import PATIENCE, comes
from tests.web import clicks
from tests.web.asking import Asker
from tests.web.hosting import Site, run
from tests.web.serving import club as serving
from twowaystreet._core.display.screen import player_names
from twowaystreet._page.replay.pages import page as whole
from twowaystreet._page.replay.steps import steps_of

pytest.importorskip("uvicorn", reason="the server needs the extra web")

from twowaystreet.table import SQLiteStore  # after the skip
from twowaystreet.web import Limits, TableHost, application, pages  # optional packages
from twowaystreet.web.club import Club  # after the skip
from twowaystreet.web.hosts import write  # after the skip
from twowaystreet.web.listings import Result  # after the skip

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from playwright.sync_api import Browser, Page, Route

FIRST: Final = 100_000
"""The most bytes of the first part of a game."""
PART: Final = "**/games/*?from=*"
"""The addresses of the parts that a page loads."""
WINDOWS: Final = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])


def game_of(name: str, hands: int, **options: Any) -> tws.Record:
    """Return a game of random moves. Any: options of a game."""
    rng, game = random.Random(7), tws.GAMES[name]
    state = first = game.new_game(game.Rules(max_hands=hands, **options))
    moves: list[tws.Move] = []
    while not state.is_over:
        legal = [tws.shuffle(state, rng)] if state.actor is None else tws.legal_moves(state)
        moves.append(rng.choice(legal))
        state = tws.apply(state, moves[-1])
    return tws.Record(first, moves)


def saved(path: Path, record: tws.Record, names: Sequence[str] = ()) -> str:
    """Save a finished game in a new club, and return its key."""
    names = names or player_names(len(record.start.scores))
    result = Result(
        key="20261127T120000Z-t-1",
        when="2026-11-27T12:00:00Z",
        game=record.game.name,
        title=record.game.title,
        names=tuple(names),
        people=(None,) * len(names),
        scores=tuple(record.state.scores),
        winners=(0,),
        target=None,
        fewer_is_better=False,
    )
    host = TableHost(SQLiteStore(path))
    with closing(host):
        assert host.store is not None
        Club(host)._save_result(result, "t-1")
        write(host.store, f"game-{result.key}", record.to_json())
    return result.key


def data_in(text: str) -> dict[str, Any]:
    """Return the data of a part. Any: JSON."""
    _, _, after = text.partition('id="data">')
    found: dict[str, Any] = json.loads(after.partition("</script>")[0])
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.sqlite"


def parts_of(path: Path, record: tws.Record, names: Sequence[str], size: int) -> list[str]:
    """Return all parts of a game."""
    key = saved(path, record, names)
    texts: list[str] = []
    with closing(TableHost(SQLiteStore(path))) as host:
        asker, first = Asker(application(host, lobby=True)), 0
        while first is not None:
            answer = asker.ask("GET", f"/games/{key}", query=f"from={first}&size={size}")
            assert answer.status == 200
            texts.append(answer.text)
            first = data_in(answer.text)["next"]
        for place in ("-1", "x", str(len(record.moves) + 1), "9999999", "\u00b2"):
            answer = asker.ask("GET", f"/games/{key}", query=f"from={place}")
            assert answer.status in (404, 410), place
    return texts


@pytest.mark.parametrize("size", [0, 2])
@pytest.mark.parametrize("is_wide", [False, True])
@pytest.mark.parametrize(
    ("game", "options"),
    [*((name, {}) for name in tws.GAMES), ("street", {"players": 12, "decks": 4})],
)
def test_the_parts_of_a_game_are_small_and_have_all_of_it(
    game: str, options: dict[str, Any], is_wide: bool, size: int, path: Path
) -> None:
    record = game_of(game, 2, **options)
    names: Sequence[str] = player_names(len(record.start.scores))
    if is_wide:  # each of the 40 characters of a name has four bytes
        names = tuple(chr(0x1F600 + seat) * 40 for seat in range(len(names)))
    texts = parts_of(path, record, names, size)
    assert all(len(text.encode()) <= FIRST for text in texts)
    parts = [data_in(text) for text in texts]
    words = [" ".join(step["text"]) for part in parts for step in part["steps"]]
    steps = [*steps_of(record, names)]
    assert words == [" ".join(step.sentences) for step in steps]
    begins = {at for at, step in enumerate(steps) if step.hand or step.part}
    assert is_wide or begins.issuperset(part["first"] for part in parts[1:])
    assert len({*map(tuple, (part["hands"] for part in parts))}) == 1
    for part in parts:
        ((name, scenes),) = part["scenes"].items()
        assert name == str(size) and scenes[0][0]["new"] and len(scenes) == len(part["steps"])


def test_a_long_game_shows_its_first_part_like_a_short_one(path: Path) -> None:
    key = saved(path, game_of("twos", 100))
    with closing(TableHost(SQLiteStore(path))) as host:
        asker = Asker(application(host, lobby=True))
        begin = asker.ask("GET", f"/games/{key}").text
        assert len(begin.encode()) <= FIRST and len(data_in(begin)["hands"]) == 100
        hand = data_in(begin)["hands"][60]
        there = data_in(asker.ask("GET", f"/games/{key}", query=f"from={hand}").text)
        assert there["steps"][0]["hand"] == "Hand 61"


def test_a_part_is_compressed_for_clients_that_can_read_it(path: Path) -> None:
    key = saved(path, game_of("twos", 1))

    async def asked(encoding: bytes) -> tuple[dict[bytes, bytes], bytes]:
        with closing(TableHost(SQLiteStore(path))) as host:
            app = application(host, lobby=True)
            sent: list[Any] = []  # Any: messages of ASGI
            scope = {
                "type": "http",
                "method": "GET",
                "path": f"/games/{key}",
                "query_string": b"",
                "headers": [(b"host", b"test"), (b"accept-encoding", encoding)],
                "client": ("test", 1),
                "server": ("test", 80),
                "scheme": "http",
            }

            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                sent.append(message)

            await app(scope, receive, send)
            return dict(sent[0]["headers"]), b"".join(each.get("body", b"") for each in sent)

    headers, packed = run(asked(b"br, gzip"))
    _, plain = run(asked(b"identity"))
    assert headers[b"content-encoding"] == b"gzip" and headers[b"vary"] == b"accept-encoding"
    assert gzip.decompress(packed) == plain and len(packed) < len(plain) // 4


def test_an_address_looks_back_within_its_limits(path: Path) -> None:
    key = saved(path, game_of("brag", 6))
    with closing(TableHost(SQLiteStore(path))) as host:
        asker = Asker(application(host, lobby=True, limits=Limits(per_address=4)))
        answers = [asker.ask("GET", f"/games/{key}") for _ in range(6)]
        assert [each.status for each in answers[:4]] == [200] * 4
        assert answers[-1].status == 429 and int(answers[-1].headers["retry-after"]) >= 1


def test_an_address_leaves_others_a_place_to_wait(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = saved(path, game_of("duel", 1))
    goes_on, reads = threading.Event(), list[str]()
    drawn, found = pages._part, Club.record_of

    def late(*asked: Any) -> str:  # Any: see the function
        assert goes_on.wait(PATIENCE)
        return drawn(*asked)

    def read(club: Club, key: str) -> str | None:
        reads.append(key)
        return found(club, key)

    monkeypatch.setattr(pages, "_part", late)
    monkeypatch.setattr(Club, "record_of", read)

    async def evening() -> list[int]:
        with closing(TableHost(SQLiteStore(path))) as host:
            site = Site(application(host, lobby=True))

            def look() -> asyncio.Task[tuple[int, Any]]:  # Any: see Site
                return asyncio.create_task(site.ask("GET", f"/games/{key}"))

            crowd = [look() for _ in range(2 * pages.WAITING)]
            await comes(lambda: sum(each.done() for each in crowd) >= 1.5 * pages.WAITING)
            site.address = "elsewhere"
            crowd.append(look())
            await asyncio.sleep(0)
            goes_on.set()
            return [status for status, _ in await asyncio.gather(*crowd)]

    *crowd, other = run(evening())
    assert (crowd.count(200), other) == (pages.WAITING // 2, 200)
    assert len(reads) == crowd.count(200) + 1  # who is refused costs no reading


@pytest.fixture
def both(
    browser: Browser, path: Path, width: int, height: int
) -> Generator[tuple[Page, Page, list[str]]]:
    """Open a game in parts and the same game in one file; yield the faults of the parts, too."""
    record = game_of("duel", 3)
    key = saved(path, record)
    file = path.with_name("whole.html")
    file.write_text(whole(record), encoding="utf-8")
    with serving(path) as (_, address):
        parts, alone = (browser.new_page(viewport={"width": width, "height": height}) for _ in "12")
        faults: list[str] = []
        parts.on("console", lambda message: faults.append(message.text))
        parts.on("pageerror", lambda error: faults.append(str(error)))
        alone.goto(file.as_uri())
        parts.goto(f"{address}games/{key}")
        box = alone.get_attribute("#table svg", "viewBox")
        parts.wait_for_selector(f"#table svg[viewBox='{box}'] .item")
        yield parts, alone, faults
        parts.close()
        alone.close()


def shown(page: Page) -> list[object]:
    """Return what a page shows, without the pictures of cards."""
    found: list[object] = page.evaluate("""() => {
      const $ = (name) => document.querySelector(name);
      const picture = $("#table svg");
      const texts = [...picture.querySelectorAll("text")].filter((each) => each.checkVisibility());
      return [
        ...["caption", "count"].map((name) => $(`#${name}`).innerText),
        ...["trick-back", "back", "next", "trick-next"].map((name) => $(`#${name}`).ariaDisabled),
        location.hash, document.title, $("[aria-current]").innerText,
        $("#place").value, $("#place").getAttribute("aria-valuetext"),
        picture.getAttribute("viewBox"),
        getComputedStyle(picture).font,
        texts.map((each) => `${getComputedStyle(each).font} ${each.textContent}`).sort(),
      ];
    }""")
    return found


def wait_at(parts: Page, place: object) -> None:
    """Wait until a page shows a place."""
    parts.wait_for_function("wanted => location.hash === wanted", arg=f"#{place}")


@WINDOWS
def test_the_parts_of_a_game_look_like_the_page_in_one_file(
    both: tuple[Page, Page, list[str]],
) -> None:
    parts, alone, faults = both
    last = alone.evaluate("last")
    tricks = alone.evaluate("ends.length")
    for key in (
        *("ArrowRight", "End", "ArrowLeft", "Home", "PageDown", "Home"),
        *["ArrowDown"] * tricks,
        *["ArrowUp"] * tricks,
        *["PageDown"] * (last // 10 + 1),
        *["PageUp"] * (last // 10 + 1),
    ):
        for page in (alone, parts):
            page.keyboard.press(key)
        wait_at(parts, alone.evaluate("place"))
        assert shown(parts) == shown(alone), key
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
def test_a_part_that_comes_late_or_never_leaves_the_page_as_it_is(
    both: tuple[Page, Page, list[str]],
) -> None:
    parts, alone, _ = both
    held: list[Route] = []
    before = shown(parts)
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


@pytest.mark.parametrize(("width", "height"), [(1280, 800)])
def test_a_window_that_turns_gets_pictures_of_its_size(
    both: tuple[Page, Page, list[str]],
) -> None:
    parts, alone, faults = both
    for size in ((390, 844), (1280, 800), (844, 390)):
        for page in (alone, parts):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.keyboard.press("ArrowDown")
        box = alone.get_attribute("#table svg", "viewBox")
        parts.wait_for_selector(f"#table svg[viewBox='{box}'] .item")
        assert shown(parts) == shown(alone)
    assert not faults
