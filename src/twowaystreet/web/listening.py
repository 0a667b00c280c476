"""The network of a server: its socket, links and loop, and connections with limits."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import socket
import sys
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar, Final, cast

from typing_extensions import override

from twowaystreet._util.faults import needing

with needing("web", __name__):
    import h11
    import segno
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol
    from uvicorn.protocols.utils import ClientDisconnected
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
    from websockets.frames import CloseCode, Frame

from twowaystreet.web.hosts import TableHost
from twowaystreet.web.limits import Allowance, Allowances, Limits, network_of
from twowaystreet.web.server import application

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send
    from uvicorn._types import ASGISendEvent

_SWITCH: Final = 0.0005
"""The seconds after which a thread lets others run. While a bot thinks for long, others wait 60
milliseconds for an answer; with the usual 0.005 they wait 240."""
_BACKLOG: Final = 100
"""The connections that are accepted at once. Python tries as often to accept one, and reports each
failure, while the process has no file descriptor left."""
_GRACE: Final = 2  # seconds that connections have to end when the server stops
PATIENCE: Final = 15.0
"""The seconds of silence after which a connection over HTTP ends: without a whole request since its
opening or the last answer, or with an answer that nobody reads. A WebSocket has as long to open."""
WAITING: Final = 200
"""The most connections that are no WebSockets, as each takes a file descriptor. One more ends one
of the address with the most: first one without a request, and of these the oldest."""
UNREAD: Final = 1_000_000  # bytes that may wait for a client; a picture has 10,000
FRAGMENTS: Final = 20  # the most fragments of a message; browsers send a message whole
FRAMES: Final = 5  # for each message: pings, answers to pings, and fragments
COMPRESSION: Final = ServerPerMessageDeflateFactory(
    server_max_window_bits=13,
    client_max_window_bits=12,
    compress_settings={"level": 1, "memLevel": 5},
)
"""The compression of messages: a message of 700 bytes takes 29 microseconds and becomes 365 bytes.
With the usual level of zlib it takes 57 and becomes 368."""
PIECE: Final = 1024  # bytes that are read between two looks at these limits, at most 170 frames
SAME_LINES: Final = 5  # the most times that a log takes the same message at once
SAME_RATE: Final = 0.1  # times a second that it takes this message for longer
_KEPT: Final = 100  # the most messages that a log remembers


def open_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def link(listener: socket.socket, token: str = "") -> str:
    """Return the link with a token; browsers do not send the part after the #."""
    host, port, *_ = listener.getsockname()
    if host in {"0.0.0.0", "::"}:  # all addresses of this machine
        host = socket.gethostname()
    place = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    return f"{place}#{token}" if token else place


def qr_code(link: str) -> str:
    """Return a QR code as lines of text, which a phone reads from a terminal."""
    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(out=drawn, compact=True)
    return drawn.getvalue().rstrip("\n")


def bound_logs(*names: str) -> None:
    """Let the logs with some names leave out messages that come too often.

    The event loop reports each connection that it cannot accept, and uvicorn each request that it
    cannot read.

    >>> bound_logs("twowaystreet.example")
    >>> log = logging.getLogger("twowaystreet.example")
    >>> record = logging.makeLogRecord({"msg": "out of %s", "args": ("memory",)})
    >>> sum(bool(log.filter(record)) for _ in range(1000))
    5
    """
    allowances = Allowances(SAME_LINES, SAME_RATE, most=_KEPT)
    for name in names:
        logging.getLogger(name).addFilter(lambda record: allowances.take(record.getMessage()))


