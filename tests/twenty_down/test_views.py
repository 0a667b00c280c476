"""Views of each seat in Twenty Down (TD-2, TD-3, AL-3)."""

from __future__ import annotations

import json

import pytest

import twowaystreet as tws
from tests.helpers import anything, card, replay
from tests.twenty_down.table import dealt, drawing, scripted
from twowaystreet import Suit, cards
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Status, Trump

EVERYBODY = (None, 0, 1, 2, 3)


@pytest.mark.rule("TD-2", "AL-3")
def test_the_player_naming_trumps_sees_two_cards() -> None:
    state = dealt("7C AD 8H 9H KS", "8C 8D", stock="AC")
    for seat in EVERYBODY:
        seen = anything(tws.view(state, seat))
        assert type(seen) is twenty_down.View
        assert seen.hand_sizes == (2, 2, 2, 2) and seen.stock_size == 24
        assert twenty_down.View.from_dict(seen.to_dict()) == seen
        assert (seen.trumps, seen.score) == (None, None)
        for name in ("statuses", "discards", "discard_sizes"):
            assert getattr(seen, name) == (None,) * 4
        assert seen.legal_moves == {None: None, 0: tuple(map(Trump, Suit))}.get(seat, ())
        if seat is not None:
            assert seen.hand == state.hands[seat] and len(state.hands[seat]) == 2
    assert anything(tws.view(state, 0)).hand == cards("7C AD")
    assert anything(tws.view(state, 1)).hand == cards("8C 8D")
    assert anything(tws.view(state, None)).hand is None
    # No view holds the three cards that are still to come.
    for one in ("8H", "9H", "KS", "AC"):
        assert repr(card(one)) not in repr(tws.view(state, 0))


@pytest.mark.rule("TD-3", "AL-3")
def test_discards_stay_hidden_when_the_hand_is_over() -> None:
    state = replay(drawing("7C 8C 9C 10C JC"), ["draw 7C 8C", "draw", "draw", "draw"])
    state = replay(state, ["out", "out", "out"])
    assert state.hand_over
    for seat in EVERYBODY:
        seen = anything(tws.view(state, seat))
        own = [state.discards[other] if other == seat else None for other in range(4)]
        assert seen.discards == tuple(own) and seen.discard_sizes == (2, 0, 0, 0)
        assert seen.statuses == (Status.IN, Status.OUT, Status.OUT, Status.OUT)
        assert seen.hand_sizes == (5, 5, 5, 5)
        assert seen.score == state.score


def test_plain_data() -> None:
    plain = tws.view(scripted("H"), 2).to_dict()
    assert plain["trumps"] == "H" and plain["statuses"] == ["in"] * 4
    assert plain["discards"] == [None, None, [], None] and plain["discard_sizes"] == [0] * 4
    assert plain["score"]["trumps"] == "H"
    assert plain["score"]["seats"][0] == {"points": -6, "status": "in", "tricks": 3}
    seen = tws.view(drawing("7C 8C", trumps="D"), 0)
    assert json.loads(seen.to_json())["legal_moves"][:2] == ["draw", "draw 7C"]
