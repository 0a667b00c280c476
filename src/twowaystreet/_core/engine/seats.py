"""Seats, plain ints numbered from 0 to the left round the table; sides; and checked arguments.

Rules of a game with partners have ``sides``, such as ``((0, 2), (1, 3))``; these win together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from numbers import Integral
from typing import Any, Protocol, TypeAlias, TypeVar

from twowaystreet._util.numbers import GREATEST, as_int, bounds_of, is_int
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError, SeatError, as_tuple, quoted

T = TypeVar("T")


def checked_seat(seat: int, seats: int) -> int:
    """Return a seat as a plain int, if a game with this number of seats has it.

    Raises:
        SeatError: if the game does not have it.

    >>> checked_seat(3, 4)
    3
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


Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each side; every seat is in one of them, and all sides have as many seats."""

NumberT = TypeVar("NumberT", bound=OfGame)  # whole numbers, or arrays of them


class HasSeats(Protocol):
    @property
    def seats(self) -> int: ...


@lru_cache
def alone(seats: int) -> Sides:
    return tuple((seat,) for seat in range(seats))


def sides_of(rules: HasSeats) -> Sides:
    """Return the seats of each side: the attribute ``sides`` of the rules, or each seat alone.

    >>> from twowaystreet.games import twos
    >>> sides_of(twos.Rules())
    ((0,), (1,), (2,), (3,))
    """
    sides: Sides | None = getattr(rules, "sides", None)
    return alone(rules.seats) if sides is None else sides


def side_of(rules: HasSeats, seat: int) -> tuple[int, ...]:
    """Return the seats of a seat's side, in order: it and its partners.

    Raises:
        SeatError: if the game does not have the seat.

    >>> from twowaystreet.games import twos
    >>> side_of(twos.Rules(), 1)
    (1,)
    """
    checked = checked_seat(seat, rules.seats)
    return next(side for side in sides_of(rules) if checked in side)


def with_partners(rules: HasSeats, seats: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({mate for seat in seats for mate in side_of(rules, seat)}))


def check_sides(rules: HasSeats) -> None:
    """Refuse sides unless each seat is in one, and two or more sides have as many seats."""
    sides: object = sides_of(rules)
    every = list(range(rules.seats))
    if sides == alone(rules.seats):  # one player has one side
        return
    if not (
        isinstance(sides, tuple)
        and all(isinstance(side, tuple) for side in sides)
        and all(map(is_int, chain.from_iterable(sides)))
        and sorted(chain.from_iterable(sides)) == every
        and len(sides) > 1
        and len({*map(len, sides)}) == 1
    ):
        expected = "two or more tuples of as many seats, such as ((0, 2), (1, 3)), with each seat"
        raise RulesError("sides", sides, f"{expected} from 0 to {rules.seats - 1} in one of them")


@lru_cache
def patterns(places: int) -> dict[str, list[tuple[int, ...]]]:
    """Return for each seating who sits at each seat, or side: 0 for the first player, or 1."""
    seats = range(places)
    found = {f"1:{places - 1}": [tuple(int(seat != one) for seat in seats) for one in seats]}
    if places > 2:
        found[f"{places - 1}:1"] = [tuple(int(seat == one) for seat in seats) for one in seats]
    if places > 2 and places % 2 == 0:
        half = places // 2
        found[f"{half}:{half}"] = [tuple((seat + swap) % 2 for seat in seats) for swap in (0, 1)]
    return found


def places_of(sides: Sides) -> tuple[int, ...]:
    place_of = {seat: place for place, side in enumerate(sides) for seat in side}
    return tuple([place_of[seat] for seat in range(len(place_of))])


def leads(points: Sequence[NumberT], sides: Sides) -> tuple[list[NumberT], int]:
    """Return each seat's lead in points over other sides, times a factor, and this factor."""
    total: OfGame = sum(points)
    found: list[OfGame] = [None] * len(points)
    for side in sides:
        of_side: OfGame = sum(points[seat] for seat in side)
        for seat in side:
            found[seat] = len(sides) * of_side - total
    return found, max(len(sides) - 1, 1) * len(sides[0])  # a single player has no others