class BriefHTTP(H11Protocol):
    """A connection over HTTP that ends if the client is silent while the server waits for it."""

    _unread = 0
    _reads = False

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait_for_client()
        waiting = [each for each in self.connections if isinstance(each, BriefHTTP)]
        if len(waiting) > WAITING:
            crowds = Counter(each.address for each in waiting)
            last = min(
                waiting, key=lambda each: (-crowds[each.address], each.has_request, each.since)
            )
            last.transport.abort()
            self.connections.discard(last)

    @property
    def address(self) -> str:
        return network_of(self.client[0]) if self.client else ""

    @property
    def has_request(self) -> bool:
        """Whether a request is here, perhaps without its whole body, that has no answer yet."""
        return bool(self.cycle) and not self.cycle.response_complete

    def _wait_for_client(self) -> None:
        """Begin the time of the client, which may send a request or read an answer."""
        self.since = self.loop.time()
        self.deadline = self.loop.call_at(self.since + PATIENCE, self._look)

    def _look(self) -> None:
        """End the connection, unless the server works at an answer or the client reads one."""
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        reads, self._reads = self._reads or self._unread < before, False
        owes = self.has_request and not self.cycle.more_body
        if reads or (owes and not self._unread) or (self._unread and not before):
            self._wait_for_client()
        else:
            self.transport.abort()

    @override
    def resume_writing(self) -> None:
        self._reads = True
        super().resume_writing()

    @override
    def on_response_complete(self) -> None:
        self.deadline.cancel()
        self._wait_for_client()
        super().on_response_complete()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.deadline.cancel()
        super().connection_lost(exc)

    @override
    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.deadline.cancel()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, BoundedWebSocket)
        protocol.watch(self.loop.time() + PATIENCE)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends when it needs much memory or work, and soon once it is to end."""

    limits: ClassVar[Limits] = Limits()
    _fragments = 0
    _is_ending = False

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.conn.available_extensions = [COMPRESSION]
        self._frames = Allowance(FRAMES * self.limits.burst, FRAMES * self.limits.rate)

    def watch(self, when: float) -> None:
        """Look at a time of the loop whether the connection is open, or has ended if it was to."""
        self._watch = self.loop.call_at(when, self._look)

    def _look(self) -> None:
        if self._is_ending or not self.handshake_complete:
            self.transport.abort()
        else:
            # The last words wait for ever if the client does not read them.
            self._is_ending = self.transport.is_closing()
            self.watch(self.loop.time() + PATIENCE)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._watch.cancel()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:
            self._refuse()
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            if self.transport.get_write_buffer_size() > UNREAD:
                self.transport.abort()
        if not self.handshake_initiated:  # the request came whole, as uvicorn had read it
            self._refuse()

    def _refuse(self) -> None:
        words = "expected a request for a WebSocket, and then to wait for an answer\n"
        answer = self.conn.reject(HTTPStatus.BAD_REQUEST, words)
        self.transport.write(answer.serialize())
        self.transport.close()

    @override
    def handle_events(self) -> None:
        if all(self._frames.take() for _ in self.conn.events):
            super().handle_events()
        else:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()

    @override
    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._fragments = 0 if event.fin else self._fragments + 1
        if self._fragments > FRAGMENTS:
            self.transport.abort()

    @override
    async def send(self, message: ASGISendEvent) -> None:
        if self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if self.close_sent:  # nothing matters that the client sends from here on
            self.handshake_complete = True  # uvicorn forgets it after a refusal over HTTP
            self.transport.close()

    @override
    def shutdown(self) -> None:
        if self.transport.is_closing():  # it takes no more words
            self.transport.abort()
        else:
            super().shutdown()


class BriefServer(uvicorn.Server):
    """A server that stops soon, and for which answers that take longer are no error."""

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()

        def cancel_all() -> None:
            for task in [*self.server_state.tasks]:
                task.cancel()

        def end_all() -> None:
            for connection in [*self.server_state.connections]:
                connection.transport.abort()
            loop.call_soon(cancel_all)  # they know that nobody listens

        ending = loop.call_later(_GRACE, end_all)
        await super().shutdown(sockets)
        ending.cancel()


def stoppable(app: ASGIApp) -> ASGIApp:
    """Return an application whose work ends in silence when a server that stops cancels it."""

    async def stopping(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await app(scope, receive, send)

    return stopping


def serve(
    host: TableHost,
    listener: socket.socket,
    *,
    pace: float,
    limits: Limits | None = None,
    lobby: bool = False,
    embed_in: Sequence[str] = (),
) -> None:
    """Serve the tables of a host until a signal ends the program, and close the host."""
    chosen = limits or Limits()

    class Bounded(BoundedWebSocket):
        limits = chosen

    # uvicorn raises the signal again after its end.
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(host):
        app = application(
            host, pace=pace, limits=chosen, lobby=lobby, embed_in=embed_in, guests=not lobby
        )
        config = uvicorn.Config(
            stoppable(app),
            http=BriefHTTP,
            ws=Bounded,
            ws_max_size=chosen.size,
            backlog=_BACKLOG,
            log_level="warning",
            access_log=False,  # addresses of connections contain tokens
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=2 * _GRACE,
        )
        bound_logs("asyncio", "uvicorn.error")
        sys.setswitchinterval(_SWITCH)
        BriefServer(config).run(sockets=[listener])
