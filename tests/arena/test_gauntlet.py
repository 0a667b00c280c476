"""Tests of gauntlets: their seats, differences, ratings and warnings, and broken copies of them."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import whist
from tests.arena import __main__ as strengths
from tests.arena import bots
from twowaystreet import arena
from twowaystreet._core.engine.seats import alone, patterns
from twowaystreet.arena.hands import pairings

POOL: dict[str, arena.Entrant] = {"first": bots.first, "last": bots.last, "random": "random"}
DEALS = 6


def play(path: Path | None = None, **changes: Any) -> arena.GauntletResults:
    arguments: dict[str, Any] = {"game": "twos", "players": POOL, "deals": DEALS, "out": path}
    return arena.gauntlet(**arguments | changes)


@cache
def usual() -> arena.GauntletResults:
    """Return the results of the usual gauntlet, which takes half a second."""
    return play()


@cache
def short() -> arena.GauntletResults:
    """Return the results of a single deal."""
    return play(deals=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "gauntlet.jsonl"


@pytest.mark.parametrize("places", range(2, 8))
def test_each_pair_has_each_seat_equally_often(places: int) -> None:
    for seating, ways in patterns(places).items():
        first, second = map(int, seating.split(":"))
        assert all(Counter(way) == {0: first, 1: second} for way in ways)
        counts = Counter(seat for way in ways for seat, who in enumerate(way) if who == 0)
        assert set(counts.values()) == {len(ways) * first // places} and len(counts) == places


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (3, 3), (3, 4), (5, 4), (2, 6)])
def test_hands_have_the_two_players_in_their_numbers(players: int, seats: int) -> None:
    for first, second, seating, lineups in pairings(players, alone(seats)):
        own, other = map(int, seating.split(":"))
        assert first < second
        assert all(Counter(lineup) == {first: own, second: other} for lineup in lineups)


def test_partners_have_the_same_player() -> None:
    found = arena.gauntlet(whist.GAME, POOL, deals=2)
    assert found.seatings == ("1:1",) and found.sides == 2
    assert {hand.seats for hands in found.played for hand in hands} == {
        tuple(pair[seat % 2] for seat in range(4))
        for pair in ((a, b) for a in range(3) for b in range(3) if a != b)
    }


def test_the_deals_are_those_of_a_match() -> None:
    match = arena.play("twos", {"first": bots.first, "last": bots.last}, deals=DEALS)
    columns = play(players={"first": bots.first, "last": bots.last})
    assert columns.deal_differences(0, 1, "2:2") == pytest.approx(match._differences(0, 1))


@pytest.mark.parametrize("game", ["duel", "twenty_down", "brag"])
def test_a_better_player_is_ahead_in_every_game(game: str) -> None:
    found = arena.gauntlet(game, ["simple", "random"], deals=15)
    assert all(found.difference(0, 1, word)[0] > 0 for word in found.seatings)
    assert found.ratings[0][0] > 0 and sum(mean for mean, _ in found.ratings) == pytest.approx(0)
    assert found.warnings == ()


def test_a_pair_in_the_other_order_has_the_other_sign() -> None:
    found = usual()
    assert found.deal_differences(0, 2, "1:3") == tuple(
        -each for each in found.deal_differences(2, 0, "3:1")
    )
    mean = statistics.fmean(found.difference("first", "last", word)[0] for word in found.seatings)
    assert found.difference("first", "last")[0] == pytest.approx(mean)


def test_ratings_are_the_least_squares_of_all_differences() -> None:
    found = usual()
    best = [mean for mean, _ in found.ratings]

    def misfit(ratings: Sequence[float]) -> float:
        return sum(
            (found.difference(first, second, word)[0] - ratings[first] + ratings[second]) ** 2
            for first, second in combinations(range(3), 2)
            for word in found.seatings
        )

    for player in range(3):
        for step in (0.01, -0.01):
            moved = [rating + step * (each == player) for each, rating in enumerate(best)]
            assert misfit(moved) > misfit(best)


def _warnings(values: dict[str, list[float]]) -> tuple[str, ...]:
    """Return the warnings for two players with these differences in each seating."""
    columns = {(0, 1, word): tuple(each) for word, each in values.items()}
    found = play(players={"a": bots.first, "b": bots.first}, deals=1)
    played = found.played * len(values["1:3"])
    return attrs.evolve(found, differences=columns, played=played).warnings


def test_a_sign_that_depends_on_the_seating_is_a_warning() -> None:
    noise = [1.0, -1.0, 0.5, -0.5] * 8
    gains = {"1:3": [0.4 + each for each in noise], "2:2": [-0.3 + each for each in noise]}
    words = "Warning: a gains on b in 1:3 (+0.40 ± 0.14), but loses in 2:2 (-0.30 ± 0.14)"
    assert _warnings({**gains, "3:1": noise}) == (words,)
    # Both must lie on the two sides of zero, and their paired difference must be clear.
    above = {"1:3": [0.7 + each for each in noise], "2:2": [0.1 + each for each in noise]}
    assert _warnings({**above, "3:1": above["1:3"]}) == ()
    unclear = {"1:3": [0.2 + each for each in noise], "2:2": [-0.2 - each for each in noise]}
    assert _warnings({**unclear, "3:1": unclear["2:2"]}) == ()
    few = {word: values[:29] for word, values in {**gains, "3:1": noise}.items()}
    assert _warnings(few) == ()


def test_a_gauntlet_goes_on_after_an_interruption(path: Path) -> None:
    arguments: dict[str, Any] = {
        "game": "spades",
        "players": {"a": bots.first, "b": bots.leaving, "c": bots.last},
        "deals": 2,
    }
    whole = play(path, **arguments)
    data = path.read_bytes()
    ends = [at + shift for at, byte in enumerate(data) if byte == 10 for shift in (0, 1)]
    for length in {0, 1, *ends, *range(5, len(data), 997)}:
        path.write_bytes(data[:length])
        assert play(path, **arguments) == whole
        assert path.read_bytes() == data


def test_executors_do_not_change_the_results(path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert play(path, executor=executor) == usual()


def test_faults_count_for_the_player_and_the_phase() -> None:
    found = play(players={"good": bots.first, "bad": bots.broken}, deals=1)
    # One seat in four hands, three in four, and two in two.
    assert found.faults == ({}, {"exception": 20})
    assert found.by_phase("bad")["play"].faults == {"exception": 20}
    assert "bad, exception, first in deal 0: LookupError" in str(found)


def test_a_gauntlet_as_plain_data() -> None:
    found = usual()
    data = found.to_dict()
    assert data["seatings"] == ["1:3", "3:1", "2:2"] and len(data["differences"]) == 9
    mean, error = found.difference("last", "random", "2:2")
    assert data["differences"][-1] == {
        "first": "last",
        "second": "random",
        "seating": "2:2",
        "mean": mean,
        "error": error,
    }
    assert data["digest"] == found.digest and data["warnings"] == []
    one = short()
    assert one.to_dict()["ratings"][0]["error"] is None and "nan" not in str(one)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ["random"]}, "players=1: expected 2 to 64 players"),
        ({"players": ["random"] * 65}, "players=65: expected 2 to 64 players"),
        ({"deals": 0}, "deals=0: expected a whole number, 1 or more"),
        ({"times": 1}, "times=1: expected True or False"),
    ],
)
def test_impossible_arguments(change: dict[str, Any], message: str) -> None:
    with pytest.raises(tws.RulesError) as caught:
        play(**change)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("question", "settings", "message"),
    [
        ("difference", {"a": 0, "b": 1, "seating": "4:0"}, "expected one of 1:3, 3:1, 2:2"),
        ("difference", {"a": 0, "b": 9}, "b=9: expected 0 to 2, or a name"),
        ("interval", {"a": 0, "seating": "1:3"}, "expected None without another player"),
        ("interval", {"a": 0, "level": 2}, "level=2: expected a number between 0 and 1"),
    ],
)
def test_impossible_questions(question: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(tws.RulesError) as caught:
        getattr(short(), question)(**settings)
    assert message in str(caught.value)


def test_a_match_cannot_go_on_as_a_gauntlet(path: Path) -> None:
    arena.play("twos", POOL, deals=1, out=path)
    with pytest.raises(arena.ArenaError, match="seating is 'rotate', expected 'gauntlet'"):
        play(path)
    with pytest.raises(tws.RulesError, match="seating='gauntlet': expected one of rotate"):
        arena.play("twos", POOL, seating="gauntlet")


def test_intervals_of_a_gauntlet_lie_around_the_estimates() -> None:
    found = usual()
    low, high = found.interval("first")
    assert low < found.ratings[0][0] < high
    low, high = found.interval("first", "random", "2:2")
    assert low < found.difference("first", "random", "2:2")[0] < high


def test_an_interrupted_gauntlet_has_the_results_of_its_deals(path: Path) -> None:
    def stop(done: int, deals: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(arena.Interrupted) as caught:
        play(path, progress=stop)
    assert caught.value.results == play(deals=1)
    assert play(path) == usual()


def test_strengths_are_printed_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--deals", "6", "--least", "0", "--games", "spades,brag", "simple", "random", "random"]
    strengths.main(words)
    heads, rule, *rows = capsys.readouterr().out.rstrip().splitlines()
    assert heads == "| game | deals | players | 1:1 | 1:n | n:1 | half |"
    assert rule == "| --- | --- | --- | --- | --- | --- | --- |"
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [row[:3] for row in cells[::3]] == [
        ["spades", "6", "`simple` over `random`"],
        ["brag", "6", "`simple` over `random`"],
    ]
    found = arena.gauntlet("spades", ["simple", "random", "random"], deals=6)
    mean, error = found.difference(0, 1)
    assert cells[0][3:] == [f"{mean:+.2f} ± {error:.2f}", "", "", ""]
    assert [bool(cell) for cell in cells[3][3:]] == [False, True, True, True]


def test_strengths_fail_without_a_clear_lead() -> None:
    with pytest.raises(SystemExit, match="no clear lead, or faults: spades"):
        strengths.main(["--deals", "2", "--games", "spades", "random", "random"])


def false_warnings(gauntlets: int, deals: int) -> int:
    """Return the number of gauntlets of equal players in which chance alone causes a warning."""
    pool: dict[str, arena.Entrant] = dict.fromkeys("ab", "random")
    found = [play(players=pool, deals=deals, seed=seed) for seed in range(gauntlets)]
    return sum(bool(each.warnings) for each in found)


def test_equal_players_have_no_warnings() -> None:
    assert false_warnings(gauntlets=2, deals=30) == 0
