"""The examples of embedding and saving run, and the server reveals no hidden information."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from examples import oh_hell, server
from tests.helpers import voids
from tests.test_examples import run
from twowaystreet._engine import game as registry
from twowaystreet.games import spades, street, twenty_down


def test_the_server_example_runs() -> None:
    lines = run("server.py")
    assert sum(line.startswith('To seat 0: {"error": ') for line in lines) == 3
    assert '"rule": "ST-7"' in lines[1]
    assert sum(" leads " in line for line in lines) == 10
    assert lines[-1].startswith("Scores: [")


def test_the_saving_example_runs(tmp_path: Path) -> None:
    for arguments in ((str(tmp_path),), ()):
        lines = run("saving.py", *arguments)
        seen = lines[lines.index("What seat 1 saw:") + 1 : -1]
        assert seen[:2] == ["dealer: deal", "seat 0: bid"]
        assert len(seen) == int(lines[0].split()[0])
        assert lines[-1].startswith("Not loaded, because of move 2: ")
    assert {path.name for path in tmp_path.iterdir()} == {"duel.txt", "duel.json", "seat_1.json"}


@pytest.mark.parametrize(
    "start",
    [
        street.new_game(street.Rules(players=3, max_hands=2)),
        spades.new_game(spades.Rules(max_hands=1)),
        twenty_down.new_game(twenty_down.Rules(max_hands=2)),
    ],
)
def test_every_game_is_served_to_its_end(start: Any) -> None:
    """Serve a random game; Any: the state of any game."""
    rng = random.Random(5)
    game = server.GameServer(start, rng)
    seats = len(start.scores)
    assert [game.join() for _ in range(seats + 1)] == [*range(seats), None]
    lines, last = game.go_on(), dict[str, Any]()
    while lines:
        seat, line = lines.pop(0)
        last = json.loads(line)["view"]
        assert last["seat"] == seat
        answer = server.answer(line, rng)
        assert not answer or seat is not None
        lines += game.message(seat, answer) if answer else []
    assert last["is_over"]
    (reply,) = game.message(last["winners"][0], "deal")
    assert json.loads(reply[1])["error"] == "it is not your turn"


def test_moves_out_of_turn_are_refused() -> None:
    game = server.GameServer(street.new_game())
    for seat in (None, 0, 1):
        (reply,) = game.message(seat, "high")
        assert reply == (seat, json.dumps({"error": "it is not your turn", "rule": None}))
    game.go_on()
    for seat in (None, 1, 2, 3):
        (reply,) = game.message(seat, "high")
        assert reply[0] == seat and "error" in json.loads(reply[1])
    assert len(game.message(0, "high")) == 5


def test_a_history_shows_only_its_seats_information() -> None:
    game = server.GameServer(street.new_game())
    views = dict(game.go_on())
    for seat in (None, 0, 1, 2, 3):
        ((to, line),) = game.message(seat, "history")
        found = tws.SeatRecord.from_dict(json.loads(line)["history"])
        assert to == found.seat == seat
        assert [event.text for event in found] == ["deal"]
        assert found.view.to_dict() == json.loads(views[seat])["view"]


def test_voids_name_the_rule_of_a_new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry._games, "_registered", {})
    tws.register(oh_hell.GAME)
    rng, record = random.Random(3), tws.Record(oh_hell.new_game())
    while not record.state.hand_over:
        state = record.state
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        record = record.play(move)
    seen = record.for_seat(2)
    assert {void.rule for void in voids(seen.view)} == {"OH-1"}
    assert tws.SeatRecord.from_json(seen.to_json()) == seen
