"""The server: connections, limits, headers and restarts."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import twowaystreet as tws
from tests.web.serving import Served, served

pytest.importorskip("starlette", reason="the server needs the extra web")
pytest.importorskip("uvicorn", reason="the server needs the extra web")
client = pytest.importorskip("websockets.sync.client", reason="the server needs the extra web")

from websockets.exceptions import (  # noqa: E402  # optional package
    ConnectionClosed,
    InvalidStatus,
)

from twowaystreet._cli.commands import command  # noqa: E402  # after the skip
from twowaystreet.table import Table  # noqa: E402  # after the skip
from twowaystreet.web import listening  # noqa: E402  # optional packages

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

WAIT = 20.0
UNKNOWN, BUSY, TOO_FAST = 4401, 1013, 1008


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
        yield connection


def shown(connection: ClientConnection) -> dict[str, Any]:
    """Return the next answer."""
    answer: dict[str, Any] = json.loads(connection.recv(timeout=WAIT))
    return answer


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
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        with urllib.request.urlopen(f"{root_of(duel)}health", timeout=WAIT) as answer:
            assert json.load(answer) == {"status": "ok", "tables": 1, "connections": 1}


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
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(root_of(duel) + path, timeout=WAIT)


def test_a_page_of_another_origin_cannot_connect(duel: Served) -> None:
    with (
        pytest.raises(InvalidStatus, match="403"),
        connected(duel.links["Player 1"], origin="http://elsewhere.example"),
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


def test_a_binary_message_ends_the_connection(duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        connection.send(b"\xff")
        assert closing_code(connection) == TOO_FAST


def test_too_many_messages_end_the_connection(duel: Served) -> None:
    with connected(duel.links["Player 1"]) as connection:
        shown(connection)
        for _ in range(100):
            connection.send("{}")
        assert closing_code(connection) == TOO_FAST


def test_one_person_has_few_connections(duel: Served) -> None:
    with ExitStack() as stack:
        for _ in range(8):
            shown(stack.enter_context(connected(duel.links["Player 2"])))
        ninth = stack.enter_context(connected(duel.links["Player 2"]))
        assert closing_code(ninth) == BUSY


@pytest.mark.parametrize("since", ["x", "-1", "9" * 30])
def test_a_strange_number_gives_the_whole_log(since: Any, duel: Served) -> None:
    with connected(duel.links["Player 1"], since=since) as connection:
        assert shown(connection)["log"][0]["number"] == 1


def test_moves_reach_everybody_and_a_reconnection_gets_only_news(tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel") as server:
        links = server.links
        with connected(links["Player 1"]) as one, connected(links["Player 2"]) as two:
            first, _ = shown(one), shown(two)
            one.send(json.dumps({"do": "play", "move": "deal", "seen": first["number"]}))
            after = shown(one)
            assert after["number"] == shown(two)["number"] == first["number"] + 1
            assert [line for event in after["log"] for line in event["lines"]] == ["New deal."]
            two.send(json.dumps({"do": "play", "move": "deal", "seen": first["number"]}))
            assert shown(two) == {
                "type": "refused",
                "text": "the game has gone on meanwhile",
                "rule": None,
            }
        with connected(links["Player 1"], since=after["number"]) as again:
            back = shown(again)
            assert back["log"] == []
            assert back["pictures"] == after["pictures"]


def test_bots_of_a_server_play_until_a_person_is_to_move(tmp_path: Path) -> None:
    with (
        served(tmp_path / "table.json", "twos", "--bots", "3", "--opponents", "random") as server,
        connected(server.links["Player 1"]) as connection,
    ):
        number = shown(connection)["number"]
        connection.send(json.dumps({"do": "play", "move": "deal", "seen": number}))
        while not (answer := shown(connection))["yours"]:
            assert answer["type"] == "table"
        assert answer["choices"]


def test_a_bot_from_a_file_is_named_again_after_a_restart(tmp_path: Path) -> None:
    script, path = tmp_path / "mybot.py", tmp_path / "table.json"
    script.write_text("from twowaystreet.players import simple as bot\n", encoding="utf-8")
    options = ("--bots", "1", "--opponents", f"{script}:bot")
    for _ in range(2):
        with (
            served(path, "duel", *options) as server,
            connected(server.links["Player 1"]) as connection,
        ):
            assert shown(connection)["names"] == ["Player 1", "Bot 1"]
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
