"""The terminal: printers, refusals, the numbered moves, the question, and what a line means."""

from __future__ import annotations

import codecs
import contextlib
import re
import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import Final

import attrs
import click
from rich import progress
from rich.console import Console
from rich.text import Text
from typing_extensions import override

import twowaystreet as tws
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.screen import jokers_text
from twowaystreet._core.display.usual import in_order
from twowaystreet._core.display.values import Each
from twowaystreet._core.display.words import minus
from twowaystreet._core.engine.moves import forms_of, optional_words, read_move
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import in_runs
from twowaystreet.errors import quoted

_STYLES: Final = {"heading": "bold cyan", "faint": "dim", "strong": "bold", "refusal": "yellow"}
_SUIT_COLORS: Final = {tws.Color.RED: "bold red", tws.Color.BLACK: "bold", None: "bold magenta"}
_NUMBER: Final = re.compile(r"\s*-\d+\s*")  # people read its minus as a sign
INTERRUPTED: Final = 130  # the status by which shells know that a program was ended with Ctrl-C


class PlainPrinter(terminal.LinePrinter):
    @override
    def show(self, line: terminal.Line = terminal.BLANK) -> None:
        for part in terminal.fitted(line) if sys.stdout.isatty() else [line]:
            click.echo(terminal.plain(part).rstrip())


class ColorPrinter(terminal.LinePrinter):
    def __init__(self, console: Console) -> None:
        self._console = console
        signs = "".join(suit.sign for suit in tws.Suit) + minus("-1")
        self._signs = terminal.can_show(signs, console.encoding)

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
    is_hidden = in_plain or not sys.stderr.isatty()
    console = Console(stderr=True)
    return progress.Progress(*columns, console=console, transient=True, disable=is_hidden)


class Refusal(click.ClickException):
    exit_code = 2

    @override
    def format_message(self) -> str:
        message = super().format_message()
        if not sys.stderr.isatty():
            return message
        return "\n".join(terminal.wrapped(message, "  ", margin=len("Error: ")))


@contextlib.contextmanager
def refusing(*errors: type[Exception]) -> Generator[None]:
    try:
        yield
    except errors as error:
        raise Refusal(str(error)) from None


HELP, HINT, RULES, SCORE, LAST, WHO = "help", "hint", "rules", "score", "last", "who"
UNDO, SAVE, ARRANGE, QUIT = "undo", "save", "arrange", "quit"
SHORT: Final = f"{SCORE} short"
SCORE_HELP: Final = f"the score sheet in words; {SHORT}: its entries as on paper"
_COMMANDS: Final = {
    HINT: "the recommended move, and the values of all moves",
    ARRANGE: "choose the cards of a move by numbers, in steps",
    RULES: "the game on one screen",
    SCORE: SCORE_HELP,
    LAST: "the last trick, or the end of the hand before",
    WHO: "the cards that the others may hold, with their chances",
    UNDO: "take back your last decision in this hand",
    f"{SAVE} FILE": "save the game in a new file, now and after every move",
    HELP: "this text",
    "Enter": "the table and your legal moves again; after a hint its move",
    QUIT: "leave the game",
}
_ALWAYS: Final = (RULES, SCORE, LAST, WHO)


class PersonLeft(Exception):
    pass


def ask(question: str = "> ") -> str:
    """Ask for a line; the person has left if the input has ended, or if the line says quit."""
    try:
        text = input(question)
    except EOFError:
        print()
        raise PersonLeft from None
    except UnicodeDecodeError:
        text = "?"  # a text that is never a move
    # PowerShell puts a byte order mark before the first line of a pipe.
    text = text.removeprefix(codecs.BOM_UTF8.decode(sys.stdin.encoding or "utf-8", "ignore"))
    if not is_answered():
        # A line from a file does not appear on the screen unless the program prints it.
        print(text)
    text = text.strip()
    if text.lower() == QUIT:
        raise PersonLeft
    return text


def is_answered() -> bool:
    return sys.stdin.isatty()


def misread(view: AnyView, text: str, *, practice: bool) -> str:
    asked = tuple(dict.fromkeys(type(move) for move in view.legal_moves or ()))
    try:
        read_move(asked, text)
    except tws.ParseError as error:
        if error.position:
            # The text begins like an expected move, and only the rest is wrong.
            found = quoted(error.token) if error.token else "the end"
            return f"cannot read {quoted(text)}: found {found}, expected {error.expected}"
    forms = forms_of(view.legal_moves or ())
    arrange = [ARRANGE] if display_of(view).slots(view) else []
    known = [*arrange, HELP, HINT, *([UNDO] if practice else []), QUIT]
    near = get_close_matches(text.lower(), [*known, *_ALWAYS], n=1, cutoff=0.7)
    meant = f"did you mean {near[0]}? Else " if near else ""
    return f"cannot read {quoted(text)}: {meant}expected {forms} (or {', '.join(known)})"


