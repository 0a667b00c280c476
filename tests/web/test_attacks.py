"""The server under attack: clients that hold connections, send many frames, or come too often."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import struct
import sys
import urllib.request
from collections.abc import AsyncGenerator, Generator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import twowaystreet as tws
from tests import processes
from tests.processes import PATIENCE, comes
from tests.web.raw import PING, PONG, TEXT, handshake, rest, sent, until
from tests.web.serving import Served, served
from twowaystreet.table import Table

pytest.importorskip("starlette", reason="the server needs the extra web")
uvicorn = pytest.importorskip("uvicorn", reason="the server needs the extra web")
pytest.importorskip("websockets", reason="the server needs the extra web")

from uvicorn.server import ServerState  # noqa: E402  # optional package

from twowaystreet.web import listening  # noqa: E402  # optional packages
from twowaystreet.web.hosts import TableHost  # noqa: E402  # after the skip
from twowaystreet.web.limits import Limits  # noqa: E402  # after the skip
from twowaystreet.web.server import application  # noqa: E402  # optional packages

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

ACCEPTED, REFUSED = b"HTTP/1.1 101 ", b"HTTP/1.1 400 "
UNKNOWN, BUSY, TOO_FAST, NOT_UTF8 = (code.to_bytes(2, "big") for code in (4401, 1013, 1008, 1007))
MOST_FILES = 40
OPEN_FILES = Path("/proc/self/fd")
HALF_REQUEST = b"GET / HTTP/1.1\r\n"


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """A server for tests that do not change the game."""
    with served(tmp_path_factory.mktemp("duel") / "table.json", "duel") as server:
        yield server


def hosting(table: Table) -> TableHost:
    """Return a host of one table."""
    host = TableHost()
    host.add(table)
    return host


def token_of(server: Served, name: str = "Spectators") -> str:
    return server.links[name].partition("#")[2]


def is_healthy(server: Served) -> bool:
    address = f"http://127.0.0.1:{server.port}/health"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return bool(json.load(answer)["status"] == "ok")


def limit_files(server: Served, most: int) -> None:
    """Let a server have few file descriptors, or skip the test."""
    resource = pytest.importorskip("resource", reason="only Unix limits file descriptors")
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux limits the file descriptors of another process")
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (most, most))


@asynccontextmanager
async def running(app: ASGIApp) -> AsyncGenerator[tuple[int, ServerState]]:
    """Run an application behind the guards; give its port and its connections."""
    config = uvicorn.Config(
        app,
        http=listening.BriefHTTP,
        ws=listening.BoundedWebSocket,
        lifespan="off",
        log_config=None,
    )
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: listening.BriefHTTP(config, state, {}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1], state
        for connection in list(state.connections):
            connection.transport.abort()
        await ended(state)


async def connected(state: ServerState, number: int) -> None:
    """Wait until there are so many connections."""
    await comes(lambda: len(state.connections) >= number)


async def ended(state: ServerState) -> None:
    """Wait until all connections and their tasks have ended."""
    await comes(lambda: not (state.connections or state.tasks))


def websocket_of(state: ServerState) -> listening.BoundedWebSocket:
    """Return the only connection."""
    (found,) = state.connections
    assert isinstance(found, listening.BoundedWebSocket)
    return found


def let_patience_end(websocket: listening.BoundedWebSocket) -> None:
    """Do what happens when the time of a connection is up, whatever the clock says."""
    assert websocket._watch.when() <= websocket.loop.time() + listening.PATIENCE
    websocket._watch.cancel()
    websocket._look()


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """Return what the server sends until it ends the connection, also by a reset."""
    data = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while piece := await reader.read(65536):
                data += piece
    except ConnectionError:
        pass
    return data


async def read(
    port: int, data: bytes, then: bytes = b"", begun: asyncio.Event | None = None
) -> bytes:
    """Send bytes; return what the server sends until it ends the connection.

    Args:
        port: the port.
        data: the bytes.
        then: more bytes after an event.
        begun: the event; ``None`` for the begin of the answer.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    got = b""
    if then:
        if begun is None:
            got = await reader.read(1)
        else:
            await begun.wait()
        writer.write(then)
    got += await rest_of(reader)
    writer.close()
    return got


@pytest.mark.nightly
@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 5",),
        ("Transfer-Encoding: chunked",),
        tuple(f"X-{number}: x" for number in range(200)),
        ("X-Long: " + "x" * 20_000,),
    ],
    ids=["length", "chunks", "many headers", "a long header"],
)
def test_a_strange_request_for_a_websocket_is_refused(
    headers: tuple[str, ...], duel: Served
) -> None:
    with sent(duel.port, handshake(token_of(duel), *headers)) as connection:
        assert rest(connection).startswith(REFUSED)


def test_a_handshake_without_an_answer_ends() -> None:
    begun, ends = asyncio.Event(), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        begun.set()
        await receive()  # the end of the connection
        ends.set()

    async def received() -> bytes:
        async with running(app) as (port, state):
            answer = asyncio.create_task(read(port, handshake()))
            await begun.wait()
            let_patience_end(websocket_of(state))
            await ended(state)
            return await answer

    assert asyncio.run(received()) == b""
    assert ends.is_set()


