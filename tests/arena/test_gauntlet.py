"""Gauntlets: their seats, differences, ratings and warnings; and what holds for all matches."""

import statistics
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.arena import bots
from twowaystreet import arena
from twowaystreet._core.engine.seats import patterns
from twowaystreet._core.plain_data import from_json
from twowaystreet._util.faults import Terminated

POOL: dict[str, arena.Entrant] = {"first": bots.first, "last": bots.last, "random": "random"}
DEALS = 6


def play(path: Path | None = None, **changes: Any) -> arena.GauntletResults:
    arguments: dict[str, Any] = {"game": "twos", "players": POOL, "deals": DEALS, "out": path}
    return arena.gauntlet(**arguments | changes)


@cache
def usual() -> arena.GauntletResults:
    """Return the results of the usual gauntlet, which takes half a second."""
    return play()


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


def test_the_deals_are_those_of_a_match_and_the_other_order_has_the_other_sign() -> None:
    match = arena.play("twos", {"first": bots.first, "last": bots.last}, deals=DEALS)
    columns = play(players={"first": bots.first, "last": bots.last})
    assert columns.deal_differences(0, 1, "2:2") == pytest.approx(match._differences(0, 1))
    found = usual()
    assert found.deal_differences(0, 2, "1:3") == tuple(
        -each for each in found.deal_differences(2, 0, "3:1")
    )
    mean = statistics.fmean(found.difference("first", "last", word)[0] for word in found.seatings)
    assert found.difference("first", "last")[0] == pytest.approx(mean)


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
        "players": {"a": bots.first, "b": bots.broken, "c": bots.last},
        "deals": 2,
    }
    whole = play(path, **arguments)
    data = path.read_bytes()
    ends = [at + shift for at, byte in enumerate(data) if byte == 10 for shift in (0, 1)]
    for length in {0, 1, *ends, *range(5, len(data), 997)}:
        path.write_bytes(data[:length])
        assert play(path, **arguments) == whole
        assert path.read_bytes() == data


def test_faults_count_for_player_and_phase_also_in_plain_data() -> None:
    found = play(players={"good": bots.first, "bad": bots.broken}, deals=1)
    # One seat in four hands, three in four, and two in two.
    assert found.faults == ({}, {"exception": 20})
    assert found.by_phase("bad")["play"].faults == {"exception": 20}
    assert "bad, exception, first in deal 0: LookupError" in str(found)
    found = usual()
    data = found.to_dict()
    assert data["seatings"] == ["1:3", "3:1", "2:2"] and len(data["differences"]) == 9
    mean, error = found.difference("last", "random", "2:2")
    pair = {"first": "last", "second": "random", "seating": "2:2", "mean": mean, "error": error}
    assert data["differences"][-1] == pair
    for names, (value, _) in {
        ("last",): found.ratings[1],
        ("last", "random", "2:2"): (mean, 0),
    }.items():
        low, high = found.interval(*names)
        assert low < value < high
    assert data["digest"] == found.digest and data["warnings"] == []
    one = play(deals=1)
    assert one.to_dict()["ratings"][0]["error"] is None and "nan" not in str(one)


# Any: arguments of any kind.
WRONG: dict[str, dict[str, Any]] = {
    "players=1: expected 2 to 64 players": {"players": ["random"]},
    "players=65: expected 2 to 64 players": {"players": ["random"] * 65},
    "times=1: expected True or False": {"times": 1},
}
QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "expected one of 1:3, 3:1, 2:2": ("difference", {"a": 0, "b": 1, "seating": "4:0"}),
    "b=9: expected 0 to 2, or a name": ("difference", {"a": 0, "b": 9}),
    "expected None without another player": ("interval", {"a": 0, "seating": "1:3"}),
}


def test_impossible_arguments_and_questions(path: Path) -> None:
    for message, change in WRONG.items():
        with pytest.raises(tws.RulesError, match=message):
            play(**change)
    for message, (question, settings) in QUESTIONS.items():
        with pytest.raises(tws.RulesError, match=message):
            getattr(usual(), question)(**settings)
    with pytest.raises(tws.RulesError, match="seating='gauntlet': expected one of rotate"):
        arena.play("twos", POOL, seating="gauntlet")
    arena.play("twos", POOL, deals=1, out=path)
    with pytest.raises(arena.ArenaError, match="seating is 'rotate', expected 'gauntlet'"):
        play(path)


@attrs.frozen
class Stop(Exception):
    """An exception of a user that refuses new attributes."""


ENDS = (KeyboardInterrupt(), Terminated(143), OSError(5, "no"), Stop())


def match(sprt: Any, deals: int, **more: Any) -> Any:
    """Play a gauntlet, or a match with some bounds. Any: options and results of either."""
    if sprt != "gauntlet":
        return arena.play("twos", [bots.last, "random"], deals=deals, sprt=sprt, **more)
    return arena.gauntlet("twos", [bots.last, "random"], deals=deals, **more)


