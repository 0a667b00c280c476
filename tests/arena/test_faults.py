"""Tests of the faults of players, and of their substitutes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.arena import bots
from tests.helpers import AnyView, shuffled
from tests.hostile import Hostile
from twowaystreet import arena
from twowaystreet._core.serial.plain_data import from_json
from twowaystreet.arena.hands import MOST_DEALS
from twowaystreet.games import duel, twos
from twowaystreet.players import Factory, _seated
from twowaystreet.players._seated import LONGEST_MESSAGE, message_of


def _no_player() -> Any:  # Any: neither a player nor anything else
    return None


def _failing() -> Any:  # Any: as above
    raise OSError("no model")


def _hostile(view: AnyView, rng: random.Random) -> Any:  # Any: not a move
    return Hostile()


def _long(view: AnyView, rng: random.Random) -> tws.Move:
    raise ValueError("long " * 100)


def lines_of(player: Any, path: Path, deals: int = 1) -> list[Any]:  # Any: plain data
    """Play a match against ``first``; return the lines of the deals."""
    players = {"bot": player, "first": bots.first}
    arena.play("twos", players, deals=deals, out=path, resume=False)
    return list(map(from_json, path.read_text().splitlines()))[1:]


@pytest.mark.parametrize(
    ("player", "kind", "message"),
    [
        (bots.broken, "exception", "LookupError: no idea about <object object at 0x...>"),
        (bots.leaving, "exception", "SystemExit: bye"),
        (bots.illegal, "illegal", "not in hand"),
        (bots.nothing, "not a move", "None"),
        (_hostile, "not a move", "Hostile"),
        (bots.half_made, "not a move", "AttributeError"),
        (bots.defacing, "not a move", "None"),
        (bots.unreadable, "exception", "Unreadable: an exception without text"),
        (_long, "exception", "ValueError: long long"),
        (Factory(_failing), "exception", "OSError: no model"),
        (Factory(_no_player), "exception", "PlayerError: player None: expected a player"),
    ],
)
def test_a_fault_is_counted_and_a_substitute_plays(
    player: Any, kind: str, message: str, tmp_path: Path
) -> None:
    (line,) = lines_of(player, tmp_path / "match.jsonl")
    for hand in line["hands"]:
        assert sum(hand["points"]) != 0  # the hand was played to its end
        assert [hand["seats"][fault["seat"]] for fault in hand["faults"]] == [0, 0]
        for fault in hand["faults"]:
            assert fault["kind"] == kind
            assert message in fault["message"] and len(fault["message"]) <= LONGEST_MESSAGE
    results = arena.play("twos", {"bot": player, "first": bots.first}, deals=3)
    assert results.faults == ({kind: 12}, {})


class _Late:
    """A player that makes no fault in its first moves, then two kinds of faults."""

    moves = 0

    def __call__(self, view: AnyView, rng: random.Random) -> Any:  # Any: not always a move
        type(self).moves += 1
        if type(self).moves > 66:
            raise LookupError(f"number \x1b[2J{type(self).moves}")
        return None if type(self).moves > 60 else bots.first(view, rng)


def test_the_table_has_the_first_message_of_each_kind_of_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_Late, "moves", 0)
    results = arena.play("twos", {"late": _Late(), "first": bots.first}, deals=8)
    deal, message = results.first_faults[0]["exception"]
    first, nothing = results.first_faults[0]["not a move"]
    assert results.first_faults[1] == {}
    assert 0 < first < deal < 8 and nothing == "None"
    assert message == "LookupError: number \x1b[2J67"
    assert str(results).splitlines()[-3:] == [
        f"late, exception, first in deal {deal}: 'LookupError: number \\x1b[2J67'",
        f"late, not a move, first in deal {first}: None",
        "All messages are in the file of the match: out=, or --out at the command line",
    ]
    assert results.to_dict()["first_faults"] == [
        {"exception": [deal, message], "not a move": [first, "None"]},
        {},
    ]


def test_a_substitute_plays_to_the_end_of_the_hand_alone() -> None:
    calls = 0

    def once(view: AnyView, rng: random.Random) -> tws.Move:
        nonlocal calls
        calls += 1
        raise ValueError

    arena.play("twos", {"once": once, "first": bots.first}, deals=5)
    assert calls == 20  # 5 deals, 2 hands, 2 seats


def test_the_substitute_has_its_own_random_numbers() -> None:
    def wasteful(view: AnyView, rng: random.Random) -> tws.Move:
        for _ in range(1000):
            rng.random()
        raise ValueError

    def thrifty(view: AnyView, rng: random.Random) -> tws.Move:
        raise ValueError

    one = arena.play("twos", {"bot": wasteful, "first": bots.first}, deals=5)
    assert one.played == arena.play("twos", {"bot": thrifty, "first": bots.first}, deals=5).played


def test_ctrl_c_is_not_a_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        arena.play("twos", [bots.stopping, bots.first], deals=1)


@pytest.mark.rule("DU-6")
def test_a_hand_of_deals_that_are_all_thrown_in_gives_no_points(tmp_path: Path) -> None:
    deals = 0

    def stubborn(view: duel.View, rng: random.Random) -> tws.Move:
        nonlocal deals
        deals += 1
        return duel.Bid(1, duel.Direction.HIGH if view.seat else duel.Direction.LOW)

    path = tmp_path / "match.jsonl"
    results = arena.play("duel", {"a": stubborn, "b": stubborn}, deals=1, out=path)
    assert deals == 2 * 2 * MOST_DEALS
    assert (results.leads, results.faults) == (((0.0, 0.0),), ({}, {}))


def test_the_message_of_an_exception_without_text() -> None:
    class Silent(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert message_of(Silent()) == "Silent: an exception without text"


def test_ctrl_c_is_never_a_fault_even_in_the_text_of_an_error() -> None:
    class Slow(Exception):
        def __str__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        message_of(Slow())


def test_an_error_of_the_game_is_no_fault_of_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> tws.AnyState:
        raise ZeroDivisionError

    state = shuffled(twos.new_game())
    monkeypatch.setattr(_seated, "apply", broken)
    with pytest.raises(ZeroDivisionError):
        _seated._after(state, tws.legal_moves(state)[0])
