"""Valid seats, and the order around the table."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.hostile import Hostile
from twowaystreet._engine.seats import checked_seat, replace_at, rotate_to, rotation


def test_valid_seats() -> None:
    assert [checked_seat(seat, 3) for seat in range(3)] == [0, 1, 2]
    for wrong in (-1, -3, 3, 4, True, False, None, 1.0, "1", (1,), Hostile()):
        with pytest.raises(tws.SeatError) as caught:
            checked_seat(anything(wrong), 3)
        assert caught.value.seat is wrong and "0 to 2" in str(caught.value)


def test_the_order_around_the_table() -> None:
    assert [rotation(first, 3) for first in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [rotate_to((0, 2, 3), first) for first in (0, 2, 3)] == [(0, 2, 3), (2, 3, 0), (3, 0, 2)]
    assert [replace_at((7, 8), seat, 9) for seat in (0, 1)] == [(9, 8), (7, 9)]
