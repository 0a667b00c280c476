"""Printers, in colour at a terminal and plain anywhere else, and refusals of the command line."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Generator, Iterable
from typing import Final

import click
from rich import progress
from rich.console import Console
from rich.text import Text
from typing_extensions import override

import twowaystreet as tws
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display.words import minus

_STYLES: Final = {
    terminal.Style.HEADING: "bold cyan",
    terminal.Style.FAINT: "dim",
    terminal.Style.STRONG: "bold",
    terminal.Style.REFUSAL: "yellow",
}
_SUIT_COLORS: Final = {tws.Color.RED: "bold red", tws.Color.BLACK: "bold", None: "bold magenta"}
_SIGNS: Final = "".join(suit.sign for suit in tws.Suit) + minus("-1")
_NUMBER: Final = re.compile(r"\s*-\d+\s*")  # people read its minus as a sign
INTERRUPTED: Final = 130  # the status by which shells know that a program was ended with Ctrl-C


class PlainPrinter(terminal.LinePrinter):
    @override
    def show(self, line: terminal.Line = terminal.BLANK) -> None:
        for part in terminal.fitted(line) if sys.stdout.isatty() else [line]:
            click.echo(terminal.plain(part).rstrip())


class ColorPrinter(terminal.LinePrinter):
    """A printer of coloured text, with suit signs if the terminal can show them."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._signs = terminal.can_show(_SIGNS, console.encoding)

    @override
    def show(self, line: terminal.Line = terminal.BLANK) -> None:
        for part in terminal.fitted(line):
            text = Text.assemble(*map(self._styled, part))
            text.rstrip()
            # Soft wrapping leaves lines as they are; none is too long any more.
            self._console.print(text, soft_wrap=True, highlight=False)

    def _styled(self, piece: terminal.Piece) -> tuple[str, str]:
        if isinstance(piece, terminal.Span):
            style = _STYLES[piece.style]
            if isinstance(piece.content, tws.Card) and piece.style is terminal.Style.STRONG:
                style = f"{_card_style(piece.content)} underline"
            return self._text(piece.content), style
        return self._text(piece), _card_style(piece) if isinstance(piece, tws.Card) else ""

    def _text(self, content: str | tws.Card) -> str:
        if not self._signs:
            return str(content)
        if isinstance(content, tws.Card):
            return content.pretty
        return minus(content) if _NUMBER.fullmatch(content) else content


def _card_style(card: tws.Card) -> str:
    style = _SUIT_COLORS[card.color]
    return f"{style} reverse" if card.joker else style


def printer_for(*, in_plain: bool) -> terminal.LinePrinter:
    """Return the printer for standard output: plain on demand, or if it is not a terminal."""
    if not sys.stdout.isatty():
        return PlainPrinter()
    console = Console()
    terminal.WIDTH.set(max(min(console.width, 120), 40) - 1)
    return PlainPrinter() if in_plain else ColorPrinter(console)


def numbers_column(title: str, texts: Iterable[str]) -> terminal.Column:
    return terminal.Column(title, [(text,) for text in texts], to_right=True)


def progress_bar(*columns: progress.ProgressColumn, in_plain: bool) -> progress.Progress:
    """Return a bar on standard error, hidden on demand, or if that is not a terminal."""
    is_hidden = in_plain or not sys.stderr.isatty()
    console = Console(stderr=True)
    return progress.Progress(*columns, console=console, transient=True, disable=is_hidden)


class Refusal(click.ClickException):
    """An error in the command line: a message of one line, and exit status 2."""

    exit_code = 2

    @override
    def format_message(self) -> str:
        message = super().format_message()
        if not sys.stderr.isatty():
            return message
        return "\n".join(terminal.wrapped(message, "  ", margin=len("Error: ")))


@contextlib.contextmanager
def refusing(*errors: type[Exception]) -> Generator[None]:
    """Turn errors of the user's input into a refusal."""
    try:
        yield
    except errors as error:
        raise Refusal(str(error)) from None
