"""A table at which a game is played: its record, where moves come from, where it is shown."""

from __future__ import annotations

import attrs

from twowaystreet.cli.screens import Screen
from twowaystreet.cli.sources import Source
from twowaystreet.moves import Move
from twowaystreet.records import Record
from twowaystreet.state import AnyState
from twowaystreet.views import View, view


@attrs.define
class Table:
    """One game in progress.

    Attributes:
        record: the game so far.
        source: where the moves come from that nobody types.
        screen: where it is shown.
    """

    record: Record
    source: Source
    screen: Screen

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
        self.record = self.record.play(move)

    def advance(self) -> Move | None:
        """Make the next move of the source; returns it, or ``None`` if there are no more."""
        move = self.source.move_in(self.state)
        if move is not None:
            self.move(move)
        return move
