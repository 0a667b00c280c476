"""How lines reach the screen: in colour at a terminal, as plain text anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final, Protocol

import click
from rich.console import Console
from rich.text import Text
from typing_extensions import override

from twowaystreet._cards.cards import Card, Color, Suit
from twowaystreet.cli.lines import BLANK, Line, Piece, Span, Style, plain

_STYLES: Final = {
    Style.HEADING: "bold cyan",
    Style.FAINT: "dim",
    Style.STRONG: "bold",
    Style.REFUSAL: "yellow",
}
_SUIT_COLORS: Final = {Color.RED: "bold red", Color.BLACK: "bold", None: "bold magenta"}
_SIGNS: Final = "".join(suit.sign for suit in Suit)


class Printer(Protocol):
    """Whatever lines can be shown on."""

    def show(self, line: Line = BLANK) -> None:
        """Show one line."""


def show_all(printer: Printer, lines: Iterable[Line]) -> None:
    """Show several lines."""
    for line in lines:
        printer.show(line)


class PlainPrinter(Printer):
    """Plain text in the notation of cards: the same bytes for the same lines, everywhere."""

    @override
    def show(self, line: Line = BLANK) -> None:
        click.echo(plain(line).rstrip())


class ColorPrinter(Printer):
    """Coloured text with suit signs, where the terminal can show them.

    Args:
        console: where to print.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._signs = _can_show(_SIGNS, console.encoding)

    @override
    def show(self, line: Line = BLANK) -> None:
        # Soft wrapping leaves lines as they are: nothing here depends on the terminal's width.
        text = Text.assemble(*map(self._styled, line))
        self._console.print(text, soft_wrap=True, highlight=False)

    def _styled(self, piece: Piece) -> tuple[str, str]:
        if isinstance(piece, Span):
            style = _STYLES[piece.style]
            if isinstance(piece.content, Card) and piece.style is Style.STRONG:
                style = f"{_card_style(piece.content)} underline"
            return self._text(piece.content), style
        return self._text(piece), _card_style(piece) if isinstance(piece, Card) else ""

    def _text(self, content: str | Card) -> str:
        if isinstance(content, Card) and self._signs:
            return content.pretty
        return str(content)


def _card_style(card: Card) -> str:
    style = _SUIT_COLORS[card.color]
    return f"{style} reverse" if card.joker else style


def _can_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def printer_for(*, in_plain: bool) -> Printer:
    """The printer for standard output; plain if that is wanted, or if it is no terminal."""
    if in_plain or not sys.stdout.isatty():
        return PlainPrinter()
    return ColorPrinter(Console())
