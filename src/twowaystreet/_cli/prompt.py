"""The prompt: its question, its commands, their help, and answers to text that is not a move."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Sequence
from typing import Final

from twowaystreet._cli.numbered_moves import Choices
from twowaystreet._display.display import display_of
from twowaystreet._display.lines import Line, faint, labelled, wrapped
from twowaystreet._display.screen import jokers_text
from twowaystreet._engine.game import Game
from twowaystreet._engine.notation import forms_of, optional_words, read_move
from twowaystreet._views.views import AnyView
from twowaystreet.errors import ParseError, quoted

HELP: Final = "help"
HINT: Final = "hint"
RULES: Final = "rules"
SCORE: Final = "score"
LAST: Final = "last"
WHO: Final = "who"
UNDO: Final = "undo"
SAVE: Final = "save"
QUIT: Final = "quit"

_PROMPT: Final = "> "

_COMMANDS: Final = {
    HINT: "the recommended move, and the values of all moves",
    RULES: "the game on one screen",
    SCORE: "the score sheet so far",
    LAST: "the last trick, or the end of the hand before",
    WHO: "the cards that the others may hold, with their chances",
    UNDO: "take back your last decision in this hand",
    f"{SAVE} FILE": "save the game in a new file, now and after every move",
    HELP: "this text",
    "Enter": "the table and your legal moves again",
    QUIT: "leave the game",
}
_WITHOUT_UNDO: Final = {UNDO: "in practice games only"}


class PersonLeft(Exception):
    """The person has left."""


def ask() -> str:
    """Ask for a line.

    Raises:
        PersonLeft: if the input has ended, or if the line says quit.
    """
    try:
        text = input(_PROMPT)
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
    """Explain why a text is not a move, with the moves that the prompt expects now.

    Args:
        view: the view of the seat to move.
        text: the typed text, which is not a move of the game.
        practice: True if the person may undo decisions.
    """
    asked = tuple(dict.fromkeys(type(move) for move in view.legal_moves or ()))
    try:
        read_move(asked, text)
    except ParseError as error:
        if error.position:
            # The text begins like an expected move, and only the rest is wrong.
            found = quoted(error.token) if error.token else "the end"
            return f"cannot read {quoted(text)}: found {found}, expected {error.expected}"
    forms = forms_of(view.legal_moves or ())
    words = ", ".join((HELP, HINT, UNDO, QUIT) if practice else (HELP, HINT, QUIT))
    return f"cannot read {quoted(text)}: expected {forms} (or {words})"


def help_lines(game: Game, view: AnyView, choices: Choices, *, practice: bool) -> list[Line]:
    """Return the rules of the phase, the legal moves, the ways to type one, and all commands."""
    display = display_of(game)
    texts = display.phase_help.get(view.phase, ""), display.typing_help.get(view.phase, "")
    notation = f"A card is its rank and suit, such as QS, 10C or th.{jokers_text(view.rules.pack)}"
    explained = _COMMANDS if practice else _COMMANDS | _WITHOUT_UNDO
    return [
        *((line,) for line in wrapped(" ".join(filter(None, (*texts, notation))))),
        *choices.lines,
        *((line,) for line in wrapped(_typing(optional_words(view.legal_moves or ()), choices))),
        *(labelled(command, (faint(text),)) for command, text in explained.items()),
    ]


def _typing(words: Sequence[str], choices: Choices) -> str:
    """Explain the short forms of moves."""
    texts = [f"You need not type the word {word}." for word in words]
    if choices.numbered:
        texts.append("A number picks the move with this number in brackets.")
    return " ".join(texts)
