"""The numbers and layouts that a file of the package fixes.

The file lists the names of the numbers for each game. For each of the rules that it covers it lists
the pieces of the arrays with their axes and columns. Both lists only grow. So no reordered class,
and no new move, phase or field, moves a number or a place.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import prod
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._spaces.codes import Code
from twowaystreet._util.values import Value

FILE: Final = files("twowaystreet._spaces").joinpath("frozen.json")


@attrs.frozen
class Shape(Value):
    array: str  # the array, ``hand`` or ``match``
    columns: tuple[str, ...]  # the names of the last axis
    axes: tuple[int, ...]  # the lengths of the axes before


Layout: TypeAlias = Mapping[str, Shape]
"""The pieces by name, in the order of their places."""


@cache
def contents() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def numbers(game: str) -> tuple[str, ...]:
    return tuple(contents()["games"].get(game, {}).get("numbers", ()))


def layout(game: str, key: str) -> Layout:
    columns = contents()["columns"]
    pieces = contents()["games"].get(game, {}).get("layouts", {}).get(key, {}).get("pieces", {})
    return {
        name: Shape(array, tuple(columns[number]), tuple(axes))
        for name, (array, number, *axes) in pieces.items()
    }


def digest_of(names: Iterable[str]) -> str:
    return sha256("\n".join(names).encode()).hexdigest()[:16]


def layout_digest(pieces: Layout) -> str:
    return digest_of(
        f"{name} {each.array} {each.axes} {each.columns}" for name, each in pieces.items()
    )


def in_order(fixed: Sequence[str], derived: Iterable[str]) -> tuple[str, ...]:
    return (*fixed, *(name for name in derived if name not in frozenset(fixed)))


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

    def write(value: Any, out: Any, at: int, viewer: int) -> None:
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
