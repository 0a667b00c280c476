"""Tests of whole matches."""

from __future__ import annotations

import json
import random
import statistics
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.arena import bots
from tests.helpers import AnyView
from twowaystreet import arena
from twowaystreet.games import street, twos
from twowaystreet.players import Factory, PlayerError, at_random, simple


def test_a_better_player_leads() -> None:
    results = arena.play("twos", [simple, at_random, at_random, at_random], deals=20)
    lead, others = results.means[0], results.means[1:]
    assert lead > 5 * results.errors[0] > 0
    assert sum(results.means) == pytest.approx(0)
    assert max(others) < 0
    assert results.hands == 80
    assert results.ratings[0] > max(results.ratings[1:])
    assert sum(results.ratings) == 4000


def test_the_lead_has_the_same_sign_in_a_game_that_counts_down() -> None:
    results = arena.play("twenty_down", [simple, at_random], deals=20)
    assert results.means[0] > 3 * results.errors[0]


def test_the_digest_depends_on_everything_that_changes_the_match() -> None:
    players = [simple, at_random]
    base: dict[str, Any] = {"game": "twos", "players": players, "deals": 3}
    changes: list[dict[str, Any]] = [
        {"game": "spades"},
        {"players": [at_random, simple]},
        {"players": {"simple": simple, "renamed": at_random}},
        {"deals": 4},
        {"seed": 1},
        {"rules": twos.Rules(max_hands=5)},
        {"seating": "fresh"},
    ]
    digests = {arena.play(**base | change).digest for change in [{}, {}, *changes]}
    assert len(digests) == 1 + len(changes)


def test_the_digest_depends_on_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = arena.play("twos", ["random", "random"], deals=1)
    monkeypatch.setattr(tws, "__version__", "0.1.1")
    after = arena.play("twos", ["random", "random"], deals=1)
    assert (before.leads, after.version) == (after.leads, "0.1.1")
    assert before.digest != after.digest


def test_the_order_and_the_names_of_players_do_not_change_the_deals() -> None:
    one = arena.play("twos", {"a": bots.first, "b": bots.last}, deals=5)
    other = arena.play("twos", {"c": bots.last, "d": bots.first}, deals=5)
    assert [leads[::-1] for leads in one.leads] == list(other.leads)


def test_a_player_with_a_memory_is_new_in_every_seat_of_every_hand() -> None:
    made: list[bots.Alternating] = []

    def make() -> bots.Alternating:
        made.append(bots.Alternating())
        return made[-1]

    arena.play("twos", {"memory": Factory(make), "first": bots.first}, deals=3)
    assert [player.moves for player in made] == [13] * 12  # 3 deals, 2 hands, 2 seats
    by_class = arena.play("twos", [bots.Alternating, bots.first], deals=3)
    by_factory = arena.play("twos", [Factory(bots.Alternating), bots.first], deals=3)
    assert by_class.digest == by_factory.digest


def test_players_get_views_alone() -> None:
    seen: set[type[object]] = set()

    def looking(view: twos.View, rng: object) -> tws.Move:
        seen.add(type(view))
        assert view.seat == view.actor
        return tws.legal_moves(view)[0]

    assert arena.play("twos", {"a": looking, "b": looking}, deals=1).faults == ({}, {})
    assert seen == {twos.View}


def test_a_sequential_test_ends_the_match() -> None:
    results = arena.play("twos", ["simple", "random"], deals=1000, sprt=(0, 0.5))
    assert results.decision == 0.5
    assert results.deals < 1000
    assert "Decision if the difference of simple is 0 or 0.5: 0.5" in str(results)
    few = arena.play("twos", ["simple", "random"], deals=10, sprt=(0, 0.5))
    assert few.decision is None
    assert "No decision if the difference of simple is 0 or 0.5" in str(few)


def test_results_as_plain_data_and_as_a_table() -> None:
    rules = street.Rules(players=3)
    results = arena.play("street", {"A": simple, "B": bots.broken}, rules=rules, deals=2)
    data = results.to_dict()
    assert data["means"] == list(results.means)
    assert data["rules"]["players"] == 3
    assert data["faults"] == [{}, {"exception": 6}]
    assert data["digest"] == results.digest
    title, unit, over, heads, *rows, first, _ = str(results).splitlines()
    assert title == "street, rotate, seed 0: 2 deals, 4 hands"
    assert unit.split() == ["points", "per", "hand", "difference"]
    mean, error = results.difference("A", "B")
    assert over.split() == ["A", "over", "B", f"{mean:+.2f}", "±", f"{error:.2f}"]
    assert heads.split() == ["player", "rating", "faults"]
    assert [row.split()[0] for row in rows] == ["A", "B"]
    assert rows[1].endswith("6 exception")
    assert first.startswith("B, exception, first in deal 0: LookupError: no idea about <object")
    assert arena.play("twos", ["simple", "random"], deals=1).to_dict()["errors"] == [None, None]


