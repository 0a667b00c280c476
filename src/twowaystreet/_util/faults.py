"""Exceptions of foreign code: those that end the program, and the messages of all others."""

from __future__ import annotations

import re
import threading
from typing import Final

LONGEST_MESSAGE: Final = 120
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]+")


class Terminated(SystemExit):
    """The end of the program because of a signal; like Ctrl-C it is no fault of a player."""


NO_FAULTS: Final = (KeyboardInterrupt, Terminated)
"""The exceptions that end the program in the middle of a player's move."""


def ends_program(error: BaseException) -> bool:
    """Return whether an exception ends the program; only the main thread is interrupted."""
    if isinstance(error, KeyboardInterrupt):
        return threading.current_thread() is threading.main_thread()
    return isinstance(error, Terminated)


def message_of(error: BaseException, most: int = LONGEST_MESSAGE) -> str:
    """Return the class and the text of an exception on one line; the same on every run."""
    try:
        text = f"{type(error).__name__}: {error}"
    except BaseException as second:  # the text of a foreign exception may raise anything
        if ends_program(second):
            raise
        text = f"{type(error).__name__}: an exception without text"
    return " ".join(without_addresses(text).split())[:most]


def without_addresses(text: str) -> str:
    return _ADDRESS.sub("0x...", text)
