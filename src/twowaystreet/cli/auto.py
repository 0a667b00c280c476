"""Hands in which no person plays: by simple players or from a record, with everything shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twowaystreet._records.seat_records import Event
from twowaystreet.cli.screens import Screen
from twowaystreet.cli.story import Story
from twowaystreet.cli.tables import Table
from twowaystreet.cli.telling import Scene, Teller, scene_of, tell


def play(
    table: Table, hands: int | None = None, teller: Callable[[Screen], Teller] = Story
) -> None:
    """Play hands, and show how cards are written first and the score sheet at the end.

    Args:
        table: where the game is played.
        hands: how many hands at most; ``None`` for the whole game.
        teller: who tells it.
    """
    table.screen.show_legend()
    tell(teller(table.screen), _scenes(table, hands))


def _scenes(table: Table, hands: int | None) -> Iterator[Scene]:
    """The moves of the hands, each made only when it is to be told."""
    before = table.state.hands_played
    while not table.state.is_over and table.state.hands_played - before != hands:
        seat = table.state.actor
        own = table.look(seat)
        move = table.advance()
        if move is None:
            return
        event = Event(seat, str(move), move, table.look(seat))
        seats = range(len(table.screen.names))
        shown = {each: table.look(each).hand or () for each in seats}
        yield scene_of(table.screen.game, own, event, table.look(None), shown)
