"""A Duel is played over HTTP, and no answer reveals a hidden card to its seat."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import web_duel
from tests.processes import killed_at_end
from tests.test_examples import EXAMPLES
from twowaystreet import svg
from twowaystreet.games import duel
from twowaystreet.table import Table

CARD = re.compile(r"\b(?:10|[2-9JQKA])[CDHS]\b|[RBX]\*")
LONG = 120
"""The longest wait in seconds, for the slowest machine."""


@attrs.frozen
class Client:
    """The browser of one person, without its page."""

    port: int
    token: str

    def ask(self, path: str, body: str | None = None, **headers: str) -> tuple[int, Any]:
        """Send a request; return its status and JSON answer. Any: parsed JSON."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        method = "GET" if body is None else "POST"
        given = {"Authorization": f"Bearer {self.token}"} | headers
        connection.request(method, path, body, given)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, json.loads(text) if path != "/" else text

    def news(self) -> Any:
        """Return the answer to a request for the view. Any: parsed JSON."""
        status, answer = self.ask("/view")
        assert status == 200
        return answer

    def move(self, text: str) -> tuple[int, Any]:
        """Send a move, with the number of the present event."""
        return self.ask("/move", json.dumps({"move": text, "seen": self.news()["number"]}))


def hidden(table: Table, seat: int | None) -> set[str]:
    """Return the cards that a seat may not know in a Duel, computed from the whole state."""
    state = table._state
    assert isinstance(state, duel.State)
    cards = set(state.stock)
    for other in {0, 1} - {seat}:
        cards |= set(state.hand_of(other))
        cards |= set(() if state.shown else state.markers[other])
    for bid, markers in zip(state.bids, state.markers, strict=True):
        cards |= set(markers if bid and bid.direction is duel.Direction.LOW else ())
    exchanged = None if seat is None else state.exchanged[seat]
    return set(map(str, cards - set(exchanged.given if exchanged else ())))


@contextmanager
def served(game: tws.Game, rules: object = None) -> Generator[tuple[Table, list[Client]]]:
    """Serve a game; yield its table and the clients of its seats and of a spectator."""
    table = Table(game, rules, dealer=0)
    tokens = [*(table.join(f"P {seat}") for seat in table.free_seats), table.spectate()]
    with web_duel.serve(table, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield table, [Client(server.server_port, token) for token in tokens]
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("markers", duel.BidMarkers)
def test_a_game_is_played_by_two_browsers(markers: duel.BidMarkers) -> None:
    rng = random.Random(3)
    with served(duel.GAME, duel.Rules(bid_markers=markers, max_hands=1)) as (table, clients):
        while not table.view(clients[2].token).is_over:
            shown = [client.news() for client in clients]
            actor = table.actor
            assert [bool(answer["moves"]) for answer in shown] == [
                actor is None or actor == 0,
                actor is None or actor == 1,
                False,
            ]
            for client, answer in zip(clients, shown, strict=True):
                seat = table.seat(client.token)
                view = tws.view(table._state, seat)
                assert answer.pop("picture") == svg.table(view, names=("P 0", "P 1"))
                assert not set(CARD.findall(json.dumps(answer))) & hidden(table, seat)
            mover = clients[actor or 0]
            status, _ = mover.move(rng.choice(shown[actor or 0]["moves"]))
            assert status == 200
        assert clients[0].news()["moves"] == []
        assert clients[1].news()["log"][:3] == ["P 0: joins", "P 1: joins", "deal"]


@pytest.mark.rule("DU-3")
def test_moves_that_cannot_be_made_are_refused() -> None:
    with served(duel.GAME) as (_, (dealer, responder, spectator)):
        assert responder.move("deal")[0] == 200
        before = dealer.news()
        refusals = [
            (dealer, "QS", "DU-3"),
            (dealer, "three high", "cannot read 'three high'"),
            (dealer, "undo", "no move of yours"),
            (responder, "no bid", "it is the turn of P 0"),
            (spectator, "deal", "you watch this game"),
        ]
        for client, text, error in refusals:
            status, answer = client.move(text)
            assert status == 409 and error in answer["error"]
        assert dealer.ask("/move", '{"move": "no bid", "seen": 1}') == (
            409,
            {"error": "the game has gone on meanwhile"},
        )
        assert dealer.news() == before


def test_strangers_and_malformed_moves_are_refused() -> None:
    bodies = ("", "deal", "{", "[" * 999, "9" * 900, "[]", "null", '{"move": "deal"}', "\xff\xfe")
    long = json.dumps({"move": "deal", "seen": 2}).rjust(web_duel.LONGEST + 1)
    with served(duel.GAME) as (table, clients):
        for body in (*bodies, long):
            status, answer = clients[0].ask("/move", body)
            assert status == 409 and answer["error"].startswith("expected a message such as")
        for length in ("-1", "x", "²", "9" * 5000):
            assert clients[0].ask("/move", "", **{"Content-Length": length})[0] == 409
        for body in ('{"move": 7, "seen": 2}', '{"move": "deal", "seen": "2"}'):
            assert clients[0].ask("/move", body)[0] == 409
        for token in ("", "0", "None", "x" * 22, "é"):
            stranger = attrs.evolve(clients[0], token=token)
            refused = {"error": "this token belongs to nobody at this table"}
            assert stranger.ask("/view") == (403, refused)
            assert stranger.ask("/move", '{"move": "deal", "seen": 2}') == (403, refused)
        assert table.last_number == 2
        status, page = clients[0].ask("/")
    assert status == 200 and page.startswith("<!DOCTYPE html>") and "default-src 'none'" in page
    as_markup = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
    elsewhere = ("http:", "https:", "src=", "@import", "url(")
    assert not [words for words in (*as_markup, *elsewhere) if words in page]


def test_one_command_starts_the_server() -> None:
    command = [sys.executable, "-X", "utf8", str(EXAMPLES / "web_duel.py"), "--port", "0"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process,
        killed_at_end(process),
    ):
        assert process.stdout is not None
        links = [process.stdout.readline().strip() for _ in range(3)]
        found = [re.fullmatch(r"(.+): http://127.0.0.1:(\d+)/#(\S+)", link) for link in links]
        names = ["Player 0", "Player 1", "Spectators"]
        assert [each and each[1] for each in found] == names
        for each, moves in zip(found, (["deal"], ["deal"], []), strict=True):
            assert each is not None
            assert Client(int(each[2]), each[3]).news()["moves"] == moves
