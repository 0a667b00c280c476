"""Tidy rows, one for each hand and seat, as columns that pandas and polars read."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from itertools import repeat
from typing import IO, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet.balance.hands import NOTHING, Hands

Column: TypeAlias = npt.NDArray[np.generic]


@attrs.frozen(eq=False)
class Rows:
    """The rows of hands: each has a hand and a seat.

    Attributes:
        columns: the name of each column with its array: ``hand``, ``seat``, ``place`` (0 speaks
            first), ``tricks``, ``points``, ``payoff``, ``length``, and for each phase of choices
            the number of the choice in ``labels``, -1 for none. ``pandas.DataFrame(rows.columns,
            copy=False)`` makes no copy, nor does ``polars.DataFrame(rows.columns)``.
        labels: the choices in words.
    """

    columns: dict[str, Column]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.columns["hand"])


def joined(blocks: Sequence[Hands], phases: Sequence[str]) -> Rows:
    """Return the rows of some blocks of hands."""
    numbers: dict[str, int] = {}
    tables = list[dict[str, Column]]()
    first = 0
    for hands in blocks:
        own = [numbers.setdefault(label, len(numbers)) for label in hands.labels]
        code = np.array([*own, NOTHING], np.int32)  # the last is that of -1
        tables.append(columns_of(hands, first, phases, code))
        first += len(hands.points)
    found = {name: np.concatenate([each[name] for each in tables]) for name in tables[0]}
    for column in found.values():
        column.setflags(write=False)
    return Rows(found, tuple(numbers))


def columns_of(hands: Hands, first: int, phases: Sequence[str], code: Column) -> dict[str, Column]:
    """Return the columns of some hands, of which the first has a number."""
    count, seats = hands.points.shape
    numbers: npt.NDArray[np.int64] = np.arange(first, first + count, dtype=np.int64)
    at_table: npt.NDArray[np.int64] = np.arange(seats, dtype=np.int64)
    found: dict[str, Column] = {
        "hand": np.repeat(numbers, seats),
        "seat": np.tile(at_table, count),
        "place": hands.places().ravel(),
        "tricks": hands.tricks.ravel(),
        "points": hands.points.ravel(),
        "payoff": hands.payoffs.ravel(),
        "length": np.repeat(hands.length, seats),
    }
    for at, phase in enumerate(phases):
        found[phase] = code[hands.chosen[:, :, at].ravel()]
    return found


def write(
    file: IO[str],
    together: Sequence[Hands],
    first: int,
    phases: Sequence[str],
    labels: Sequence[str],
) -> None:
    """Write the rows of some hands with each rules as CSV, and at the beginning their names."""
    lines = csv.writer(file, lineterminator="\n")
    for label, hands in zip(labels, together, strict=True):
        table = columns_of(hands, first, phases, np.array([*hands.labels, ""]))
        if first == 0 and hands is together[0] and not (file.seekable() and file.tell()):
            lines.writerow(["rules", *table])  # reports may follow one another
        lines.writerows(
            zip(repeat(label), *[column.tolist() for column in table.values()], strict=False)
        )
