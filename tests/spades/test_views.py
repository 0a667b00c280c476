"""Views of each player and of a spectator (SP-5, AL-3)."""

from __future__ import annotations

import json
import random

import pytest

import twowaystreet as tws
from tests.helpers import anything, play, positions, replay, shuffled, text_of
from tests.spades.table import dealt, played_out, playing, taking
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand


def seen_by(state: spades.State, seat: int | None) -> spades.View:
    """Return the view of a seat."""
    view = tws.view(state, seat)
    assert isinstance(view, spades.View)
    return view


@pytest.mark.rule("SP-5", "SP-6", "AL-3")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_views_at_every_position(seed: int, dealer: int) -> None:
    rng = random.Random(seed)
    rules = spades.Rules(renege=spades.RenegeRule.PENALISED)
    start = shuffled(spades.new_game(rules, dealer=dealer), seed)
    dummies = [set(start.hands[0]), set(start.hands[2])]
    shown: list[set[tws.Card]] = [set(), set()]
    for state in positions(start, rng):
        looked = state.phase is not spades.Phase.LOOK
        for player in (0, 1):
            shown[player] |= set(state.face_up[player])
        for seat in (0, 1, None):
            seen = seen_by(state, seat)
            if seat is None or not looked:
                assert seen.hand is None
            else:
                assert seen.hand == state.hands[2 * seat + 1]
            assert seen.legal_moves == (
                None if seat is None else (tws.legal_moves(state) if seat == state.actor else ())
            )
            # The view contains no face-down card.
            down = [dummies[player] - shown[player] for player in (0, 1)]
            if not state.hand_over:
                assert list(map(len, down)) == list(state.face_down_sizes)
            words = set(seen.to_json().replace('"', " ").replace(",", " ").split())
            hidden = set(map(str, down[0] | down[1]))
            if seat is not None:
                hidden |= set(map(str, state.hands[3 - 2 * seat]))
            else:
                hidden |= set(map(str, [*state.hands[1], *state.hands[3]]))
            assert not words & hidden
            # The public facts.
            assert seen.hand_sizes == tuple(map(len, state.hands))
            assert (seen.stock_size, seen.dealer, seen.actor) == (0, dealer, state.actor)
            assert (seen.bids, seen.books, seen.tricks) == (state.bids, state.books, state.tricks)
            assert (seen.trick, seen.hand_to_play) == (state.trick, state.hand_to_play)
            assert (seen.face_up, seen.face_down_sizes) == (state.face_up, state.face_down_sizes)
            assert (seen.overbooks, seen.perfect_bids) == (state.overbooks, state.perfect_bids)
            assert (seen.score, seen.scores) == (state.score, state.scores)
            assert tws.legal_moves(seen) == (seen.legal_moves or ())


@pytest.mark.rule("AL-3")
def test_a_view_becomes_plain_data() -> None:
    hands = ["4C AC 4D 5D 6D 7D", "3C", "5C 3D 8D 9D 10D JD", "KC"]
    state = playing(*hands, overbooks=[3, 14], perfect_bids=[1, 2], scores=[-7, 80])
    state = play(state, "4C 3C 5C KC")
    plain = json.loads(seen_by(state, 1).to_json())
    book = {
        "leader": 0,
        "cards": ["4C", "3C", "5C", "KC"],
        "seats": [0, 0, 1, 1],
        "led": "C",
        "winner": 1,
        "hands": ["dummy", "actual", "dummy", "actual"],
        "winning_hand": "actual",
    }
    assert plain["tricks"] == [book]
    assert plain["trick"]["leader"] == 1 and plain["trick"]["cards"] == []
    assert plain["hand_to_play"] == "actual" and plain["phase"] == "play"
    assert plain["bids"] == ["bid 4", "bid 4"] and plain["stands"] == 2
    assert (plain["books"], plain["called"]) == ([0, 1], [[], []])
    assert list(map(" ".join, plain["face_up"])) == ["AC 4D 5D 6D 7D", "3D 8D 9D 10D JD"]
    assert plain["face_down_sizes"] == [7, 7] and plain["hand_sizes"] == [12] * 4
    assert (plain["overbooks"], plain["perfect_bids"]) == ([3, 14], [1, 2])
    assert plain["scores"] == [-7, 80] and plain["score"] is None
    assert plain["hand"] == plain["legal_moves"] == text_of(state.hands[3]).split()
    assert json.loads(seen_by(state, 0).to_json())["legal_moves"] == []
    assert json.loads(seen_by(state, None).to_json())["hand"] is None


@pytest.mark.rule("SP-15", "AL-3")
def test_the_score_is_public() -> None:
    state = played_out(replay(dealt(taking(8)), ["look", "nil", "bid 7"]))
    for seat in (0, 1, None):
        seen = seen_by(state, seat)
        assert seen.score == tws.score_hand(state) and len(seen.tricks) == 13
        assert [book.winning_hand for book in seen.tricks] == [Hand.ACTUAL] * 13
        first, second = seen.to_dict()["score"]["seats"]
        assert (first["bid"], first["books"], first["points"]) == ("bid 7", 8, 71)
        assert (second["bid"], second["made"], second["contract"]) == ("nil", True, 300)


@pytest.mark.parametrize("seat", [2, -1, True, "0", 0.0])
def test_invalid_seats_are_refused(seat: object) -> None:
    with pytest.raises(tws.SeatError) as caught:
        tws.view(dealt(), anything(seat))
    assert caught.value.seats == 2 and "0 to 1" in str(caught.value)
