"""A session: one game in progress, with its record, its simple players, its screen and its file."""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import attrs
import click

from twowaystreet._cli.display import Screen
from twowaystreet._cli.narrators import StoryNarrator, Turn, narrate, open_frames
from twowaystreet._cli.output import Span, Style
from twowaystreet._cli.players import choose
from twowaystreet._cli.save_files import GameFile, SaveError
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import shuffle
from twowaystreet._records.records import Record
from twowaystreet._views.views import AnyView, view


@attrs.frozen
class SimplePlayers:
    """Chance, which deals, and simple players.

    Deals and players each have their own source of chance, so that the deals of a seed are the
    same whatever the players do.

    Attributes:
        game: the game that they play.
        deals: where the deals come from.
        players: where the players' chance comes from.
    """

    game: Game
    deals: random.Random
    players: random.Random

    def next_move(self, state: AnyState) -> Move:
        """Choose the next move of a game that is not over: a deal or a player's move."""
        if state.needs_deal:
            return shuffle(state, self.deals)
        return choose(self.game.name, view(state, state.actor), self.players)


@attrs.define
class Session:
    """One game in progress.

    Attributes:
        record: the game so far.
        others: they deal, and make the moves that nobody types.
        screen: where it is shown.
        file: where it is saved after every move, if that is wanted.
    """

    record: Record
    others: SimplePlayers
    screen: Screen
    file: GameFile | None = None
    _warned: bool = False

    @property
    def state(self) -> AnyState:
        """The present state of the game."""
        return self.record.state

    def look(self, seat: int | None) -> AnyView:
        """Return the present view of a seat, or with ``None`` that of everybody."""
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

    def advance(self) -> Move:
        """Let the others deal or move once, and return that move."""
        move = self.others.next_move(self.state)
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

    @contextlib.contextmanager
    def saved_in(self, path: Path | None) -> Generator[None]:
        """Save the game after every move that is made meanwhile; at the end, say so.

        The file is made at once, so that a game is not played for nothing.

        Args:
            path: the file, which there must not be yet; ``None`` to save nothing, unless the
                person who plays wants it. It is written as JSON if its name ends so, else as text.

        Raises:
            SaveError: if there is such a file already, or if it cannot be written at the end.
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
                # A terminated program prints nothing: its terminal may be closed.
                if not isinstance(sys.exception(), SystemExit):
                    name = click.format_filename(self.file.path)
                    self.screen.printer.show((f"Saved in {name}.",))

    def watch(self, hands: int | None = None) -> None:
        """Let simple players play all seats, and show everything.

        Args:
            hands: how many hands at most; ``None`` for the whole game.
        """
        self.screen.show_legend()
        narrate(StoryNarrator(self.screen), open_frames(self.screen.game, self._turns(hands)))

    def _turns(self, hands: int | None) -> Iterator[Turn]:
        """The moves of the hands, each made only when it is to be shown."""
        before = self.state.hands_played
        while not self.state.is_over and self.state.hands_played - before != hands:
            yield self.state, self.advance(), self.state
