"""Clients that hold connections, send many frames, come too often, or keep to no protocol."""

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
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import twowaystreet as tws
from tests import processes
from tests.processes import PATIENCE, comes
from tests.web.serving import Served, served
from twowaystreet.table import Table

pytest.importorskip("starlette", reason="the server needs the extra web")
uvicorn = pytest.importorskip("uvicorn", reason="the server needs the extra web")
pytest.importorskip("websockets", reason="the server needs the extra web")

from uvicorn.server import ServerState  # noqa: E402  # optional package

from twowaystreet.web import listening  # noqa: E402  # optional packages
from twowaystreet.web.hosts import TableHost  # noqa: E402  # after the skip
from twowaystreet.web.server import application  # noqa: E402  # optional packages

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

HANDSHAKE = (
    "GET /ws?token={token} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n"
    "Sec-WebSocket-Version: 13\r\n{more}\r\n"
)
ACCEPTED, REFUSED = b"HTTP/1.1 101 ", b"HTTP/1.1 400 "
UNKNOWN, BUSY, TOO_FAST, NOT_UTF8, TOO_LONG = (
    code.to_bytes(2, "big") for code in (4401, 1013, 1008, 1007, 1009)
)
MOST_FILES = 40
HEALTH = b"GET /health HTTP/1.0\r\n\r\n"
HALF_REQUEST = b"GET / HTTP/1.1\r\n"
HALF_BODY = b"POST /review HTTP/1.0\r\nContent-Length: 13\r\n\r\n"


def frame(opcode: int, content: bytes = b"", *, ends: bool = True) -> bytes:
    """Return a frame as clients send it."""
    first = bytes([opcode | (0x80 if ends else 0)])
    if len(content) < 126:
        return first + bytes([0x80 | len(content)]) + bytes(4) + content
    return first + b"\xff" + len(content).to_bytes(8, "big") + bytes(4) + content


TEXT, CLOSE, PING, PONG = (frame(opcode) for opcode in (1, 8, 9, 10))


def handshake(token: str = "", *more: str) -> bytes:
    """Return a request for a WebSocket, with more headers."""
    lines = "".join(f"{line}\r\n" for line in more)
    return HANDSHAKE.format(token=token, more=lines).encode()


@contextmanager
def sent(port: str | int, data: bytes) -> Generator[socket.socket]:
    """Connect and send bytes; end the connection at the end."""
    with socket.create_connection(("127.0.0.1", int(port)), timeout=PATIENCE) as connection:
        connection.sendall(data)
        yield connection


def until(connection: socket.socket, part: bytes) -> None:
    """Read until the bytes contain a part."""
    data = b""
    while part not in data:
        piece = connection.recv(65536)
        assert piece, data
        data += piece


def rest(connection: socket.socket) -> bytes:
    """Read until the server ends the connection, and return the bytes."""
    data = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            data += piece
    return data


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """A server for tests that do not change the game."""
    with served(tmp_path_factory.mktemp("duel") / "table.json", "duel") as server:
        yield server


def token_of(server: Served) -> str:
    return server.links["Spectators"].partition("#")[2]


def is_healthy(server: Served) -> bool:
    address = f"http://127.0.0.1:{server.port}/health"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return bool(json.load(answer)["status"] == "ok")


# A server in a process of its own


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        *((each * 3000, TOO_FAST) for each in (PING, PONG, TEXT)),
        (frame(1, b"\xff\xfe"), NOT_UTF8),
        (frame(1, b"x" * 100_000), TOO_LONG),
        (frame(2, b"\xff"), TOO_FAST),
        (frame(1, ends=False) + frame(0, ends=False) * 100, b""),
    ],
    ids=["pings", "pongs", "texts", "not UTF-8", "long", "binary", "fragments"],
)
def test_what_no_page_sends_ends_the_connection(frames: bytes, code: bytes, duel: Served) -> None:
    with sent(duel.port, handshake(token_of(duel))) as connection:
        until(connection, ACCEPTED)
        with suppress(ConnectionError):
            connection.sendall(frames)
        data = rest(connection)
    assert code in data and data.count(b"\x8a\0") < 1000
    assert is_healthy(duel)


def test_a_client_may_ping(duel: Served) -> None:
    with sent(duel.port, handshake(token_of(duel))) as connection:
        until(connection, ACCEPTED)
        connection.sendall(PING * 100)
        until(connection, b"\x8a\0" * 100)


def test_nothing_is_read_from_an_unknown_person(duel: Served) -> None:
    with sent(duel.port, handshake("unknown")) as connection:
        until(connection, UNKNOWN + b"this link belongs to no game here")
        with suppress(ConnectionError):
            connection.sendall(PING * 100)
        assert rest(connection) == b""


def limit_files(server: Served, most: int) -> None:
    """Let a server have few file descriptors, or skip the test."""
    resource = pytest.importorskip("resource", reason="only Unix limits file descriptors")
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux limits the file descriptors of another process")
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (most, most))


@pytest.mark.nightly
def test_a_server_without_file_descriptors_heals(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "table.json", "duel") as server:
        limit_files(server, MOST_FILES)
        with ExitStack() as stack:
            for _ in range(80):
                stack.enter_context(sent(server.port, HALF_REQUEST))
            files = f"/proc/{server.process.pid}/fd"
            processes.until(lambda: len(os.listdir(files)) >= MOST_FILES - 1)

        def is_healed() -> bool:
            with suppress(OSError, http.client.HTTPException):  # it still lacks descriptors
                return is_healthy(server)
            return False

        processes.until(is_healed)
    assert len(capfd.readouterr().err.splitlines()) <= 100


