"""Asking the person at the terminal for a line."""

from __future__ import annotations

import sys
from typing import Final

_PROMPT: Final = "> "
QUIT: Final = "quit"


class Left(Exception):
    """The person has left."""


def ask() -> str:
    """Ask for a line: in lower case, as all words of the notation are.

    Raises:
        Left: if there are no more lines, or if it says that the person leaves.
    """
    try:
        text = input(_PROMPT)
    except EOFError:
        print()
        raise Left from None
    except UnicodeDecodeError:
        text = "?"  # bytes that are no text are certainly no move
    if not sys.stdin.isatty():
        # Nobody has seen it being typed: what was read from a file is shown, too.
        print(text)
    text = text.strip().lower()
    if text == QUIT:
        raise Left
    return text