def test_frames_before_the_answer_end_the_handshake(caplog: pytest.LogCaptureFixture) -> None:
    async def received(frames: bytes) -> bytes:
        begun = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            begun.set()
            await receive()  # the end of the connection

        async with running(app) as (port, _):
            return await read(port, handshake(), frames, begun)

    assert asyncio.run(received(b"\xff" * 100)).startswith(REFUSED)
    assert asyncio.run(received(PING * 1000)).startswith(REFUSED)
    assert not caplog.records


def test_an_open_connection_stays() -> None:
    async def received() -> bytes:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            for _ in range(5):
                let_patience_end(websocket_of(state))
            await send({"type": "websocket.send", "text": "still here"})
            await send({"type": "websocket.close"})

        async with running(app) as (port, state):
            return await read(port, handshake())

    assert b"still here" in asyncio.run(received())


@pytest.mark.parametrize("by_shutdown", [False, True], ids=["in time", "when the server ends"])
def test_a_connection_whose_last_words_are_not_read_ends(
    by_shutdown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "UNREAD", sys.maxsize)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": os.urandom(50_000_000)})
        await receive()  # the client's close

    async def closed() -> None:
        async with running(app) as (port, state):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(handshake())
            await reader.read(1)
            writer.write(b"\x88\x80\0\0\0\0")
            connection = websocket_of(state)
            await comes(connection.transport.is_closing)
            if by_shutdown:
                connection.shutdown()
            else:
                let_patience_end(connection)
                assert state.connections
                let_patience_end(connection)
            await ended(state)
            writer.transport.abort()

    asyncio.run(closed())


def test_the_oldest_of_too_many_waiting_connections_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "WAITING", 3)

    async def waiting() -> list[bool]:
        async with running(application(TableHost())) as (port, state):
            opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
            for number in range(5):
                opened.append(await asyncio.open_connection("127.0.0.1", port))
                await connected(state, min(number + 1, 3))
            for reader, _ in opened[:2]:
                await rest_of(reader)
            answer = await read(port, b"GET /health HTTP/1.0\r\n\r\n")
            assert answer.endswith(b'"connections":0}')
            left = [not reader.at_eof() for reader, _ in opened]
            for _, writer in opened:
                writer.close()
            return left

    assert asyncio.run(waiting())[3:] == [True, True]


def test_a_crowd_that_comes_at_once_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "WAITING", 3)

    async def left() -> int:
        async with running(application(TableHost())) as (port, state):
            opened = [asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
            crowd = await asyncio.gather(*opened)
            await read(port, b"GET /health HTTP/1.0\r\n\r\n")
            number = len(state.connections)
            for _, writer in crowd:
                writer.close()
            return number

    assert asyncio.run(left()) <= 3


def test_silent_connections_do_not_cut_a_slow_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "WAITING", 3)
    body = b"token=unknown"
    head = b"POST /review HTTP/1.0\r\nContent-Length: %d\r\n\r\n" % len(body)

    async def answer() -> bytes:
        async with running(application(TableHost())) as (port, state):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head + body[:1])
            await comes(
                lambda: any(
                    isinstance(each, listening.BriefHTTP) and each.has_request
                    for each in state.connections
                )
            )
            opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
            for silent, _ in opened[:-2]:
                await rest_of(silent)
            writer.write(body[1:])
            got = await rest_of(reader)
            for _, each in (*opened, (reader, writer)):
                each.close()
            return got

    assert b"There is no such table here." in asyncio.run(answer())


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no second address of its own")
def test_half_requests_of_one_address_cut_none_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "WAITING", 3)
    half = b"POST /review HTTP/1.0\r\nContent-Length: 5\r\n\r\n"

    async def is_left() -> bool:
        async with running(application(TableHost())) as (port, state):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await connected(state, 1)
            crowd = [
                await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
                for _ in range(20)
            ]
            for _, each in crowd:
                each.write(half)
            for ended_one, _ in crowd[:-2]:
                await rest_of(ended_one)
            writer.write(b"GET /health HTTP/1.0\r\n\r\n")
            got = await rest_of(reader)
            for _, each in (*crowd, (reader, writer)):
                each.close()
            return got.endswith(b'"connections":0}')

    assert asyncio.run(is_left())


def test_a_client_that_goes_away_during_a_post_leaves_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def left() -> None:
        async with running(application(TableHost())) as (port, state):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST /review HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\ntoken=")
            await comes(lambda: state.tasks)
            writer.transport.abort()
            await ended(state)

    asyncio.run(left())
    (line,) = caplog.records
    assert line.getMessage() == "a client went away before its request was complete"
    assert line.exc_info is None


