"""Connections of clients that do not keep to the protocol, or do not read."""

from __future__ import annotations

import socket
from collections.abc import Generator
from contextlib import contextmanager

from tests.processes import PATIENCE

HANDSHAKE = (
    "GET /ws?token={token} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n"
    "Sec-WebSocket-Version: 13\r\n{more}\r\n"
)
PING, PONG, TEXT = (bytes([0x80 | opcode, 0x80, 0, 0, 0, 0]) for opcode in (9, 10, 1))
"""Frames without content, as clients send them."""


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


def until(connection: socket.socket, part: bytes) -> bytes:
    """Read until the bytes contain a part, and return them."""
    data = b""
    while part not in data:
        piece = connection.recv(65536)
        assert piece, data
        data += piece
    return data


def rest(connection: socket.socket) -> bytes:
    """Read until the server ends the connection, and return the bytes."""
    data = b""
    try:
        while piece := connection.recv(65536):
            data += piece
    except ConnectionError:
        pass
    return data
