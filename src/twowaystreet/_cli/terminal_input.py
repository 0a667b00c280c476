"""Asking the person at the terminal for a line."""

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
        PersonLeft: if there are no more lines, or if it says that the person leaves.
    """
    try:
        text = input(_PROMPT)
    except EOFError:
        print()
        raise PersonLeft from None
    except UnicodeDecodeError:
        text = "?"  # bytes that are no text are certainly no move
    if not is_answered():
        # Nobody has seen it being typed: what was read from a file is shown, too.
        print(text)
    text = text.strip()
    if text.lower() == QUIT:
        raise PersonLeft
    return text


def is_answered() -> bool:
    """Return whether a person can answer questions: at a terminal, not in a file."""
    return sys.stdin.isatty()
