"""The prompt: the numbered moves, the question, what a line means, the commands and their help."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import Final

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.lines import (
    Line,
    faint,
    flowed,
    labelled,
    padded,
    phrase,
    width_of,
    wrapped,
)
from twowaystreet._core.display.screen import jokers_text
from twowaystreet._core.display.usual import in_order
from twowaystreet._core.display.values import Each
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, Play, forms_of, optional_words, read_move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import parse_move
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import in_runs
from twowaystreet.errors import ParseError, quoted

HELP: Final = "help"
HINT: Final = "hint"
RULES: Final = "rules"
SCORE: Final = "score"
LAST: Final = "last"
WHO: Final = "who"
UNDO: Final = "undo"
SAVE: Final = "save"
ARRANGE: Final = "arrange"
QUIT: Final = "quit"

SHORT: Final = f"{SCORE} short"
SCORE_HELP: Final = f"the score sheet in words; {SHORT}: its entries as on paper"

_PROMPT: Final = "> "

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
_WITHOUT_UNDO: Final = {UNDO: "in practice games only"}


class PersonLeft(Exception):
    """The person has left."""


def ask(question: str = _PROMPT) -> str:
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
    """Return True if a person can answer questions, because the input is a terminal."""
    return sys.stdin.isatty()


def misread(view: AnyView, text: str, *, practice: bool) -> str:
    """Explain why a text is not a move, with the moves that the prompt expects now."""
    asked = tuple(dict.fromkeys(type(move) for move in view.legal_moves or ()))
    try:
        read_move(asked, text)
    except ParseError as error:
        if error.position:
            # The text begins like an expected move, and only the rest is wrong.
            found = quoted(error.token) if error.token else "the end"
            return f"cannot read {quoted(text)}: found {found}, expected {error.expected}"
    forms = forms_of(view.legal_moves or ())
    known = [ARRANGE] if display_of(view).slots(view) else []
    known += [HELP, HINT, *([UNDO] if practice else []), QUIT]
    near = get_close_matches(text.lower(), [*known, *_ALWAYS], n=1, cutoff=0.7)
    meant = f"did you mean {near[0]}? Else " if near else ""
    return f"cannot read {quoted(text)}: {meant}expected {forms} (or {', '.join(known)})"


def help_lines(game: Game, view: AnyView, choices: ListedMoves, *, practice: bool) -> list[Line]:
    display = display_of(game)
    texts = display.phase_help.get(view.phase, ""), display.typing_help.get(view.phase, "")
    notation = f"A card is its rank and suit, such as QS, 10C or th.{jokers_text(view.rules.pack)}"
    explained = _COMMANDS if practice else _COMMANDS | _WITHOUT_UNDO
    typing = [
        f"You need not type the word {word}." for word in optional_words(view.legal_moves or ())
    ]
    if choices.numbered:
        typing.append("A number picks the move with this number in brackets.")
    return [
        *((line,) for line in wrapped(" ".join(filter(None, (*texts, notation))))),
        *choices.lines,
        *((line,) for line in wrapped(" ".join(typing))),
        *(labelled(command, (faint(text),)) for command, text in explained.items()),
    ]


@attrs.frozen
class ListedMoves:
    """The legal moves of a view, one line or more for each move type."""

    lines: tuple[Line, ...]
    numbered: tuple[Move, ...]
    """The moves that a number picks, from 1 on. Nothing has a number where a move itself contains
    one, as ``bid 6`` does."""
    may_number: bool = False
    """False if a move itself contains a number."""


def listed_moves(display: AnyDisplay, view: AnyView) -> ListedMoves:
    legal = in_order(view.legal_moves or (), display.place_of)
    has_numbers = any(word.isdecimal() for move in legal for word in str(move).split())
    lines: list[Line] = []
    numbered: list[Move] = []
    for _, same in groupby(legal, type):
        rows: list[Line] = []
        for entry in display.list_moves(view, tuple(same)):
            if not isinstance(entry, Each):
                rows.append(entry)
            elif has_numbers:
                before = (*entry.origin, " ") if entry.origin else ()
                rows.append((*before, *_texts(display, entry.moves)))
            else:
                rows += _with_numbers(display, entry, len(numbered) + 1)
                numbered += entry.moves
        lines.append(labelled("or" if lines else "Your move", rows[0]))
        lines += [labelled("", row) for row in rows[1:]]
    worth = [
        labelled("" if place else "Worth", line) for place, line in enumerate(display.worth(view))
    ]
    return ListedMoves((*lines, *worth), tuple(numbered), not has_numbers)


def number_tag(number: int | str) -> str:
    return f"[{number}]"


def _with_numbers(display: AnyDisplay, entry: Each, first: int) -> list[Line]:
    cells: list[Line] = [
        (faint(f"{number_tag(number)} "), *phrase(display.move_text(move)))
        for number, move in enumerate(entry.moves, first)
    ]
    width = max(map(width_of, cells)) + 1
    start = [entry.origin] if entry.origin else []
    return flowed([*start, *(padded(cell, width) for cell in cells)])


def _texts(display: AnyDisplay, moves: Sequence[Move]) -> Line:
    cards = [move.card for move in moves if isinstance(move, Play)]
    if len(cards) == len(moves):
        return display.show_cards(cards)
    return phrase(", ".join(in_runs(map(display.move_text, moves))))


class Unclear(ValueError):
    """A number that picks no move or card; the message is a single line."""


def card_lines(cards: Sequence[Card]) -> list[Line]:
    cells = [padded((faint(f"{number_tag(n)} "), card), 8) for n, card in enumerate(cards, 1)]
    return [labelled("" if place else "Cards", line) for place, line in enumerate(flowed(cells))]


def read_numbers(cards: Sequence[Card], text: str, most: int) -> list[Card]:
    """Return the cards of some numbers, at most so many."""
    words = text.replace(",", " ").split()
    places = [int(word) for word in words if word.isdecimal() and len(word) < len("100")]
    is_choice = len(places) == len(words) == len({*places}) <= most
    if not is_choice or not all(1 <= place <= len(cards) for place in places):
        raise Unclear(f"expected up to {most} numbers of the list, such as {most} 1")
    return [cards[place - 1] for place in places]


def read_answer(state: AnyState, numbered: Sequence[Move], text: str) -> Move:
    """Return the move that a line means.

    A number of the list goes first, then the move itself, then a move without its leading word,
    such as ``6`` for ``bid 6``. The prompt numbers no moves if one of them contains a number, so a
    number never has two meanings. The move is of a type that is due now, if there is one; it need
    not be legal.
    """
    number = text.removeprefix("[").removesuffix("]")
    if not (numbered and number.isascii() and number.isdecimal()):
        return parse_move(state, text, short=True)
    # Python refuses to read a number of thousands of digits.
    place = int(number) if len(number) <= len(str(len(numbered))) else 0
    if not 1 <= place <= len(numbered):
        raise Unclear(
            f"there is no move {number_tag(number[:9])}: "
            f"the list goes from {number_tag(1)} to {number_tag(len(numbered))}"
        )
    return numbered[place - 1]
