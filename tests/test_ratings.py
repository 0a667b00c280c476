"""Ratings: the worked example step by step, general laws, and the draw for the dealer."""

import random
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from math import inf, isclose, nan
from statistics import NormalDist
from typing import Any
from unittest.mock import Mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import anything, most_memory
from twowaystreet.errors import RulesError
from twowaystreet.ratings import Round, Scale, draw_dealer, rate, rounds

KATIE, ZAK, DEREK, JEN = range(4)
BEFORE = (1076, 1125, 958, 1011)
POINTS = (20, 16, 12, 4)
MOST = 1_000_000

whole_ratings = st.integers(0, 3000)
some_ratings = st.one_of(whole_ratings, st.floats(-1e308, 1e308), st.sampled_from([1000, 1000.0]))


@pytest.mark.rule("RA-1", "RA-2", "RA-3", "RA-4")
def test_every_step_of_the_example_is_reproduced() -> None:
    assert rounds(BEFORE, POINTS, target=20) == (
        Round(JEN, (7, 5, 9, -21), (1083, 1130, 967, 990)),
        Round(DEREK, (5, 5, -10, 0), (1088, 1135, 957, 990)),
        Round(ZAK, (9, -9, 0, 0), (1097, 1126, 957, 990)),
    )
    assert rate(BEFORE, POINTS, target=20) == (1097, 1126, 957, 990)
    # The function accepts iterators, though the annotations ask for sequences.
    assert rate(anything(iter(BEFORE)), anything(iter(POINTS)), target=20)[0] == 1097


@pytest.mark.rule("RA-1", "RA-4", "RA-5")
@pytest.mark.parametrize(
    ("target", "several", "duel"),
    [
        *[(1, 0, 0), (11, 0, 0), (12, 6, 12), (18, 6, 12)],
        *[(19, 8, 16), (24, 8, 16), (25, 10, 20), (500, 10, 20)],
    ],
)
def test_equally_rated_players_exchange_half_of_k(target: int, several: int, duel: int) -> None:
    """K is 32 in a duel and 16 in other games, three quarters of it from 12, five from 25."""
    assert rate([1000, 1000], [1, 0], target=target) == (1000 + duel, 1000 - duel)
    first = rounds([1000] * 3, [2, 1, 0], target=target)[:1]
    assert [one.gains for one in first] == ([(several, several, -2 * several)] if several else [])


@pytest.mark.rule("RA-5")
def test_a_custom_scale_is_used_and_ratings_may_have_any_difference() -> None:
    scale = Scale(several=24, duel=10, weights=((5, 0.5), (10, 2)), spread=100)
    assert [scale.factor(3, target) for target in (4, 5, 9, 10)] == [0, 12, 12, 48]
    assert scale.factor(2, 10) == 20
    assert rate([1000, 1000], [5, 0], target=5, scale=scale) == (1003, 997)  # 2.5, rounded up
    assert scale.expected(1100, 1000) == Scale().expected(1200, 1000)
    assert rate([10**300, -(10**300)], [0, 1], target=25) == (10**300 - 40, 40 - 10**300)
    assert rate([1.7e308, -1.7e308], [1, 0], target=25) == (1.7e308, -1.7e308)


@pytest.mark.rule("RA-4")
@given(whole_ratings, whole_ratings)
def test_the_expected_score_agrees_with_the_standard_library(one: int, other: int) -> None:
    curve = NormalDist(0, 200 * 2**0.5)
    expected = Scale().expected(one, other)
    assert isclose(expected, curve.cdf(one - other), abs_tol=1e-9)
    assert isclose(expected + Scale().expected(other, one), 1)


@pytest.mark.rule("RA-4")
def test_halves_are_rounded_away_from_zero() -> None:
    """A win between equals is half of K: 6.5 points are 7, 7.5 are 8."""
    # Rounding by adding a half and truncating would give 1 for the last.
    wins = ((13, 7), (15, 8), (14, 7), (1, 1), (0.9, 0), (2 * 0.49999999999999994, 0))
    for duel, gained in wins:
        assert rate([0, 0], [1, 0], target=19, scale=Scale(duel=duel)) == (gained, -gained)


@pytest.mark.rule("RA-2", "RA-3", "RA-4", "RA-5", "RA-6")
@given(
    players=st.lists(st.tuples(some_ratings, st.integers(-3, 3)), min_size=2, max_size=12),
    several=st.sampled_from([16, 7, 0.3, 1_000_000]),
)
def test_the_rounds_match_a_literal_implementation_of_the_rules(
    players: list[tuple[float, int]], several: float
) -> None:
    ratings, points = zip(*players, strict=True)
    scale = Scale(several=several)
    factor = scale.factor(len(players), 20)
    left = set(range(len(players)))
    standing = list(ratings)
    for each in rounds(ratings, points, target=20, scale=scale):
        settled = min(left, key=lambda seat: (points[seat], standing[seat], seat))
        left.remove(settled)
        gains = [0] * len(players)
        for seat in left:
            result = 1 if points[seat] > points[settled] else 0.5
            exchanged = factor * (result - scale.expected(standing[seat], standing[settled]))
            gains[seat] = int(Decimal(exchanged).to_integral_value(ROUND_HALF_UP))
        gains[settled] = -sum(gains)
        standing = [rating + gain for rating, gain in zip(standing, gains, strict=True)]
        assert each == Round(settled, tuple(gains), tuple(standing))
    assert len(left) == 1
    rated = rate(ratings, points, target=20, scale=scale)
    assert rated == tuple(standing) and [*map(type, rated)] == [*map(type, ratings)]
    fewer = [-each for each in points]
    for call in rate, rounds:
        lowest = call(ratings, fewer, target=20, scale=scale, lowest_wins=True)
        assert lowest == call(ratings, points, target=20, scale=scale)


