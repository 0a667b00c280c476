"""Looking back at a finished game of a club: in parts, compressed, within the limits of others."""

from __future__ import annotations

import gzip
import json
import random
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import twowaystreet as tws
from tests.web.asking import Asker
from tests.web.hosting import run
from tests.web.serving import club as serving
from twowaystreet._display.names import player_names
from twowaystreet._page.replay.steps import steps_of

pytest.importorskip("uvicorn", reason="the server needs the extra web")

from twowaystreet.table import SQLiteStore  # after the skip
from twowaystreet.web import Limits, TableHost, application  # optional packages
from twowaystreet.web.club import Club, Result  # after the skip
from twowaystreet.web.hosts import write  # after the skip

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FIRST: Final = 100_000
"""The most bytes of the first part of a game."""


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


def saved(path: Path, record: tws.Record) -> str:
    """Save a finished game in a new club, and return its key."""
    names = player_names(len(record.start.scores))
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


def parts_of(path: Path, record: tws.Record, size: int) -> list[str]:
    """Return all parts of a game."""
    key = saved(path, record)
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
@pytest.mark.parametrize(
    ("game", "options"),
    [*((name, {}) for name in tws.GAMES), ("street", {"players": 12, "decks": 4})],
)
def test_the_parts_of_a_game_are_small_and_have_all_of_it(
    game: str, options: dict[str, Any], size: int, path: Path
) -> None:
    record = game_of(game, 2, **options)
    texts = parts_of(path, record, size)
    assert all(len(text.encode()) <= FIRST for text in texts)
    parts = [data_in(text) for text in texts]
    words = [" ".join(step["text"]) for part in parts for step in part["steps"]]
    names = player_names(len(record.start.scores))
    assert words == [" ".join(step.sentences) for step in steps_of(record, names)]
    assert len({*map(tuple, (part["hands"] for part in parts))}) == 1
    for part in parts:
        assert part["scenes"][0]["new"] and len(part["scenes"]) == len(part["steps"])


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


@pytest.mark.parametrize(("width", "height", "size"), [(1280, 800, 0), (390, 844, 2)])
def test_people_step_through_a_hand_and_go_on_to_the_next(
    width: int, height: int, size: int, browser: Browser, path: Path
) -> None:
    key = saved(path, game_of("duel", 3))
    with serving(path) as (_, address):
        page = browser.new_page(viewport={"width": width, "height": height})
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address}games/{key}")
        page.wait_for_selector("#table .item")
        if size:
            page.wait_for_url(f"**size={size}*")
            page.wait_for_selector("#table .item")
        before = page.locator("#table .item").count()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("location.hash === '#1'")
        assert page.locator("#table .item").count() > before
        page.keyboard.press("End")
        page.keyboard.press("Home")
        page.wait_for_function("location.hash === '#0'")
        assert page.locator("#table .item").count() == before
        page.click("text=Go on")
        page.wait_for_selector("#list h2:text-is('Hand 2')")
        page.select_option(".parts select", label="Hand 3")
        page.wait_for_selector("#list h2:text-is('Hand 3')")
        page.click("text=Before")
        page.wait_for_selector("#list h2:text-is('Hand 2')")
        page.close()
        assert not faults
