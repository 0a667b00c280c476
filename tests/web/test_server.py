"""The server: connections, limits, headers and restarts."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import twowaystreet as tws
from tests.processes import PATIENCE as WAIT
from tests.processes import comes, until
from tests.web import raw
from tests.web.serving import Served, served

pytest.importorskip("starlette", reason="the server needs the extra web")
uvicorn = pytest.importorskip("uvicorn", reason="the server needs the extra web")
client = pytest.importorskip("websockets.sync.client", reason="the server needs the extra web")

from uvicorn.server import ServerState  # noqa: E402  # optional package
from websockets.exceptions import (  # noqa: E402  # optional package
    ConnectionClosed,
    InvalidStatus,
)

from twowaystreet._cli.commands import command  # noqa: E402  # after the skip
from twowaystreet.table import Table  # noqa: E402  # after the skip
from twowaystreet.web import listening, rooms  # noqa: E402  # optional packages
from twowaystreet.web.hosts import TableHost  # noqa: E402  # after the skip
from twowaystreet.web.metrics import Counts  # noqa: E402  # after the skip
from twowaystreet.web.rooms import Client, Room  # noqa: E402  # after the skip
from twowaystreet.web.server import application  # noqa: E402  # optional packages
from twowaystreet.web.work import (  # noqa: E402  # after the skip
    MOST,
    Desk,  # after the skip
    Thinkers,
)

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

UNKNOWN, BUSY, TOO_FAST = 4401, 1013, 1008
LOOK = '{"do": "look", "width": 800, "height": 600}'
PLAY_DEAL = '{"do": "play", "move": "deal", "seen": 1}'
PLAY_NO_BID = '{"do": "play", "move": "no bid", "seen": 2}'
LONG_BOT = """
import pathlib, time
def bot(view, rng):
    pathlib.Path(__file__).with_name("begun").touch()
    time.sleep(600)