def help_lines(
    game: tws.Game, view: AnyView, choices: ListedMoves, *, practice: bool
) -> list[terminal.Line]:
    display = display_of(game)
    texts = display.phase_help.get(view.phase, ""), display.typing_help.get(view.phase, "")
    notation = f"A card is its rank and suit, such as QS, 10C or th.{jokers_text(view.rules.pack)}"
    words = optional_words(view.legal_moves or ())
    typing = [f"You need not type the word {word}." for word in words]
    if choices.numbered:
        typing.append("A number picks the move with this number in brackets.")
    return [
        *((line,) for line in terminal.wrapped(" ".join(filter(None, (*texts, notation))))),
        *choices.lines,
        *((line,) for line in terminal.wrapped(" ".join(typing))),
        *explained(_COMMANDS if practice else _COMMANDS | {UNDO: "in practice games only"}),
    ]


def explained(commands: Mapping[str, str]) -> list[terminal.Line]:
    return [terminal.labelled(each, (terminal.faint(text),)) for each, text in commands.items()]


@attrs.frozen
class ListedMoves:
    lines: tuple[terminal.Line, ...]
    numbered: tuple[tws.Move, ...]  # the moves that a number picks, from 1 on
    may_number: bool = False  # false if a move itself contains a number, as ``bid 6`` does


def listed_moves(display: AnyDisplay, view: AnyView) -> ListedMoves:
    legal = in_order(view.legal_moves or (), display.place_of)
    has_numbers = any(word.isdecimal() for move in legal for word in str(move).split())
    lines: list[terminal.Line] = []
    numbered: list[tws.Move] = []
    for _, same in groupby(legal, type):
        rows: list[terminal.Line] = []
        for entry in display.list_moves(view, tuple(same)):
            if not isinstance(entry, Each):
                rows.append(entry)
            elif has_numbers:
                before = (*entry.origin, " ") if entry.origin else ()
                rows.append((*before, *_texts(display, entry.moves)))
            else:
                rows += _with_numbers(display, entry, len(numbered) + 1)
                numbered += entry.moves
        lines += below("or" if lines else "Your move", rows)
    lines += below("Worth", display.worth(view))
    return ListedMoves(tuple(lines), tuple(numbered), not has_numbers)


def below(label: str, lines: Iterable[terminal.Line]) -> list[terminal.Line]:
    """Return lines of which the first one has the label."""
    return [terminal.labelled("" if at else label, line) for at, line in enumerate(lines)]


def number_tag(number: int | str) -> str:
    return f"[{number}]"


def _tagged(lines: Iterable[terminal.Line], first: int = 1) -> list[terminal.Line]:
    return [(terminal.faint(f"{number_tag(at)} "), *line) for at, line in enumerate(lines, first)]


def _with_numbers(display: AnyDisplay, entry: Each, first: int) -> list[terminal.Line]:
    cells = _tagged(map(terminal.phrase, map(display.move_text, entry.moves)), first)
    width = max(map(terminal.width_of, cells)) + 1
    start = [entry.origin] if entry.origin else []
    return terminal.flowed([*start, *(terminal.padded(cell, width) for cell in cells)])


def _texts(display: AnyDisplay, moves: Sequence[tws.Move]) -> terminal.Line:
    cards = [move.card for move in moves if isinstance(move, tws.Play)]
    if len(cards) == len(moves):
        return display.show_cards(cards)
    return terminal.phrase(", ".join(in_runs(map(display.move_text, moves))))


class Unclear(ValueError):
    """A number that picks no move or card; the message is a single line."""


def card_lines(cards: Sequence[tws.Card]) -> list[terminal.Line]:
    cells = _tagged((card,) for card in cards)
    return below("Cards", terminal.flowed(terminal.padded(cell, 8) for cell in cells))


def read_numbers(cards: Sequence[tws.Card], text: str, most: int) -> list[tws.Card]:
    words = text.replace(",", " ").split()
    places = [int(word) for word in words if word.isdecimal() and len(word) < len("100")]
    is_choice = len(places) == len(words) == len({*places}) <= most
    if not is_choice or not all(1 <= place <= len(cards) for place in places):
        raise Unclear(f"expected up to {most} numbers of the list, such as {most} 1")
    return [cards[place - 1] for place in places]


def read_answer(state: tws.AnyState, numbered: Sequence[tws.Move], text: str) -> tws.Move:
    """Return the move that a line means.

    A number of the list goes first, then the move itself, then a move without its leading word,
    such as ``6`` for ``bid 6``, as no move has a number then. The move need not be legal.
    """
    number = text.removeprefix("[").removesuffix("]")
    if not (numbered and number.isascii() and number.isdecimal()):
        return tws.parse_move(state, text, short=True)
    # Python refuses to read a number of thousands of digits.
    place = int(number) if len(number) <= len(str(len(numbered))) else 0
    if not 1 <= place <= len(numbered):
        last = number_tag(len(numbered))
        wrong = f"there is no move {number_tag(number[:9])}: the list goes from {number_tag(1)}"
        raise Unclear(f"{wrong} to {last}")
    return numbered[place - 1]
