"""A session: one game in progress, with its record, screen and file, and the program's players."""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TypeAlias

import attrs
import click

from twowaystreet._cli.narrators import StoryNarrator, narrate
from twowaystreet._cli.save_files import GameFile, SaveError
from twowaystreet._core.display.screen import Screen, order_of_others
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import shuffle
from twowaystreet._core.records.records import Record
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._page.replay.steps import Turn, open_moves
from twowaystreet.players import Factory, Player, by_name, fresh, simple
from twowaystreet.players._names import check_fit
from twowaystreet.players._seated import Faulty, Seated


@attrs.define
class Session:
    """One game in progress."""

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
        """Let the players of the program play all seats, and show all cards."""
        self.screen.show_legend()
        narrate(StoryNarrator(self.screen), open_moves(self._turns(hands)))

    def _turns(self, hands: int | None) -> Iterator[Turn]:
        """Make the moves of the hands one at a time, each just before the screen shows it."""
        before = self.state.hands_played
        while not self.state.is_over and self.state.hands_played - before != hands:
            yield self.state, self.advance(), self.state


Named: TypeAlias = Player | Factory


@attrs.define
class Opponents:
    """The dealer of random cards, and the players at the seats.

    Deals and players have separate random sources. So a seed gives the same deals with any moves
    of the players.

    Attributes:
        by_seat: the players by seat; a simple player takes each other seat. A factory makes its
            player anew for each deal.
    """

    deals: random.Random
    rng: random.Random
    by_seat: dict[int, Named] = attrs.field(factory=dict[int, Named])
    _seats: dict[int, Seated] = attrs.field(init=False, factory=dict[int, Seated])

    def next_move(self, state: AnyState) -> tuple[Move, Faulty | None]:
        """Choose the next move of a game that is not over: a deal or a player's move.

        Returns:
            The move, and the fault of the player if a simple player makes it from now on.
        """
        seat = state.actor
        if seat is None:
            self._seats.clear()
            return shuffle(state, self.deals), None
        if seat not in self._seats:
            make = partial(fresh, self.by_seat.get(seat, simple))
            self._seats[seat] = Seated(make, self.rng, substitute=simple)
        move, _, fault = self._seats[seat].play(state)
        return move, fault


def seated(text: str, seats: int, human: int | None) -> dict[int, str]:
    """Return the names of the players of the program by seat, from names separated by commas.

    The first one sits at the person's left. Too few names begin again with the first.

    >>> seated("simple,random", 4, 0)
    {1: 'simple', 2: 'random', 3: 'simple'}
    """
    return dict(zip(order_of_others(seats, human), cycle(_split(text)), strict=False))


def load_players(names: Mapping[int, str], rules: object) -> dict[int, Named]:
    """Return the players with these names by seat.

    Raises:
        PlayerError: if there is no such player, or a network is one for another game.
    """
    players = {name: by_name(name) for name in dict.fromkeys(names.values())}
    for player in players.values():
        check_fit(player, rules)
    return {seat: players[name] for seat, name in names.items()}


def _split(text: str) -> Sequence[str]:
    """Split a list of players at the commas that do not separate the options of one player.

    >>> _split("simple, montecarlo:worlds=50,playouts=random,mybot.py:bot")
    ['simple', 'montecarlo:worlds=50,playouts=random', 'mybot.py:bot']
    """
    names: list[str] = []
    for part in map(str.strip, text.split(",")):
        if names and "=" in part and ":" not in part.partition("=")[0]:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names
