"""Ratings: the worked example step by step, general laws, and the draw for the dealer."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from math import isclose
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet
from twowaystreet.errors import RulesError, TwoWayStreetError
from twowaystreet.ratings import Round, Scale, draw_dealer, rate, rounds

KATIE, ZAK, DEREK, JEN = range(4)
BEFORE = (1076, 1125, 958, 1011)
POINTS = (20, 16, 12, 4)

whole_ratings = st.integers(0, 3000)
some_points = st.integers(-5, 40)
targets = st.integers(1, 60)


@st.composite
def games(draw: st.DrawFn, distinct: bool = False) -> tuple[list[int], list[int]]:
    """Ratings and final points of two to seven players."""
    players = draw(st.integers(2, 7))
    ratings = draw(st.lists(whole_ratings, min_size=players, max_size=players))
    points = draw(st.lists(some_points, min_size=players, max_size=players, unique=distinct))
    return ratings, points


class NoRandom(random.Random):
    """A generator that fails if the code uses it."""

    def random(self) -> float:
        raise AssertionError("a random number was drawn")

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("a random number was drawn")


# The worked example.


@pytest.mark.rule("RA-1", "RA-2", "RA-3", "RA-4")
def test_every_step_of_the_example_is_reproduced() -> None:
    assert rounds(BEFORE, POINTS, target=20) == (
        Round(JEN, (7, 5, 9, -21), (1083, 1130, 967, 990)),
        Round(DEREK, (5, 5, -10, 0), (1088, 1135, 957, 990)),
        Round(ZAK, (9, -9, 0, 0), (1097, 1126, 957, 990)),
    )


@pytest.mark.rule("RA-3")
def test_a_rating_is_the_result_of_the_last_round() -> None:
    assert rate(BEFORE, POINTS, target=20) == (1097, 1126, 957, 990)


@pytest.mark.rule("RA-3")
def test_a_round_uses_the_ratings_of_the_previous_round() -> None:
    _, second, _ = rounds(BEFORE, POINTS, target=20)
    # From the ratings of the start Derek would give Zak 4 points, while the example has 5.
    first = rounds(BEFORE[:3], POINTS[:3], target=20)[0]
    assert first.gains == (5, 4, -9)
    assert second.gains == (5, 5, -10, 0)


@pytest.mark.rule("RA-2")
def test_a_low_rated_third_of_four_can_gain() -> None:
    after = rate([1200, 1150, 900, 900], [20, 15, 10, 5], target=20)
    assert after[2] > 900
    assert after[3] < 900


# The points at stake.


@pytest.mark.rule("RA-1")
@pytest.mark.parametrize("target", [1, 11])
def test_a_short_game_changes_nothing(target: int) -> None:
    assert rounds(BEFORE, POINTS, target=target) == ()
    assert rate(BEFORE, POINTS, target=target) == BEFORE


@pytest.mark.rule("RA-1", "RA-4", "RA-5")
@pytest.mark.parametrize(
    ("target", "several", "duel"),
    [(11, 0, 0), (12, 6, 12), (18, 6, 12), (19, 8, 16), (24, 8, 16), (25, 10, 20), (500, 10, 20)],
)
def test_equally_rated_players_exchange_half_of_k(target: int, several: int, duel: int) -> None:
    """K is 32 in a duel and 16 in other games, three quarters of it from 12, five from 25."""
    assert rate([1000, 1000], [1, 0], target=target) == (1000 + duel, 1000 - duel)
    first = rounds([1000] * 3, [2, 1, 0], target=target)[:1]
    assert [one.gains for one in first] == ([(several, several, -2 * several)] if several else [])


@pytest.mark.rule("RA-1")
def test_the_agreed_target_counts_not_the_reached_points() -> None:
    """K depends on the agreed target 25, though no player has reached it."""
    assert rate([1000, 1000], [19, 8], target=25) == (1020, 980)


@pytest.mark.rule("RA-5")
def test_an_exchange_moves_less_among_several_but_a_winner_can_gain_more() -> None:
    several = rounds([1000] * 4, [4, 3, 2, 1], target=19)
    assert max(max(each.gains) for each in several) == 8
    assert rate([1000] * 4, [4, 3, 2, 1], target=19)[0] == 1024
    assert rate([1000] * 2, [2, 1], target=19)[0] == 1016


@pytest.mark.rule("RA-6")
@pytest.mark.parametrize("players", [3, 10, 11, 30])
def test_a_game_of_many_players_is_rated_by_the_same_rules(players: int) -> None:
    first = rounds([1000] * players, range(players), target=19)[0]
    assert first.gains == (-8 * (players - 1), *[8] * (players - 1))


@pytest.mark.rule("RA-5")
def test_a_custom_scale_is_used() -> None:
    scale = Scale(several=24, duel=10, weights=((5, 0.5), (10, 2)), spread=100)
    assert [scale.factor(3, target) for target in (4, 5, 9, 10)] == [0, 12, 12, 48]
    assert scale.factor(2, 10) == 20
    assert rate([1000, 1000], [5, 0], target=5, scale=scale) == (1003, 997)  # 2.5, rounded up
    assert scale.expected(1100, 1000) == Scale().expected(1200, 1000)


# The points of one exchange.


@pytest.mark.rule("RA-4")
@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, 0.50), (50, 0.57), (100, 0.64), (200, 0.76), (300, 0.86), (400, 0.92), (-200, 0.24)],
)
def test_the_expected_score_is_that_of_the_normal_curve(difference: int, expected: float) -> None:
    assert round(Scale().expected(1000 + difference, 1000), 2) == expected


@pytest.mark.rule("RA-4")
@given(whole_ratings, whole_ratings)
def test_the_expected_score_agrees_with_the_standard_library(one: int, other: int) -> None:
    curve = NormalDist(0, 200 * 2**0.5)
    expected = Scale().expected(one, other)
    assert isclose(expected, curve.cdf(one - other), abs_tol=1e-9)
    assert isclose(expected + Scale().expected(other, one), 1)


@pytest.mark.rule("RA-4")
@pytest.mark.parametrize(("duel", "gained"), [(13, 7), (15, 8), (14, 7), (1, 1), (0.9, 0)])
def test_halves_are_rounded_away_from_zero(duel: float, gained: int) -> None:
    """A win between equals is half of K: 6.5 points are 7, 7.5 are 8."""
    assert rate([0, 0], [1, 0], target=19, scale=Scale(duel=duel)) == (gained, -gained)


@pytest.mark.rule("RA-4")
def test_halves_in_a_draw_are_rounded_away_from_zero() -> None:
    """With this difference a draw moves half of K exactly: 2.5 points become 3 on either side."""
    scale = Scale(duel=5, spread=1)
    assert rate([9000, 0], [1, 1], target=19, scale=scale) == (8997, 3)
    assert rate([0, 9000], [1, 1], target=19, scale=scale) == (3, 8997)


@pytest.mark.rule("RA-2", "RA-4")
def test_a_draw_goes_to_the_lower_rated() -> None:
    (only,) = rounds([1200, 1000], [7, 7], target=20)
    assert only.gains == (-8, 8)  # 32 times what 0.76 is above a half


# The order of the players.


@pytest.mark.rule("RA-5")
@pytest.mark.parametrize(
    ("ratings", "points", "order"),
    [
        ([1000, 1100, 900, 1000], [5, 5, 5, 20], [2, 0, 1]),  # equals: the lower rated first
        ([1000, 1000, 1000, 1000], [5, 5, 5, 5], [0, 1, 2]),  # equally rated: by seat
        ([1000, 900, 1100, 1200], [5, 6, 4, 3], [3, 2, 0]),  # same ratings: by seat
    ],
)
def test_the_order_in_which_players_exchange_points(
    ratings: list[int], points: list[int], order: list[int]
) -> None:
    assert [one.settled for one in rounds(ratings, points, target=20)] == order


@pytest.mark.rule("RA-5")
def test_equals_are_ordered_by_their_current_ratings() -> None:
    """Seat 0 is the lower rated of the equals until it receives more from seat 2 than seat 1."""
    first, second, *_ = rounds(
        [1000, 1002, 1001, 1600], [5, 5, 4, 20], target=20, scale=Scale(several=400, spread=20)
    )
    assert first.settled == 2
    assert first.ratings[0] > first.ratings[1]
    assert second.settled == 1


@pytest.mark.rule("RA-3", "RA-5")
@given(games(), targets)
def test_all_players_but_one_lead_one_round(game: tuple[list[int], list[int]], target: int) -> None:
    ratings, points = game
    played = rounds(ratings, points, target=target)
    settled = [one.settled for one in played]
    assert len(settled) == (len(ratings) - 1 if target >= 12 else 0)
    assert len(set(settled)) == len(settled)
    assert [points[seat] for seat in settled] == sorted(points)[: len(settled)]
    # A player whose turn is over keeps the same rating.
    for number, one in enumerate(played):
        assert all(one.gains[seat] == 0 for seat in settled[:number])


# General laws.


@pytest.mark.rule("RA-3", "RA-4")
@given(games(), targets, st.booleans())
def test_points_only_change_hands(
    game: tuple[list[int], list[int]], target: int, lowest_wins: bool
) -> None:
    ratings, points = game
    after = rate(ratings, points, target=target, lowest_wins=lowest_wins)
    assert sum(after) == sum(ratings)
    assert all(type(rating) is int for rating in after)
    standing = ratings
    for one in rounds(ratings, points, target=target, lowest_wins=lowest_wins):
        assert sum(one.gains) == 0
        standing = [rating + gain for rating, gain in zip(standing, one.gains, strict=True)]
        assert list(one.ratings) == standing
    assert list(after) == standing


@pytest.mark.rule("RA-3")
@given(games(distinct=True), targets, st.randoms(use_true_random=False))
def test_without_ties_seats_do_not_matter(
    game: tuple[list[int], list[int]], target: int, rng: random.Random
) -> None:
    ratings, points = game
    seats = rng.sample(range(len(ratings)), len(ratings))
    moved = rate([ratings[s] for s in seats], [points[s] for s in seats], target=target)
    after = rate(ratings, points, target=target)
    assert moved == tuple(after[seat] for seat in seats)


@pytest.mark.rule("RA-2")
@given(games(distinct=True), targets)
def test_a_sole_winner_loses_nothing_and_a_sole_last_gains_nothing(
    game: tuple[list[int], list[int]], target: int
) -> None:
    ratings, points = game
    after = rate(ratings, points, target=target)
    best, worst = points.index(max(points)), points.index(min(points))
    assert after[best] >= ratings[best]
    assert after[worst] <= ratings[worst]


@pytest.mark.rule("RA-4")
@given(games(), targets, st.integers(-500, 500))
def test_only_differences_of_ratings_and_the_order_of_points_matter(
    game: tuple[list[int], list[int]], target: int, shift: int
) -> None:
    ratings, points = game
    after = rate(ratings, points, target=target)
    shifted = rate([rating + shift for rating in ratings], points, target=target)
    assert shifted == tuple(rating + shift for rating in after)
    assert rate(ratings, [3 * one - 7 for one in points], target=target) == after


@pytest.mark.rule("RA-2")
@given(games(), targets)
def test_fewer_points_can_be_better(game: tuple[list[int], list[int]], target: int) -> None:
    ratings, points = game
    negated = [-one for one in points]
    assert rate(ratings, points, target=target, lowest_wins=True) == rate(
        ratings, negated, target=target
    )


@given(games(), targets)
def test_floats_move_by_whole_points(game: tuple[list[int], list[int]], target: int) -> None:
    ratings, points = game
    after = rate([float(rating) for rating in ratings], points, target=target)
    assert after == rate(ratings, points, target=target)
    assert all(type(rating) is float for rating in after)


def test_ratings_may_have_any_difference() -> None:
    assert rate([10**300, -(10**300)], [0, 1], target=25) == (10**300 - 40, 40 - 10**300)
    assert rate([1.7e308, -1.7e308], [1, 0], target=25) == (1.7e308, -1.7e308)


def test_ratings_and_points_may_be_iterators() -> None:
    # The function accepts iterators, though the annotations ask for sequences.
    after = rate(iter(BEFORE), iter(POINTS), target=20)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert after == (1097, 1126, 957, 990)


# Refused values.


@pytest.mark.parametrize(
    ("given_instead", "field", "rule"),
    [
        ({"ratings": None}, "ratings", "RA-4"),
        ({"ratings": [1000]}, "ratings", "RA-4"),
        ({"ratings": [1000, True]}, "ratings", "RA-4"),
        ({"ratings": [1000, "1000"]}, "ratings", "RA-4"),
        ({"ratings": [1000, None]}, "ratings", "RA-4"),
        ({"ratings": [1000, float("nan")]}, "ratings", "RA-4"),
        ({"ratings": [1000, float("-inf")]}, "ratings", "RA-4"),
        ({"ratings": [1000, 10**400]}, "ratings", "RA-4"),
        ({"scores": 7}, "scores", "RA-2"),
        ({"scores": [20]}, "scores", "RA-2"),
        ({"scores": [20, 4, 1]}, "scores", "RA-2"),
        ({"scores": [20, False]}, "scores", "RA-2"),
        ({"scores": [20, 4.0]}, "scores", "RA-2"),
        ({"target": 0}, "target", "RA-1"),
        ({"target": True}, "target", "RA-1"),
        ({"target": 19.0}, "target", "RA-1"),
        ({"target": None}, "target", "RA-1"),
        ({"scale": 16}, "scale", "RA-5"),
    ],
)
def test_invalid_ratings_and_points_are_refused(
    given_instead: dict[str, Any], field: str, rule: str
) -> None:
    arguments: dict[str, Any] = {"ratings": [1000, 1000], "scores": [20, 4], "target": 20}
    arguments |= given_instead
    for function in (rate, rounds):
        with pytest.raises(RulesError) as caught:
            function(**arguments)
        assert (caught.value.field, caught.value.rule) == (field, rule)
        assert caught.value.value == given_instead[field]
        assert caught.value.expected in str(caught.value)


@pytest.mark.rule("RA-5")
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("several", 0),
        ("several", True),
        ("duel", -32),
        ("duel", "32"),
        ("duel", 10**7),
        ("spread", float("inf")),
        ("spread", None),
        ("weights", ()),
        ("weights", 12),
        ("weights", (12, 19)),
        ("weights", ((12, 1, 1),)),
        ("weights", ((0, 1),)),
        ("weights", ((12.0, 1),)),
        ("weights", ((12, 0),)),
        ("weights", ((19, 1), (12, 2))),
        ("weights", ((12, 1), (12, 2))),
    ],
)
def test_an_invalid_scale_is_refused(option: str, value: object) -> None:
    options: dict[str, Any] = {option: value}
    with pytest.raises(RulesError) as caught:
        Scale(**options)
    assert (caught.value.field, caught.value.value) == (option, value)
    assert isinstance(caught.value, TwoWayStreetError)


def test_a_scale_is_a_value() -> None:
    lists: Any = [[12, 0.75], [19, 1], [25, 1.25]]
    assert Scale(weights=lists) == Scale()
    assert hash(Scale(weights=lists)) == hash(Scale())


# Many players.


@pytest.mark.nightly
def test_a_rating_of_many_players_keeps_no_rounds() -> None:
    """The rounds of 400 players hold 320 000 numbers, while a rating needs a few thousand."""
    rng = random.Random(1)
    before = [rng.randint(600, 1500) for _ in range(400)]
    points = [rng.randint(0, 25) for _ in before]
    tracemalloc.start()
    after = rate(before, points, target=20)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 500_000
    assert after == rounds(before, points, target=20)[-1].ratings


some_ratings = st.one_of(whole_ratings, st.floats(-1e308, 1e308), st.sampled_from([1000, 1000.0]))


@pytest.mark.rule("RA-3", "RA-4", "RA-5")
@given(
    players=st.lists(st.tuples(some_ratings, st.integers(0, 3)), min_size=2, max_size=9),
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
    assert rate(ratings, points, target=20, scale=scale) == tuple(standing)


def test_numbers_just_below_a_half_round_to_zero() -> None:
    """Rounding by adding a half and truncating would give 1 here."""
    below = 0.49999999999999994
    assert rate([0, 0], [1, 0], target=19, scale=Scale(duel=2 * below)) == (0, 0)


# The first dealer.


@pytest.mark.rule("AL-1", "ST-6")
@pytest.mark.parametrize(
    ("ratings", "dealer"),
    [
        ([1125, 1076, 1011, 958], 0),
        ([1000, 1000, 1000.5], 2),
        ([None, None, 3], 2),
        ([None, -7, None], 1),
        ([None], 0),
    ],
)
def test_the_highest_rated_deals_and_nothing_is_drawn(
    ratings: list[float | None], dealer: int
) -> None:
    assert draw_dealer(ratings, NoRandom()) == dealer


@pytest.mark.rule("AL-1", "ST-6")
@pytest.mark.parametrize(
    ("ratings", "candidates"),
    [
        ([None, None, None], {0, 1, 2}),
        ([1000, 1100, None, 1100.0], {1, 3}),
        ([0, 0], {0, 1}),
    ],
)
def test_the_dealer_is_drawn_among_these_candidates(
    ratings: list[float | None], candidates: set[int]
) -> None:
    rng = random.Random(7)
    drawn = Counter(draw_dealer(ratings, rng) for _ in range(600))
    assert set(drawn) == candidates
    assert min(drawn.values()) > 600 / len(candidates) * 0.7


@pytest.mark.rule("AL-1")
def test_the_draw_comes_from_the_generator_alone() -> None:
    draws = [[draw_dealer([None] * 5, random.Random(seed)) for seed in range(20)] for _ in "ab"]
    assert draws[0] == draws[1]
    assert draw_dealer([None] * 5, random.SystemRandom()) in range(5)


@pytest.mark.parametrize(
    "ratings", [[], 1000, [1000, "1000"], [True], [float("nan")], [float("inf"), 3]]
)
def test_invalid_ratings_for_the_draw_are_refused(ratings: Any) -> None:
    with pytest.raises(RulesError) as caught:
        draw_dealer(ratings, random.Random(7))
    assert (caught.value.field, caught.value.rule) == ("ratings", "AL-1")


def test_the_package_exports_the_draw() -> None:
    assert twowaystreet.draw_dealer is draw_dealer