"""


def room_of(table: Table, thinkers: Thinkers | None = None, pace: float = 0.5) -> Room:
    """Return a room of its own."""
    return Room(table, Desk(), thinkers or Thinkers(), Counts(), pace=pace)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """A server for tests that do not change the game."""
    with served(tmp_path_factory.mktemp("duel") / "table.json", "duel") as server:
        yield server


@contextmanager
def connected(link: str, since: int = 0, **options: Any) -> Generator[ClientConnection]:
    """Connect like the page behind a link."""
    address, _, token = link.partition("#")
    url = f"{address.replace('http', 'ws')}ws?token={token}&since={since}"
    with client.connect(url, open_timeout=WAIT, **options) as connection:
        with suppress(ConnectionClosed):
            connection.send(LOOK)
        yield connection


def shown(connection: ClientConnection) -> dict[str, Any]:
    """Return the next answer that is not about the presence of others alone."""
    while True:
        answer: dict[str, Any] = json.loads(connection.recv(timeout=WAIT))
        if not answer.keys() <= {"type", "number", "steps", "away", "task"} or answer["steps"]:
            return answer


def logged(answer: dict[str, Any]) -> list[str]:
    """Return the lines of the log in an answer."""
    return [line for step in answer["steps"] for line in step.get("log", [])]


def closing_code(connection: ClientConnection) -> int | None:
    """Read until the server closes the connection, and return the code."""
    try:
        while True:
            connection.recv(timeout=WAIT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def root_of(server: Served) -> str:
    return server.links["Spectators"].partition("#")[0]


def test_the_health_check_counts_tables_and_connections(duel: Served) -> None:
    def health() -> Any:  # Any: JSON
        with urllib.request.urlopen(f"{root_of(duel)}health", timeout=WAIT) as answer:
            return json.load(answer)

    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        # A connection of another test may end only now.
        until(lambda: health() == {"status": "ok", "tables": 1, "connections": 1})


@pytest.mark.parametrize("path", ["", "page.js", "page.css", "health", "missing"])
def test_every_answer_has_a_strict_policy(path: str, duel: Served) -> None:
    try:
        answer = urllib.request.urlopen(root_of(duel) + path, timeout=WAIT)
    except urllib.error.HTTPError as error:
        assert path == "missing"
        answer = error
    with answer:
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["../engine.py", "%2e%2e/engine.py", "..%2fserver.py"])
def test_only_the_files_of_the_page_are_served(path: str, duel: Served) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404") as caught:
        urllib.request.urlopen(root_of(duel) + path, timeout=WAIT)
    assert caught.value.read() == b"There is no page at this address."
    caught.value.close()


def test_a_page_of_another_origin_cannot_connect(duel: Served) -> None:
    with (
        pytest.raises(InvalidStatus, match="403"),
        connected(duel.links["Player 1"], origin="http://elsewhere.example"),
    ):
        pass
    for origin in ("null", "http://[x", "http://127.0.0.1", f"http://127.0.0.1:{duel.port}@evil"):
        with (
            pytest.raises(InvalidStatus, match="403"),
            connected(duel.links["Player 1"], origin=origin),
        ):
            pass
    own = root_of(duel).rstrip("/")
    with connected(duel.links["Player 1"], origin=own) as connection:
        assert shown(connection)["type"] == "table"


@pytest.mark.parametrize("token", ["", "x", "A" * 22, "%00", "é"])
def test_a_forged_token_gets_nothing(token: str, duel: Served) -> None:
    with connected(f"{root_of(duel)}#{token}") as connection:
        assert closing_code(connection) == UNKNOWN


def test_a_long_message_ends_the_connection(duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        connection.send("x" * 100_000)
        assert closing_code(connection) in (1009, TOO_FAST)


@pytest.mark.parametrize(
    "message",
    [
        "[" * 1900,
        '{"do": "play", "move": "x", "seen": %s}' % ("9" * 1900),
        '{"do": "play", "move": "x", "seen": 1e999}',
        '{"do": "play", "move": "\\ud800", "seen": 2}',
        '{"do": "look", "size": NaN}',
        "\0",
    ],
)
def test_a_strange_message_is_refused(message: str, duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        connection.send(message)
        assert shown(connection)["type"] == "refused"


def test_fragments_without_end_end_the_connection(duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        with pytest.raises(ConnectionClosed):
            connection.send("" for _ in range(100_000))
        assert closing_code(connection) is None


def test_pings_without_reading_end_the_connection(duel: Served) -> None:
    """A pong waits for each ping; without a limit they fill the memory of the server."""
    ping = b"\x89\xfd" + bytes(4) + b"x" * 125
    token = duel.links["Player 1"].partition("#")[2]
    with raw.sent(duel.port, raw.handshake(token)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        raw.until(connection, b"HTTP/1.1 101 ")
        with pytest.raises(ConnectionError):
            connection.sendall(ping * 500_000)


def test_a_client_that_never_reads_keeps_one_refusal() -> None:
    async def refused() -> list[str]:
        room = room_of(Table(tws.GAMES["duel"]))
        client = Client(room.table.join("Ann"), 0)
        room.enter(client)
        await room.news(client)
        for _ in range(50):
            await room.receive(client, "{}")
        return await room.news(client)

    assert len(asyncio.run(refused())) == 1


@pytest.mark.parametrize("text", [PLAY_DEAL, LOOK, "{}"])
def test_a_room_reads_a_message_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    loads = json.loads

    def counted(given: str) -> Any:  # Any: JSON
        texts.append(given)
        return loads(given)

    async def received() -> Client:
        room = room_of(Table(tws.GAMES["duel"], bots={1: "simple"}, dealer=0))
        client = Client(room.table.join("Ann"), 0)
        room.enter(client)
        monkeypatch.setattr(json, "loads", counted)
        await room.receive(client, text)
        return client

    client = asyncio.run(received())
    assert texts == [text]
    assert (client.viewer.look is not None) == ("look" in text)
    assert (client.answer is None) == (text != "{}")


def test_bots_that_think_at_many_tables_do_not_stop_another_table() -> None:
    go_on, thoughts = threading.Event(), list[int]()

    def thinks(view: Any, _: random.Random) -> tws.Move:  # Any: the view of a game
        thoughts.append(view.seat)
        assert go_on.wait(WAIT)
        return tws.legal_moves(view)[0]

    async def moves() -> int:
        thinkers = Thinkers()
        rules = tws.GAMES["duel"].Rules(max_hands=1)
        for _ in range(40):
            bots = Table(tws.GAMES["duel"], rules, bots={1: thinks}, dealer=1)
            bots.play(bots.join("Ann"), "deal", bots=False)
            room_of(bots, thinkers=thinkers).wake()
        await comes(lambda: len(thoughts) >= MOST)
        table = Table(tws.GAMES["duel"], bots={1: "simple"}, dealer=0)
        room = room_of(table, thinkers=thinkers)
        client = Client(table.join("Ann"), 0)
        room.enter(client)
        for move in ("deal", "no bid"):
            message = json.dumps({"do": "play", "move": move, "seen": table.last_number})
            await asyncio.wait_for(room.receive(client, message), WAIT / 2)
        go_on.set()
        return table.last_number

    assert asyncio.run(moves()) == 3


def test_a_player_looks_and_takes_back_a_move_while_a_bot_thinks() -> None:
    begun, go_on = threading.Event(), threading.Event()
    thoughts: list[int] = []

    def thinks(view: Any, _: random.Random) -> tws.Move:  # Any: the view of a game
        thoughts.append(view.seat)
        begun.set()
        assert go_on.wait(WAIT)
        return tws.legal_moves(view)[0]

    async def played() -> tuple[list[str], int | None]:
        table = Table(tws.GAMES["duel"], bots={1: thinks}, dealer=0)
        room = room_of(table, pace=0)
        ann = Client(table.join("Ann"), 0)
        room.enter(ann)
        for message in (PLAY_DEAL, PLAY_NO_BID):
            await room.receive(ann, message)
        await asyncio.to_thread(begun.wait, WAIT)
        again = Client(ann.token, 0)
        await room.receive(again, LOOK)
        room.enter(again)
        (picture,) = await asyncio.wait_for(room.news(again), WAIT)
        assert json.loads(picture)["undo"]["can"]
        await asyncio.wait_for(room.receive(ann, '{"do": "undo", "seen": 3}'), WAIT)
        actor = table.actor
        go_on.set()
        assert room._driver
        await asyncio.wait_for(room._driver, WAIT)
        return [str(event.happened) for event in table.events(ann.token)], actor

    assert asyncio.run(played()) == (["join", "move", "undo"], 0)
    assert thoughts == [1]


def test_the_host_learns_why_a_bot_fails(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The server's own log has settings of uvicorn once another test has made a server.
    monkeypatch.setattr(rooms, "_LOG", logging.getLogger("tests.rooms"))

    def fails(view: Any, _: random.Random) -> tws.Move:  # Any: the view of a game
        raise LookupError("no idea")

    async def play() -> None:
        table = Table(tws.GAMES["duel"], bots={1: fails}, dealer=0)
        room = room_of(table, pace=0)
        ann = Client(table.join("Ann"), 0)
        for message in (PLAY_DEAL, PLAY_NO_BID):
            await room.receive(ann, message)
        assert room._driver
        await asyncio.wait_for(room._driver, WAIT)

    asyncio.run(play())
    assert [each.getMessage() for each in caplog.records] == ["Bot 1: LookupError: no idea"]


def test_an_error_in_a_thread_reaches_its_caller() -> None:
    def fails() -> None:
        raise LookupError("no idea")

    async def call() -> None:
        await Thinkers().call(fails, WAIT)

    with pytest.raises(LookupError, match="no idea"):
        asyncio.run(call())


@pytest.mark.nightly
def test_the_server_ends_while_a_bot_thinks(tmp_path: Path) -> None:
    bot, begun = tmp_path / "bot.py", tmp_path / "begun"
    bot.write_text(LONG_BOT, "utf-8")
    options = ("--bots", "2", "--opponents", f"{bot}:bot")
    with served(tmp_path / "table.json", "duel", *options) as server:
        with connected(server.links["Spectators"]):
            until(begun.exists)
        server.process.terminate()
        server.process.wait(WAIT)


def test_a_connection_without_a_request_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PATIENCE", 0.1)

    async def received() -> bytes:
        config = uvicorn.Config(application(TableHost()))
        config.load()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: listening.BriefHTTP(config, ServerState(), {}), "127.0.0.1", 0
        )
        async with server:
            port = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\n")
            try:
                return await asyncio.wait_for(reader.read(), WAIT)
            except ConnectionError:
                return b""
            finally:
                writer.close()

    assert asyncio.run(received()) == b""


@pytest.mark.parametrize("path", ["", "health"])
def test_the_pages_take_no_posts(path: str, duel: Served) -> None:
    with pytest.raises(urllib.error.HTTPError, match="405") as caught:
        urllib.request.urlopen(root_of(duel) + path, b"x", timeout=WAIT)
    caught.value.close()


def test_a_window_gets_a_scene_of_its_size(duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        first = shown(connection)
        assert first["steps"][-1]["scene"]["width"] == 800
        connection.send('{"do": "look", "width": 500, "height": 600}')
        second = shown(connection)
        assert second["steps"][-1]["scene"]["width"] == 500
        assert second["number"] == first["number"] and not logged(second)


def test_a_binary_message_ends_the_connection(duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        connection.send(b"\xff")
        assert closing_code(connection) == TOO_FAST


def test_too_many_messages_end_the_connection(duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        with suppress(ConnectionClosed):  # it may end while the client sends
            for _ in range(100):
                connection.send("{}")
        assert closing_code(connection) in (TOO_FAST, None)


def test_one_person_has_few_connections(duel: Served) -> None:
    with ExitStack() as stack:
        for _ in range(8):
            shown(stack.enter_context(connected(duel.links["Player 2"])))
        ninth = stack.enter_context(connected(duel.links["Player 2"]))
        assert closing_code(ninth) == BUSY


@pytest.mark.parametrize("since", ["x", "-1", "9" * 30])
def test_a_strange_number_gives_the_whole_log(since: Any, duel: Served) -> None:
    with connected(duel.links["Player 1"], since=since) as connection:
        assert shown(connection)["steps"][0]["number"] == 1


def test_moves_reach_everybody_and_a_reconnection_gets_only_news(tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel") as server:
        links = server.links
        with connected(links["Player 1"]) as one, connected(links["Player 2"]) as two:
            first, _ = shown(one), shown(two)
            one.send(json.dumps({"do": "play", "move": "deal", "seen": first["number"]}))
            after = shown(one)
            assert after["number"] == shown(two)["number"] == first["number"] + 1
            assert logged(after) == ["New deal."]
            two.send(json.dumps({"do": "play", "move": "deal", "seen": first["number"]}))
            assert shown(two) == {
                "type": "refused",
                "text": "The game has gone on meanwhile.",
                "rule": None,
            }
        with connected(links["Player 1"], since=after["number"]) as again:
            back = shown(again)
            assert not logged(back)
            assert back["task"] == after["task"]


@pytest.mark.nightly
def test_bots_of_a_server_play_until_a_person_is_to_move(tmp_path: Path) -> None:
    with (
        served(tmp_path / "table.json", "twos", "--bots", "3", "--opponents", "random") as server,
        connected(server.links["Player 1"]) as connection,
    ):
        number = shown(connection)["number"]
        connection.send(json.dumps({"do": "play", "move": "deal", "seen": number}))
        while not (answer := shown(connection)).get("yours"):
            assert answer["type"] == "table"
        assert answer["form"]["moves"]


def test_a_bot_from_a_file_is_named_again_after_a_restart(tmp_path: Path) -> None:
    script, path = tmp_path / "mybot.py", tmp_path / "table.json"
    script.write_text("from twowaystreet.players import simple as bot\n", encoding="utf-8")
    options = ("--bots", "1", "--opponents", f"{script}:bot")
    for _ in range(2):
        with (
            served(path, "duel", *options) as server,
            connected(server.links["Player 1"]) as connection,
        ):
            assert shown(connection)["names"] == ["You", "Bot 1"]
    result = CliRunner().invoke(command, ["serve", "duel", "--save", str(path)])
    assert result.exit_code != 0 and "does not name the bot of seat 1" in result.output


def test_the_command_refuses_impossible_tables(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    for arguments, words in (
        (("chess",), "there is no game"),
        (("duel", "--bots", "3"), "expected at most 2"),
        (("duel", "--bots", "1", "--opponents", "nobody"), "player 'nobody'"),
        (("duel", "--names", "a,b,c"), "3 names"),
        (("duel", "--names", "a,A"), "a name that nobody else has"),
        (("duel", "--set", "target=0"), "target=0"),
    ):
        result = CliRunner().invoke(command, ["serve", *arguments, "--save", str(path)])
        assert result.exit_code != 0
        assert words in result.output
        assert not path.exists()
    path.write_text("mine", encoding="utf-8")
    result = CliRunner().invoke(command, ["serve", "duel", "--save", str(path)])
    assert "cannot load" in result.output and path.read_text(encoding="utf-8") == "mine"


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    Table(tws.GAMES["twos"], path=path)
    result = CliRunner().invoke(command, ["serve", "duel", "--save", str(path)])
    assert result.exit_code != 0 and "is a game of Twos" in result.output


def test_links_name_the_address() -> None:
    with listening.open_socket("127.0.0.1", 0) as listener:
        assert listening.link(listener, "T") == f"http://127.0.0.1:{listener.getsockname()[1]}/#T"
