"""A session: one game in progress, with its record, players, screen and file."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import attrs
import click

from twowaystreet._cli.narrators import StoryNarrator, narrate
from twowaystreet._cli.opponents import Opponents
from twowaystreet._cli.save_files import GameFile, SaveError
from twowaystreet._display.screen import Screen
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._page.replay.steps import Turn, open_moves
from twowaystreet._records.records import Record
from twowaystreet._views.views import AnyView, view


@attrs.define
class Session:
    """One game in progress.

    Attributes:
        record: the game so far.
        others: the players of the program, which also deal.
        screen: the display.
        file: the file that receives every move; ``None`` if the game is not saved.
    """

    record: Record
    others: Opponents
    screen: Screen
    file: GameFile | None = None
    _warned: bool = False

    @property
    def state(self) -> AnyState:
        """The present state of the game."""
        return self.record.state

    def look(self, seat: int | None) -> AnyView:
        """Return the present view of a seat; with ``None`` the public view."""
        return view(self.state, seat)

    def move(self, move: Move) -> None:
        """Make a move.

        Raises:
            IllegalMove: if the move is not legal.
        """
        before, self.record = self.state, self.record.play(move)
        if self.file is not None:
            self.file.add(before, move, self.state)
            self._save(self.file)

    def advance(self) -> Move:
        """Let the players of the program deal or move once, and return the move.

        A player that fails is replaced by the simple player until the next deal.
        """
        seat = self.state.actor
        move, fault = self.others.next_move(self.state)
        if fault and seat is not None:
            name = self.screen.names[seat]
            text = f"! {name} fails ({fault.shown}); the simple player moves instead in this hand"
            self.screen.refuse(text)
        self.move(move)
        return move

    def turn_back(self, record: Record) -> None:
        """Go back to an earlier record."""
        self.record = record
        if self.file is not None:
            self.file.start_anew(record)
            self._save(self.file)

    def keep_in(self, path: Path) -> None:
        """Save the game in a new file, now and after every move.

        Raises:
            SaveError: if the file exists already, or if it cannot be written.
        """
        self.file, self._warned = GameFile(path, self.record), False

    def _save(self, file: GameFile) -> None:
        """Save the game; if this fails, warn once and let the game go on."""
        try:
            file.save()
        except SaveError as error:
            if not self._warned:
                self.screen.refuse(f"! {error}; the game goes on, and every move tries again")
            self._warned = True
        else:
            self._warned = False

    @contextlib.contextmanager
    def saved_in(self, path: Path | None) -> Generator[None]:
        """Save the game after every move within the context; at the end, name the file.

        This method creates the file at once, so that a bad path fails before the game.

        Args:
            path: the file, which must not exist yet; ``None`` to save only if the person asks for
                it later. A name that ends in .json gives JSON, other names give text.

        Raises:
            SaveError: if the file exists already, or if it cannot be written at the end.
        """
        if path is not None:
            self.keep_in(path)
        try:
            yield
        finally:
            if self.file is not None:
                # Anew, as a signal may have come while a move was written down.
                self.file.start_anew(self.record)
                self.file.save()
                # A terminated program prints nothing, because its terminal may be closed.
                if not isinstance(sys.exception(), SystemExit):
                    name = click.format_filename(self.file.path)
                    self.screen.printer.show((f"Saved in {name}.",))

    def watch(self, hands: int | None = None) -> None:
        """Let the players of the program play all seats, and show all cards.

        Args:
            hands: the greatest number of hands; ``None`` for the whole game.
        """
        self.screen.show_legend()
        narrate(StoryNarrator(self.screen), open_moves(self._turns(hands)))

    def _turns(self, hands: int | None) -> Iterator[Turn]:
        """Make the moves of the hands one at a time, each just before the screen shows it."""
        before = self.state.hands_played
        while not self.state.is_over and self.state.hands_played - before != hands:
            yield self.state, self.advance(), self.state
