"""Light clients of a server: they play what a page offers, and remember what they are told."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import pytest

from tests.processes import PATIENCE as WAIT
from tests.web.pages import moves_in

client = pytest.importorskip("websockets.sync.client", reason="the server needs the extra web")

from websockets.exceptions import (  # noqa: E402  # optional package
    ConnectionClosed,
    InvalidHandshake,
)

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

__all__ = ["ENDED", "LOOK", "Player", "moves_in"]

LOOK: Final = '{"do": "look", "width": 500, "height": 400, "steps": false}'
ENDED: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
"""The errors of a connection whose server ends."""


class Player:
    """A person with a page of no size to speak of.

    The log has the lines by the number of their event. A server with one table needs no name of it.
    """

    def __init__(self, port: str, token: str, table: str = "") -> None:
        self.port = port
        self.number = 0
        self.log: dict[int, list[str]] = {}
        self.facts: dict[str, Any] = {}  # Any: JSON
        self.token = token
        self.table = table
        self._connection: ClientConnection | None = None
        self._open = ExitStack()

    @property
    def moves(self) -> list[str]:
        """The moves that the page offers."""
        return moves_in(self.facts)

    def open(self, *, since: bool = True) -> None:
        """Connect, and read the first picture."""
        known = self.number if since else 0
        query = urlencode({"table": self.table, "token": self.token, "since": known})
        url = f"ws://127.0.0.1:{self.port}/ws?{query}"
        self._connection = self._open.enter_context(client.connect(url, open_timeout=WAIT))
        self._connection.send(LOOK)
        self.facts = {}
        while "form" not in self.facts:
            self.read(WAIT)

    def close(self) -> None:
        """End the connection."""
        with suppress(*ENDED):
            self._open.close()

    def send(self, move: str) -> None:
        """Send a move."""
        assert self._connection is not None
        said = {"do": "play", "move": move, "seen": self.number}
        self._connection.send(json.dumps(said))

    def read(self, timeout: float) -> bool:
        """Read a message; return ``False`` if none comes in time."""
        assert self._connection is not None
        try:
            message: dict[str, Any] = json.loads(self._connection.recv(timeout=timeout))
        except TimeoutError:
            return False
        if message["type"] == "table":
            self.number = message["number"]
            for step in message["steps"]:
                if "log" in step:
                    self.log[step["number"]] = step["log"]
            self.facts |= message
        return True

    def play(self, rng: random.Random) -> None:
        """Read what there is, and make a move if it is this person's turn."""
        while self.read(0.0):
            pass
        moves = self.moves
        if moves and not self.facts.get("over"):
            before = self.number
            self.send(rng.choice(moves))
            while self.number == before and self.read(WAIT):
                pass