def test_a_difference_is_paired() -> None:
    results = arena.play("twos", ["simple", "simple", "random", "random"], deals=10)
    pairs = [3 / 4 * (leads[0] - leads[2]) for leads in results.leads]
    mean, error = results.difference(0, 2)
    assert mean == pytest.approx(statistics.fmean(pairs))
    assert error == pytest.approx(statistics.stdev(pairs) / 10**0.5)


@pytest.mark.parametrize("game", ["duel", "twenty_down", "brag"])
def test_a_difference_is_in_points_per_hand(game: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    results = arena.play(game, ["simple", "random"], deals=5, out=path)
    points: dict[int, list[int]] = {0: [], 1: []}
    for line in map(json.loads, path.read_text().splitlines()[1:]):
        for hand in line["hands"]:
            for player, own in zip(hand["seats"], hand["points"], strict=True):
                points[player].append(own)
    sign = -1 if game == "twenty_down" else 1
    wanted = sign * (statistics.fmean(points[0]) - statistics.fmean(points[1]))
    assert results.difference(0, 1)[0] == pytest.approx(wanted)


def test_progress_after_each_deal() -> None:
    seen: list[tuple[int, int]] = []

    def look(done: int, deals: int) -> None:
        seen.append((done, deals))

    arena.play("twos", ["random"] * 2, deals=3, progress=look)
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "bridge"}, "game='bridge': expected a twowaystreet.Game, or one of street"),
        ({"deals": 0}, "deals=0: expected a whole number, 1 or more"),
        ({"seed": 1.5}, "seed=1.5: expected a whole number"),
        ({"seating": "mirrored"}, "seating='mirrored': expected one of rotate, mirror, fresh"),
        ({"players": [simple]}, "players=1: expected 2 to 4 players, as the game has 4 seats"),
        ({"players": [simple] * 5}, "players=5: expected 2 to 4 players"),
        ({"players": "simple"}, "players='simple': expected players, or a dict"),
        ({"players": [simple] * 3, "seating": "mirror"}, "seating='mirror': expected rotate or"),
        ({"rules": street.Rules()}, "rules=Rules(.*expected a twowaystreet.games.twos.Rules"),
        ({"time_limit": 0}, "time_limit=0: expected seconds above 0, up to 86400"),
        ({"time_limit": True}, "time_limit=True: expected seconds above 0"),
        ({"sprt": (1, 0)}, "the smaller first"),
        ({"sprt": (0, float("nan"))}, "the smaller first"),
        ({"sprt": 5}, "sprt=5: expected two differences"),
    ],
)
def test_impossible_arguments(changes: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {
        "game": "twos",
        "players": [simple, at_random],
        "deals": 1,
    } | changes
    with pytest.raises(tws.RulesError) as caught:
        arena.play(**arguments)
    head, _, tail = message.partition(".*")
    assert head in str(caught.value) and tail in str(caught.value)


def test_a_player_without_a_text_has_a_name() -> None:
    class Silent:
        def __call__(self, view: AnyView, rng: random.Random) -> tws.Move:
            return tws.legal_moves(view)[0]

        def __repr__(self) -> str:
            raise RuntimeError

    (name, _) = arena.play("twos", [Silent(), simple], deals=1).players
    assert "Silent object" in name and "0x" not in name


@pytest.mark.parametrize("player", [7, "simpel"])
def test_players_that_are_none(player: Any) -> None:
    with pytest.raises(PlayerError):
        arena.play("twos", [player, simple])


def test_players_of_a_result_by_name_or_number() -> None:
    results = arena.play("twos", ["simple", "random", "random"], deals=2)
    assert results.difference("simple", 1) == results.difference(0, 1)
    for player in ("random", 3, -1, True, "simpel"):
        with pytest.raises(tws.RulesError, match="0 to 2, or a name of simple, random"):
            results.difference(0, player)
