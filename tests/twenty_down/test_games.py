"""Scores across hands, the ninth hand, the end of a game, its winner (TD-10, TD-11, AL-2)."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import (
    hand_played,
    play,
    refused,
    replay,
    shuffled,
)
from tests.twenty_down.table import deal_of, drawing, scripted
from twowaystreet import Suit, reasons
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase, Status

POINTS = (-3, -2, 5, 5)


@pytest.mark.rule("TD-10")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([20, 20, 20, 20], ()),
        ([4, 3, 1, 1], ()),
        ([3, 20, 20, 20], (0,)),  # exactly zero
        ([2, 20, 20, 20], (0,)),
        ([20, 2, 20, 20], (1,)),
        ([20, 1, 20, 20], (1,)),
        ([3, 2, 20, 20], (0, 1)),  # shared
        ([2, 1, 20, 20], (0, 1)),
        ([1, 1, 20, 20], (0,)),  # several reach zero: the lowest wins
        ([3, 1, 20, 20], (1,)),
    ],
)
def test_the_first_player_at_zero_wins(scores: list[int], winners: tuple[int, ...]) -> None:
    state = scripted(scores=scores, hands_played=3)
    assert list(state.scores) == [a + b for a, b in zip(scores, POINTS, strict=True)]
    assert (state.is_over, state.winners, state.hands_played) == (bool(winners), winners, 4)
    assert state.phase is (Phase.GAME_OVER if winners else Phase.HAND_OVER)


@pytest.mark.rule("TD-10", "AL-2")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([20, 20, 20, 20], (0,)),
        ([21, 20, 20, 20], (0, 1)),
        ([22, 20, 20, 20], (1,)),
        ([28, 27, 20, 20], (0, 1, 2, 3)),
        ([90, 90, 1, 90], (2,)),
    ],
)
def test_at_the_last_hand_the_fewest_points_win(
    scores: list[int], winners: tuple[int, ...]
) -> None:
    rules = twenty_down.Rules(max_hands=3)
    state = scripted("S", rules, scores=scores, hands_played=2)
    assert state.is_over and state.winners == winners and state.hands_played == 3
    early = scripted("S", rules, scores=scores, hands_played=1)
    assert not early.is_over and early.winners == () and early.hands_played == 2


@pytest.mark.rule("TD-11")
@pytest.mark.parametrize("played", [8, 9, 30])
def test_from_the_ninth_hand_on_no_player_names_trumps(played: int) -> None:
    state = twenty_down.new_game(dealer=2, hands_played=played)
    deal = deal_of(state, ["7H AS"], "10D JD QD")
    state = tws.apply(state, deal)
    # No player names trumps: all five cards are dealt, and the player to the dealer's left draws.
    assert (state.phase, state.actor, state.trumps) == (Phase.DRAW, 3, Suit.HEARTS)
    assert list(map(len, state.hands)) == [5] * 4 and len(state.stock) == 12
    assert state.hands[3] == tuple(sorted([*deal.cards[:2], *deal.cards[8:11]]))
    for text in ("trump H", "trump C", "7H", "in"):
        refused(state, text, reasons.WrongMove, "TD-3", "expected draw and up to 3 cards")
    state = play(state, "draw draw draw")
    assert state.statuses == (None,) * 4
    # No player is asked to be in or out.
    state = play(state, "draw")
    assert state.statuses == (Status.IN,) * 4 and (state.phase, state.actor) == (Phase.PLAY, 3)
    refused(state, "out", reasons.WrongMove, "TD-6", "expected a card")


@pytest.mark.rule("TD-11", "TD-9")
def test_the_ninth_hand_counts_double() -> None:
    state = scripted("H", hands_played=8)
    assert tws.score_hand(state).trumps is Suit.HEARTS
    assert tws.score_hand(state).points == (-6, -4, 10, 10)


@pytest.mark.rule("TD-11", "TD-2")
def test_the_eighth_hand_follows_the_usual_rules() -> None:
    state = shuffled(twenty_down.new_game(hands_played=7))
    assert state.phase is Phase.TRUMP and list(map(len, state.hands)) == [2] * 4
    over = scripted("C", hands_played=7)
    assert over.hands_played == 8 and tws.score_hand(over).points == POINTS
    late = shuffled(over)
    assert (late.phase, late.trumps) == (Phase.DRAW, Suit.HEARTS)
    alone = scripted("C", words="out out out", hands_played=7)
    assert shuffled(alone).phase is Phase.DRAW


MOVES = ("trump C", "draw", "draw 7C", "in", "out", "7C", "R*")


@pytest.mark.rule("TD-2")
def test_the_next_deal_clears_the_table() -> None:
    for over in (scripted(), scripted(words="out out out")):
        assert over.trumps is Suit.SPADES and None not in (*over.statuses, *over.discards)
        state = shuffled(over)
        assert (state.dealer, state.actor, state.phase) == (0, 1, Phase.TRUMP)
        assert state.tricks == () and state.score is None and state.trumps is None
        assert {*state.statuses, *state.discards} == {None}
        assert state.scores == over.scores and state.hands_played == 1
        assert list(map(len, state.hands)) == [2] * 4 and len(state.stock) == 24


@pytest.mark.rule("TD-3")
def test_discards_are_kept_to_the_end_of_the_hand() -> None:
    state = replay(drawing("7C 8C 9C 10C JC"), ["draw 7C 8C", "draw", "draw", "draw", *["in"] * 3])
    over = hand_played(state, random.Random(0))
    assert over.discards == (tws.cards("7C 8C"), (), (), ())
    assert repr(over).startswith("<Twenty Down: hand over, scores ")