@pytest.mark.nightly
def test_a_rating_of_many_players_keeps_no_rounds() -> None:
    """The rounds of 400 players hold 320 000 numbers, while a rating needs a few thousand."""
    rng = random.Random(1)
    before = [rng.randint(600, 1500) for _ in range(400)]
    points = [rng.randint(0, 25) for _ in before]
    assert most_memory(lambda: rate(before, points, target=20)) < 500_000


NO_RATINGS: tuple[Any, ...] = (None, [1000], [1000, True], [1000, "1000"], [1000, None])
INVALID: list[tuple[str, str, tuple[Any, ...]]] = [
    ("ratings", "RA-4", (*NO_RATINGS, [1000, nan], [1000, -inf], [1000, 10**400])),
    ("scores", "RA-2", (7, [20], [20, 4, 1], [20, False], [20, 4.0])),
    ("target", "RA-1", (0, True, 19.0, None)),
    ("scale", "RA-5", (16,)),
]


@pytest.mark.parametrize(("field", "rule", "values"), INVALID)
def test_invalid_ratings_and_points_are_refused(
    field: str, rule: str, values: tuple[Any, ...]
) -> None:
    for value in values:
        arguments: dict[str, Any] = {"ratings": [1000, 1000], "scores": [20, 4], "target": 20}
        for function in (rate, rounds):
            with pytest.raises(RulesError) as caught:
                function(**arguments | {field: value})
            assert (caught.value.field, caught.value.rule) == (field, rule)
            assert caught.value.value == value and caught.value.expected in str(caught.value)


NO_WEIGHTS: tuple[Any, ...] = (
    *((), 12, (12, 19), ((12, 1, 1),), ((0, 1),), ((12.0, 1),), ((12, 0),), ((1, MOST + 1),)),
    *(((19, 1), (12, 2)), ((12, 1), (12, 2))),
)


@pytest.mark.rule("RA-5")
def test_the_bounds_of_a_scale() -> None:
    good: list[Any] = [MOST, float(MOST), 5e-324, 1]
    wrong: list[Any] = [MOST + 1, MOST * 1.000001, 0, 0.0, -32, True, "32", inf, None]
    amounts = ("several", "duel", "spread")
    for name, value in [(name, value) for name in amounts for value in good]:
        assert getattr(Scale(**{name: value}), name) == value
    refused = [(name, value) for name in amounts for value in wrong]
    for name, value in [*refused, *(("weights", each) for each in NO_WEIGHTS)]:
        with pytest.raises(RulesError, match=f"^{name}=.*RA-5") as caught:
            Scale(**{name: value})
        assert (caught.value.field, caught.value.value) == (name, value)
        assert name == "weights" or f"up to {MOST}" in str(caught.value)
    for weights in (((1, MOST),), ((1, 5e-324), (2, 1))):
        assert Scale(weights=weights).weights == weights
    lists: Any = [[12, 0.75], [19, 1], [25, 1.25]]
    assert Scale(weights=lists) == Scale() and hash(Scale(weights=lists)) == hash(Scale())
    assert all(field.kw_only for field in attrs.fields(Scale))


# The first dealer.


HIGHEST: list[tuple[list[float | None], int]] = [
    ([1125, 1076, 1011, 958], 0),
    ([1000, 1000, 1000.5], 2),
    ([None, None, 3], 2),
    ([None, -7, None], 1),
    ([None], 0),
]


@pytest.mark.rule("AL-1", "ST-6")
def test_the_highest_rated_deals_and_invalid_arguments_of_the_draw_are_refused() -> None:
    for ratings, dealer in HIGHEST:
        unused = Mock(random.Random)
        assert draw_dealer(ratings, unused) == dealer and not unused.method_calls
    wrong: list[Any] = [[], 1000, [1000, "1000"], [True], [nan], [inf, 3]]
    for ratings in wrong:
        with pytest.raises(RulesError) as caught:
            draw_dealer(ratings, random.Random(7))
        assert (caught.value.field, caught.value.rule) == ("ratings", "AL-1")
    for thing in (7, None, "7", random, random.Random):
        for players in ([1000, 1000], [1000, 900]):
            with pytest.raises(TypeError, match=r"^expected a generator, such as random\.Random"):
                draw_dealer(players, anything(thing))


@pytest.mark.rule("AL-1", "ST-6")
@pytest.mark.parametrize(
    ("ratings", "candidates"),
    [([None, None, None], {0, 1, 2}), ([1000, 1100, None, 1100.0], {1, 3}), ([0, 0], {0, 1})],
)
def test_the_dealer_is_drawn_among_these_candidates(
    ratings: list[float | None], candidates: set[int]
) -> None:
    rng = random.Random(7)
    drawn = Counter(draw_dealer(ratings, rng) for _ in range(600))
    assert set(drawn) == candidates and min(drawn.values()) > 600 / len(candidates) * 0.7
    assert draw_dealer([None] * 5, random.Random(3)) == draw_dealer([None] * 5, random.Random(3))
    assert draw_dealer([None] * 5, random.SystemRandom()) in range(5)
