"""Kitty Whist, the example with bids, a kitty and cards buried face down."""

import random
from typing import Any

import pytest

import twowaystreet as tws
from examples import kitty_whist
from tests.helpers import replay
from twowaystreet.testing import conformance

BIDS = ["bid 7", "pass", "bid 9", "pass"]
"""The bids of the seats 1, 2, 3 and 0."""


def dealt(*moves: str) -> Any:
    """Return the state after a deal and some moves. Any: a state with its hand data."""
    state = kitty_whist.GAME.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(3)))
    return replay(state, moves)


def texts(state: Any) -> list[str]:
    return [str(move) for move in tws.legal_moves(state)]


def buried(number: int) -> Any:
    """Return the state after the bidder, seat 3, has named hearts and buried some cards."""
    state = dealt(*BIDS, "trumps H")
    for _ in range(number):
        state = tws.apply(state, tws.legal_moves(state)[0])
    return state


def test_a_bid_is_higher_than_all_before_and_the_dealer_must_bid_if_nobody_else_has() -> (
    None
):  # KW-2
    every = [f"bid {number}" for number in range(7, 13)]
    assert texts(dealt()) == ["pass", *every]
    assert texts(dealt("bid 9", "pass")) == ["pass", "bid 10", "bid 11", "bid 12"]
    assert texts(dealt("pass", "bid 12")) == ["pass"]
    assert texts(dealt("pass", "pass", "pass")) == every
    for wrong in (["bid 9", "bid 9"], ["pass", "pass", "pass", "pass"]):
        with pytest.raises(tws.IllegalMove, match="KW-2"):
            dealt(*wrong)


def test_the_highest_bidder_takes_the_kitty_unseen_and_names_trumps() -> None:  # KW-3
    before, after = dealt(*BIDS[:3]), dealt(*BIDS)
    assert after.actor == 3 and after.stock == () and after.hand_sizes == (12, 12, 12, 16)
    assert {*after.hands[3]} == {*before.hands[3], *before.stock}
    assert texts(after) == ["trumps C", "trumps D", "trumps H", "trumps S"]
    for viewer in (None, 0, 1, 2):
        shown = tws.view(after, viewer).to_json()
        assert not any(f'"{card}"' in shown for card in before.stock)


def test_the_bidder_alone_knows_the_cards_buried_and_the_others_their_number() -> None:  # KW-4
    redacted = kitty_whist.View.redacted_moves[kitty_whist.Bury]
    for number in range(4):
        state = buried(number)
        assert state.phase == "bury" and state.actor == 3
        cards = buried(4)._hand_data.buried[:number]
        move = tws.legal_moves(state)[0]
        for viewer in (None, 0, 1, 2, 3):
            seen: Any = tws.view(state, viewer)
            assert (seen.buried, seen.cards_buried) == (cards if viewer == 3 else None, number)
            assert redacted(state, move, viewer) == (None if viewer == 3 else "bury")
    state = buried(4)
    assert state.phase == "play" and state.actor == state.trick.leader == 3
    assert state.hand_sizes == (12, 12, 12, 12)


@pytest.mark.parametrize(("bid", "points"), [(7, (5, 7, 5, 7)), (8, (5, -8, 5, -8))])
def test_the_bid_is_won_or_lost_and_the_others_score_their_tricks(bid: int, points: Any) -> None:
    # KW-6: seats 1 and 3 take seven tricks of twelve
    state = dealt("pass", "pass", f"bid {bid}", "pass")
    takers = (1, 3, 0, 2, 1, 3, 0, 2, 1, 3, 0, 1)
    tricks = tuple(state._taken_by(seat) for seat in takers)
    assert state._score(tricks).points == points


@pytest.mark.nightly
def test_kitty_whist_keeps_every_promise() -> None:
    found = conformance.check(kitty_whist.GAME, hands=2)
    assert min(found.values()) > 0
