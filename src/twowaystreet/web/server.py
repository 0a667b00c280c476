"""The server of the page: files, a health check, and a WebSocket for each connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from twowaystreet import _page
from twowaystreet._page.viewers import Viewer
from twowaystreet.table import Table
from twowaystreet.web.allowances import Allowance, Allowances
from twowaystreet.web.limits import Limits
from twowaystreet.web.rooms import Client, Room
from twowaystreet.web.thinking import Thinkers

PAGE: Final = Path(_page.__file__).with_name("page")
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
"""The headers of every answer."""

UNKNOWN: Final = 4401
"""The code that closes a connection with an unknown token."""
BUSY: Final = 1013
FAILED: Final = 1011
TOO_FAST: Final = 1008
_LOG: Final = logging.getLogger("uvicorn.error")


class _Headers:
    """Middleware that adds the headers to each answer over HTTP."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class _Server:
    """The rooms of a server, and its connections."""

    def __init__(self, rooms: Sequence[Room], limits: Limits) -> None:
        self._rooms = rooms
        self._limits = limits
        self._openings = Allowances(limits.openings, limits.opening_rate)

    async def health(self, request: Request) -> Response:
        """Answer that the server works, with the number of tables and connections."""
        connections = sum(len(room.clients) for room in self._rooms)
        counts = {"tables": len(self._rooms), "connections": connections}
        return JSONResponse({"status": "ok", **counts})

    async def connect(self, socket: WebSocket) -> None:
        """Serve one connection until it ends."""
        with suppress(WebSocketDisconnect):  # the client may leave at any time
            await self._connect(socket)

    async def _connect(self, socket: WebSocket) -> None:
        if not _is_same_origin(socket):
            await socket.close()
            return
        token = socket.query_params.get("token", "")
        since = socket.query_params.get("since", "0")
        room = next((room for room in self._rooms if room.knows(token)), None)
        await socket.accept()
        if room is None:
            await socket.close(UNKNOWN, "this link belongs to no game here")
            return
        if not self._may_open(room, token):
            await socket.close(BUSY, "too many connections in a short time")
            return
        if not self._has_place(room, token):
            await socket.close(BUSY, "too many connections")
            return
        known = int(since) if since.isdecimal() and len(since) < 10 else 0
        client = Client(token, Viewer(known))
        room.enter(client)
        sending = asyncio.create_task(_send_news(socket, room, client))
        try:
            await self._listen(socket, room, client)
        finally:
            room.leave(client)
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending

    def _may_open(self, room: Room, token: str) -> bool:
        """Count a connection of a person: of a seat, or of a spectator's token."""
        seat = room.table.seat(token)
        return self._openings.take((room, token if seat is None else seat))

    def _has_place(self, room: Room, token: str) -> bool:
        seat = room.table.seat(token)
        own = sum(room.table.seat(client.token) == seat for client in room.clients)
        everybody = sum(len(each.clients) for each in self._rooms)
        most = self._limits.watchers if seat is None else self._limits.per_player
        return own < most and everybody < self._limits.connections

    async def _listen(self, socket: WebSocket, room: Room, client: Client) -> None:
        allowance = Allowance(self._limits.burst, self._limits.rate)
        with suppress(WebSocketDisconnect):
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text: str | None = message.get("text")
                if not allowance.take() or text is None or len(text) > self._limits.size:
                    await socket.close(TOO_FAST, "too many messages, or one that is too long")
                    return
                await room.receive(client, text)


async def _send_news(socket: WebSocket, room: Room, client: Client) -> None:
    """Send each change of the table to a connection; end it if the table cannot be shown."""
    while True:
        try:
            answers = await room.news(client)
        except Exception:  # a display of a game may fail in any way
            _LOG.exception("the table cannot be shown")
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(FAILED, "the table cannot be shown")
            return
        with suppress(WebSocketDisconnect, RuntimeError):  # the connection may end at any time
            for answer in answers:
                await socket.send_text(answer)


def _is_same_origin(socket: WebSocket) -> bool:
    """Return whether the page of a connection comes from this server.

    Programs other than browsers send no origin. Their token is enough. A page whose name was
    changed to this address (DNS rebinding) has the same origin, but not the token, which browsers
    keep for the page that they got it from.
    """
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    return origin is None or origin in (f"http://{host}", f"https://{host}")


def application(
    tables: Sequence[Table], *, pace: float = 0.5, limits: Limits | None = None
) -> Starlette:
    """Return the ASGI application that serves tables.

    The page of a person is ``/#TOKEN``, and its connection is ``/ws?token=TOKEN``.

    Args:
        tables: the tables.
        pace: the seconds between the moves of bots.
        limits: the limits; ``None`` for the usual ones.
    """
    desk, thinkers = ThreadPoolExecutor(1, "desk"), Thinkers()
    rooms = [Room(table, desk, thinkers, pace) for table in tables]
    server = _Server(rooms, limits or Limits())
    return Starlette(
        routes=[
            Route("/health", server.health),
            WebSocketRoute("/ws", server.connect),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[Middleware(_Headers)],
    )
