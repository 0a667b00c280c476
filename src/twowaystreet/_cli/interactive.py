"""A game of one person against simple players."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Final

import click

from twowaystreet._cli import display
from twowaystreet._cli.game_ui import game_ui_of
from twowaystreet._cli.output import BLANK, Line, Span, Style, labelled, phrase, show_all, wrapped
from twowaystreet._cli.prompt import HELP, SAVE, UNDO, help_lines, legal_move_lines, misread
from twowaystreet._cli.save_files import SaveError
from twowaystreet._cli.session import Session
from twowaystreet._cli.terminal_input import QUIT, PersonLeft, ask, is_answered
from twowaystreet._engine.notation import parse_move
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import Event
from twowaystreet._views.views import AnyView
from twowaystreet.errors import IllegalMove, ParseError

_NO_UNDO: Final = (
    "no undo in this game: you could use what you have seen since; --practice allows undo"
)
_NOT_SAVED: Final = (
    f"the game is not saved: type {SAVE} and the name of a new file to save it, {QUIT} to leave"
)
_NOTHING_TO_UNDO: Final = "nothing to take back: you have decided nothing yet in this hand"


class Person:
    """The person at the table, who sees only the view of one seat.

    Args:
        session: the game.
        seat: the person's seat.
        practice: True if the person may undo decisions.
    """

    def __init__(self, session: Session, seat: int, *, practice: bool) -> None:
        self._session = session
        self._screen = session.screen
        self._ui = game_ui_of(session.screen.game.name)
        self._seat = seat
        self._practice = practice
        self._decisions: list[Record] = []
        self._tricks_shown = 0
        self._has_moved = False
        self._leaving = False

    def play(self, hands: int | None) -> None:
        """Play at most this number of hands; ``None`` for the whole game.

        Raises:
            PersonLeft: if the person leaves.
        """
        for played in count():
            if self._session.state.is_over or played == hands:
                return
            self._play_hand()

    def _play_hand(self) -> None:
        session = self._session
        self._deal()
        while not session.state.hand_over:
            if session.state.needs_deal:
                self._show_facts()
                self._screen.show_end(self._view)
                self._deal()
            elif session.state.actor == self._seat:
                self._decide()
            else:
                session.advance()
        self._show_tricks()
        self._screen.show_end(self._view)
        self._screen.show_sheet(self._view)

    def _deal(self) -> None:
        self._session.advance()
        self._screen.show_deal(self._view)
        # Undo stops at the deal: earlier decisions concern other cards.
        self._decisions.clear()
        self._tricks_shown = 0

    @property
    def _view(self) -> AnyView:
        return self._session.look(self._seat)

    def _show(self, *lines: Line) -> None:
        show_all(self._screen.printer, lines)

    def _show_facts(self) -> None:
        self._show(*display.table_lines(self._screen.game, self._view, self._screen.names))

    def _show_tricks(self) -> None:
        """Show the tricks that were completed since the last call."""
        shown, names = self._ui.tricks, self._screen.names
        tricks = shown.complete(self._view)
        if len(tricks) > self._tricks_shown:
            self._show(BLANK)
        for number in range(self._tricks_shown, len(tricks)):
            self._show(*shown.lines(number + 1, tricks[number], names))
        self._tricks_shown = len(tricks)

    def _decide(self) -> None:
        """Show the person's view, and ask until there is a decision."""
        self._show_tricks()
        self._show(BLANK)
        self._show_facts()
        game = self._screen.game
        self._show(display.hand_line(game, self._view), *legal_move_lines(game, self._view))
        while not self._obey(self._ask()):
            pass

    def _ask(self) -> str:
        """Ask for a line; warn once before the person leaves an unsaved game."""
        try:
            return ask()
        except PersonLeft:
            if self._leaving or not self._has_moved or self._session.file or not is_answered():
                raise
            self._leaving = True
            self._refuse(_NOT_SAVED)
            return self._ask()

    def _obey(self, typed: str) -> bool:
        """Carry out a typed line; return True if the state of the game has changed."""
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
            self._show(*legal_move_lines(game, self._view))
        return False

    def _save(self, name: str) -> None:
        path = Path(os.path.expanduser(name))
        try:
            if not name:
                raise SaveError(f"expected {SAVE} and the name of a new file")
            self._session.keep_in(path)
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
        self._session.turn_back(self._decisions.pop())
        self._tricks_shown = min(self._tricks_shown, len(self._ui.tricks.complete(self._view)))
        return True

    def _move(self, text: str) -> bool:
        before, seen = self._session.record, self._view
        ui = self._ui
        try:
            move = parse_move(before.state, text)
            self._session.move(move)
        except ParseError:
            self._refuse(misread(seen, text, practice=self._practice))
            return False
        except IllegalMove as error:
            hand = ui.hands.to_play(seen)
            which = f"; your {hand} hand is to play" if hand else ""
            self._refuse(f"{text}: {error.reason}{which}")
            return False
        self._decisions.append(before)
        self._has_moved = True
        description = ui.describe_move(seen, Event(self._seat, str(move), move, self._view))
        if description != str(move):
            self._show(labelled("You", phrase(description)))
        return True

    def _refuse(self, text: str) -> None:
        self._show(*((Span(line, Style.REFUSAL),) for line in wrapped(f"! {text}", indent="  ")))
