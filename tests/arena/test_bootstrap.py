"""Tests of bootstrap intervals, by simulation where rare values decide."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.arena import bots
from twowaystreet import arena
from twowaystreet._core.engine.seats import alone
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.arena.estimates import (
    LEAST_DEALS,
    SequentialTest,
    bootstrap_interval,
    is_normal_misleading,
    shown_interval,
)
from twowaystreet.arena.hands import Seating, lineups

RARE = [0.0] * 19 + [20.0]
"""Values with the mean 1: most hands give nothing, and one of twenty much."""


def normal_interval(values: Sequence[float]) -> tuple[float, float]:
    mean, error = mean_and_error(values)
    return mean - 1.96 * error, mean + 1.96 * error


def misses(interval: Any, trials: int = 150, deals: int = 60) -> tuple[int, int]:
    """Return how often the true mean of rare values lies below the interval, and above it."""
    below = above = 0
    for trial in range(trials):
        values = random.Random(trial).choices(RARE, k=deals)
        low, high = interval(values)
        below += low > 1
        above += high < 1
    return below, above


@pytest.mark.nightly
def test_where_rare_hands_decide_the_bootstrap_is_more_honest() -> None:
    # The normal interval is too low: it often ends below the true mean.
    normal = misses(normal_interval)
    found = misses(bootstrap_interval)
    assert normal[1] > 12 > found[1]
    assert sum(found) < sum(normal)


def test_symmetric_values_give_the_normal_interval() -> None:
    values = [random.Random(each).gauss(3, 2) for each in range(400)]
    found, wanted = bootstrap_interval(values), normal_interval(values)
    assert found == pytest.approx(wanted, abs=0.05)
    assert not is_normal_misleading(values) and shown_interval(values) == pytest.approx(
        wanted, abs=1e-4
    )


def test_rare_values_are_noticed() -> None:
    assert is_normal_misleading(RARE) and shown_interval(RARE) == bootstrap_interval(RARE)
    assert not is_normal_misleading(RARE[-10:])  # too few to say


def test_an_interval_is_wider_with_a_higher_level_and_has_no_width_for_equal_values() -> None:
    (low, high), (lower, higher) = (bootstrap_interval(RARE * 3, level) for level in (0.9, 0.99))
    assert lower < low and high < higher
    assert bootstrap_interval([2.0] * 5) == (2, 2)
    assert all(map(math.isnan, bootstrap_interval([2.0])))


@pytest.fixture(scope="module")
def results() -> arena.Results:
    return arena.play("brag", {"a": bots.first, "b": bots.last}, deals=25)


def test_results_have_intervals_of_differences(results: arena.Results) -> None:
    low, high = results.interval("a", "b")
    assert low <= results.difference("a", "b")[0] <= high


def test_the_table_shows_the_intervals_that_differ(results: arena.Results) -> None:
    leads = tuple((each, -each) for each in RARE * 2)
    changed = attrs.evolve(results, leads=leads)
    text, (low, high) = str(changed), changed.interval("a", "b")
    assert f"a over b, 95 %: {low:+.2f} to {high:+.2f}, as a few hands decide" in text.splitlines()
    even = tuple((each, -each) for each in (1.0, -1.0) * 20)
    assert "as a few hands decide" not in str(attrs.evolve(results, leads=even))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"a": 2}, "a=2: expected 0 to 1, or a name"),
        ({"b": "c"}, "b='c': expected 0 to 1, or a name"),
        ({"level": 0.0}, "level=0.0: expected a number between 0 and 1"),
        ({"level": float("nan")}, "expected a number between 0 and 1"),
        ({"level": "0.9"}, "expected a number between 0 and 1"),
    ],
)
def test_impossible_arguments(results: arena.Results, change: Any, message: str) -> None:
    with pytest.raises(tws.RulesError) as caught:
        results.interval(**{"a": 0, "b": 1, **change})
    assert message in str(caught.value)


# Tests of the sequential test, by simulation.


LOW, HIGH = 0.0, 0.5
MATCHES = 400
MOST_WRONG = 0.05 + 2.5 * (0.05 * 0.95 / MATCHES) ** 0.5
"""The greatest share of wrong decisions that agrees with an error rate of 5 %."""


def _decided(lead: Callable[[random.Random], float], seed: int) -> tuple[float, int]:
    """Return the decision about these leads, and the number of deals."""
    rng, test, deals = random.Random(seed), SequentialTest(LOW, HIGH), 0
    while test.decision is None:
        test.add(lead(rng))
        deals += 1
    return test.decision, deals


def _share_of_wrong(truth: float) -> float:
    found = [_decided(lambda rng: rng.gauss(truth, 3), seed) for seed in range(MATCHES)]
    return sum(decision != truth for decision, _ in found) / MATCHES


@pytest.mark.parametrize("truth", [LOW, HIGH])
def test_the_error_rates_are_at_most_five_percent(truth: float) -> None:
    assert _share_of_wrong(truth) <= MOST_WRONG


def test_it_needs_fewer_deals_than_a_match_of_fixed_length() -> None:
    deals = [_decided(lambda rng: rng.gauss(HIGH, 3), seed)[1] for seed in range(100)]
    # With errors of 5 % a fixed match needs (2 * 1.645 * 3 / 0.5) ** 2 deals.
    assert sum(deals) / 100 < 0.75 * (2 * 1.645 * 3 / 0.5) ** 2
    assert min(deals) >= LEAST_DEALS


@pytest.mark.parametrize(("lead", "decision"), [(0.0, LOW), (0.2, LOW), (0.3, HIGH), (2.0, HIGH)])
def test_equal_leads_leave_no_doubt(lead: float, decision: float) -> None:
    assert _decided(lambda rng: lead, 0) == (decision, LEAST_DEALS)


def test_a_decision_is_final() -> None:
    test = SequentialTest(LOW, HIGH)
    for lead in [1.0] * LEAST_DEALS + [-100.0] * 10:
        test.add(lead)
    assert test.decision == HIGH


def test_a_lead_in_the_middle_favours_neither() -> None:
    test = SequentialTest(-1, 1)
    for _ in range(1000):
        test.add(0)
    assert (test.ratio, test.decision) == (0, None)


# Tests of the seats of players.


SIZES = [(players, seats) for seats in range(2, 8) for players in range(2, seats + 1)]


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_with_rotate_every_player_sits_once_in_every_seat(players: int, seats: int) -> None:
    hands = lineups(Seating.ROTATE, players, alone(seats), 17)
    times = Counter((seat, who) for hand in hands for seat, who in enumerate(hand))
    assert times == {(seat, who): 1 for seat in range(seats) for who in range(players)}


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_with_fresh_it_takes_as_many_deals_as_players(players: int, seats: int) -> None:
    hands = [lineups(Seating.FRESH, players, alone(seats), deal) for deal in range(players)]
    assert [hand for (hand,) in hands] == lineups(Seating.ROTATE, players, alone(seats), 0)


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (2, 4), (4, 4), (2, 6), (6, 6), (4, 8)])
def test_with_mirror_two_teams_swap_the_cards(players: int, seats: int) -> None:
    before, after = lineups(Seating.MIRROR, players, alone(seats), 3)
    assert [who % 2 for who in before] == [1 - who % 2 for who in after]
    assert Counter(before) == Counter(after) == Counter(list(range(players)) * (seats // players))


def test_mirror_and_fresh_in_a_match() -> None:
    both = {
        seating: arena.play("twos", ["simple", "random"] * 2, deals=20, seating=seating)
        for seating in ("mirror", "fresh")
    }
    assert both["mirror"].hands == 40 and both["fresh"].hands == 20
    for results in both.values():
        assert min(results.means[0], results.means[2]) > max(results.means[1], results.means[3])
