"""Files of tables that 0.2.0 wrote: every later version goes on with them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.table.tables import Tokens, check_saved, full, go_on, told
from twowaystreet.table import Table, TableError, TokenError

V1 = Path(__file__).parent / "v1"
"""The files, which never change."""
ANN = "cP2YmrjwaRZK7LGneeCAhg"
ANN_AGAIN = "87SXISJFWojQS7fdHkJFiw"
ZOE = "JEHWLMJs2Zp8UYJDqkugJw"
WATCHERS = ("RNWeQ12e_hwoq0OImSD1Dg", "mhhTBnRkl0WIIaQVNCkIlQ")
TOKENS: Tokens = {0: ANN, 2: ZOE, None: WATCHERS[0]}


def two_people() -> Table:
    """Return a game of two people and two bots, in which one person asked for an undo."""
    return Table.from_text((V1 / "two_people.json").read_text(encoding="utf-8"))


def test_all_tokens_of_an_old_file_open_their_seats() -> None:
    table = two_people()
    assert [table.seat(token) for token in (ANN, ANN_AGAIN, ZOE, *WATCHERS)] == [
        0,
        0,
        2,
        None,
        None,
    ]
    assert table.names == ("Ann", "Bot 1", "Zoë", "Bot 2")
    assert table.bots == {1: "simple", 3: "montecarlo:worlds=2,playouts=random"}
    assert (table.actor, table.last_number) == (3, 17)
    assert table.asked is not None and table.asked.agreed == (0,)
    for seat, token in TOKENS.items():
        assert table.view(token) == tws.view(table.record.state, seat)


def test_the_events_of_an_old_file_have_sentences() -> None:
    table = two_people()
    assert [event.sentences[0] for event in table.events(ANN)[:7]] == [
        "You join.",
        "Zoë joins.",
        "New deal.",
        "You declare high.",
        "You exchange K♣ A♣, drawing J♦ Red Joker.",
        "Bot 1 declares high.",
        "Bot 1 exchanges two cards.",
    ]
    assert told(table, WATCHERS[1]) == ["Ann asks to take back a move."]
    assert [event.text for event in table.events(ANN)][10:14] == ["3D", "4D", "10D", "9D"]


def test_an_old_game_goes_on_and_is_saved_as_the_present_version(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    shutil.copyfile(V1 / "two_people.json", path)
    table = Table.load(path, bots={3: "simple"})
    assert table.undo(ZOE) and table.asked is None
    go_on(table, TOKENS, 20)
    check_saved(table, TOKENS)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["version"], data["watching"], data["play_forced"]) == (2, "", False)
    assert data["log"][0]["before"] == "Seat 0"
    assert data["bots"][0] == {"seat": 1, "label": "Bot 1", "name": "simple"}
    assert Table.load(path).view(ANN_AGAIN) == table.view(ANN)


def test_the_spectators_of_an_old_file_end_one_by_one_or_together() -> None:
    table = two_people()
    token = table.spectate()
    table.revoke(WATCHERS[0])
    with pytest.raises(TokenError):
        table.view(WATCHERS[0])
    assert table.view(WATCHERS[1]) == table.view(token)
    check_saved(table, {0: ANN, None: WATCHERS[1]})
    table.revoke_seat(None)
    for ended in (WATCHERS[1], token):
        with pytest.raises(TokenError):
            table.view(ended)
    check_saved(table, {0: ANN})


def test_a_finished_old_game_begins_again() -> None:
    table = Table.from_text((V1 / "finished_duel.json").read_text(encoding="utf-8"))
    assert table.names == ("Bot 1", "Ann") and table.hand_scores
    tokens = {**full(table), 1: table.another_token(1)}
    check_saved(table, tokens)
    table.rematch(dealer=1)
    assert not table.hand_scores and table.record == tws.Record(
        table.game.new_game(table.rules, dealer=1)
    )
    go_on(table, tokens, 5)
    check_saved(table, tokens)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 2),
        ("version", 3),
        ("version", "1"),
        ("watching", ""),
        ("play_forced", True),
        ("bots", [{"seat": 1, "label": "Bot 1", "name": "simple"}]),
        ("bots", [[1, "simple"], [1, "simple"]]),
        ("bots", [[4, "simple"]]),
        ("bots", [[0, "simple"]]),
        ("log", [{"number": 1, "happened": "join", "seat": 0, "moves": 0, "before": ""}]),
        ("log", [{"number": 1, "happened": "join", "seat": 7, "moves": 0}]),
        ("log", [{"number": 1, "happened": "join", "seat": None, "moves": 0}]),
    ],
)
def test_an_old_file_with_other_fields_is_refused(key: str, value: Any) -> None:
    data = json.loads((V1 / "two_people.json").read_text(encoding="utf-8"))
    with pytest.raises(TableError, match="cannot read a table"):
        Table.from_text(json.dumps(data | {key: value}))


def test_a_bot_that_thinks_for_hours_comes_back_only_from_the_host() -> None:
    text = (V1 / "two_people.json").read_text(encoding="utf-8")
    slow = text.replace("worlds=2,", "worlds=200000,")
    with pytest.raises(TableError, match="does not name the bot of seat 3"):
        Table.from_text(slow)
    assert Table.from_text(slow, bots={3: "simple"}).actor == 3


def test_a_file_of_the_first_of_version_2_goes_on() -> None:
    table = Table(tws.GAMES["duel"], dealer=0)
    tokens = full(table)
    go_on(table, tokens, 3)
    data = json.loads(table.to_text())
    del data["away"], data["takes_back"]
    again = Table.from_text(json.dumps(data))
    assert again.to_text() == table.to_text()
