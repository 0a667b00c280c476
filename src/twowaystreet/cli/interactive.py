"""A game of one person against simple players."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Final

import click

from twowaystreet._engine.notation import parse_move
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import Event
from twowaystreet._views.views import View
from twowaystreet.cli import pictures
from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.asking import QUIT, Left, ask, is_answered
from twowaystreet.cli.keeping import SaveError
from twowaystreet.cli.lines import BLANK, Line, Span, Style, phrase, wrapped
from twowaystreet.cli.offers import HELP, SAVE, UNDO, help_lines, misread, offers
from twowaystreet.cli.printers import show_all
from twowaystreet.cli.tables import Table
from twowaystreet.errors import IllegalMove, ParseError

_NO_UNDO: Final = (
    "no undo here: you could use what you have seen since; begin with --practice to have it"
)
_NOT_SAVED: Final = (
    f"the game is not saved: type {SAVE} and the name of a new file to save it, {QUIT} to leave"
)
_NOTHING_TO_UNDO: Final = "nothing to take back: you have decided nothing yet in this hand"


class Person:
    """The person at the table, who sees no more than the view of one seat.

    Args:
        table: where the game is played.
        seat: the person's seat.
        practice: whether decisions may be taken back.
    """

    def __init__(self, table: Table, seat: int, *, practice: bool) -> None:
        self._table = table
        self._screen = table.screen
        self._seat = seat
        self._practice = practice
        self._decisions: list[Record] = []
        self._tricks_shown = 0
        self._has_moved = False
        self._leaving = False

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
                self._screen.show_end(self._view)
                self._deal()
            elif table.state.actor == self._seat:
                self._decide()
            else:
                table.advance()
        self._show_tricks()
        self._screen.show_end(self._view)
        self._screen.show_sheet(self._view)

    def _deal(self) -> None:
        self._table.advance()
        self._screen.show_deal(self._view)
        # What was decided about other cards cannot be taken back.
        self._decisions.clear()
        self._tricks_shown = 0

    @property
    def _view(self) -> View:
        return self._table.look(self._seat)

    def _show(self, *lines: Line) -> None:
        show_all(self._screen.printer, lines)

    def _show_facts(self) -> None:
        self._show(*pictures.table_of(self._screen.game, self._view, self._screen.names))

    def _show_tricks(self) -> None:
        """Show the tricks that were completed since the last time."""
        screen = self._screen
        tricks = self._view.tricks
        if len(tricks) > self._tricks_shown:
            self._show(BLANK)
        for number in range(self._tricks_shown, len(tricks)):
            self._show(pictures.trick_line(screen.game, number + 1, tricks[number], screen.names))
        self._tricks_shown = len(tricks)

    def _decide(self) -> None:
        """Show what the person may know and ask until there is a decision."""
        self._show_tricks()
        self._show(BLANK)
        self._show_facts()
        self._show(pictures.hand_of(self._view), *offers(self._screen.game, self._view))
        while not self._obey(self._ask()):
            pass

    def _ask(self) -> str:
        """Ask for a line; before the person leaves a game that is not saved, say so once."""
        try:
            return ask()
        except Left:
            if self._leaving or not self._has_moved or self._table.file or not is_answered():
                raise
            self._leaving = True
            self._refuse(_NOT_SAVED)
            return self._ask()

    def _obey(self, typed: str) -> bool:
        """Do what was typed; returns whether the game has moved by it."""
        game = self._screen.game
        text = typed.lower()
        word, _, rest = typed.partition(" ")
        if word.lower() == SAVE:
            self._save(rest.strip())
        elif text == UNDO:
            return self._undo()
        elif text == HELP:
            self._show(*help_lines(game, self._view, practice=self._practice))
        elif text:
            return self._move(text)
        else:
            self._show(*offers(game, self._view))
        return False

    def _save(self, name: str) -> None:
        path = Path(os.path.expanduser(name))
        try:
            if not name:
                raise SaveError(f"expected {SAVE} and the name of a new file")
            self._table.keep_in(path)
        except SaveError as error:
            self._refuse(str(error))
        else:
            self._show((f"Saved in {click.format_filename(path)}, from now on after every move.",))

    def _undo(self) -> bool:
        if not self._practice:
            self._refuse(_NO_UNDO)
            return False
        if not self._decisions:
            self._refuse(_NOTHING_TO_UNDO)
            return False
        self._table.turn_back(self._decisions.pop())
        self._tricks_shown = min(self._tricks_shown, len(self._view.tricks))
        return True

    def _move(self, text: str) -> bool:
        before, seen = self._table.record, self._view
        added = additions_of(self._screen.game.name)
        try:
            move = parse_move(before.state, text)
            self._table.move(move)
        except ParseError:
            self._refuse(misread(seen, text, practice=self._practice))
            return False
        except IllegalMove as error:
            hand = added.hands.to_play(seen)
            which = f"; your {hand} hand is to play" if hand else ""
            self._refuse(f"{text}: {error.reason}{which}")
            return False
        self._decisions.append(before)
        self._has_moved = True
        told = added.told(seen, Event(self._seat, str(move), move, self._view))
        if told != str(move):
            self._show(pictures.labelled("You", phrase(told)))
        return True

    def _refuse(self, text: str) -> None:
        self._show(*((Span(line, Style.REFUSAL),) for line in wrapped(f"! {text}", indent="  ")))
