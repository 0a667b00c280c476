"""Whole games of Brag: the pot from hand to hand, and the end (BR-2, BR-3, BR-12, BR-13)."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, TIED, again, deal, played
from twowaystreet.games import brag

WON = (
    "9C 9D 9H / AS KS QS / AC AD JH",
    "2C 3D 5H / 7C 7D KH / 4S 6H QD",
    "2D 3H 5C / 4C 6D 8H / 7S JC 10C",
)
ODD = ("2H 3C 4S 5C 6H 7C 9C 10H JD", "2S 3D 4H 5D 6C 7D 9D 10D JC")


@pytest.mark.rule("BR-3", "BR-12")
def test_the_pot_stays_and_grows() -> None:
    """The case brag-pot-of-two-deals."""
    state = played(*TIED)
    assert state.antes == 1 and state.scores == (0, 0, 0)
    state = again(state, *WON)
    assert tws.score_hand(state).antes == 2 and state.antes == 0
    assert tws.score_hand(state).points == state.scores == (4, -2, -2)
    # The next pot has one ante of each player again.
    state = again(state, *WON[1:], WON[0])
    assert tws.score_hand(state).antes == 1 and state.scores == (3, -3, 0)


@pytest.mark.rule("BR-2", "BR-7", "BR-12", "BR-13")
def test_dead_hands_count_and_the_deal_moves_on() -> None:
    start = brag.new_game(brag.Rules(players=3, max_hands=4), dealer=1, antes=1)
    state = deal(start, FOUR_PAIRS, *ODD)
    assert (state.hands_played, state.dealer, state.antes) == (1, 1, 2)
    state = again(state, *TIED)
    assert (state.hands_played, state.dealer, state.antes) == (2, 2, 3)
    state = deal(state, FOUR_PAIRS, *ODD)
    assert (state.hands_played, state.dealer, state.antes) == (3, 0, 4)
    assert not state.is_over and state.winners == ()
    state = again(state, *WON[1:], WON[0])
    assert state.is_over and state.dealer == 1 and state.winners == (2,)
    assert state.scores == (-5, -5, 10) and tws.score_hand(state).antes == 5


@pytest.mark.rule("BR-12", "BR-13")
def test_a_pot_left_at_the_end_is_nobodys() -> None:
    state = played(*TIED, antes=3, max_hands=1)
    assert state.is_over and state.antes == 4 and state.scores == (0, 0, 0)
    assert state.winners == (0, 1, 2)


@pytest.mark.rule("BR-13", "AL-2")
def test_the_most_stakes_win() -> None:
    for scores, winners in (
        ([0, 0, 0, 0], (0,)),
        ([-3, 1, 2, 0], (2,)),
        ([-3, 1, 1, 1], (0, 1, 2, 3)),
        ([-4, 2, 2, 0], (1, 2)),
    ):
        start = brag.new_game(brag.Rules(max_hands=6), dealer=3, scores=scores, hands_played=5)
        state = again(start, *NINE)
        assert state.is_over and state.winners == winners
        assert state.scores == (scores[0] + 3, *(score - 1 for score in scores[1:]))
