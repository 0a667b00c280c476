"""Parts that several worked examples share: the players, the records, texts in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import Final

import attrs

from twowaystreet._records.records import Record
from twowaystreet._util.values import Value

_PACKAGE: Final = __name__.rpartition(".")[0]
PLAYERS: Final = ("Zak", "Katie", "Jen", "Derek")
"""The players of the examples, in the order of seats."""


@attrs.frozen
class Example(Value):
    """A worked example.

    Attributes:
        name: the name on the command line.
        title: a short description.
        lines: a function that yields the lines of plain text.
    """

    name: str
    title: str
    lines: Callable[[], Iterator[str]]


def record(name: str) -> Record:
    """Return the record of an example's game: ``street``, ``duel``, ``tien_len`` or ``brag``.

    >>> record("street").state.scores
    (4, 0, 4, 4)
    """
    return Record.from_text(files(_PACKAGE).joinpath(f"{name}.txt").read_text("utf-8"))


def columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield rows of text in columns; each column is as wide as its widest entry."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(map(str.ljust, row, widths)).rstrip()