@pytest.mark.nightly
def test_a_crowd_without_tokens_does_not_stop_the_server_which_ends_quietly(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    reset = struct.pack("ii", 1, 0)
    with served(tmp_path / "table.json", "duel") as server, ExitStack() as stack:
        known = token_of(server)
        for token in ("unknown", known) * 20:  # these leave at once
            with sent(server.port, handshake(token)) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        assert is_healthy(server) and capfd.readouterr().err == ""
        limit_files(server, 1024)
        strange = (HALF_REQUEST, handshake("unknown"), handshake("unknown", "Content-Length: 5"))
        for number in range(1100):
            stack.enter_context(sent(server.port, strange[number % 3]))
            assert number % 100 or is_healthy(server)
        for request in (HALF_REQUEST, handshake(known), handshake(known, "Content-Length: 5")):
            stack.enter_context(sent(server.port, request))
        assert is_healthy(server)
        server.process.terminate()
        server.process.wait(PATIENCE)
    log = capfd.readouterr().err
    assert len(log) < 10_000 and "Traceback" not in log


# A server in the test


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


async def connected(state: ServerState, number: int) -> list[asyncio.Protocol]:
    """Wait until there are so many connections, and return them."""
    await comes(lambda: len(state.connections) >= number)
    return [*state.connections]


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
    with suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while piece := await reader.read(65536):
                data += piece
    return data


async def read(
    port: int, data: bytes, then: bytes = b"", begun: asyncio.Event | None = None
) -> bytes:
    """Send bytes, and more after an event; return what the server sends until its end.

    Without an event the begin of the answer counts.
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
def test_a_strange_request_for_a_websocket_is_refused(headers: tuple[str, ...]) -> None:
    async def received() -> bytes:
        async with running(application(TableHost())) as (port, _):
            return await read(port, handshake("unknown", *headers))

    assert asyncio.run(received()).startswith(REFUSED)


@pytest.mark.parametrize("frames", [b"", b"\xff" * 100, PING * 1000], ids=["none", "bad", "pings"])
def test_a_handshake_without_an_answer_ends(
    frames: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """It ends with its time, or with frames that come before the answer."""
    begun, ends = asyncio.Event(), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        begun.set()
        await receive()  # the end of the connection
        ends.set()

    async def received() -> bytes:
        async with running(app) as (port, state):
            answer = asyncio.create_task(read(port, handshake(), frames, begun))
            await begun.wait()
            if not frames:
                let_patience_end(websocket_of(state))
            await ended(state)
            return await answer

    assert asyncio.run(received()).startswith(REFUSED if frames else b"")
    assert ends.is_set() and not caplog.records


def test_a_connection_without_a_request_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PATIENCE", 0.1)

    async def received() -> bytes:
        async with running(application(TableHost())) as (port, _):
            return await read(port, HALF_REQUEST)

    assert asyncio.run(received()) == b""


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
            writer.write(CLOSE)
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
            assert (await read(port, HEALTH)).endswith(b'"connections":0}')
            left = [not reader.at_eof() for reader, _ in opened]
            for _, writer in opened:
                writer.close()
            return left

    assert asyncio.run(waiting())[3:] == [True, True]


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no second address of its own")
@pytest.mark.parametrize(
    ("crowd", "first", "then", "answer"),
    [
        (("127.0.0.1", b""), HALF_BODY + b"t", b"oken=unknown", b"There is no such table here."),
        (("127.0.0.2", HALF_BODY), b"", HEALTH, b'"connections":0}'),
    ],
    ids=["silent", "half requests of another address"],
)
def test_a_crowd_of_connections_cuts_no_slow_request(
    crowd: tuple[str, bytes],
    first: bytes,
    then: bytes,
    answer: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listening, "WAITING", 3)
    address, half = crowd

    async def answered() -> bytes:
        async with running(application(TableHost())) as (port, state):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(first)
            (slow,) = await connected(state, 1)
            assert isinstance(slow, listening.BriefHTTP)
            await comes(lambda: slow.has_request or not first)
            opened = [(reader, writer)]
            for _ in range(20):
                opened.append(
                    await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                )
            for _, each in opened[1:]:
                each.write(half)
            for silent, _ in opened[1:-2]:
                await rest_of(silent)
            writer.write(then)
            got = await rest_of(reader)
            for _, each in opened:
                each.close()
            return got

    assert answer in asyncio.run(answered())


def test_a_client_that_goes_away_during_a_post_leaves_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def left() -> None:
        async with running(application(TableHost())) as (port, state):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HALF_BODY + b"token=")
            await comes(lambda: state.tasks)
            writer.transport.abort()
            await ended(state)

    asyncio.run(left())
    (line,) = caplog.records
    assert line.getMessage() == "a client went away before its request was complete"
    assert line.exc_info is None


def test_answers_that_nobody_reads_end_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pong waits for each ping; without a bound they fill the memory of the server."""
    monkeypatch.setattr(listening, "FRAMES", 1_000_000)
    table, host = Table(tws.GAMES["duel"]), TableHost()
    host.add(table)

    def is_ended(port: int) -> bool:
        with sent(port, handshake(table.spectate())) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
            until(connection, ACCEPTED)
            try:
                connection.sendall(frame(9, b"x" * 125) * 200_000)
            except ConnectionError:
                return True
        return False

    async def attacked() -> bool:
        async with running(application(host)) as (port, _):
            return await asyncio.to_thread(is_ended, port)

    assert asyncio.run(attacked())
