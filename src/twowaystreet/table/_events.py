"""The log of a table, and its events as one person may know them."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._util.values import Derived, Value
from twowaystreet._views.views import AnyView


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


WORDS: Final = {
    Happened.JOIN: "joins",
    Happened.ASK: "asks to take back a move",
    Happened.AGREE: "agrees to take back the move",
    Happened.UNDO: "takes back a move",
    Happened.FAULT: "fails, and a random player moves instead until the next deal",
}
"""The texts of events other than moves."""


@attrs.frozen
class Entry(Value):
    """An entry of the log.

    Attributes:
        number: the number of the event, from 1. Numbers never repeat, even after an undo.
        happened: the kind.
        seat: the seat that acted; ``None`` for a deal.
        moves: the number of moves in the record after this event.
    """

    number: int
    happened: Happened
    seat: int | None
    moves: int


@attrs.frozen
class TableEvent(Derived):
    """An event as one person may know it.

    Attributes:
        number: the number of the event, from 1. The numbers rise, and skip the moves that were
            taken back.
        happened: the kind.
        seat: the seat that acted; ``None`` for a deal.
        text: the visible text of the move, or the event in words, without its subject.
        move: the move; ``None`` for other events, and if part of the move is hidden.
        before: the person's view before the event.
        view: the person's view after it.
    """

    number: int
    happened: Happened
    seat: int | None
    text: str
    move: Move | None
    before: AnyView
    view: AnyView

    _comes_from: ClassVar = "Table.events(token)"