def checked_numbers(
    field: str,
    values: Sequence[int] | None,
    seats: int,
    rule: str | None,
    at_least: int | None = None,
    at_most: int | None = None,
    default: int = 0,
) -> tuple[int, ...]:
    """Return one whole number for each seat, within bounds; the default for ``None``.

    Raises:
        RulesError: if the values are anything else.
    """
    if values is None:
        return (default,) * seats
    least, most = bounds_of(at_least, at_most)
    expected = f"{seats} whole numbers, one a seat, {least} to {most} each"
    return checked_entries(field, values, _within(least, most), expected, rule, count=seats)


def checked_counts(
    field: str, values: Sequence[int], seats: int, total: int | None, expected: str, rule: str
) -> tuple[int, ...]:
    """Return one count for each seat, 0 or more, with this total, if any.

    Raises:
        RulesError: if the values are anything else; it says what is ``expected`` by which ``rule``.

    >>> checked_counts("tricks", [3, 2], 2, 5, "the tricks of 2 players, 5 in all", "X-1")
    (3, 2)
    """
    most = GREATEST if total is None else total
    counts = checked_entries(field, values, _within(0, most), expected, rule, count=seats)
    if total not in (None, sum(counts)):
        raise RulesError(field, values, expected, rule)
    return counts


def _within(least: int, most: int) -> Callable[[object], int | None]:
    return lambda value: value if is_int(value) and least <= value <= most else None


def checked_entries(
    field: str,
    values: Iterable[Any],
    read: Callable[[Any], T | None],
    expected: str,
    rule: str | None,
    *,
    count: int | None = None,
    name: str = "for seat",
    first: int = 0,
    letters: bool = False,
    whole: Any = None,
) -> tuple[T, ...]:
    """Return the entries of a field as a function reads them.

    Args:
        field: the name of the field.
        values: an iterable with an order.
        read: returns the entry of a value; ``None`` for a wrong one.
        expected: the right values in words.
        rule: the rule that says so.
        count: the number of entries; ``None`` for any.
        name: what an error says before the number of a wrong entry.
        first: the number of the first entry.
        letters: True if the values are the letters of a text.
        whole: the value of the field that errors show, if the values were made from it.

    Raises:
        RulesError: if the values have no order or another number, or one of them is wrong.

    >>> checked_entries("bids", [1, "x"], {1: 1, 2: 2}.get, "1 or 2", "X-1")
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: bids=[1, 'x']: expected 1 or 2, found 'x' for seat 1 (X-1)
    """
    given = tuple(values) if letters else as_tuple(field, values, expected, rule)
    if count not in (None, len(given)):
        raise RulesError(field, values if whole is None else whole, expected, rule)
    found: list[T] = []
    for number, value in enumerate(given, start=first):
        entry = read(value)
        if entry is None:
            wrong = f"{expected}, found {quoted(value)} {name} {number}"
            raise RulesError(field, values if whole is None else whole, wrong, rule)
        found.append(entry)
    return tuple(found)


def checked_number(
    field: str, value: int, least: int, most: int = GREATEST, rule: str | None = None
) -> int:
    """Return a plain whole number within bounds.

    Raises:
        RulesError: if the value is anything else.

    >>> checked_number("stake", 0, 1, 9, "X-1")
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: stake=0: expected a whole number, 1 to 9 (X-1)
    """
    if not is_int(value) or not least <= value <= most:
        raise RulesError(field, value, f"a whole number, {least} to {most}", rule)
    return value


def plain_number(field: str, value: OfGame, least: int, most: int = 2**62) -> int:
    """Return a whole number within bounds, one of NumPy as well."""
    is_foreign = issubclass(type(value), Integral) and not issubclass(type(value), int)
    return checked_number(field, int(value) if is_foreign else value, least, most)
