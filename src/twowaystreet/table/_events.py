"""The log of a table, and its events as one person may know them."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final, Generic

import attrs
from typing_extensions import TypeVar

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Derived, Value

ViewT_co = TypeVar("ViewT_co", bound=AnyView, default=AnyView, covariant=True)
"""The class of the views of a game."""


class Happened(StrEnum):
    """The kinds of events."""

    JOIN = "join"
    """A player took a seat."""
    MOVE = "move"
    """A move, or a deal."""
    ASK = "ask"
    """A player asked to take back a move."""
    AGREE = "agree"
    """Another player agreed to it, and others must still agree."""
    UNDO = "undo"
    """A move was taken back, with all moves after it."""
    FAULT = "fault"
    """A bot failed; a random player moves for it until the next deal."""
    LEAVE = "leave"
    """A player left, and the seat is free."""
    REPLACE = "replace"
    """Another person or a bot took over a seat."""
    LATE = "late"
    """The time of a player ran out; the next event is the move that the host made."""
    AGAIN = "again"
    """A player wants to play again after the end of a game."""
    REMATCH = "rematch"
    """A new game began with the same people."""


CHANGES: Final = frozenset({Happened.MOVE, Happened.UNDO, Happened.REMATCH})
"""The kinds of events that change the cards."""
SEATINGS: Final = frozenset({Happened.JOIN, Happened.LEAVE, Happened.REPLACE})
"""The kinds of events that change the name of a seat."""

WORDS: Final = {
    Happened.JOIN: "joins",
    Happened.LEAVE: "leaves",
    Happened.REPLACE: "takes the seat of {}",
    Happened.LATE: "runs out of time",
    Happened.AGAIN: "wants to play again",
    Happened.REMATCH: "a new game begins",
    Happened.ASK: "asks to take back a move",
    Happened.AGREE: "agrees to take back the move",
    Happened.UNDO: "takes back a move",
    Happened.FAULT: "fails, and a random player moves instead until the next deal",
}
"""The texts of events other than moves; ``{}`` stands for the earlier name of the seat."""


@attrs.frozen
class Entry(Value):
    """An entry of the log.

    Attributes:
        number: the number of the event, from 1. Numbers never repeat, even after an undo.
        happened: the kind.
        seat: the seat that acted; ``None`` for a deal, and for a new game.
        moves: the number of moves in the record after this event.
        before: the name of the seat before the event, if the event changed it.
    """

    number: int
    happened: Happened
    seat: int | None
    moves: int
    before: str = ""

    @property
    def text(self) -> str:
        """The event in words, without its subject; only for events other than moves."""
        return WORDS[self.happened].format(self.before)


@attrs.frozen
class TableEvent(Derived, Generic[ViewT_co]):
    """An event as one person may know it.

    Attributes:
        number: the number of the event, from 1. The numbers rise, and skip the moves that were
            taken back.
        happened: the kind.
        seat: the seat that acted; ``None`` for a deal, and for a new game.
        text: the visible text of the move, or the event in words, without its subject.
        move: the move; ``None`` for other events, and if part of the move is hidden.
        before: the person's view before the event.
        view: the person's view after it.
        sentences: the event and its effects in whole sentences, such as who took the trick. A
            player reads "You" for the own seat, and a spectator the names of all.
    """

    number: int
    happened: Happened
    seat: int | None
    text: str
    move: Move | None
    before: ViewT_co
    view: ViewT_co
    sentences: tuple[str, ...] = ()

    _comes_from: ClassVar = "Table.events(token)"
