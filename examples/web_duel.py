"""The smallest web server of a table: Python's own http.server, and one page.

It is for developers who put a game into a web application of their own: each request becomes one
call of a table. It answers one request at a time, and does not encrypt. To play with friends, use
``twowaystreet serve``.

python examples/web_duel.py --port 8000
"""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Final

import twowaystreet as tws
from twowaystreet import svg
from twowaystreet.table import Table, TableError, TokenError

PAGE: Final = Path(__file__).with_suffix(".html")
LONGEST: Final = 1000
"""The most bytes of a message; every move is much shorter."""


def shown(table: Table, token: str) -> dict[str, Any]:
    """Return everything that the page shows to a person. Any: JSON."""
    view, names = table.view(token), table.names
    may_deal = view.seat is not None and view.actor is None and not view.is_over
    return {
        "number": table.last_number,
        "picture": svg.table(view, names=names),
        "moves": ["deal"] if may_deal else [str(move) for move in tws.legal_moves(view)],
        "log": [
            event.text if event.seat is None else f"{names[event.seat]}: {event.text}"
            for event in table.events(token)
        ],
    }


def message_of(body: bytes) -> tuple[str, int]:
    """Return the move of a message, and the last event that its sender had seen."""
    with suppress(ValueError, RecursionError):
        match json.loads(body):
            case {"move": str(move), "seen": int(seen)}:
                return move, seen
            case _:
                pass
    raise TableError('expected a message such as {"move": "no bid", "seen": 17}')


class Handler(BaseHTTPRequestHandler):
    """A request: for the page, for the ``/view`` of a person, or with a move."""

    table: Table
    timeout = 5  # seconds for the request to arrive

    def do_GET(self) -> None:
        if self.path == "/":
            self._send(200, "text/html; charset=utf-8", PAGE.read_bytes())
        else:
            self._answer(None)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() and len(length) < 5 else 0
        self._answer(self.rfile.read(min(size, LONGEST)))

    def _answer(self, body: bytes | None) -> None:
        """Carry out a message, if there is one, and answer in JSON."""
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        status, answer = 200, dict[str, Any]()
        try:
            if body is not None:
                self._carry_out(token, *message_of(body))
            answer = shown(self.table, token)
        except TokenError as error:
            status, answer = 403, {"error": str(error)}
        except tws.TwoWayStreetError as error:  # only the sender may see its text
            status, answer = 409, {"error": str(error)}
        self._send(status, "application/json", json.dumps(answer).encode())

    def _carry_out(self, token: str, move: str, seen: int) -> None:
        """Make a move, or take one back."""
        if move == "undo":
            self.table.undo(token, seen=seen)
        else:
            self.table.play(token, move, seen=seen)

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: every request would be a line."""


def serve(table: Table, port: int) -> HTTPServer:
    """Return a server for a table; port 0 stands for any free port."""
    return HTTPServer(("127.0.0.1", port), type("Handler", (Handler,), {"table": table}))


def main() -> None:
    """Serve a game until an interrupt."""
    parser = argparse.ArgumentParser(description="Play a card game in several browsers.")
    parser.add_argument("--port", type=int, default=8000, help="0 for any that is free")
    parser.add_argument("--game", choices=list(tws.GAMES), default="duel")
    options = parser.parse_args()
    table = Table(tws.GAMES[options.game])
    people = {f"Player {seat}": table.join(f"Player {seat}") for seat in table.free_seats}
    with serve(table, options.port) as server, suppress(KeyboardInterrupt):
        for who, token in [*people.items(), ("Spectators", table.spectate())]:
            print(f"{who}: http://127.0.0.1:{server.server_port}/#{token}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
