"""Clients that hold connections, send many frames, come too often, or keep to no protocol."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.processes import PATIENCE, comes, until
from tests.web.hosting import LOOK
from tests.web.serving import served
from twowaystreet.table import Table

pytest.importorskip("starlette", reason="the server needs the extra web")
uvicorn = pytest.importorskip("uvicorn", reason="the server needs the extra web")
pytest.importorskip("websockets", reason="the server needs the extra web")

from uvicorn.server import ServerState  # noqa: E402  # optional package
from websockets.asyncio.client import connect  # noqa: E402  # optional package
from websockets.typing import Subprotocol  # noqa: E402  # optional package

from twowaystreet.web import listening  # noqa: E402  # optional packages
from twowaystreet.web.hosts import TableHost  # noqa: E402  # after the skip
from twowaystreet.web.limits import PROTOCOL, TOKEN  # noqa: E402  # optional packages
from twowaystreet.web.server import application  # noqa: E402  # optional packages

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

HANDSHAKE = (
    "GET /ws?token={token} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n"
    "Sec-WebSocket-Version: 13\r\n{more}\r\n"
)
TIME_PASSES_AT_ONCE = False
REFUSED = b"HTTP/1.1 400 "
UNKNOWN, TOO_FAST, NOT_UTF8, TOO_LONG = (
    code.to_bytes(2, "big") for code in (4401, 1008, 1007, 1009)
)
HEALTH = b"GET /health HTTP/1.0\r\n\r\n"
HALF_REQUEST = b"GET / HTTP/1.1\r\n"
HALF_BODY = b"POST /review HTTP/1.0\r\nContent-Length: 13\r\n\r\n"


def frame(opcode: int, content: bytes = b"", *, ends: bool = True) -> bytes:
    first = bytes([opcode | (0x80 if ends else 0)])
    if len(content) < 126:
        return first + bytes([0x80 | len(content)]) + bytes(4) + content
    return first + b"\xff" + len(content).to_bytes(8, "big") + bytes(4) + content


TEXT, CLOSE, PING, PONG = (frame(opcode) for opcode in (1, 8, 9, 10))
ANSWER_TO_PING = b"\x8a\0"


def handshake(token: str = "", *more: str) -> bytes:
    lines = "".join(f"{line}\r\n" for line in more)
    return HANDSHAKE.format(token=token, more=lines).encode()


def config_of(app: ASGIApp) -> Any:  # Any: uvicorn is optional
    found, given = list[Any](), Mock(return_value=app)

    def run(server: Any, **_: object) -> None:
        found.append(server.config)

    with pytest.MonkeyPatch.context() as patch, socket.socket() as unused:
        patch.setattr(sys, "setswitchinterval", given)
        patch.setattr(listening, "bound_logs", given)
        patch.setattr(listening, "application", given)
        patch.setattr(uvicorn.Config, "configure_logging", given)
        patch.setattr(uvicorn.Server, "run", run)
        listening.serve(TableHost(), unused, pace=0)
    found[0].load()
    return found[0]


@asynccontextmanager
async def running(app: ASGIApp) -> AsyncGenerator[tuple[int, ServerState]]:
    config, state = config_of(app), ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: config.http_protocol_class(config, state, {}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1], state
        for connection in list(state.connections):
            connection.transport.abort()
        await ended(state)


async def ended(state: ServerState) -> None:
    await comes(lambda: not (state.connections or state.tasks))


def let_time_end(state: ServerState) -> Any:
    """Let the time of the only connection be up; return it. Any: a request or a WebSocket."""
    (found,) = list[Any](state.connections)
    is_http = isinstance(found, listening.BriefHTTP)
    assert is_http or isinstance(found, listening.BoundedWebSocket)
    watch = found.deadline if is_http else found._watch
    assert watch.when() <= found.loop.time() + listening.PATIENCE
    watch.cancel()
    found._look()
    return found


async def answer(send: Send, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


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
    """Send bytes, and more after an event or the begin of the answer; return the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    got = await reader.read(1) if then and begun is None else b""
    if begun is not None:
        await begun.wait()
    writer.write(then)
    got += await rest_of(reader)
    writer.close()
    return got


async def exchanged(data: bytes, then: bytes = b"") -> bytes:
    async with running(application(TableHost())) as (port, _):
        return await read(port, data, then)


def duel() -> tuple[ASGIApp, str]:
    host, table = TableHost(), Table(tws.GAMES["duel"])
    host.add(table)
    return application(host), table.spectate()


# The connection of a page


