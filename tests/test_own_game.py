"""The game of the guide: its rules, and the features that work for any new game."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import anything, hand_played, positions, refused, replay, shuffled, texts
from twowaystreet import reasons


@pytest.fixture
def registered() -> None:
    """Register the game for one test."""
    tws.register(oh_hell.GAME)


def test_the_dealer_may_not_make_the_bids_even() -> None:
    state = replay(shuffled(oh_hell.new_game()), ["bid 2", "bid 0", "bid 1"])
    assert state.actor == state.dealer == 0
    assert texts(state) == [f"bid {tricks}" for tricks in (0, 1, 2, 3, 5, 6, 7)]
    reason = refused(state, "bid 4", reasons.NotOffered)
    assert reason.rule == "OH-2"
    assert tws.apply(state, oh_hell.Bid(0)).actor == 1


def test_only_exact_bids_score_the_bonus() -> None:
    for seed in range(20):
        state = hand_played(oh_hell.new_game(), random.Random(seed))
        score = tws.score_hand(state)
        bids = tws.view(state, None).to_dict()["bids"]
        for seat, points in enumerate(score.points):
            won = sum(trick.winner == seat for trick in state.tricks)
            assert points == (won + 10 if won == bids[seat] else 0)


def test_the_library_enforces_following_suit() -> None:
    for seed in range(5):
        for state in positions(oh_hell.new_game(), random.Random(seed)):
            led = state.trick.led
            if state.actor is None or led is None:
                continue
            hand = state.hand_of(state.actor)
            of_suit = [str(card) for card in hand if card.suit is led]
            assert texts(state) == (of_suit or list(map(str, hand)))


def test_only_a_registered_game_can_be_recorded() -> None:
    with pytest.raises(tws.RecordError, match=r"Oh Hell is not registered: call .*register\("):
        tws.Record(oh_hell.new_game())


@pytest.mark.usefixtures("registered")
def test_a_registered_game_is_recorded() -> None:
    assert tws.GAMES["oh_hell"] is oh_hell.GAME
    rng, record = random.Random(3), tws.Record(oh_hell.new_game(oh_hell.Rules(players=3)))
    while not record.state.is_over:
        state = record.state
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        record = record.play(move)
    assert tws.Record.from_text(record.to_text()) == record


@pytest.mark.parametrize("number", [-1, 8, True, 2.0, "2", None])
def test_a_bid_outside_the_possible_numbers_is_refused(number: object) -> None:
    with pytest.raises(tws.IllegalMove, match="expected a number, 0 to 7"):
        oh_hell.Bid(anything(number))


def test_a_word_and_a_number_are_read_as_they_are_written() -> None:
    state = oh_hell.new_game()
    for number in range(8):
        assert tws.parse_move(state, f"BID {number}") == oh_hell.Bid(number)
        assert str(oh_hell.Bid(number)) == f"bid {number}"
    with pytest.raises(tws.ParseError, match="found '8' at position 4, expected a number, 0 to 7"):
        tws.parse_move(state, "bid 8")


def test_a_move_that_is_not_offered_is_refused_with_the_moves_that_are() -> None:
    state = oh_hell.new_game(oh_hell.Rules(players=3, cards=2))
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    with pytest.raises(tws.IllegalMove) as caught:
        tws.apply(state, oh_hell.Bid(7))
    assert caught.value.reason == reasons.NotOffered("OH-2", "bid 0, bid 1, bid 2")
