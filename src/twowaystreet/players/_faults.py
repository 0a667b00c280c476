"""Faults of players: results, which never end a match or a game."""

from __future__ import annotations

import random
import re
import threading
from enum import StrEnum
from typing import Any, Final

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.players.protocol import Player
from twowaystreet._core.views.views import AnyView
from twowaystreet.errors import quoted

LONGEST: Final = 120
"""The greatest length of a message."""
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]+")


class Fault(StrEnum):
    """The kinds of faults."""

    EXCEPTION = "exception"
    """The player raised an exception, or its process ended."""
    ILLEGAL = "illegal"
    """The move is not legal."""
    NOT_A_MOVE = "not a move"
    """The player returned something other than a move."""
    SLOW = "slow"
    """The move took longer than the time limit."""


class Faulty(Exception):
    """A fault of a player, for the code of arenas and tables.

    Attributes:
        fault: the kind.
        message: the fault in words. The reason of a refusal names cards that may be hidden.
        shown: the fault in words for everybody.
    """

    def __init__(self, fault: Fault, message: str, shown: str | None = None) -> None:
        super().__init__(fault, message, shown)
        self.fault = fault
        self.message = message
        # The message of an exception begins with its class.
        named = message if fault is Fault.EXCEPTION else f"{fault}: {message}"
        self.shown = named if shown is None else shown


class Terminated(SystemExit):
    """The end of the program because of a signal; like Ctrl-C it is no fault of a player."""


NO_FAULTS: Final = (KeyboardInterrupt, Terminated)
"""The exceptions that end the program in the middle of a player's move."""


def ends_program(error: BaseException) -> bool:
    """Return whether an exception ends the program, and is no fault of a player.

    Python interrupts the main thread alone. In another thread a player has raised the interrupt.
    """
    if isinstance(error, KeyboardInterrupt):
        return threading.current_thread() is threading.main_thread()
    return isinstance(error, Terminated)


def message_of(error: BaseException) -> str:
    """Return the class and the text of an exception; the same on every run.

    >>> message_of(KeyError(object()))
    'KeyError: <object object at 0x...>'
    """
    try:
        text = f"{type(error).__name__}: {error}"
    except BaseException as second:  # the text of a foreign exception may raise anything
        if ends_program(second):
            raise
        text = f"{type(error).__name__}: an exception without text"
    # Addresses differ from run to run.
    return " ".join(_ADDRESS.sub("0x...", text).split())[:LONGEST]


def move_from(player: Player, view: AnyView, rng: random.Random) -> Move:
    """Ask a player for a move.

    Raises:
        Faulty: if the player raises an exception, except those that end the program, or returns no
            move.
    """
    try:
        found: Any = player(view, rng)  # Any: not checked yet
    except Faulty:
        raise
    except BaseException as error:  # a player may call sys.exit
        if ends_program(error):
            raise
        raise Faulty(Fault.EXCEPTION, message_of(error)) from None
    if not issubclass(type(found), Move):  # its own __class__ may raise anything
        raise Faulty(Fault.NOT_A_MOVE, _ADDRESS.sub("0x...", quoted(found)))
    move: Move = found
    return move
