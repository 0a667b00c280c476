"""A Duel in two browsers: a server that sends views and receives moves over HTTP.

The server prints a link for each seat, which is the player's key to the game, and one for
spectators. The links open web_duel.html. The option --game selects another game. To let other
machines connect, pass --host with the address of this one; the connection is not encrypted.

python examples/web_duel.py --port 8000
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, TypeAlias

import twowaystreet as tws

Answer: TypeAlias = dict[str, Any]  # Any: JSON

PAGE: Final = Path(__file__).with_suffix(".html")
SPECTATORS: Final = None
"""The seat of all spectators."""
LONGEST: Final = 1000
"""The most bytes of a request; every move is much shorter."""
PATIENCE: Final = 25.0
"""The most seconds that a request for a new view waits."""


class Refused(Exception):
    """An error that answers a request: the message, and the rule if there is one."""

    def __init__(self, status: HTTPStatus, error: str, rule: str | None = None) -> None:
        super().__init__(error)
        self.status = status
        self.answer: Answer = {"error": error, "rule": rule}


class Table:
    """One game after the other with the same players; each request has its own thread.

    Attributes:
        seats: the seat of each key; other keys have no access.
    """

    def __init__(self, start: tws.AnyState, rng: random.Random | None = None) -> None:
        self._start = start
        self._record = tws.Record(start)
        self._hands: list[tws.HandScore[tws.SeatScore]] = []
        self._version: int = 0
        self._rng = rng or random.SystemRandom()  # nobody can predict its deals
        self._changed = threading.Condition()
        everybody = (*range(len(start.scores)), SPECTATORS)
        self.seats: dict[str, int | None] = {secrets.token_urlsafe(16): seat for seat in everybody}

    def news(self, seat: int | None, seen: str, patience: float = PATIENCE) -> Answer:
        """Return the view of a seat when it is newer than the version that the seat has seen."""
        with self._changed:
            self._changed.wait_for(lambda: str(self._version) != seen, patience)
            return self._shown(seat)

    def move(self, seat: int | None, text: str, seen: str) -> Answer:
        """Make a move of a seat, such as ``QS``, or ``deal``."""
        with self._changed:
            if seen != str(self._version):
                raise Refused(HTTPStatus.CONFLICT, "the game has gone on meanwhile")
            self._record = self._moved(seat, text)
            score = self._record.state.score
            self._hands += [score] if score is not None else []
            self._version += 1
            self._changed.notify_all()
            return self._shown(seat)

    def _moved(self, seat: int | None, text: str) -> tws.Record:
        state = self._record.state
        if text == "deal" and state.actor is None and seat is not SPECTATORS:
            return self._deal()
        if seat is SPECTATORS or seat != state.actor:
            raise Refused(HTTPStatus.CONFLICT, "it is not your turn")
        try:
            return self._record.play(text)
        except tws.IllegalMove as error:
            reason = error.reason
            raise Refused(HTTPStatus.CONFLICT, reason.explain(), reason.rule) from None
        except tws.ParseError as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None

    def _deal(self) -> tws.Record:
        """Deal the next hand; begin a new game if this one is over."""
        record = self._record
        if record.state.is_over:
            record, self._hands = tws.Record(self._start), []
        return record.play(tws.shuffle(record.state, self._rng))

    def _shown(self, seat: int | None) -> Answer:
        """Return the view of a seat, with the title and the score sheet."""
        state = self._record.state
        names = [f"Seat {each}" for each in range(len(state.scores))]
        return {
            "game": state.title,
            "version": str(self._version),
            "view": tws.view(state, seat).to_dict(),
            "sheet": tws.score_sheet(names, self._hands),
        }


class Handler(BaseHTTPRequestHandler):
    """One request: for the page, for a new ``/view``, or to ``/move``."""

    timeout = 30  # seconds for the request to arrive

    def __init__(self, table: Table, *request: Any) -> None:  # Any: the server's arguments
        self._table = table
        super().__init__(*request)

    def handle(self) -> None:
        with suppress(ConnectionError):  # a browser may leave at any time
            super().handle()

    def do_GET(self) -> None:
        path, _, seen = self.path.partition("?seen=")
        if path == "/":
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", PAGE.read_bytes())
        else:
            self._answer("/view", path, lambda seat: self._table.news(seat, seen))

    def do_POST(self) -> None:
        self._answer("/move", self.path, lambda seat: self._table.move(seat, *self._body()))

    def _answer(self, known: str, path: str, answer: Callable[[int | None], Answer]) -> None:
        """Answer in JSON if the request has a key."""
        status = HTTPStatus.OK
        try:
            if path != known:
                raise Refused(HTTPStatus.NOT_FOUND, f"there is no {path}")
            found = answer(self._seat())
        except Refused as refused:
            status, found = refused.status, refused.answer
        self._send(status, "application/json", json.dumps(found).encode())

    def _seat(self) -> int | None:
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if key not in self._table.seats:
            raise Refused(HTTPStatus.FORBIDDEN, "this link is none of this game")
        return self._table.seats[key]

    def _body(self) -> tuple[str, str]:
        """Return the move of the request, and the version of the view behind it."""
        length = self.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() and len(length) < 10 else 0
        if size > LONGEST:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"expected {LONGEST} bytes or less")
        with suppress(ValueError, RecursionError):
            sent: object = json.loads(self.rfile.read(size))
            match sent:
                case {"move": str(move), "seen": str(seen)}:
                    return move, seen
                case _:
                    pass
        raise Refused(HTTPStatus.BAD_REQUEST, 'expected such as {"move": "no bid", "seen": "17"}')

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: every request would be a line."""


def serve(table: Table, host: str, port: int) -> ThreadingHTTPServer:
    """Return a server for a table; port 0 stands for any free port."""
    return ThreadingHTTPServer((host, port), partial(Handler, table))


def main() -> None:
    """Serve a game until an interrupt."""
    parser = argparse.ArgumentParser(description="Play a card game in several browsers.")
    parser.add_argument("--host", default="127.0.0.1", help="an address of this machine")
    parser.add_argument("--port", type=int, default=8000, help="0 for any that is free")
    parser.add_argument("--game", choices=list(tws.GAMES), default="duel")
    options = parser.parse_args()
    table = Table(tws.GAMES[options.game].new_game())
    try:
        server = serve(table, options.host, options.port)
    except (OSError, OverflowError) as error:
        parser.error(f"cannot serve at {options.host}, port {options.port}: {error}")
    with server:
        for key, seat in table.seats.items():
            who = "Spectators" if seat is SPECTATORS else f"Seat {seat}"
            print(f"{who}: http://{options.host}:{server.server_port}/#{key}", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()
