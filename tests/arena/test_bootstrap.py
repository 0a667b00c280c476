"""Tests of bootstrap intervals, by simulation where rare values decide."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.arena import bots
from twowaystreet import arena
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.arena.estimates import bootstrap_interval, is_normal_misleading, shown_interval

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