async def test_a_page_gives_its_token_in_a_header() -> None:
    app, token = duel()
    offered = [Subprotocol(each) for each in (PROTOCOL, f"{TOKEN}{token}")]
    async with running(app) as (port, _):
        async with connect(f"ws://127.0.0.1:{port}/ws", subprotocols=offered) as page:
            await page.send(LOOK)
            assert json.loads(await page.recv())["type"] == "table"
        assert page.subprotocol == PROTOCOL


# Frames


@pytest.mark.parametrize(
    ("frames", "code", "pongs"),
    [
        *((each * 3000, TOO_FAST, 999) for each in (PING, PONG, TEXT)),
        *((frame(1, b"\xff\xfe"), NOT_UTF8, 0), (frame(1, b"x" * 100_000), TOO_LONG, 0)),
        (frame(2, b"\xff"), TOO_FAST, 0),
        (frame(1, ends=False) + frame(0, ends=False) * 100, b"", 0),
        (PING * 100 + CLOSE, b"", 100),
    ],
    ids=["pings", "pongs", "texts", "not UTF-8", "long", "binary", "fragments", "few pings"],
)
async def test_what_no_page_sends_ends_a_line(frames: bytes, code: bytes, pongs: int) -> None:
    app, token = duel()
    async with running(app) as (port, _):
        data = await read(port, handshake(token), frames)
    assert code in data
    assert data.count(ANSWER_TO_PING) == pongs or data.count(ANSWER_TO_PING) < pongs == 999


async def test_nothing_is_read_from_an_unknown_person() -> None:
    data = await exchanged(handshake("unknown"), PING * 100)
    assert UNKNOWN + b"this link belongs to no game here" in data and ANSWER_TO_PING not in data


