"""Scores across hands, the end of a game, its winner, and views (TW-2, TW-11, AL-2, AL-3)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, hand_played, play, positions, refused, shuffled
from tests.twos.table import HANDS, PLAYS, POINTS, deal_of, playing, scripted
from twowaystreet import reasons
from twowaystreet.games import twos
from twowaystreet.games.twos import Phase


@pytest.mark.rule("TW-2", "TW-11")
@pytest.mark.parametrize("dealer", range(4))
def test_a_game_has_four_hands_with_each_player_dealing_once(dealer: int) -> None:
    rng = random.Random(dealer)
    state = twos.new_game(dealer=dealer)
    total = [0] * 4
    for number in range(4):
        assert state.needs_deal and not state.is_over and state.winners == ()
        state = tws.apply(state, tws.shuffle(state, rng))
        deals = (dealer + number) % 4
        assert (state.dealer, state.actor) == (deals, (deals + 1) % 4)
        assert (state.hands_played, state.hand_over, state.score) == (number, False, None)
        assert list(state.scores) == total
        state = hand_played(state, rng)
        points = tws.score_hand(state).points
        total = [before + more for before, more in zip(total, points, strict=True)]
        assert list(state.scores) == total and state.hands_played == number + 1
        assert state.hand_over and state.dealer == deals
        assert state.trick == tws.Trick((deals + 1) % 4, (), (), None)
    assert state.is_over and state.phase is Phase.GAME_OVER and not state.needs_deal
    best = max(state.scores)
    assert state.winners == tuple(seat for seat in range(4) if state.scores[seat] == best)


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


@pytest.mark.rule("AL-2")
def test_no_move_is_legal_after_the_game() -> None:
    state = scripted(twos.Rules(max_hands=1))
    assert state.is_over and state.hand_over and not state.needs_deal
    assert state.actor is None and tws.legal_moves(state) == ()
    assert (len(state.tricks), any(state.hands)) == (13, False)
    words = "expected no further move"
    for move in ("2C", "R*", deal_of(twos.new_game(), []), tws.shuffle(state, random.Random(0))):
        refused(state, move, reasons.GameOver, "AL-2", words)
    refused(state, "deal 2C", reasons.GameOver, "AL-2", words)
    refused(state, 7, reasons.NotAMove, None, "not a move of Twos")


@pytest.mark.rule("AL-2")
def test_moves_of_other_phases_are_refused() -> None:
    state = twos.new_game()
    for text in ("2C", "R*"):
        refused(state, text, reasons.DealDue, "AL-2", "expected a Deal")
    assert tws.legal_moves(state) == () and state.actor is None
    for position in positions(shuffled(state), random.Random(1)):
        playing_on = position.phase is Phase.PLAY
        assert (position.actor is not None) is bool(tws.legal_moves(position)) is playing_on
        assert position.needs_deal is position.hand_over is not playing_on
        if playing_on:
            deal = tws.shuffle(position, random.Random(0))
            refused(position, deal, reasons.NoDealDue, "AL-2", "the hand in play must end first")
            with pytest.raises(tws.HandNotOver, match="the phase is play"):
                tws.score_hand(position)
            assert position.score is None
        else:
            refused(position, "2C", reasons.DealDue, "AL-2", "expected a Deal")


@pytest.mark.rule("TW-2")
def test_the_next_deal_clears_the_table() -> None:
    over = scripted()
    assert (over.dealer, over.phase) == (3, Phase.HAND_OVER)
    state = tws.apply(over, deal_of(over, HANDS))
    assert (state.dealer, state.actor) == (0, 1)
    assert state.tricks == () and state.catches == () and state.score is None
    assert not state.hand_over and state.scores == POINTS and state.hands_played == 1
    assert repr(state) == "<Twos: play, seat 1 to move, scores 7 -3 3 9>"


@pytest.mark.rule("AL-3")
def test_views_show_only_their_own_hand() -> None:
    state = playing(*HANDS)
    moves = PLAYS.split()
    for number, text in enumerate([*moves, ""]):
        for seat in (None, 0, 1, 2, 3):
            seen = anything(tws.view(state, seat))
            assert type(seen) is twos.View
            assert (seen.catches, seen.tricks, seen.trick) == (
                state.catches,
                state.tricks,
                state.trick,
            )
            assert seen.hand == (None if seat is None else state.hands[seat])
            assert seen.hand_sizes == tuple(map(len, state.hands)) and seen.stock_size == 0
            assert seen.score == state.score and (seen.score is None) is (number < 52)
            for hidden in range(4):
                assert (
                    hidden == seat
                    or not state.hands[hidden]
                    or (repr(state.hands[hidden]) not in repr(seen))
                )
        state = play(state, text)
    plain = tws.view(state, 2).to_dict()
    assert plain["catches"] == [
        {"catcher": 0, "victim": 1, "by": "3"},
        {"catcher": 3, "victim": 0, "by": "2"},
    ]
    assert [seat["points"] for seat in plain["score"]["seats"]] == list(POINTS)


def test_the_game_is_registered() -> None:
    game = tws.GAMES["twos"]
    assert game is twos.GAME and (game.name, game.title) == ("twos", "Twos")
    parts = (game.Rules, game.State, game.View, game.new_game)
    assert parts == (twos.Rules, twos.State, twos.View, twos.new_game)
