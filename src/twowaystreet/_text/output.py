"""Lines in columns and of a fixed width, and the interface of the printers that show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any, Final, Protocol

import attrs

from twowaystreet._display.lines import BLANK, LABEL, WIDTH, Line, Span, Style, padded, width_of

_PERCENT: Final = "\xa0%"
_ERROR: Final = "\xa0±\xa0"


@attrs.frozen
class Column:
    """One column of a table: a heading and a cell for every row."""

    title: str
    cells: Sequence[Line]
    to_right: bool = False
    style: Style = Style.FAINT


def table(columns: Iterable[Column]) -> list[Line]:
    """Return the lines of a table, headings first; each column is as wide as its widest cell.

    >>> counts = Column("tricks", [("4",), ("6",)], to_right=True)
    >>> from twowaystreet._display.lines import plain
    >>> for line in table([Column("", [("Ann",), ("Ben",)]), counts]):
    ...     print(plain(line))
         tricks
    Ann       4
    Ben       6
    """
    filled: list[list[Line]] = []
    for column in columns:
        title: Line = (Span(column.title, column.style),) if column.title else ()
        cells = [title, *column.cells]
        width = max(map(width_of, cells))
        filled.append([padded(cell, width, to_right=column.to_right) for cell in cells])
    return [sum(_joined_cells(row), ()) for row in zip(*filled, strict=True)]


def _joined_cells(row: Iterable[Line]) -> list[Line]:
    """Return the cells of a row with two spaces between them."""
    cells: list[Line] = []
    for cell in row:
        cells += [("  ",), cell] if cells else [cell]
    return cells


def wrapped(text: str, indent: str = "", width: int = WIDTH) -> list[str]:
    """Return a longer text as lines of a fixed width, which does not depend on the terminal.

    Args:
        text: the text.
        indent: the beginning of every line except the first.
        width: the greatest width of a line.
    """
    return _wrap(
        text,
        width,
        subsequent_indent=indent,
        break_long_words=False,  # the name of a file stays whole
    )


def wrapped_beside_label(text: str) -> list[str]:
    """Return a longer text as lines of a fixed width, with space for a label before them."""
    return _wrap(text, WIDTH - LABEL)


def _wrap(text: str, width: int, **options: Any) -> list[str]:  # Any: options of wrap
    """Return a text as lines; a number and the sign after it stay on one line."""
    whole = text.replace(" %", _PERCENT).replace(" ± ", _ERROR)
    lines = wrap(whole, width, break_on_hyphens=False, **options)
    return [line.replace(_PERCENT, " %").replace(_ERROR, " ± ") for line in lines]


class Printer(Protocol):
    """An object that shows lines of text."""

    def show(self, line: Line = BLANK) -> None:
        """Show one line."""


def show_all(printer: Printer, lines: Iterable[Line]) -> None:
    """Show several lines."""
    for line in lines:
        printer.show(line)


def can_show(text: str, encoding: str) -> bool:
    """Return True if an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
