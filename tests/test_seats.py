"""Valid seats, and the order around the table."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.hostile import Hostile
from twowaystreet import arena
from twowaystreet._core.engine.seats import checked_seat, replace_at, rotate_to, rotation
from twowaystreet.games import duel, spades, tien_len
from twowaystreet.table import Table


def test_valid_seats() -> None:
    assert [checked_seat(seat, 3) for seat in range(3)] == [0, 1, 2]
    for wrong in (-1, -3, 3, 4, True, False, None, 1.0, "1", (1,), Hostile()):
        with pytest.raises(tws.SeatError) as caught:
            checked_seat(anything(wrong), 3)
        assert caught.value.seat is wrong and "0 to 2" in str(caught.value)


def test_whole_numbers_of_numpy_are_seats() -> None:
    np = pytest.importorskip("numpy")
    one, zero = np.int64(1), np.uint8(0)
    assert [type(checked_seat(seat, 3)) for seat in (one, np.array(2), zero)] == [int] * 3
    with pytest.raises(tws.SeatError):
        checked_seat(np.bool_(True), 3)
    record = tws.Record(duel.new_game(dealer=one))
    record = record.play(tws.shuffle(record.state, random.Random(1)))
    assert record.for_seat(one).to_json() == record.for_seat(1).to_json()
    assert tws.view(record.state, one) == tws.view(record.state, 1)
    table = Table(duel.GAME, bots={one: "simple"})
    token = table.join("Ann", zero)
    table.rename(zero, "Ben")
    assert table.seat(token) == 0 and not table.can_undo(zero)
    table.replace(zero, name="Cem")
    table.vacate(zero)
    results = arena.play("twos", ["simple", "random"], deals=1)
    assert results.by_phase(one) == results.by_phase(1)
    assert results.record(zero, one).to_json() == results.record(0, 1).to_json()
    books = [(0, "actual")] * 13
    scored = spades.score(["bid 6", "naught"], [(zero, hand) for _, hand in books])
    assert scored == spades.score(["bid 6", "naught"], books)
    assert tien_len.score(np.array([2, 0, 3])) == tien_len.score([2, 0, 3])


def test_the_order_around_the_table() -> None:
    assert [rotation(first, 3) for first in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [rotate_to((0, 2, 3), first) for first in (0, 2, 3)] == [(0, 2, 3), (2, 3, 0), (3, 0, 2)]
    assert [replace_at((7, 8), seat, 9) for seat in (0, 1)] == [(9, 8), (7, 9)]
