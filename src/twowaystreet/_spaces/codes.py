"""Codes: how a value of a type becomes numbers in an array."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, chain
from math import prod
from typing import Any, Final, TypeAlias, get_args

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine import fields
from twowaystreet._spaces.types import Layout, Sizes, is_enum, notes, optional, range_of, unbounded
from twowaystreet._util.values import Value

# Any: a value of one type.
Given: TypeAlias = Any
# Any: an array, which is a bytearray or a list.
Out: TypeAlias = Any
Write: TypeAlias = Callable[[Given, Out, int, int], None]
"""A function that writes a value into zeros, by the value, the array, the place and the viewer."""

MOST_IN_BYTE: Final = 127  # the greatest number of an int8
_PLAIN: Final = ("number", "yes")  # the names of columns that add nothing to the name of a field


@attrs.frozen
class Code(Value):
    columns: tuple[str, ...]  # the names of the last axis
    low: tuple[int, ...]  # the least number of each column
    high: tuple[int, ...]  # the greatest number of each column
    write: Write  # the function that writes a value
    axes: tuple[int, ...] = ()  # the lengths of the axes before the columns
    never_zero: bool = False  # True if the code of each value has a number other than zero
    is_plain: bool = False  # True if the value itself is the number

    @property
    def shape(self) -> tuple[int, ...]:
        return (*self.axes, len(self.columns))

    @property
    def size(self) -> int:
        return prod(self.shape)


def counts(
    columns: Iterable[object], high: Sequence[int] | int, write: Write, *, never_zero: bool = False
) -> Code:
    names = tuple(map(str, columns))
    most = (high,) * len(names) if isinstance(high, int) else tuple(high)
    return Code(names, (0,) * len(names), most, write, never_zero=never_zero)


def code_of(annotation: fields.Type, sizes: Sizes, where: str) -> Code:
    inner, may_be_none = optional(annotation)
    if may_be_none:
        return or_none(inner, sizes, where)
    inner = fields.bare(annotation)
    numbers = range_of(annotation, sizes)
    if fields.SEAT in notes(annotation):
        return _seat(sizes.seats)
    if numbers is not None:
        return _number(numbers)
    if inner is bool:
        return attrs.evolve(counts(("yes",), 1, write_plain), is_plain=True)
    if is_enum(inner):
        return _one_of_these(tuple(inner))
    if inner is Card:
        return _one_of_these(sizes.cards)
    if fields.is_tuple(inner):
        return _tuple(annotation, sizes, where)
    if fields.has_fields(inner):
        return _fields(inner, sizes, where)
    raise unbounded(where, annotation)


def seat_columns(seats: int) -> tuple[str, ...]:
    """Return names of the seats as a viewer sees them: itself, and the seats to its left."""
    return ("own", *(f"left {place}" for place in range(1, seats)))


def hand_columns(seats: int, hands: int) -> tuple[str, ...]:
    """Return names of the hands as a viewer sees them, those of each seat in succession."""
    turn = hands // seats
    if turn == 1:
        return seat_columns(seats)
    return tuple(
        f"{seat} hand {hand}" for seat in seat_columns(seats) for hand in range(1, turn + 1)
    )


def write_plain(value: Given, out: Out, at: int, viewer: int) -> None:
    out[at] = value


def _seat(seats: int) -> Code:
    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        out[at + (value - viewer) % seats] = 1

    return counts(seat_columns(seats), 1, write, never_zero=True)


def _one_of_these(values: Sequence[object], names: Sequence[str] = ()) -> Code:
    place = {value: number for number, value in enumerate(values)}

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        out[at + place[value]] = 1

    return counts(names or values, 1, write, never_zero=True)


def _number(numbers: range) -> Code:
    # One number below the bytes is left, for None.
    least, most = max(numbers[0], -MOST_IN_BYTE), min(numbers[-1], MOST_IN_BYTE)
    if least >= 0 and most == numbers[-1]:
        return Code(("number",), (least,), (most,), write_plain, is_plain=True)

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        out[at] = max(least, min(value, most)) & 255

    return Code(("number",), (least,), (most,), write)


def or_none(inner: fields.Type, sizes: Sizes, where: str) -> Code:
    code = code_of(inner, sizes, where)
    if fields.bare(inner) is bool:
        code = _one_of_these((False, True), ("no", "yes"))
    if code.never_zero:
        write_value = code.write

        def write(value: Given, out: Out, at: int, viewer: int) -> None:
            if value is not None:
                write_value(value, out, at, viewer)

        return _or_zeros(attrs.evolve(code, write=write))
    if range_of(inner, sizes) is None:
        return _or_zeros(_marked(code))
    none, write_number = code.low[0] - 1, code.write

    def write_or_none(value: Given, out: Out, at: int, viewer: int) -> None:
        if value is None:
            out[at] = none & 255
        else:
            write_number(value, out, at, viewer)

    return attrs.evolve(code, write=write_or_none, low=(none,), is_plain=False)


def _or_zeros(code: Code) -> Code:
    """Return a code whose numbers are all zero for a value that is missing."""
    low = tuple(min(least, 0) for least in code.low)
    high = tuple(max(most, 0) for most in code.high)
    return attrs.evolve(code, low=low, high=high, never_zero=False)


def _marked(code: Code) -> Code:
    """Return a code that is zero only without a value: it has a first column with 1."""
    if code.never_zero:
        return code
    flat = _flat(code)

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        if value is not None:
            out[at] = 1
            flat.write(value, out, at + 1, viewer)

    columns = ("known", *flat.columns)
    return Code(columns, (1, *flat.low), (1, *flat.high), write, never_zero=True)


def _flat(code: Code) -> Code:
    if not code.axes:
        return code
    times = prod(code.axes)
    columns = [f"{row} {name}".strip() for row in range(1, times + 1) for name in code.columns]
    return Code(tuple(columns), code.low * times, code.high * times, code.write)


def _fields(cls: fields.Type, sizes: Sizes, where: str) -> Code:
    types = fields.field_types(cls, annotated=True)
    names = [each.name for each in attrs.fields(fields.class_of(cls)) if each.init]
    codes = [code_of(types[name], sizes, f"{where}.{name}") for name in names]

    def values(value: Given) -> tuple[Given, ...]:
        return tuple([getattr(value, name) for name in names])

    return _joined(names, codes, values)


def _joined(
    names: Sequence[str], codes: Sequence[Code], values: Callable[[Given], Iterable[Given]]
) -> Code:
    flat = list(map(_flat, codes))
    starts = accumulate((code.size for code in flat[:-1]), initial=0)
    parts = [(start, code.write) for start, code in zip(starts, flat, strict=True)]

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        for (start, write_part), part in zip(parts, values(value), strict=True):
            write_part(part, out, at + start, viewer)

    return Code(
        tuple(
            name if each in _PLAIN else f"{name} {each}"
            for name, code in zip(names, flat, strict=True)
            for each in code.columns
        ),
        tuple(chain.from_iterable(code.low for code in flat)),
        tuple(chain.from_iterable(code.high for code in flat)),
        write,
        never_zero=any(code.never_zero for code in flat),
    )


def _tuple(annotation: fields.Type, sizes: Sizes, where: str) -> Code:
    arguments = get_args(fields.bare(annotation))
    element = arguments[0]
    if fields.PER_SEAT in notes(annotation):
        return per_seat(code_of(element, sizes, where), sizes.seats, sizes.seats)
    if fields.PER_HAND in notes(annotation):
        return per_seat(code_of(element, sizes, where), sizes.seats, sizes.hands)
    if set(arguments) <= {Card, Ellipsis}:
        return _card_set(sizes) if fields.CARD_SET in notes(annotation) else _card_places(sizes)
    inner = fields.bare(element)
    if fields.is_tuple(inner) and set(get_args(inner)) <= {Card, Ellipsis}:
        return _card_places(sizes, groups=True)
    if Ellipsis not in arguments:
        names = [str(place) for place in range(1, len(arguments) + 1)]
        return _joined(names, [code_of(each, sizes, where) for each in arguments], tuple)
    lengths = [note.length for note in notes(annotation) if isinstance(note, fields.AtMost)]
    if lengths and optional(element) == (Card, True):
        return _pile(sizes, sizes.number(lengths[0]))
    if lengths:
        return _in_a_row(_marked(code_of(element, sizes, where)), sizes.number(lengths[0]))
    numbers = range_of(element, sizes)
    if numbers is None:
        raise unbounded(where, annotation)
    return _number_places(numbers, fields.SEAT in notes(element), sizes)


def per_seat(code: Code, seats: int, count: int) -> Code:
    """Return the code of a tuple with a value for each seat, or for each hand."""
    size, write_one = code.size, code.write
    turn = count // seats

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        first = viewer * turn
        for place, one in enumerate(value):
            write_one(one, out, at + (place - first) % count * size, viewer)

    def write_plain(value: Given, out: Out, at: int, viewer: int) -> None:
        first = viewer * turn
        out[at : at + count] = value[first:] + value[:first]

    chosen = write_plain if code.is_plain else write
    return Code(code.columns, code.low, code.high, chosen, (count, *code.axes))


def _in_a_row(code: Code, length: int) -> Code:
    size, write_one = code.size, code.write

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        for place, one in enumerate(value):
            write_one(one, out, at + place * size, viewer)

    code = _or_zeros(code)
    return Code(code.columns, code.low, code.high, write, (length, *code.axes))


def _card_set(sizes: Sizes) -> Code:
    places = sizes.places

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        for card in value:
            out[at + places[card.index]] += 1

    return counts(sizes.cards, [*map(sizes.copies.count, sizes.cards)], write)


def _card_places(sizes: Sizes, *, groups: bool = False) -> Code:
    """Return the code of cards in order: by card its place; one place between groups is free."""
    first = sizes.first_places

    def write(value: Sequence[Given], out: Out, at: int, viewer: int) -> None:
        number = 0
        for one in value:
            cards: Sequence[Card] = one if groups else (one,)
            for card in cards:
                number += number < MOST_IN_BYTE
                place = at + first[card.index]
                while out[place]:  # another copy has come before
                    place += 1
                out[place] = number
            if groups:
                number += number < MOST_IN_BYTE

    most = min(len(sizes.copies) * (1 + groups), MOST_IN_BYTE)
    return counts(sizes.copies, most, write)


def _pile(sizes: Sizes, length: int) -> Code:
    """Return the code of cards of which some are unknown."""
    places = sizes.places

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        out[at : at + len(value)] = b"\xff" * len(value)
        for place, card in enumerate(value, start=at):
            if card is not None:
                out[place] = places[card.index] + 1

    columns = [f"card {place}" for place in range(1, length + 1)]
    return Code(tuple(columns), (-1,) * length, (len(sizes.cards),) * length, write)


def _number_places(numbers: range, are_seats: bool, sizes: Sizes) -> Code:
    """Return the code of different numbers or seats in order: for each its place, from 1."""
    seats = sizes.seats

    def write(value: Sequence[int], out: Out, at: int, viewer: int) -> None:
        for place, number in enumerate(value, start=1):
            where = (number - viewer) % seats if are_seats else number - numbers[0]
            out[at + where] = min(place, MOST_IN_BYTE)

    columns = seat_columns(seats) if are_seats else numbers
    return counts(columns, min(len(numbers), MOST_IN_BYTE), write)


def arranged(codes: Mapping[str, Code], fixed: Layout) -> dict[str, tuple[str, Code]]:
    """Return the codes of all pieces in order, each with the name of the code that it comes from.

    A code that has got more columns keeps those that are fixed; a further piece has the new ones.
    """
    found: dict[str, tuple[str, Code]] = {}
    left = {name: _numbered(code.columns) for name, code in codes.items()}
    for name, shape in fixed.items():
        source = name.partition("+")[0]
        columns = _numbered(shape.columns)
        left[source] = [each for each in left[source] if each not in columns]
        found[name] = source, _selected(codes[source], columns)
    for source in sorted(codes):
        if left[source]:
            names = [source, *(f"{source}+{number}" for number in range(1, len(found) + 1))]
            name = next(each for each in names if each not in found)
            found[name] = source, _selected(codes[source], left[source])
    return found


def _numbered(columns: Sequence[str]) -> list[tuple[str, int]]:
    """Return columns with numbers that tell equal names apart, such as copies of a card."""
    seen: Counter[str] = Counter()
    found: list[tuple[str, int]] = []
    for name in columns:
        found.append((name, seen[name]))
        seen[name] += 1
    return found


def _selected(code: Code, columns: Sequence[tuple[str, int]]) -> Code:
    known = _numbered(code.columns)
    if known == columns:
        return code
    places = list(map(known.index, columns))
    rows, width, size = prod(code.axes), len(known), len(columns)
    pairs = [
        (row * size + place, row * width + other)
        for row in range(rows)
        for place, other in enumerate(places)
    ]

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        whole = [0] * code.size
        code.write(value, whole, 0, viewer)
        for place, other in pairs:
            out[at + place] = whole[other]

    return Code(
        tuple(name for name, _ in columns),
        tuple(code.low[other] for other in places),
        tuple(code.high[other] for other in places),
        write,
        code.axes,
    )
