"""Lines of text, in which cards stay cards until a printer writes them.

A line is a tuple of pieces. A printer writes a card as ``10♣`` in colour or as ``10C`` in plain
text. Both forms have the same width, so this module aligns columns for both. In columns and in
lists of moves a Joker keeps its notation; sentences name it in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from textwrap import wrap
from typing import Final, Protocol, TypeAlias
from unicodedata import category, combining, east_asian_width

import attrs

from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.display.words import sign_text
from twowaystreet._util.values import Value


class Style(StrEnum):
    """The role of a piece of text, from which its colour follows."""

    HEADING = "heading"
    FAINT = "faint"
    STRONG = "strong"
    REFUSAL = "refusal"


@attrs.frozen
class Span(Value):
    """A text or a card with a style."""

    content: str | Card
    style: Style

    def __str__(self) -> str:
        return str(self.content)


Piece: TypeAlias = str | Card | Span
"""A piece of a line: a text, a card, or one of them with a style."""
Line: TypeAlias = tuple[Piece, ...]
"""A line of text as a tuple of texts and cards, some of them with a style."""

BLANK: Final[Line] = ()


def heading(text: str) -> Line:
    """Return a heading."""
    return (Span(text, Style.HEADING),)


def faint(text: str) -> Span:
    """Return a faint text."""
    return Span(text, Style.FAINT)


def plain(line: Line) -> str:
    """Return a line as plain text.

    >>> plain(("Play ", Card.parse("t♣")))
    'Play 10C'
    """
    return "".join(map(str, line))


def width_of(line: Line) -> int:
    """Return the number of columns that a line takes; signs of East Asian scripts take two.

    >>> width_of(("Ann", " ", "李")), width_of((Card.parse("10C"),))
    (6, 3)
    """
    return sum(map(_columns_of, plain(line)))


def _columns_of(char: str) -> int:
    if combining(char) or category(char) in _WITHOUT_WIDTH:
        return 0
    return 2 if east_asian_width(char) in "FW" else 1


_WITHOUT_WIDTH: Final = frozenset({"Cc", "Cf", "Me", "Mn"})
"""The categories of characters that take no column."""


def padded(line: Line, width: int, *, to_right: bool = False) -> Line:
    """Return a line filled with spaces up to a width; a wider line stays as it is.

    >>> padded(("12",), 5, to_right=True)
    ('   ', '12')
    """
    space = " " * (width - width_of(line))
    if not space:
        return line
    return (space, *line) if to_right else (*line, space)


def labelled(label: str, line: Line) -> Line:
    """Return a line with a label before it."""
    return (*padded((faint(label),), LABEL), *line)


LABEL: Final = 11
"""The width of the column with the labels of lines."""
WIDTH: Final = 79
"""The greatest width of a line, which does not depend on the terminal."""


def joined(pieces: Iterable[Piece], separator: str = " ") -> Line:
    """Return a line of these pieces with a separator between them."""
    return joined_lines(((piece,) for piece in pieces), separator)


def joined_lines(lines: Iterable[Line], separator: str) -> Line:
    """Return a line of these lines with a separator between them."""
    joint: list[Piece] = []
    for number, line in enumerate(lines):
        joint += [separator, *line] if number else line
    return tuple(joint)


def by_suit(cards: Iterable[Card], bright: Iterable[Card] | None = None) -> Line:
    """Return a line of cards in their order, with a gap between the suits."""
    return grouped(sorted(cards), lambda card: card.suit, bright)


def grouped(
    cards: Iterable[Card], group: Callable[[Card], object], bright: Iterable[Card] | None
) -> Line:
    """Return a line of cards with a gap between groups.

    Cards that are not ``bright`` are faint; ``None`` for no faint cards.
    """
    chosen = None if bright is None else set(bright)
    line: list[Piece] = []
    last: Card | None = None
    for card in cards:
        if last is not None:
            line.append(" " if group(card) == group(last) else "  ")
        line.append(card if chosen is None or card in chosen else Span(card, Style.FAINT))
        last = card
    return tuple(line)


def flowed(cells: Iterable[Line]) -> list[Line]:
    """Return cells in lines of a fixed width, with blanks between them and a label's space before.

    >>> [plain(line) for line in flowed([("one",), ("two",)])]
    ['one two']
    """
    lines: list[Line] = []
    for cell in cells:
        if lines and LABEL + width_of(lines[-1]) + 1 + width_of(cell) <= WIDTH:
            lines[-1] = (*lines[-1], " ", *cell)
        else:
            lines.append(cell)
    return lines


def folded(line: Line, indent: int) -> list[Line]:
    """Return a line in lines of a fixed width, with space for a label and an indent before them.

    A break replaces a blank piece.

    >>> long = joined(["card"] * 20)
    >>> [len(plain(part)) for part in folded(long, 10)]
    [54, 44]
    >>> [plain(part) for part in folded(("a" * 60, "b" * 60), 0)] == ["a" * 60, "b" * 60]
    True
    """
    lines: list[Line] = [()]
    width = WIDTH - LABEL - indent
    for piece in line:
        if width_of((*lines[-1], piece)) <= width:
            lines[-1] = (*lines[-1], piece)
        elif plain((piece,)).strip():
            if not plain(lines[-1][-1:]).strip():
                lines[-1] = lines[-1][:-1]
            lines.append((piece,))
        else:
            lines.append(())
    return lines


def phrase(text: str) -> Line:
    """Return a text as a line, in which card names become cards; a name can have a suit's sign.

    >>> phrase("exchange 9S 10♠")[1:]
    (' ', Card.parse('9S'), ' ', Card.parse('10S'))
    """
    return tuple(_words(text))


def signed(text: str) -> str:
    """Return a text in which card names become cards as people read them."""
    return "".join(sign_text(word) if isinstance(word, Card) else word for word in _words(text))


def styled(text: str, style: Style) -> Line:
    """Return a text as a line in one style, in which card names become cards."""
    return tuple(Span(word, style) for word in _words(text))


def _words(text: str) -> Iterable[str | Card]:
    return (_CARDS.get(word, word) for word in _BOUNDARY.split(text))


_CARDS: Final = {text: card for card in CARDS for text in (str(card), card.pretty)}
_BOUNDARY: Final = re.compile(r"([ ,;:.()'“”]+)")


_PERCENT: Final = "\xa0%"
_ERROR: Final = "\xa0±\xa0"


@attrs.frozen
class Column(Value):
    """One column of a table: a heading and a cell for every row."""

    title: str
    cells: Sequence[Line]
    to_right: bool = False
    style: Style = Style.FAINT


def table(columns: Iterable[Column]) -> list[Line]:
    """Return the lines of a table, headings first; each column is as wide as its widest cell.

    >>> counts = Column("tricks", [("4",), ("6",)], to_right=True)
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
    return [joined_lines(row, "  ") for row in zip(*filled, strict=True)]


def wrapped(text: str, indent: str = "", width: int = WIDTH) -> list[str]:
    """Return a longer text as lines of a fixed width, which does not depend on the terminal.

    All lines but the first begin with ``indent``. The name of a file stays whole, and a number and
    the sign after it stay on one line.
    """
    whole = text.replace(" %", _PERCENT).replace(" ± ", _ERROR)
    lines = wrap(
        whole, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(_PERCENT, " %").replace(_ERROR, " ± ") for line in lines]


def labelled_text(label: str, text: str) -> list[Line]:
    """Return a longer text as lines of a fixed width, with a label before the first one."""
    parts = wrapped(text, width=WIDTH - LABEL)
    return [labelled("" if place else label, phrase(part)) for place, part in enumerate(parts)]


class LinePrinter(Protocol):
    """An object that shows lines of text."""

    def show(self, line: Line = BLANK) -> None:
        """Show one line."""


def show_all(printer: LinePrinter, lines: Iterable[Line]) -> None:
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
