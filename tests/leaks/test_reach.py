"""Views and seat records are plain values without a reference to hidden information."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.leaks.playouts import OPENINGS, playout_of, seats_of
from tests.leaks.reach import check_reach, check_value


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", OPENINGS)
def test_a_view_references_plain_values_only(game: str) -> None:
    playout = playout_of(game, 5)
    rng = random.Random(5)
    for number, state in enumerate(playout.states):
        for seat in seats_of(state):
            if number < 12 or rng.random() < 0.1:
                seen = tws.view(state, seat)
                assert check_reach(seen) > 10
                check_value(seen)
                if number:
                    before, move = playout.states[number - 1], playout.moves[number - 1]
                    check_reach(tws.event_of(before, move, seat))


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", tws.GAMES)
def test_a_seat_record_references_plain_values_only(game: str) -> None:
    playout = playout_of(game, 8)
    for seat in (None, 0, 1):
        record = tws.Record(playout.states[0], playout.moves).for_seat(seat)
        assert check_reach(record) > 100
        check_value(record)
