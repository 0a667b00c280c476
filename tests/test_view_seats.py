"""Views that are read back name only valid seats."""

from __future__ import annotations

import random
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import AnyState, shuffled, some_move
from twowaystreet.games import duel, twos


def after_a_trick() -> AnyState:
    state, rng = shuffled(twos.new_game()), random.Random(1)
    while not state.tricks or not state.trick.cards:
        state = tws.apply(state, some_move(state, rng))
    return state


@pytest.mark.parametrize("name", ["seat", "actor", "dealer"])
def test_an_invalid_seat_is_refused(name: str) -> None:
    plain = tws.view(after_a_trick(), 0).to_dict()
    with pytest.raises(tws.RecordError, match=r"seat, actor, dealer: expected seats from 0 to 3$"):
        twos.View.from_dict({**plain, name: 4})


@pytest.mark.parametrize(("name", "wrong"), [("leader", 4), ("winner", 4), ("seats", [0, 1, 2, 4])])
@pytest.mark.parametrize("part", ["tricks", "trick"])
def test_a_trick_with_invalid_seats_is_refused(part: str, name: str, wrong: object) -> None:
    plain: Any = tws.view(after_a_trick(), 0).to_dict()  # Any: plain data
    trick = plain["tricks"][0] if part == "tricks" else plain["trick"]
    length = len(trick["seats"])
    trick[name] = wrong[-length:] if isinstance(wrong, list) else wrong
    with pytest.raises(tws.RecordError):
        twos.View.from_dict(plain)


def test_duel_views_may_name_both_seats() -> None:
    state, rng = shuffled(duel.new_game(dealer=1)), random.Random(1)
    while (state.actor, state.dealer) != (0, 1):
        state = tws.apply(state, some_move(state, rng))
    for seat in (None, 0, 1):
        seen = tws.view(state, seat)
        assert duel.View.from_dict(seen.to_dict()) == seen