@pytest.mark.nightly
def test_a_server_without_file_descriptors_heals(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "table.json", "duel") as server:
        limit_files(server, MOST_FILES)
        with ExitStack() as stack:
            for _ in range(80):
                stack.enter_context(sent(server.port, HALF_REQUEST))
            if OPEN_FILES.exists():
                files = OPEN_FILES.parent.parent / str(server.process.pid) / "fd"
                processes.until(lambda: len(os.listdir(files)) >= MOST_FILES - 1)

        def is_healed() -> bool:
            with suppress(OSError, http.client.HTTPException):  # it still lacks descriptors
                return is_healthy(server)
            return False

        processes.until(is_healed)
    assert len(capfd.readouterr().err.splitlines()) <= 100


@pytest.mark.nightly
def test_the_server_ends_quietly_with_strange_connections(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "table.json", "duel") as server, ExitStack() as stack:
        token = token_of(server)
        for request in (HALF_REQUEST, handshake(token), handshake(token, "Content-Length: 5")):
            stack.enter_context(sent(server.port, request))
        assert is_healthy(server)
        server.process.terminate()
        server.process.wait(PATIENCE)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.nightly
def test_a_client_that_leaves_at_once_is_no_fault(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    reset = struct.pack("ii", 1, 0)
    with served(tmp_path / "table.json", "duel") as server:
        for token in ("unknown", token_of(server)) * 20:
            with sent(server.port, handshake(token)) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        assert is_healthy(server)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("frame", [PING, PONG, TEXT], ids=["ping", "pong", "text"])
def test_too_many_frames_end_the_connection(frame: bytes, duel: Served) -> None:
    with sent(duel.port, handshake(token_of(duel))) as connection:
        until(connection, ACCEPTED)
        connection.sendall(frame * 3000)
        data = rest(connection)
    assert data.count(b"\x8a\0") < 1000
    assert TOO_FAST in data
    assert is_healthy(duel)


def test_a_client_may_ping(duel: Served) -> None:
    with sent(duel.port, handshake(token_of(duel))) as connection:
        until(connection, ACCEPTED)
        connection.sendall(PING * 100)
        until(connection, b"\x8a\0" * 100)


def test_a_text_that_is_not_utf8_ends_the_connection(duel: Served) -> None:
    with sent(duel.port, handshake(token_of(duel))) as connection:
        until(connection, ACCEPTED)
        connection.sendall(b"\x81\x82" + bytes(4) + b"\xff\xfe")
        until(connection, NOT_UTF8)


def test_answers_that_nobody_reads_end_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "FRAMES", 1_000_000)
    table = Table(tws.GAMES["duel"])
    ping = b"\x89\xfd" + bytes(4) + b"x" * 125

    def is_ended(port: int) -> bool:
        with sent(port, handshake(table.spectate())) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
            until(connection, ACCEPTED)
            try:
                connection.sendall(ping * 200_000)
            except ConnectionError:
                return True
        return False

    async def attacked() -> bool:
        async with running(application(hosting(table))) as (port, _):
            return await asyncio.to_thread(is_ended, port)

    assert asyncio.run(attacked())


def test_nothing_is_read_from_an_unknown_person(duel: Served) -> None:
    with sent(duel.port, handshake("unknown")) as connection:
        until(connection, UNKNOWN + b"this link belongs to no game here")
        try:
            for _ in range(100):
                connection.sendall(PING)
        except ConnectionError:
            pass
        assert rest(connection) == b""


def test_a_person_opens_few_connections_in_a_short_time() -> None:
    table = Table(tws.GAMES["duel"])
    ann, bob = (table.join(name) for name in ("Ann", "Bob"))
    ann_again, watching = table.another_token(0), table.spectate()
    app = application(hosting(table), limits=Limits(openings=2, watchers=2, opening_rate=0.001))

    async def opened(tokens: list[str]) -> list[bool]:
        """Return whether each of these connections was taken."""
        async with running(app) as (port, _):
            taken: list[bool] = []
            for token in tokens:
                close = b"\x88\x80\0\0\0\0"
                data = await read(port, handshake(token), close)
                assert data.startswith(ACCEPTED)
                taken.append(BUSY + b"too many connections in a short time" not in data)
            return taken

    tokens = [ann, ann_again, ann, ann_again, bob, watching, watching, watching, bob]
    taken = [True, True, False, False, True, True, True, False, True]
    assert asyncio.run(opened(tokens)) == taken


@pytest.mark.nightly
@pytest.mark.parametrize("more", [(), ("Content-Length: 5",)], ids=["unknown", "body"])
def test_a_crowd_without_tokens_does_not_stop_the_server(
    more: tuple[str, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "table.json", "duel") as server, ExitStack() as stack:
        limit_files(server, 1024)
        for number in range(1100):
            request = HALF_REQUEST if number % 2 else handshake("unknown", *more)
            stack.enter_context(sent(server.port, request))
            if number % 100 == 0:
                assert is_healthy(server)
        assert is_healthy(server)
        server.process.terminate()
        server.process.wait(PATIENCE)
    assert len(capfd.readouterr().err) < 10_000
