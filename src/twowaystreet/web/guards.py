"""Connections with limits that uvicorn leaves open: their time, fragments, and unread answers."""

from __future__ import annotations

import asyncio
from typing import Final, cast

from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

PATIENCE: Final = 15.0
"""The seconds in which a connection over HTTP has to finish or to become a WebSocket."""
UNREAD: Final = 1_000_000
"""The bytes that may wait for a client. A picture has 10,000, and pings are answered unread."""
FRAGMENTS: Final = 20
"""The most fragments of a message; browsers send a message whole."""


class BriefHTTP(H11Protocol):
    """A connection over HTTP that ends soon, even if the client sends nothing or half a request."""

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        self.loop.call_later(PATIENCE, self._end)

    def _end(self) -> None:
        if self.transport.get_protocol() is self:
            self.transport.abort()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends when it needs much memory."""

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()

    @override
    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self.transport.abort()
