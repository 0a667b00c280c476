"""A game of one person against players of the program."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

import click

from twowaystreet._cli.lookups import hint_lines, last_lines, rules_lines, score_lines, who_lines
from twowaystreet._cli.prompt import (
    HELP,
    HINT,
    LAST,
    QUIT,
    RULES,
    SAVE,
    SCORE,
    UNDO,
    WHO,
    Choices,
    PersonLeft,
    Unclear,
    ask,
    choices_of,
    help_lines,
    is_answered,
    misread,
    read_answer,
)
from twowaystreet._cli.save_files import SaveError
from twowaystreet._cli.session import Session
from twowaystreet._core.display import screen
from twowaystreet._core.display.lines import BLANK, Line, labelled, phrase, show_all, signed
from twowaystreet._core.display.sentences import Happening, report_lines
from twowaystreet._core.display.values import step_of
from twowaystreet._core.display.words import YOU
from twowaystreet._core.engine.moves import Move, Play
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import event_of
from twowaystreet._core.views.views import AnyView
from twowaystreet.errors import IllegalMove, ParseError

_WELCOME: Final = (
    f"Type {RULES} for the game on one screen, {HINT} for advice, {HELP} for all commands."
)
_NO_UNDO: Final = (
    "no undo in this game: you could use what you have seen since; --practice allows undo"
)
_NOT_SAVED: Final = (
    f"the game is not saved: type {SAVE} and the name of a new file to save it, {QUIT} to leave"
)
_NOTHING_TO_UNDO: Final = "nothing to take back: you have decided nothing yet in this hand"
_ONLY_CARD: Final = "your only legal card"
_ONLY_MOVE: Final = "your only legal move"


class Person:
    """The person at the table, who sees only the view of one seat.

    Args:
        practice: True if the person may undo decisions.
        asks_always: True to ask even if only one move is legal.
    """

    def __init__(
        self, session: Session, seat: int, *, practice: bool, asks_always: bool = False
    ) -> None:
        self._session = session
        self._screen = session.screen
        self._display = session.screen.display
        self._seat = seat
        self._practice = practice
        self._asks_always = asks_always
        self._decisions: list[Record] = []
        self._happened: list[Happening] = []
        self._ended: AnyView | None = None
        self._choices = Choices((), ())
        self._has_moved = False
        self._leaving = False
        screen = session.screen
        self._lookups: dict[str, Callable[[], list[Line]]] = {
            HELP: self._help,
            HINT: self._hint,
            RULES: lambda: rules_lines(screen.game, self._view),
            SCORE: lambda: score_lines(screen, self._view),
            LAST: lambda: last_lines(screen, self._view, self._ended),
            WHO: lambda: who_lines(screen.display, self._view, screen.names),
        }

    def play(self, hands: int | None) -> None:
        """Play at most this number of hands; ``None`` for the whole game.

        Raises:
            PersonLeft: if the person leaves.
        """
        self._screen.show_legend()
        self._show((_WELCOME,))
        for played in count():
            if self._session.state.is_over or played == hands:
                return
            self._play_hand()

    def _play_hand(self) -> None:
        session = self._session
        self._deal()
        while not session.state.hand_over:
            if session.state.needs_deal:
                self._report()
                self._show_table()
                self._screen.show_end(self._view)
                self._deal()
            elif session.state.actor == self._seat:
                self._decide()
            else:
                self._watch_move()
        self._report()
        self._ended = self._view
        self._screen.show_end(self._view)
        self._screen.show_sheet(self._view)

    def _deal(self) -> None:
        self._session.advance()
        self._screen.show_deal(self._view)
        # Undo stops at the deal: earlier decisions concern other cards.
        self._decisions.clear()

    @property
    def _view(self) -> AnyView:
        return self._session.look(self._seat)

    def _show(self, *lines: Line) -> None:
        show_all(self._screen.printer, lines)

    def _refuse(self, text: str) -> None:
        self._screen.refuse(f"! {text}")

    def _watch_move(self) -> None:
        """Let another player move, and note the move for the next report."""
        before, state = self._view, self._session.state
        event = event_of(state, self._session.advance(), self._seat)
        self._happened.append(Happening(before, event))

    def _move_alone(self, move: Move) -> None:
        """Make the only legal move for the person, and note it for the next report."""
        before, event = self._view, event_of(self._session.state, move, self._seat)
        self._session.move(move)
        note = _ONLY_CARD if isinstance(move, Play) else _ONLY_MOVE
        self._happened.append(Happening(before, event, note))
        self._has_moved = True

    def _report(self) -> None:
        """Report the moves since the last call."""
        screen = self._screen
        lines = report_lines(screen.display, self._happened, screen.names, self._seat)
        if lines:
            self._show(BLANK, *lines)
        self._happened.clear()

    def _show_table(self) -> None:
        self._show(*screen.table_lines(self._display, self._view, self._screen.names))

    def _show_position(self) -> None:
        """Show everything that the person needs for a decision."""
        self._show(BLANK)
        self._show_table()
        self._show(screen.hand_line(self._display, self._view), *self._choices.lines)

    def _decide(self) -> None:
        """Make the only legal move, or show the person's view and ask until there is a decision."""
        only, *others = legal_moves(self._session.state)
        if not (others or self._asks_always):
            self._move_alone(only)
            return
        self._report()
        self._choices = choices_of(self._display, self._view)
        self._show_position()
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
        word, _, rest = typed.partition(" ")
        command = typed.lower()
        if word.lower() == SAVE:
            self._save(rest.strip())
        elif command == UNDO:
            return self._undo()
        elif not command:
            self._show_position()
        elif command in self._lookups:
            self._show(*self._lookups[command]())
        else:
            return self._move(typed)
        return False

    def _help(self) -> list[Line]:
        game, practice = self._screen.game, self._practice
        return help_lines(game, self._view, self._choices, practice=practice)

    def _hint(self) -> list[Line]:
        # Any fixed source will do: the hint of a position should not change.
        rng = random.Random(len(self._session.record.moves))
        return hint_lines(self._display, self._view, self._choices.numbered, rng)

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
        self._happened.clear()
        return True

    def _move(self, text: str) -> bool:
        before, seen = self._session.record, self._view
        try:
            move = read_answer(before.state, self._choices.numbered, text)
        except Unclear as error:
            self._refuse(str(error))
            return False
        except ParseError:
            self._refuse(misread(seen, text, practice=self._practice))
            return False
        try:
            self._session.move(move)
        except IllegalMove as error:
            hand = self._display.hand_to_play(seen)
            which = f"; your {hand} hand is to play" if hand else ""
            self._refuse(f"{error}{which}")
            return False
        self._decisions.append(before)
        self._has_moved = True
        event = event_of(before.state, move, self._seat)
        self._happened.append(Happening(seen, event, is_typed=True))
        told = self._display.tell_move(step_of(seen, event))
        said = signed(text.upper()).lower()
        # A number is repeated in words, and a move only if the words add to what was typed.
        if said.isdecimal() or f" {said} " not in f" {told.lower()} ":
            self._show(labelled(YOU, phrase(told)))
        return True