whole_match = cache(match)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
@pytest.mark.parametrize("sprt", [None, (0.0, 50.0), "gauntlet"])
def test_what_ends_a_match_has_its_results(end: BaseException, sprt: Any, path: Path) -> None:
    def stop(done: int, deals: int) -> None:
        if done == 3:
            raise end

    for out in (None, path):
        with pytest.raises(type(end)) as caught:
            match(sprt, 4, progress=stop, out=out)
        found: Any = caught.value
        assert found.results == whole_match(sprt, 3)
        assert found is end or type(found) is arena.Interrupted
        assert "stop" in [frame.name for frame in caught.traceback]
    assert match(sprt, 4, out=path) == whole_match(sprt, 4)


def test_deals_are_the_observations(path: Path) -> None:
    """Compare means and errors with those of a simple count over the lines of the file."""
    found = arena.play("twos", ["simple", "random", bots.last], deals=12, out=path, resume=False)
    _, *lines = map(from_json, path.read_text("utf-8").splitlines())
    assert len(lines) == 12
    leads: dict[int, list[float]] = defaultdict(list)
    for line in lines:
        of_deal: dict[int, list[float]] = defaultdict(list)
        for hand in line["hands"]:
            for seat, player in enumerate(hand["seats"]):
                others = [own for place, own in enumerate(hand["points"]) if place != seat]
                of_deal[player].append(hand["points"][seat] - statistics.fmean(others))
        for player, each in of_deal.items():
            leads[player].append(statistics.fmean(each))
    for player in range(3):
        assert found.means[player] == pytest.approx(statistics.fmean(leads[player]))
        error = statistics.stdev(leads[player]) / 12**0.5
        assert found.errors[player] == pytest.approx(error)


def test_random_numbers_are_separate_seats_fair_and_deals_shared() -> None:
    """Replace a player by one that makes the same moves, but draws more random numbers."""
    one = arena.play("twos", {"a": "random", "b": bots.first}, deals=12)
    other = arena.play("twos", {"a": "random", "b": bots.wasteful}, deals=12)
    assert one.played == other.played
    # Let equal players play, who have the same lead if everybody sits everywhere.
    for seating in ("rotate", "mirror"):
        equal = arena.play("twos", {"a": bots.first, "b": bots.first}, deals=12, seating=seating)
        assert set(equal.leads) == {(0.0, 0.0)}
    four = dict.fromkeys("abcd", bots.first)
    assert set(arena.play("twos", four, deals=12).leads) == {(0.0,) * 4}
    # Let equal players play, who have no difference if all seats get the same cards.
    for seed in range(2):
        found = play(players={"a": bots.first, "b": bots.first}, seed=seed)
        assert all(set(found.deal_differences(0, 1, word)) == {0.0} for word in found.seatings)


def test_errors_are_paired(path: Path) -> None:
    """Compare differences, ratings and errors with those of a simple count over the file."""
    found = play(path, resume=False)
    _, *lines = map(from_json, path.read_text(encoding="utf-8").splitlines())
    seatings = {"1:3": 1, "3:1": 3, "2:2": 2}
    by_rating: dict[int, list[float]] = defaultdict(list)
    by_pair: dict[tuple[int, int, str], list[float]] = defaultdict(list)
    for line in lines:
        ratings = dict.fromkeys(range(len(POOL)), 0.0)
        for first, second in combinations(range(len(POOL)), 2):
            of_deal: list[float] = []
            for seating, seats in seatings.items():
                leads: list[float] = []
                for hand in line["hands"]:
                    at = Counter[int](hand["seats"])
                    if at == {first: seats, second: 4 - seats}:
                        points: dict[int, list[int]] = defaultdict(list)
                        for player, own in zip(hand["seats"], hand["points"], strict=True):
                            points[player].append(own)
                        leads.append(
                            statistics.fmean(points[first]) - statistics.fmean(points[second])
                        )
                assert len(leads) == (2 if seats == 2 else 4)
                by_pair[first, second, seating].append(statistics.fmean(leads))
                of_deal.append(statistics.fmean(leads))
            ratings[first] += statistics.fmean(of_deal) / len(POOL)
            ratings[second] -= statistics.fmean(of_deal) / len(POOL)
        for player, rating in ratings.items():
            by_rating[player].append(rating)
    for (first, second, seating), values in by_pair.items():
        wanted = pytest.approx((statistics.fmean(values), statistics.stdev(values) / DEALS**0.5))
        assert found.difference(first, second, seating) == wanted
    for player, values in by_rating.items():
        wanted = pytest.approx((statistics.fmean(values), statistics.stdev(values) / DEALS**0.5))
        assert found.ratings[player] == wanted


def test_no_hand_follows_one_of_its_deal() -> None:
    """Let a player that knows its last hand, with both of its seats, play among others."""
    with ThreadPoolExecutor(1) as executor:
        for deals, pool in ((9, None), (8, executor)):
            found, expected = (
                arena.play("twos", {"a": each, "b": "random"}, deals=deals, executor=pool).played
                for each in (bots.Remembering(2), bots.first)
            )
            assert found == expected
