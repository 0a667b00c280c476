"""The first declarer, the end of a game and its winner (ST-6, ST-24, AL-2)."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import hand_played
from twowaystreet.games import street


@pytest.mark.rule("ST-24")
def test_the_target_may_be_reached_exactly() -> None:
    # In the first hand of this seed a player scores exactly the target.
    rng = random.Random(8)
    state = hand_played(street.new_game(street.Rules(target=1000)), rng)
    best = max(state.scores)
    for target, over in ((best, True), (best + 1, False)):
        rng = random.Random(8)
        again = hand_played(street.new_game(street.Rules(target=target)), rng)
        assert again.scores == state.scores
        assert again.is_over is over
        assert again.winners == (tuple(tops(again)) if over else ())


def tops(state: street.State) -> list[int]:
    """Return the seats with the most points."""
    return [seat for seat, score in enumerate(state.scores) if score == max(state.scores)]


@pytest.mark.rule("ST-24", "AL-2")
def test_a_shared_win() -> None:
    for seed in range(50):
        state = hand_played(street.new_game(street.Rules(max_hands=1)), random.Random(seed))
        assert state.is_over and list(state.winners) == tops(state)
        if len(state.winners) > 1:
            break
    else:
        pytest.fail("no hand of these was shared")


@pytest.mark.rule("ST-25")
def test_the_sheet_of_a_whole_game() -> None:
    rng = random.Random(3)
    state = street.new_game(street.Rules(players=3))
    scores: list[street.HandScore] = []
    while not state.is_over:
        state = hand_played(state, rng)
        scores.append(tws.score_hand(state))
    lines = tws.score_sheet(["A", "B", "C"], scores).splitlines()
    assert len(lines) == 1 + 2 * len(scores)
    assert [word.strip() for word in lines[-1].split("|")] == list(map(str, state.scores))
