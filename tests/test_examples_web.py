"""A Duel is played over HTTP, and no answer reveals a hidden card to its seat."""

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

import pytest

import twowaystreet as tws
from examples import web_duel
from tests.processes import PATIENCE, killed_at_end
from tests.test_examples import EXAMPLES
from twowaystreet import svg
from twowaystreet.games import duel
from twowaystreet.table import Table

CARD = re.compile(r"\b(?:10|[2-9JQKA])[CDHS]\b|[RBX]\*")


# Any: parsed JSON.
def ask(
    port: int, token: str, path: str = "/view", body: str | None = None, **headers: str
) -> tuple[int, Any]:
    """Send a request of a person; return its status and answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    given = {"Authorization": f"Bearer {token}"} | headers
    connection.request("GET" if body is None else "POST", path, body, given)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, json.loads(text) if path != "/" else text


def move(port: int, token: str, text: str) -> tuple[int, Any]:  # Any: parsed JSON
    seen = ask(port, token)[1]["number"]
    return ask(port, token, "/move", json.dumps({"move": text, "seen": seen}))


@contextmanager
def served(rules: object = None) -> Generator[tuple[Table, int, list[str]]]:
    """Serve a Duel; yield its table, the port, and the tokens of its seats and a spectator."""
    table = Table(duel.GAME, rules, dealer=0)
    tokens = [*(table.join(f"P {seat}") for seat in table.free_seats), table.spectate()]
    with web_duel.serve(table, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield table, server.server_port, tokens
        finally:
            server.shutdown()
            thread.join()


def test_a_game_is_played_by_two_browsers_that_get_no_card_which_they_have_not_seen() -> None:
    rng, rules = random.Random(3), duel.Rules(bid_markers=duel.BidMarkers.CARDS, max_hands=1)
    with served(rules) as (table, port, tokens):
        while not table.view(tokens[2]).is_over:
            shown = [ask(port, token)[1] for token in tokens]
            actor = table.actor
            may_move = [actor is None or actor == seat for seat in (0, 1)]
            assert [bool(answer["moves"]) for answer in shown] == [*may_move, False]
            for token, answer in zip(tokens, shown, strict=True):
                seat = table.seat(token)
                view = tws.view(table._state, seat)
                assert answer.pop("picture") == svg.table(view, names=("P 0", "P 1"))
                seen = set(CARD.findall(table.record.for_seat(seat).to_json()))
                assert set(CARD.findall(json.dumps(answer))) <= seen
            moves = shown[actor or 0]["moves"]
            assert move(port, tokens[actor or 0], rng.choice(moves))[0] == 200
        last = ask(port, tokens[1])[1]
        assert (last["moves"], last["log"][:3]) == ([], ["P 0: joins", "P 1: joins", "deal"])


@pytest.mark.rule("DU-3")
def test_moves_that_cannot_be_made_are_refused() -> None:
    with served() as (_, port, (dealer, responder, spectator)):
        assert move(port, responder, "deal")[0] == 200
        before = ask(port, dealer)
        for token, text, error in (
            (dealer, "QS", "DU-3"),
            (dealer, "three high", "cannot read 'three high'"),
            (dealer, "undo", "no move of yours"),
            (responder, "no bid", "it is the turn of P 0"),
            (spectator, "deal", "you watch this game"),
        ):
            status, answer = move(port, token, text)
            assert status == 409 and error in answer["error"]
        late = ask(port, dealer, "/move", '{"move": "no bid", "seen": 1}')
        assert late == (409, {"error": "the game has gone on meanwhile"})
        assert ask(port, dealer) == before


def test_strangers_and_malformed_moves_are_refused_and_the_page_is_its_own() -> None:
    with served() as (table, port, (dealer, *_)):
        for body in (
            *("", "deal", "{", "[" * 999, "9" * 900, "[]", "null", '{"move": "deal"}', "\xff\xfe"),
            *('{"move": 7, "seen": 2}', '{"move": "deal", "seen": "2"}'),
            '{"move": "deal", "seen": 2}'.rjust(web_duel.LONGEST + 1),
        ):
            status, answer = ask(port, dealer, "/move", body)
            assert status == 409 and answer["error"].startswith("expected a message such as")
        for length in ("-1", "x", "²", "9" * 5000):
            assert ask(port, dealer, "/move", "", **{"Content-Length": length})[0] == 409
        refused = 403, {"error": "this token belongs to nobody at this table"}
        for token in ("", "0", "None", "x" * 22, "é"):
            assert ask(port, token) == refused
            assert ask(port, token, "/move", '{"move": "deal", "seen": 2}') == refused
        assert table.last_number == 2
        status, page = ask(port, dealer, "/")
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
        for who, moves in (("Player 0", ["deal"]), ("Player 1", ["deal"]), ("Spectators", [])):
            link = process.stdout.readline().strip()
            found = re.fullmatch(rf"{who}: http://127.0.0.1:(\d+)/#(\S+)", link)
            assert found and ask(int(found[1]), found[2])[1]["moves"] == moves
