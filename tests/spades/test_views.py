"""Views of each player and of a spectator (SP-5, AL-3)."""

from __future__ import annotations

import json

import pytest

import twowaystreet as tws
from tests.helpers import play, replay, text_of
from tests.spades.table import dealt, played_out, playing, taking
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand


def seen_by(state: spades.State, seat: int | None) -> spades.View:
    """Return the view of a seat."""
    view = tws.view(state, seat)
    assert isinstance(view, spades.View)
    return view


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