async def test_unread_answers_end_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pong waits for each ping; without a bound they fill the memory of the server."""
    monkeypatch.setattr(listening, "FRAMES", 1_000_000)
    app, token = duel()
    async with running(app) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(handshake(token))
        await reader.read(1)
        writer.write(frame(9, b"x" * 125) * 200_000)
        with pytest.raises(ConnectionError):
            await writer.drain()


# Handshakes


@pytest.mark.parametrize(
    "headers",
    [
        *(("Content-Length: 5",), ("Transfer-Encoding: chunked",)),
        *(tuple(f"X-{number}: x" for number in range(200)), ("X-Long: " + "x" * 20_000,)),
    ],
    ids=["length", "chunks", "many headers", "a long header"],
)
async def test_a_strange_request_for_a_websocket_is_refused(headers: tuple[str, ...]) -> None:
    assert (await exchanged(handshake("unknown", *headers))).startswith(REFUSED)


@pytest.mark.parametrize("frames", [b"", b"\xff" * 100, PING * 1000], ids=["none", "bad", "pings"])
async def test_unanswered_handshakes_end(frames: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """It ends with its time, or with frames that come before the answer."""
    calls, begun = list[object](), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        calls.append(await receive())
        begun.set()
        calls.append(await receive())  # the end of the connection

    async with running(app) as (port, state):
        answered = asyncio.create_task(read(port, handshake(), frames, begun))
        await begun.wait()
        if not frames:
            let_time_end(state)
        await ended(state)
        assert (await answered).startswith(REFUSED if frames else b"")
    assert len(calls) == 2 and not caplog.records


# The ends of connections


async def test_a_connection_without_a_request_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PATIENCE", 0.1)
    assert await exchanged(HALF_REQUEST) == b""


async def test_an_answer_that_takes_long_comes_and_a_line_in_use_stays() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        for _ in range(5):
            let_time_end(state)
        await answer(send, b"late", (b"content-length", b"4"))

    async with running(app) as (port, state):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert (await reader.readuntil(b"late")).startswith(b"HTTP/1.1 200")
        let_time_end(state)
        assert await rest_of(reader) == b""
        writer.close()


async def test_an_answer_that_nobody_reads_ends_and_one_that_is_read_slowly_does_not() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await answer(send, bytes(80_000_000))

    async with running(app) as (port, state):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(HEALTH)

        def unread_now() -> int:
            return sum(line.transport.get_write_buffer_size() for line in state.connections)

        unread = list[int]()
        await comes(unread_now)
        for _ in range(3):
            unread.append(let_time_end(state).transport.get_write_buffer_size())
            await reader.readexactly(9_000_000)
            await comes(lambda: unread_now() < unread[-1])
        for _ in range(2):
            let_time_end(state)
        await ended(state)
        writer.transport.abort()


async def test_a_stop_under_load_is_no_error(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, never = list[str](), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["type"])
        if len(begun) == 1:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await never.wait()

    config = config_of(app)
    config.lifespan = "off"
    monkeypatch.setattr(listening, "_GRACE", 0.1)
    server = listening.BriefServer(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        serving = asyncio.create_task(server._serve([listener]))
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        for (_, writer), request in zip(lines, (HEALTH, HEALTH, handshake()), strict=True):
            writer.write(request)
        await comes(lambda: len(begun) == 3)
        server.should_exit = True
        await serving
        for reader, writer in lines:
            await rest_of(reader)
            writer.close()
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


async def test_an_open_connection_stays() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for _ in range(5):
            let_time_end(state)
        await send({"type": "websocket.send", "text": "still here"})
        await send({"type": "websocket.close"})

    async with running(app) as (port, state):
        assert b"still here" in await read(port, handshake())


@pytest.mark.parametrize("by_shutdown", [False, True], ids=["in time", "when the server ends"])
async def test_unread_last_words_end(by_shutdown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "UNREAD", sys.maxsize)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": os.urandom(50_000_000)})
        await receive()  # the client's close

    async with running(app) as (port, state):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(handshake())
        await reader.read(1)
        writer.write(CLOSE)
        (connection,) = state.connections
        await comes(connection.transport.is_closing)
        if by_shutdown:
            connection.shutdown()
        else:
            for _ in range(2):
                let_time_end(state)
        await ended(state)
        writer.transport.abort()


async def test_who_goes_during_a_post_leaves_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async with running(application(TableHost())) as (port, state):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALF_BODY + b"token=")
        await comes(lambda: state.tasks)
        writer.transport.abort()
        await ended(state)
    ((_, _, line),) = caplog.record_tuples
    assert line == "a client went away before its request was complete"
    assert caplog.records[0].exc_info is None


# Crowds

FIRST, SECOND = "127.0.0.1", "127.0.0.2"


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no second address of its own")
@pytest.mark.parametrize(
    ("first", "crowd", "then", "answer", "left"),
    [
        (b"", (FIRST, b""), HEALTH, b"", 3),
        (HALF_BODY + b"t", (FIRST, b""), b"oken=unknown", b"There is no such table here.", 2),
        (b"", (SECOND, HALF_BODY), HEALTH, b'"connections":0}', 2),
    ],
    ids=["the oldest", "no slow request", "none of another address"],
)
async def test_one_of_too_many_waiting_connections_ends(
    first: bytes,
    crowd: tuple[str, bytes],
    then: bytes,
    answer: bytes,
    left: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is the oldest one without a request, of the address with the most."""
    monkeypatch.setattr(listening, "WAITING", 3)
    address, half = crowd
    lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def come(port: int, state: ServerState, **options: Any) -> None:
        lines.append(await asyncio.open_connection("127.0.0.1", port, **options))
        await comes(lambda: len(state.connections) >= min(len(lines), 3))

    async with running(application(TableHost())) as (port, state):
        await come(port, state)
        lines[0][1].write(first)
        (slow,) = state.connections
        assert isinstance(slow, listening.BriefHTTP)
        await comes(lambda: slow.has_request or not first)
        for _ in range(20):
            await come(port, state, local_addr=(address, 0))
        for _, writer in lines[1:]:
            writer.write(half)
        gone: Sequence[Any] = lines[1:-left] if answer else lines[:-left]
        for reader, _ in gone:
            await rest_of(reader)
        lines[0][1].write(then)
        got = await rest_of(lines[0][0])
        assert not any(reader.at_eof() for reader, _ in lines[-left:])
        for _, writer in lines:
            writer.close()
        assert answer in got


@pytest.mark.nightly
def test_a_server_without_files_heals(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    resource = pytest.importorskip("resource", reason="only Unix limits file descriptors")
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux limits the file descriptors of another process")
    with served(tmp_path / "table.json", "duel") as server:
        place, process = ("127.0.0.1", int(server.port)), server.process
        known = server.links["Spectators"].partition("#")[2]
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (40, 40))
        with ExitStack() as stack:
            for _ in range(80):
                stack.enter_context(socket.create_connection(place)).sendall(HALF_REQUEST)
            until(lambda: len(os.listdir(f"/proc/{process.pid}/fd")) >= 39)

        def is_healed() -> bool:
            line = http.client.HTTPConnection(*place, timeout=PATIENCE)
            lacks = suppress(OSError, http.client.HTTPException)  # it still lacks descriptors
            with lacks, closing(line):
                line.request("GET", "/health")
                return line.getresponse().status == 200
            return False

        until(is_healed)
        assert len(capfd.readouterr().err.splitlines()) <= 100
        with ExitStack() as stack:
            for request in (HALF_REQUEST, handshake(known), handshake(known, "Content-Length: 5")):
                stack.enter_context(socket.create_connection(place)).sendall(request)
            process.terminate()
            process.wait(PATIENCE)
        assert "Traceback" not in capfd.readouterr().err
