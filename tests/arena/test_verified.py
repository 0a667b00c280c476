"""Hands that are played again alone, and players that use more than their view."""

import random
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.arena import bots
from twowaystreet import arena
from twowaystreet.errors import RulesError
from twowaystreet.games import twos
from twowaystreet.players import Factory


def test_players_that_use_their_view_alone_do_not_differ() -> None:
    results = arena.play("twos", {"a": "random", "b": Factory(bots.Alternating)}, deals=9)
    assert results.verify(hands=4) == arena.Verified(4)
    results = arena.play("duel", {"a": bots.broken, "b": "simple"}, deals=1)
    assert str(results.verify()) == "1 hand played again: none differ"


@pytest.mark.parametrize(
    ("player", "seating"), [(bots.remembers, "rotate"), (bots.peeking, "fresh")]
)
def test_the_player_that_uses_more_is_named(player: Any, seating: str, tmp_path: Path) -> None:
    players: dict[str, arena.Entrant] = {"a": "random", "b": player}
    out = tmp_path / "match.jsonl"
    arena.play("twos", players, deals=10, seating=seating, out=out)
    bots.remembering.known.clear()  # as in another process, which has not played the match
    found = arena.read(out).verify(5, players)
    assert found.hands == len(found.differing) == 5 and not found.not_alone
    assert len({deal for deal, *_ in found.differing}) == 5  # a process meets no deal twice
    assert {name for _, _, name, _ in found.differing} == {"b"}
    deal, rotation, _, how = found.differing[0]
    assert "after another hand of the deal" in how
    assert str(found).splitlines() == [
        "5 hands played again: 5 differ",
        f"b in 5 hands, first deal {deal}, rotation {rotation}: {how}",
    ]


def test_a_player_of_this_process_alone_differs_in_its_points() -> None:
    remembering = bots.Remembering()

    def local(view: twos.View, rng: random.Random) -> tws.Move:
        return remembering(view, rng)

    found = arena.play("twos", {"a": local, "b": bots.first}, deals=10).verify()
    assert found.hands == 10 and {name for _, _, name, _ in found.differing} == {None}
    first, last = str(found).splitlines()[1:]
    assert first.startswith(f"a player in {len(found.differing)} hands, first deal ")
    assert "points [" in first
    assert last.startswith("In one process: player ") and "cannot go to a process" in last


@pytest.mark.parametrize("hands", [0, "5", 1.5, True])
def test_impossible_numbers_of_hands_are_refused(hands: Any) -> None:
    results = arena.play("twos", ["random", "random"], deals=1)
    with pytest.raises(RulesError, match=r"hands=.*: expected a whole number, 1 or more"):
        results.verify(hands)
