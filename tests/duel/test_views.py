"""Visibility of bids, their markers and the stock in the Duel."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.duel.test_bidding import bidding
from tests.helpers import replay
from twowaystreet.games import duel

STRENGTH = 3


def seen(state: duel.State, seat: int | None) -> duel.View:
    found = tws.view(state, seat)
    assert isinstance(found, duel.View)
    return found


def seen_move(state: duel.State, text: str, viewer: int | None) -> tuple[str, bool]:
    """Return a move as a viewer sees it, and true if the viewer sees all of it."""
    event = tws.event_of(state, tws.parse_move(state, text), viewer)
    return event.text, event.move is not None


@pytest.mark.rule("DU-2")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealers_bid_is_hidden_until_the_other_player_bids(dealer: int) -> None:
    other, text = 1 - dealer, f"bid {STRENGTH} high"
    state = bidding(dealer)
    assert seen_move(state, text, dealer) == (text, True)
    assert seen_move(state, text, other) == seen_move(state, text, None) == ("bid", False)
    state = replay(state, [text])
    bid = tws.parse_move(state, text)
    assert seen(state, dealer).bids[dealer] == bid
    for viewer in (other, None):
        assert seen(state, viewer).bids == (None, None)
    # The other bid is open, and reveals the first.
    for viewer in (dealer, other, None):
        assert seen_move(state, "bid 1 low", viewer) == ("bid 1 low", True)
    state = replay(state, ["bid 1 low"])
    for viewer in (dealer, other, None):
        assert seen(state, viewer).bids[dealer] == bid


@pytest.mark.rule("DU-5")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("markers", list(duel.BidMarkers))
def test_the_stock_size_is_hidden_while_markers_would_reveal_the_bid(
    dealer: int, markers: duel.BidMarkers
) -> None:
    state = replay(bidding(dealer, bid_markers=markers), [f"bid {STRENGTH} low"])
    hidden = markers is duel.BidMarkers.CARDS
    left = 34 - STRENGTH * hidden
    assert len(state.stock) == left
    for viewer in (1 - dealer, None):
        view = seen(state, viewer)
        assert view.stock_size == (None if hidden else left)
        assert (view.stock is None) == hidden
    assert seen(state, dealer).stock_size == left


@pytest.mark.rule("DU-7")
def test_the_opponent_sees_an_exchange_but_not_its_cards() -> None:
    state = replay(bidding(0), ["bid 3 high", "bid 1 low"])
    assert state.actor == 0
    text = str(tws.legal_moves(state)[0])
    assert seen_move(state, text, 0) == (text, True)
    assert seen_move(state, text, 1) == seen_move(state, text, None) == ("exchange", False)
    after = replay(state, [text])
    given = tws.cards(text.partition(" ")[2])
    size = len(after.stock)
    assert seen(after, 0).stock == ((None,) * (size - 2) + given)
    assert seen(after, 1).stock == seen(after, None).stock == (None,) * size
