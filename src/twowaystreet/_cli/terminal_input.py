"""Questions to the person at the terminal."""

from __future__ import annotations

import sys
from typing import Final

_PROMPT: Final = "> "
QUIT: Final = "quit"


class PersonLeft(Exception):
    """The person has left."""


def ask() -> str:
    """Ask for a line.

    Raises:
        PersonLeft: if the input has ended, or if the line says quit.
    """
    try:
        text = input(_PROMPT)
    except EOFError:
        print()
        raise PersonLeft from None
    except UnicodeDecodeError:
        text = "?"  # a text that is never a move
    if not is_answered():
        # A line from a file does not appear on the screen unless the program prints it.
        print(text)
    text = text.strip()
    if text.lower() == QUIT:
        raise PersonLeft
    return text


def is_answered() -> bool:
    """Return True if a person can answer questions, because the input is a terminal."""
    return sys.stdin.isatty()
