"""The first declarer, the end of a game and its winner (ST-6, ST-24, AL-2)."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import hand_played, shuffled
from twowaystreet.games import street


@pytest.mark.rule("ST-6")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_first_declarer_moves_left(dealer: int) -> None:
    rng = random.Random(dealer)
    state = street.new_game(street.Rules(players=3, target=10**6), dealer=dealer)
    for number in range(5):
        first = (dealer + number) % 3
        state = tws.apply(state, tws.shuffle(state, rng))
        assert (state.dealer, state.actor) == (first, first)
        state = hand_played(state, rng)
        assert state.dealer == first and state.hands_played == number + 1
        assert state.trick == tws.Trick(first, (), (), None)


@pytest.mark.rule("ST-23", "AL-2")
def test_scores_add_up_over_the_hands() -> None:
    rng = random.Random(4)
    rules = street.Rules(players=4, max_hands=6, target=10**6)
    state = street.new_game(rules, scores=[3, 0, 5, 1], hands_played=2)
    total = [3, 0, 5, 1]
    for number in (3, 4, 5, 6):
        assert state.needs_deal and not state.is_over and state.winners == ()
        state = hand_played(state, rng)
        points = tws.score_hand(state).points
        total = [before + more for before, more in zip(total, points, strict=True)]
        assert list(state.scores) == total and state.hands_played == number
        assert state.score == tws.score_hand(state)
    assert state.is_over and state.phase is street.Phase.GAME_OVER


@pytest.mark.rule("ST-24")
@pytest.mark.parametrize("seed", range(6))
def test_the_game_ends_with_the_hand_that_reaches_the_target(seed: int) -> None:
    rng = random.Random(seed)
    state = street.new_game(street.Rules(players=3, target=9))
    while not state.is_over:
        assert max(state.scores) < 9 and state.winners == ()
        state = hand_played(state, rng)
    assert max(state.scores) >= 9
    assert state.winners == tuple(s for s in range(3) if state.scores[s] == max(state.scores))


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


@pytest.mark.rule("AL-2")
def test_hands_before_a_continued_match_count() -> None:
    rules = street.Rules(max_hands=3, target=10**6)
    state = hand_played(street.new_game(rules, hands_played=2), random.Random(0))
    assert state.hands_played == 3 and state.is_over
    state = hand_played(street.new_game(rules, hands_played=1), random.Random(0))
    assert state.hands_played == 2 and not state.is_over


def test_the_next_deal_clears_the_table() -> None:
    over = hand_played(street.new_game(street.Rules(target=1000)), random.Random(2))
    state = shuffled(over)
    assert state.tricks == () and not state.hand_over and state.score is None
    assert set(state.declarations) == {None} and set(state.exchanged) == {None}
    assert state.scores == over.scores and state.hands_played == 1
    with pytest.raises(tws.HandNotOver):
        tws.score_hand(state)


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
