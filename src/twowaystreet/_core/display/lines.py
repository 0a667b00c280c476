"""Lines of text, in which cards stay cards until a printer writes them as ``10♣`` or ``10C``.

Both forms have the same width. Columns and lists of moves have the notation of a Joker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from enum import StrEnum
from itertools import chain, groupby
from operator import add
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
    """Return the number of columns that a line takes; signs of East Asian scripts take two."""
    return sum(map(_columns_of, plain(line)))


def _columns_of(char: str) -> int:
    if combining(char) or category(char) in _WITHOUT_WIDTH:
        return 0
    return 2 if east_asian_width(char) in "FW" else 1


_WITHOUT_WIDTH: Final = frozenset({"Cc", "Cf", "Me", "Mn"})  # categories


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
    return (*padded((faint(label),), LABEL), *line)


LABEL: Final = 11  # the width of the column with the labels of lines
WIDTH: Final = ContextVar("WIDTH", default=79)  # of a line; a printer sets it once


def joined(pieces: Iterable[Piece], separator: str = " ") -> Line:
    """Return a line of these pieces with a separator between them."""
    return joined_lines(((piece,) for piece in pieces), separator)


def joined_lines(lines: Iterable[Line], separator: str) -> Line:
    joint: list[Piece] = []
    for number, line in enumerate(lines):
        joint += [separator, *line] if number else line
    return tuple(joint)


def grouped(
    cards: Iterable[Card], group: Callable[[Card], object], bright: Iterable[Card] | None
) -> Line:
    """Return a line of cards with gaps between groups; those not ``bright``, if any, are faint."""
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
    """Return cells in lines of the usual width, with blanks between and a label's space before."""
    lines: list[Line] = []
    for cell in cells:
        if lines and LABEL + width_of(lines[-1]) + 1 + width_of(cell) <= WIDTH.get():
            lines[-1] = (*lines[-1], " ", *cell)
        else:
            lines.append(cell)
    return lines


def folded(line: Line, indent: int) -> list[Line]:
    """Return a line in lines with space before them; a break replaces a blank piece."""
    lines: list[Line] = [()]
    width = WIDTH.get() - LABEL - indent
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


def fitted(line: Line) -> list[Line]:
    """Return a line in lines of the usual width, which break at blanks.

    The further lines begin below the words after the label, or two columns further in.

    >>> [len(plain(part)) for part in fitted(labelled("Worth", ("words " * 20,)))]
    [77, 65]
    """
    if width_of(line) <= WIDTH.get():
        return [line]
    text = plain(line)
    is_labelled = isinstance(line[0], Span) and text[LABEL - 1 : LABEL] == " "
    indent = LABEL if is_labelled else len(text) - len(text.lstrip()) + 2
    lines: list[Line] = [()]
    for word, same in groupby(_pieces(line), lambda piece: not str(piece).isspace()):
        pieces = tuple(same)
        if width_of((*lines[-1], *pieces)) <= WIDTH.get() or width_of(lines[-1]) <= indent:
            lines[-1] = (*lines[-1], *pieces)
        else:
            lines.append((" " * indent, *(pieces if word else ())))
    return [each for each in lines if plain(each).strip()]


def _pieces(line: Line) -> Iterator[Piece]:
    for piece in line:
        text = piece.content if isinstance(piece, Span) else piece
        if isinstance(text, Card):
            yield piece
            continue
        for word in filter(None, _BLANKS.split(text)):
            yield Span(word, piece.style) if isinstance(piece, Span) else word


_BLANKS: Final = re.compile("( +)")


def phrase(text: str) -> Line:
    """Return a text as a line, in which card names become cards; a name can have a suit's sign.

    >>> phrase("exchange 9S 10♠")[1:]
    (' ', Card.parse('9S'), ' ', Card.parse('10S'))
    """
    return tuple(_words(text))


def signed(text: str) -> str:
    """Return a text in which card names become cards as people read them."""
    return "".join([_SIGNED.get(word, word) for word in _BOUNDARY.split(text)])


def styled(text: str, style: Style) -> Line:
    return tuple(Span(word, style) for word in _words(text))


def _words(text: str) -> Iterable[str | Card]:
    return (_CARDS.get(word, word) for word in _BOUNDARY.split(text))


_CARDS: Final = {text: card for card in CARDS for text in (str(card), card.pretty)}
_SIGNED: Final = {text: sign_text(card) for text, card in _CARDS.items()}
_BOUNDARY: Final = re.compile(r"([ ,;:.()'“”]+)")


_PERCENT: Final = "\xa0%"
_ERROR: Final = "\xa0±\xa0"


@attrs.frozen
class Column(Value):
    title: str
    cells: Sequence[Line]
    to_right: bool = False
    style: Style = Style.FAINT


def table(columns: Iterable[Column]) -> list[Line]:
    """Return the lines of a table, headings first; each column is as wide as its widest cell."""
    filled: list[_Filled] = []
    for column in columns:
        title: Line = (Span(column.title, column.style),) if column.title else ()
        cells = [title, *column.cells]
        width = max(map(width_of, cells))
        padded_cells = [padded(cell, width, to_right=column.to_right) for cell in cells]
        filled.append((width, column.to_right, padded_cells))
    return [*_blocks(filled)]


_Filled: TypeAlias = tuple[int, bool, list[Line]]
"""A column with its width, True if it has numbers, and its cells."""


def _blocks(columns: Sequence[_Filled]) -> Iterator[Line]:
    """Yield the rows of a table; if it is too wide, numbers stand closer, then below the rest."""
    shown, near = [*columns], "  "
    if not _has_room(shown, near):
        near = " "
    while not _has_room(shown, near) and len(shown) > 2:
        _, numbers, _ = shown.pop()
        while numbers and shown[-1][1] and len(shown) > 2:
            shown.pop()
    for row in zip(*(cells for _, _, cells in shown), strict=True):
        yield tuple(chain.from_iterable(map(add, _between(shown, near), row)))
    if rest := columns[len(shown) :]:
        width, _, (_, *labels) = columns[0]
        yield from _blocks([(width, False, [(" " * width,), *labels]), *rest])


def _between(columns: Sequence[_Filled], near: str) -> list[Line]:
    return [(), *((near if numbers else "  ",) for _, numbers, _ in columns[1:])]


def _has_room(columns: Sequence[_Filled], near: str) -> bool:
    spaces = sum(map(width_of, _between(columns, near)))
    return spaces + sum(width for width, _, _ in columns) <= WIDTH.get()


def wrapped(text: str, indent: str = "", margin: int = 0) -> list[str]:
    """Return a longer text as lines of the usual width, less a margin."""
    whole = text.replace(" %", _PERCENT).replace(" ± ", _ERROR)
    lines = wrap(
        whole,
        max(WIDTH.get() - margin, 1),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_PERCENT, " %").replace(_ERROR, " ± ") for line in lines]


def labelled_text(label: str, text: str) -> list[Line]:
    parts = wrapped(text, margin=LABEL)
    return [labelled("" if place else label, phrase(part)) for place, part in enumerate(parts)]


class LinePrinter(Protocol):
    def show(self, line: Line = BLANK) -> None:
        """Show one line."""


def show_all(printer: LinePrinter, lines: Iterable[Line]) -> None:
    for line in lines:
        printer.show(line)


def can_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
