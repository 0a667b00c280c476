"""Scores across hands, the end of a game, its winner, and views (TW-2, TW-11, AL-2, AL-3)."""

from __future__ import annotations

from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.twos.table import HANDS, POINTS, deal_of, scripted
from twowaystreet.errors import quoted
from twowaystreet.games import twos
from twowaystreet.games.twos import Phase


@pytest.mark.rule("TW-11")
@pytest.mark.parametrize(
    ("target", "scores", "winners"),
    [
        (9, [0, 0, 0, 0], (3,)),  # reached exactly
        (8, [0, 0, 0, 0], (3,)),
        (10, [0, 0, 0, 0], ()),
        (10, [2, 9, 6, 0], ()),
        (10, [3, 9, 6, 0], (0,)),
        (9, [2, 0, 0, 0], (0, 3)),  # shared
        (10, [4, 0, 0, 2], (0, 3)),
        (10, [5, 0, 9, 1], (0, 2)),
        (10, [5, 0, 0, 4], (3,)),  # several reach the target: the highest wins
        (1, [-6, -9, -2, -9], (0, 2)),
        (1, [-6, -9, -1, -9], (2,)),
        (1, [-7, -9, -3, -9], ()),
    ],
)
def test_games_to_a_target(target: int, scores: list[int], winners: tuple[int, ...]) -> None:
    rules = twos.Rules(target=target, max_hands=None)
    state = scripted(rules, scores=scores, hands_played=7)
    assert list(state.scores) == [a + b for a, b in zip(scores, POINTS, strict=True)]
    assert (state.is_over, state.winners, state.hands_played) == (bool(winners), winners, 8)
    assert state.phase is (Phase.GAME_OVER if winners else Phase.HAND_OVER)


@pytest.mark.rule("TW-11", "AL-2")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([0, 0, 0, 0], (3,)),
        ([2, 0, 0, 0], (0, 3)),
        ([2, 12, 6, 0], (0, 1, 2, 3)),
        ([-30, -1, -12, -16], (1,)),  # -23 -4 -9 -7
        ([-30, -1, -7, -16], (1, 2)),
        ([100, 0, 0, 0], (0,)),
    ],
)
def test_games_of_a_fixed_number_of_hands(scores: list[int], winners: tuple[int, ...]) -> None:
    state = scripted(twos.Rules(max_hands=3), scores=scores, hands_played=2)
    assert state.is_over and state.winners == winners and state.hands_played == 3
    assert list(state.scores) == [a + b for a, b in zip(scores, POINTS, strict=True)]
    early = scripted(twos.Rules(max_hands=3), scores=scores, hands_played=1)
    assert not early.is_over and early.winners == () and early.hands_played == 2


@pytest.mark.rule("TW-11", "AL-2")
def test_a_target_and_a_number_of_hands_together() -> None:
    both: dict[str, Any] = {"target": 9, "max_hands": 3}
    assert scripted(twos.Rules(**both)).is_over
    for played, over in ((0, False), (1, False), (2, True)):
        state = scripted(twos.Rules(target=10, max_hands=3), hands_played=played)
        assert state.is_over is over and state.winners == ((3,) if over else ())


@pytest.mark.rule("TW-2")
def test_the_next_deal_clears_the_table() -> None:
    over = scripted()
    assert (over.dealer, over.phase) == (3, Phase.HAND_OVER)
    state = tws.apply(over, deal_of(over, HANDS))
    assert (state.dealer, state.actor) == (0, 1)
    assert state.tricks == () and state.catches == () and state.score is None
    assert not state.hand_over and state.scores == POINTS and state.hands_played == 1
    assert repr(state) == "<Twos: play, seat 1 to move, scores 7 -3 3 9>"


# Valid and invalid options of Twos, and openings of a match.


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        twos.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    assert str(error) == f"{error.field}={quoted(error.value)}: expected {error.expected} (TW-11)"
    return error


@pytest.mark.rule("TW-11")
def test_a_target_or_a_number_of_hands_is_needed() -> None:
    for options in ({"max_hands": None}, {"target": None, "max_hands": None}):
        error = refusal(**options)
        assert (error.field, error.value) == ("max_hands", None)
        assert error.expected == "a whole number if there is no target"


# The opening of a match.
