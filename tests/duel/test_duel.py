"""Bids of the Duel; the reference implementation checks what they bring."""

from functools import partial

import pytest

import twowaystreet as tws
from tests.helpers import anything, refused, refused_options, replay, shuffled
from twowaystreet import reasons
from twowaystreet.games import duel


@pytest.mark.rule("DU-3", "DU-4")
def test_bids_above_the_greatest_strength_are_refused() -> None:
    for options, most in (({"max_strength": 3}, 3), ({"bid_markers": "cards"}, 8)):
        state = shuffled(duel.new_game(duel.Rules(**anything(options))))
        for _ in range(2):
            reason = refused(state, f"bid {most + 1} low", reasons.NotOffered, "DU-4")
            assert str(most) in reason.expected
            assert refused(state, "high", reasons.WrongMove).rule == "DU-3"
            state = replay(state, [f"bid {most} low"])


@pytest.mark.rule("DU-2", "DU-5", "DU-7", "ST-11")
@pytest.mark.parametrize("markers", duel.BidMarkers)
def test_a_seat_alone_sees_its_bid_and_put_cards_nobody_low_markers(
    markers: duel.BidMarkers,
) -> None:
    state = shuffled(duel.new_game(duel.Rules(bid_markers=markers)))
    state = replay(state, ["bid 3 high"])
    bids = [tws.view(state, seat).bids for seat in (None, 0, 1)]
    assert bids == [(None, None), (duel.Bid(3, duel.Direction.HIGH), None), (None, None)]
    state = replay(state, ["bid 2 low"])
    unseen = None if markers == "cards" else ()
    assert {tws.view(state, seat).markers for seat in (None, 0, 1)} == {(state.markers[0], unseen)}
    assert len(state.markers[0]) == 3 * (markers == "cards")
    state = tws.apply(state, tws.legal_moves(state)[0])
    hidden, own = (None,) * (len(state.stock) - 2), state.exchanged[0]
    assert own is not None and tws.view(state, 0).stock == hidden + own.given
    assert tws.view(state, 1).stock == (*hidden, None, None)


@pytest.mark.rule("DU-3")
@pytest.mark.parametrize("text", ["bid 0 high", "bid 11 low", "bid -1 low", "bid 03 low", "bid 3"])
def test_a_strength_is_from_1_to_10(text: str) -> None:
    with pytest.raises(tws.ParseError, match="expected"):
        tws.parse_move(duel.new_game(), text)


refusal = partial(refused_options, duel.Rules)


@pytest.mark.rule("DU-4")
def test_the_greatest_strength() -> None:
    by_cards = duel.BidMarkers.CARDS
    assert duel.Rules(bid_markers=by_cards).max_strength == 8
    assert duel.Rules(bid_markers=by_cards, max_strength=8).max_strength == 8
    assert duel.Rules(max_strength=1).max_strength == 1
    for value in (9, 10):
        error = refusal(bid_markers="cards", max_strength=value)
        assert (error.field, error.rule) == ("max_strength", "DU-4")
        assert "1 to 8" in error.expected
