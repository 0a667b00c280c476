"""Seats: plain ints, numbered from 0 in the direction of play (to the left)."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from twowaystreet._util.numbers import as_int, is_int
from twowaystreet.errors import SeatError

T = TypeVar("T")


def checked_seat(seat: int, seats: int) -> int:
    """Return the seat as a plain int if the game has it.

    Raises:
        SeatError: if the game does not have it.

    >>> checked_seat(4, 4)
    Traceback (most recent call last):
    ...
    twowaystreet.errors.SeatError: 4 is not a seat here: expected an int from 0 to 3
    """
    found = seat if type(seat) is int else as_int(seat)
    if not is_int(found) or not 0 <= found < seats:
        raise SeatError(seat, seats)
    return found


def replace_at(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return a copy of a tuple with the value of one seat replaced.

    >>> replace_at((None, None, None), 1, "high")
    (None, 'high', None)
    """
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


@lru_cache
def rotation(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats to the left round the table, beginning with the first one.

    >>> rotation(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((first + place) % seats for place in range(seats))


@lru_cache
def rotate_to(order: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Rotate an order of players, or of hands, so that another one is first.

    >>> rotate_to((0, 2, 3), 2)
    (2, 3, 0)
    """
    place = order.index(first)
    return order[place:] + order[:place]
