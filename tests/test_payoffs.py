"""Payoffs: the worth of a hand for each seat, on one scale in every game."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import ALL, game_of
from tests.helpers import AnyState, anything, hand_played
from twowaystreet import HandScore, SeatScore
from twowaystreet.games import twenty_down

ONE_HAND: dict[str, Any] = {
    name: partial(game_of(name).new_game, game_of(name).Rules(max_hands=1)) for name in ALL
}
POINTS = st.lists(st.integers(-1000, 1000), min_size=2, max_size=12)


@attrs.frozen
class Golf(HandScore[SeatScore]):
    """The score of a new game in which few points win."""

    fewer_is_better: ClassVar[bool] = True


def scored(score_type: type[HandScore[SeatScore]], points: list[int]) -> HandScore[SeatScore]:
    """Return a score with these points."""
    return score_type(tuple(map(SeatScore, points)))


@given(POINTS)
def test_a_payoff_is_the_lead_over_the_average_of_the_others(points: list[int]) -> None:
    found = scored(HandScore, points).payoffs
    for seat, payoff in enumerate(found):
        others = points[:seat] + points[seat + 1 :]
        exact = points[seat] - Fraction(sum(others), len(others))
        assert type(payoff) is float and payoff == float(exact)
    assert abs(sum(found)) <= 1e-9


@given(POINTS)
def test_payoffs_change_sign_if_few_points_win(points: list[int]) -> None:
    more, fewer = scored(HandScore, points).payoffs, scored(Golf, points).payoffs
    assert fewer == tuple(-payoff for payoff in more)
    assert fewer == scored(HandScore, [-one for one in points]).payoffs
    assert all(math.copysign(1, payoff) == 1 for payoff in fewer if not payoff)


def test_whole_numbers_stay_exact() -> None:
    assert scored(HandScore, [2, 0]).payoffs == (2.0, -2.0)
    assert scored(HandScore, [10**15 + 1, 10**15, 10**15 - 1]).payoffs == (1.5, 0.0, -1.5)
    assert scored(HandScore, [7, 7, 7, 7]).payoffs == (0.0,) * 4
    assert scored(HandScore, [5]).payoffs == (0.0,)


@pytest.mark.rule("TD-9")
def test_payoffs_of_twenty_down_favour_few_points() -> None:
    score = twenty_down.score([3, 2, 0, 0], "C", ["in", "in", "in", "out"])
    assert score.points == (-3, -2, 5, 0)
    assert score.payoffs == (4.0, 8 / 3, -20 / 3, 0.0)


@pytest.mark.parametrize("name", ONE_HAND)
def test_winners_of_one_hand_have_the_highest_payoff(name: str) -> None:
    for seed in range(12):
        state: AnyState = hand_played(ONE_HAND[name](), random.Random(seed))
        found = tws.payoffs(state)
        assert state.is_over and found == tws.score_hand(state).payoffs
        assert {found[seat] for seat in state.winners} == {max(found)}
        assert abs(sum(found)) <= 1e-9
        assert anything(tws.view(state, None)).score.payoffs == found


@pytest.mark.parametrize("name", ONE_HAND)
def test_an_unfinished_hand_has_no_payoffs(name: str) -> None:
    state: AnyState = ONE_HAND[name]()
    for moment in (state, tws.apply(state, tws.shuffle(state, random.Random(0)))):
        with pytest.raises(tws.HandNotOver, match="no hand has been played out: the phase is"):
            tws.payoffs(moment)
    with pytest.raises(TypeError, match="expected a GameState"):
        tws.payoffs(anything(HandScore(())))
