"""A table at which a game is played: its record, where moves come from, where it is shown."""

from __future__ import annotations

from pathlib import Path

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._records.records import Record
from twowaystreet._views.views import View, view
from twowaystreet.cli.keeping import GameFile, SaveError
from twowaystreet.cli.lines import Span, Style
from twowaystreet.cli.screens import Screen
from twowaystreet.cli.sources import Source


@attrs.define
class Table:
    """One game in progress.

    Attributes:
        record: the game so far.
        source: where the moves come from that nobody types.
        screen: where it is shown.
        file: where it is saved after every move, if that is wanted.
    """

    record: Record
    source: Source
    screen: Screen
    file: GameFile | None = None
    _warned: bool = False

    @property
    def state(self) -> AnyState:
        """Where the game stands."""
        return self.record.state

    def look(self, seat: int | None) -> View:
        """What a seat may know now, or with ``None`` everybody."""
        return view(self.state, seat)

    def move(self, move: Move) -> None:
        """Make a move.

        Raises:
            IllegalMove: if it cannot be made.
        """
        before, self.record = self.state, self.record.play(move)
        if self.file is not None:
            self.file.add(before, move, self.state)
            self._save(self.file)

    def turn_back(self, record: Record) -> None:
        """Go back to what the record was before."""
        self.record = record
        if self.file is not None:
            self.file.start_anew(record)
            self._save(self.file)

    def keep_in(self, path: Path) -> None:
        """Save the game in a new file, now and after every move.

        Raises:
            SaveError: if there is such a file already, or if it cannot be written.
        """
        self.file, self._warned = GameFile(path, self.record), False

    def _save(self, file: GameFile) -> None:
        """Save the game; if that fails say so once, and let play go on."""
        try:
            file.save()
        except SaveError as error:
            if not self._warned:
                text = f"! {error}; the game goes on, and every move tries again"
                self.screen.printer.show((Span(text, Style.REFUSAL),))
            self._warned = True
        else:
            self._warned = False

    def advance(self) -> Move | None:
        """Make the next move of the source; returns it, or ``None`` if there are no more."""
        move = self.source.move_in(self.state)
        if move is not None:
            self.move(move)
        return move
