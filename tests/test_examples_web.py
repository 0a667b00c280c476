"""A Duel is played over HTTP, and no answer reveals a hidden card to its seat."""

from __future__ import annotations

import json
import random
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import web_duel
from tests.test_examples import EXAMPLES
from twowaystreet.games import duel

CARD = re.compile(r"\b(?:10|[2-9JQKA])[CDHS]\b|[RBX]\*")
LONG = 120
"""The longest wait in seconds, for the slowest machine."""


@attrs.frozen
class Client:
    """The browser of one seat, without its page.

    Attributes:
        table: The game on the server; the tests compare each answer with it.
    """

    port: int
    key: str
    table: web_duel.Table

    @property
    def seat(self) -> int | None:
        return self.table.seats[self.key]

    def ask(self, path: str, body: str | None = None, **headers: str) -> tuple[int, Any]:
        """Send a request; return its status and JSON answer. Any: parsed JSON."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        method, key = "GET" if body is None else "POST", {"Authorization": f"Bearer {self.key}"}
        connection.request(method, path, body, key | headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if self.key in self.table.seats:
            assert not set(CARD.findall(text)) & hidden(self.table, self.seat)
        return response.status, json.loads(text)

    def news(self, seen: str = "") -> Any:
        """Request the current view; return parsed JSON."""
        status, answer = self.ask(f"/view?seen={seen}")
        assert status == 200
        assert set(answer) == {"game", "version", "view", "sheet"}
        state = self.table._record.state
        assert answer["view"] == json.loads(tws.view(state, self.seat).to_json())
        return answer

    def move(self, text: str, seen: str | None = None) -> tuple[int, Any]:
        """Send a move; ``seen`` is the current version by default."""
        seen = self.news()["version"] if seen is None else seen
        return self.ask("/move", json.dumps({"move": text, "seen": seen}))


def hidden(table: web_duel.Table, seat: int | None) -> set[str]:
    """Return the cards that a seat may not know in a Duel, computed from the whole state."""
    state = table._record.state
    assert isinstance(state, duel.State)
    cards = set(state.stock)
    for other in {0, 1} - {seat}:
        cards |= set(state.hand_of(other))
        cards |= set(() if state.shown else state.markers[other])
    for bid, markers in zip(state.bids, state.markers, strict=True):
        cards |= set(markers if bid and bid.direction is duel.Direction.LOW else ())
    exchanged = None if seat is None else state.exchanged[seat]
    return set(map(str, cards - set(exchanged.given if exchanged else ())))


def to_move(clients: list[Client]) -> tuple[Client, Any]:
    """Return the client to move and its view. Any: parsed JSON."""
    actor: int = clients[0].news()["view"]["actor"]
    return clients[actor], clients[actor].news()["view"]


@contextmanager
def served(table: web_duel.Table) -> Generator[list[Client]]:
    """Serve a game; yield the clients of its seats and a spectator."""
    with web_duel.serve(table, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield [Client(server.server_port, key, table) for key in table.seats]
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def clients() -> Iterator[list[Client]]:
    """Clients in a dealt Duel: the dealer, who bids first, the responder, and a spectator."""
    table = web_duel.Table(duel.new_game(), random.Random(1))
    with served(table) as clients:
        assert clients[1].move("deal")[0] == 200
        yield clients


@pytest.mark.parametrize("markers", duel.BidMarkers)
def test_a_hand_is_played_by_two_browsers(markers: duel.BidMarkers) -> None:
    rng = random.Random(3)
    table = web_duel.Table(duel.new_game(duel.Rules(bid_markers=markers)), rng)
    with served(table) as clients:
        shown = [client.news() for client in clients]
        while not shown[0]["view"]["hand_over"]:
            actor = shown[0]["view"]["actor"]
            asked = [each["view"]["seat"] for each in shown if each["view"]["legal_moves"]]
            assert asked == ([] if actor is None else [actor])
            text = "deal" if actor is None else rng.choice(shown[actor]["view"]["legal_moves"])
            status, answer = clients[actor or 0].move(text)
            assert status == 200
            version = shown[0]["version"]
            shown = [client.news(version) for client in clients]
            assert answer == shown[actor or 0]
        over = shown[2]["view"]
        assert len(over["tricks"]) == 10 and over["hands_played"] == 1 and not over["is_over"]
        points = str(over["scores"][0])
        assert [each["sheet"].splitlines()[2].split()[0] for each in shown] == [points] * 3
        assert clients[1].move("deal")[0] == 200
        shown = [client.news() for client in clients]
        assert [each["view"]["hand_sizes"] for each in shown] == [[10, 10]] * 3
        assert shown[0]["view"]["dealer"] != over["dealer"]


def test_moves_that_cannot_be_made_are_refused(clients: list[Client]) -> None:
    dealer, responder, spectator = clients
    before = dealer.news()
    refusals = [
        (
            dealer,
            before["view"]["hand"][0],
            409,
            "not now: expected a bid such as bid 3 high",
            "DU-3",
        ),
        (dealer, "deal", 409, "no deal is due: ", "AL-2"),
        (dealer, "three high", 400, "cannot read 'three high': ", None),
        (responder, "no bid", 409, "it is not your turn", None),
        (responder, "deal", 409, "it is not your turn", None),
        (spectator, "no bid", 409, "it is not your turn", None),
    ]
    for client, text, expected, error, rule in refusals:
        status, answer = client.move(text)
        assert (status, answer["rule"]) == (expected, rule)
        assert answer["error"].startswith(error)
    assert dealer.news() == before


@pytest.mark.rule("ST-13")
def test_a_card_that_does_not_follow_is_refused(clients: list[Client]) -> None:
    for client, text in [(clients[0], "bid 1 high"), (clients[1], "no bid")]:
        assert client.move(text)[0] == 200
    assert clients[0].move(clients[0].news()["view"]["legal_moves"][0])[0] == 200
    client, view = to_move(clients)
    while len(view["legal_moves"]) == len(view["hand"]):
        assert client.move(view["legal_moves"][0])[0] == 200
        client, view = to_move(clients)
    illegal = min(set(view["hand"]) - set(view["legal_moves"]))
    status, answer = client.move(illegal)
    assert status == 409 and answer["rule"] == "ST-13"
    assert answer["error"].endswith("were led: expected one of " + " ".join(view["legal_moves"]))
    assert client.news()["view"] == view


def test_a_move_from_an_old_page_is_refused(clients: list[Client]) -> None:
    dealer, responder, _ = clients
    old = dealer.news()["version"]
    assert dealer.move("no bid", old)[0] == 200
    for client in (dealer, responder):
        status, answer = client.move("no bid", old)
        assert status == 409 and answer["error"] == "the game has gone on meanwhile"
    assert dealer.news()["view"]["bids"] == ["no bid", None]
    assert responder.news()["view"]["bids"] == [None, None]
    assert responder.move("bid 1 high")[0] == 200


def test_spectators_do_not_deal() -> None:
    with served(web_duel.Table(duel.new_game())) as (_, _, spectator):
        assert spectator.move("deal") == (409, {"error": "it is not your turn", "rule": None})


@pytest.mark.parametrize("key", ["", "0", "None", "x" * 22, "é"])
def test_requests_without_a_key_are_refused(clients: list[Client], key: str) -> None:
    stranger = attrs.evolve(clients[0], key=key)
    refused = {"error": "this link is none of this game", "rule": None}
    assert stranger.ask("/view?seen=") == (403, refused)
    assert stranger.ask("/move", '{"move": "no bid", "seen": "1"}') == (403, refused)


def test_keys_cannot_be_guessed() -> None:
    tables = [web_duel.Table(duel.new_game(), random.Random(1)) for _ in range(2)]
    keys = [key for table in tables for key in table.seats]
    assert len(set(keys)) == 6 and min(map(len, keys)) >= 22
    assert [list(table.seats.values()) for table in tables] == [[0, 1, None]] * 2


@pytest.mark.parametrize(
    "body",
    [
        "",
        "no bid",
        "{",
        "[" * web_duel.LONGEST,
        "9" * 900,
        "[]",
        "null",
        '{"move": "no bid"}',
        '{"move": "no bid", "seen": 1}',
        '{"move": ["no bid"], "seen": "1"}',
        "\xff\xfe",
    ],
)
def test_malformed_moves_are_refused(clients: list[Client], body: str) -> None:
    expected = 'expected such as {"move": "no bid", "seen": "17"}'
    assert clients[0].ask("/move", body) == (400, {"error": expected, "rule": None})
    assert clients[0].move("no bid")[0] == 200


@pytest.mark.parametrize("length", ["-1", "x", "²", "9" * 5000])
def test_an_invalid_length_is_refused(clients: list[Client], length: str) -> None:
    headers = {"Content-Length": length}
    assert clients[0].ask("/move", '{"move": "no bid", "seen": "1"}', **headers)[0] == 400


def test_long_bodies_are_not_read(clients: list[Client]) -> None:
    body = json.dumps({"move": "no bid", "seen": "1"}).ljust(web_duel.LONGEST)
    for length in (
        str(web_duel.LONGEST + 1),
        "999999999",
    ):  # longer than allowed, announced but not sent
        refused = {"error": "expected 1000 bytes or less", "rule": None}
        assert clients[0].ask("/move", "", **{"Content-Length": length}) == (413, refused)
    assert clients[0].ask("/move", body)[0] == 200


@pytest.mark.parametrize("path", ["/views", "/move", "//[", "/view/../move", "/%00", "/server.py"])
def test_other_paths_are_not_found(clients: list[Client], path: str) -> None:
    status, answer = clients[0].ask(path)
    assert status == 404 and answer["error"].startswith("there is no ")
    assert clients[0].ask("/view", '{"move": "no bid", "seen": "1"}')[0] == 404


def test_an_up_to_date_client_waits_for_news(
    clients: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer, responder, _ = clients
    waiting, changed = threading.Event(), responder.table._changed
    wait_for = changed.wait_for

    def noticed(predicate: Callable[[], bool], timeout: float) -> bool:
        waiting.set()
        return wait_for(predicate, timeout)

    monkeypatch.setattr(web_duel.Table.news, "__defaults__", (LONG,))
    seen, answers = dealer.news()["version"], list[Any]()
    thread = threading.Thread(target=lambda: answers.append(responder.news(seen)))
    with monkeypatch.context() as patched:
        patched.setattr(changed, "wait_for", noticed)
        thread.start()
        assert waiting.wait(LONG)
    assert dealer.move("no bid", seen)[0] == 200
    thread.join(LONG)
    assert answers[0]["view"]["actor"] == 1 and answers[0]["version"] != seen


def test_waiting_for_news_ends_after_a_time() -> None:
    table = web_duel.Table(duel.new_game())
    shown = table.news(0, seen="")
    assert table.news(0, seen=shown["version"], patience=0) == shown


@pytest.mark.parametrize("game", tws.GAMES)
def test_every_game_is_served(game: str) -> None:
    rng = random.Random(2)
    table = web_duel.Table(tws.GAMES[game].new_game(), rng)
    seats = [seat for seat in table.seats.values() if seat is not None]
    shown = table.move(0, "deal", table.news(0, "")["version"])
    while not shown["view"]["hand_over"]:
        actor = shown["view"]["actor"]
        moves = table.news(actor, "")["view"]["legal_moves"] if actor is not None else ["deal"]
        table.move(actor or 0, rng.choice(moves), shown["version"])
        shown = table.news(None, "")
    assert shown["game"] == tws.GAMES[game].title
    assert shown["sheet"].count(" | ") == 3 * (len(seats) - 1)


def test_a_new_game_follows_a_finished_one() -> None:
    rng = random.Random(2)
    table = web_duel.Table(duel.new_game(duel.Rules(max_hands=1)), rng)
    versions = [table.news(0, "")["version"]]
    while not table.news(None, "")["view"]["is_over"]:
        actor = table.news(None, "")["view"]["actor"]
        moves = table.news(actor, "")["view"]["legal_moves"] if actor is not None else ["deal"]
        versions.append(table.move(actor or 0, rng.choice(moves), versions[-1])["version"])
    shown = table.move(1, "deal", versions[-1])
    assert shown["view"]["scores"] == [0, 0] and shown["view"]["hand_sizes"] == [10, 10]
    assert shown["sheet"].splitlines() == ["Seat 0 | Seat 1"]
    assert len({*versions, shown["version"]}) == len(versions) + 1


def test_the_page_shows_answers_as_text_not_as_markup(clients: list[Client]) -> None:
    connection = HTTPConnection("127.0.0.1", clients[0].port, timeout=LONG)
    connection.request("GET", "/")
    response = connection.getresponse()
    page = response.read().decode()
    connection.close()
    assert response.getheader("Content-Type") == "text/html; charset=utf-8"
    assert page.startswith("<!DOCTYPE html>") and "default-src 'none'" in page
    for markup in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert markup not in page
    for elsewhere in ("http:", "https:", "src=", "@import", "url("):
        assert elsewhere not in page


def test_one_command_starts_the_server() -> None:
    command = [sys.executable, "-X", "utf8", str(EXAMPLES / "web_duel.py"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            links = [process.stdout.readline().strip() for _ in range(3)]
            found = [re.fullmatch(r"(.+): http://127.0.0.1:(\d+)/#(\S+)", link) for link in links]
            seats = ["Seat 0", "Seat 1", "Spectators"]
            assert [each and each[1] for each in found] == seats
            for each, seat in zip(found, (0, 1, None), strict=True):
                assert each is not None
                connection = HTTPConnection("127.0.0.1", int(each[2]), timeout=LONG)
                connection.request("GET", "/view", headers={"Authorization": f"Bearer {each[3]}"})
                assert json.loads(connection.getresponse().read())["view"]["seat"] == seat
                connection.close()
        finally:
            process.terminate()


def test_a_port_in_use_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        monkeypatch.setattr(sys, "argv", ["web_duel.py", "--port", port])
        with pytest.raises(SystemExit):
            web_duel.main()
    assert f"cannot serve at 127.0.0.1, port {port}: " in capsys.readouterr().err
