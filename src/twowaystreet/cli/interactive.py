"""A game of one person against simple players."""

from __future__ import annotations

import sys
from itertools import count
from typing import Final

from twowaystreet.cli import pictures
from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.lines import Span, Style, phrase, wrapped
from twowaystreet.cli.offers import HELP, QUIT, UNDO, help_lines, offers
from twowaystreet.cli.printers import show_all
from twowaystreet.cli.tables import Table
from twowaystreet.errors import IllegalMove, ParseError
from twowaystreet.notation import parse_move
from twowaystreet.state import AnyState
from twowaystreet.verbs import apply
from twowaystreet.views import View

_PROMPT: Final = "> "
_NO_UNDO: Final = (
    "no undo here: you could use what you have seen since; begin with --practice to have it"
)
_NOTHING_TO_UNDO: Final = "nothing to take back: you have decided nothing yet in this hand"


class Left(Exception):
    """The person has left the game."""


class Person:
    """The person at the table, who sees no more than the view of one seat.

    Args:
        table: where the game is played.
        seat: the person's seat.
        practice: whether decisions may be taken back.
    """

    def __init__(self, table: Table, seat: int, *, practice: bool) -> None:
        self._table = table
        self._seat = seat
        self._practice = practice
        self._decisions: list[AnyState] = []
        self._tricks_shown = 0

    def play(self, hands: int | None) -> None:
        """Play hands, at most so many; ``None`` for the whole game.

        Raises:
            Left: if the person leaves.
        """
        for played in count():
            if self._table.state.is_over or played == hands:
                return
            self._play_hand()

    def _play_hand(self) -> None:
        table = self._table
        self._deal()
        while not table.state.hand_over:
            if table.state.needs_deal:
                self._show_facts()
                table.printer.show(("The deal is thrown in.",))
                self._deal()
            elif table.state.actor == self._seat:
                self._decide()
            else:
                table.simple_move()
        self._show_tricks()
        table.finish_hand()
        table.show_sheet()

    def _deal(self) -> None:
        self._table.deal()
        # What was decided about other cards cannot be taken back.
        self._decisions.clear()
        self._tricks_shown = 0

    @property
    def _view(self) -> View:
        return self._table.look(self._seat)

    def _show_facts(self) -> None:
        table = self._table
        show_all(table.printer, pictures.table_of(table.game, self._view, table.names))

    def _show_tricks(self) -> None:
        """Show the tricks that were completed since the last time."""
        table = self._table
        tricks = self._view.tricks
        if len(tricks) > self._tricks_shown:
            table.printer.show()
        for number in range(self._tricks_shown, len(tricks)):
            line = pictures.trick_line(table.game, number + 1, tricks[number], table.names)
            table.printer.show(line)
        self._tricks_shown = len(tricks)

    def _decide(self) -> None:
        """Show what the person may know and ask until there is a decision."""
        table = self._table
        self._show_tricks()
        table.printer.show()
        self._show_facts()
        table.printer.show(pictures.hand_of(self._view))
        show_all(table.printer, offers(table.game, self._view))
        while not self._obey(ask()):
            pass

    def _obey(self, text: str) -> bool:
        """Do what was typed; returns whether the game has moved by it."""
        table = self._table
        if text == QUIT:
            raise Left
        if text == UNDO:
            return self._undo()
        if text == HELP:
            show_all(table.printer, help_lines(table.game, self._view, practice=self._practice))
        elif text:
            return self._move(text)
        else:
            show_all(table.printer, offers(table.game, self._view))
        return False

    def _undo(self) -> bool:
        if not self._practice:
            self._refuse(_NO_UNDO)
            return False
        if not self._decisions:
            self._refuse(_NOTHING_TO_UNDO)
            return False
        self._table.state = self._decisions.pop()
        self._tricks_shown = min(self._tricks_shown, len(self._view.tricks))
        return True

    def _move(self, text: str) -> bool:
        table = self._table
        before, seen = table.state, self._view
        try:
            move = parse_move(before, text)
            table.state = apply(before, move)
        except ParseError as error:
            self._refuse(f"{error}; {HELP} says what can be typed")
            return False
        except IllegalMove as error:
            hand = additions_of(table.game.name).hands.to_play(seen)
            which = f"; your {hand} hand is to play" if hand else ""
            self._refuse(f"{text}: {error.reason.explain()} ({error.reason.rule}){which}")
            return False
        self._decisions.append(before)
        told = additions_of(table.game.name).told(seen, self._view, move)
        if told != str(move):
            table.printer.show(pictures.labelled("You", phrase(told)))
        return True

    def _refuse(self, text: str) -> None:
        for line in wrapped(f"! {text}", indent="  "):
            self._table.printer.show((Span(line, Style.REFUSAL),))


def ask() -> str:
    """Ask for a line: in lower case, as all words of the notation are.

    Raises:
        Left: if there are no more lines.
    """
    try:
        text = input(_PROMPT)
    except EOFError:
        print()
        raise Left from None
    except UnicodeDecodeError:
        text = "?"  # bytes that are no text are certainly no move
    if not sys.stdin.isatty():
        # Nobody has seen it being typed: what was read from a file is shown, too.
        print(text)
    return text.strip().lower()
