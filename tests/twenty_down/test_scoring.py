"""Scoring, whole games, options and openings."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, shuffled
from tests.twenty_down.table import TRICKS, deal_of, scripted
from twowaystreet import Suit, reasons
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase, Status

IN, OUT = Status.IN, Status.OUT


def scored(tricks: list[int], trumps: str, words: str) -> twenty_down.HandScore:
    """Score a hand; one text says which seats are in or out."""
    return twenty_down.score(tricks, trumps, words.split())


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("trumps", "points"),
    [("C", (-3, -2, 5, 5)), ("D", (-3, -2, 5, 5)), ("H", (-6, -4, 10, 10)), ("S", (-3, -2, 5, 5))],
)
def test_a_whole_hand(trumps: str, points: tuple[int, ...]) -> None:
    state = scripted(trumps)
    score = tws.score_hand(state)
    assert score.points == points and score.trumps == trumps
    assert state.scores == tuple(20 + one for one in points)
    assert tuple(seat.tricks for seat in score.seats) == TRICKS
    assert {seat.status for seat in score.seats} == {IN}
    assert state.score == score == twenty_down.score(TRICKS, trumps, ["in"] * 4)


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("words", "points"),
    [("in in out", (-3, -2, 5, 0)), ("in out in", (-3, -2, 0, 5)), ("in out out", (-3, -2, 0, 0))],
)
def test_a_player_who_is_out_neither_wins_nor_loses(words: str, points: tuple[int, ...]) -> None:
    assert tws.score_hand(scripted(words=words)).points == points
    doubled = tws.score_hand(scripted("H", words=words)).points
    assert doubled == tuple(2 * one for one in points)


@pytest.mark.rule("TD-9", "TD-5")
@pytest.mark.parametrize(
    ("tricks", "trumps", "words", "points"),
    [
        ([5, 0, 0, 0], "C", "in in in in", (-5, 5, 5, 5)),
        ([5, 0, 0, 0], "H", "in in in in", (-10, 10, 10, 10)),
        ([0, 5, 0, 0], "S", "out in in out", (0, -5, 5, 0)),
        ([4, 1, 0, 0], "H", "in in in out", (-8, -2, 10, 0)),
        ([1, 1, 1, 2], "D", "in in in in", (-1, -1, -1, -2)),
        ([0, 0, 0, 0], "C", "out out in out", (0, 0, -5, 0)),
        ([0, 0, 0, 0], "H", "out out out in", (0, 0, 0, -10)),
        ([0, 0, 0, 0], "S", "in out out out", (-5, 0, 0, 0)),
    ],
)
def test_points(tricks: list[int], trumps: str, words: str, points: tuple[int, ...]) -> None:
    hand = scored(tricks, trumps, words)
    assert hand.points == points and hand.trumps is Suit(trumps)
    assert [seat.tricks for seat in hand.seats] == tricks
    assert [str(seat.status) for seat in hand.seats] == words.split()


def test_entries() -> None:
    hand = scored([4, 1, 0, 0], "H", "in in in out")
    assert [seat.entry for seat in hand.seats] == ["4:-8", "1:-2", "0:+10", "out"]
    alone = scored([0, 0, 0, 0], "C", "out in out out")
    assert [seat.entry for seat in alone.seats] == ["out", "0:-5", "out", "out"]
    sheet = tws.score_sheet(["A", "B", "C", "D"], [hand, alone], scores=[20] * 4)
    first = [line.split(" | ")[0].strip() for line in sheet.splitlines()]
    assert first == ["A", "20", "4:-8", "12", "out", "12"]


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
