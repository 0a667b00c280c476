"""Reports of broken promises: the exception, and the description of an error from a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType
from typing import Final

MOST_LINES: Final = 40
"""The greatest number of lines of a transcript in a message, without lines from the middle."""
INDENT: Final = "    "


class Broken(AssertionError):
    """A game breaks a promise.

    Attributes:
        promise: the name of the promise.
        game: the name of the game.
        wrong: a description of the fault.
        transcript: the text of a record that ends with the fault; empty if no game can begin.
        says: the promise in one sentence.
        again: the call that repeats the check.
    """

    def __init__(
        self, promise: str, game: str, wrong: str, transcript: str, says: str = "", again: str = ""
    ) -> None:
        super().__init__(promise, game, wrong, transcript, says, again)
        self.promise = promise
        self.game = game
        self.wrong = wrong
        self.transcript = transcript
        self.says = says
        self.again = again

    def __str__(self) -> str:
        lines = [f"{self.game} breaks its promise {self.promise!r}: {self.says}", "", self.wrong]
        if self.transcript:
            title = "The fault is at the end of this record:"
            lines += ["", title, "", *_shortened(self.transcript)]
        if self.again:
            lines += ["", f"To repeat: {self.again}"]
        return "\n".join(lines)


def _shortened(transcript: str) -> list[str]:
    """Return the lines of a transcript, without the middle lines of a long one."""
    lines = transcript.rstrip("\n").split("\n")
    left_out = len(lines) - MOST_LINES
    if left_out > 1:
        half = MOST_LINES // 2
        lines = [*lines[:half], f"... ({left_out} lines left out)", *lines[-half:]]
    return [INDENT + line if line else "" for line in lines]


MAX_TEXT: Final = 200
"""The greatest length of the text of an error."""
NEEDED: Final = frozenset({"attr", "attrs", "cattrs", "typing_extensions"})
"""The packages that every game needs, besides the standard library."""
LIBRARY: Final = "twowaystreet"
GENERATED: Final = "<attrs generated"
"""The start of the file names that attrs gives to generated methods."""


def error_report(error: BaseException, instead_of: type[Exception] | None = None) -> str:
    """Describe an error, with the innermost line of game code in its traceback.

    Without game code in the traceback, the line is the one that raised the error.

    >>> try:
    ...     1 // 0
    ... except ZeroDivisionError as error:
    ...     error_report(error, ValueError)
    'ZeroDivisionError, not ValueError: integer division or modulo by zero (..., line 2, in ...)'
    """
    name = type(error).__name__ + (f", not {instead_of.__name__}" if instead_of else "")
    words = _text(error)
    return (f"{name}: {words}" if words else name) + _place(error)


def _text(error: BaseException) -> str:
    """Return the text of an error, shortened to one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        return ""  # a foreign error may raise another one in __str__
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 3] + "..."


def _place(error: BaseException) -> str:
    """Return the file, line and function of an error; nothing if it was never raised."""
    frames = list(walk_tb(error.__traceback__))
    for frame, line in [*_of_the_game(frames), *frames[-1:]]:
        code = frame.f_code
        return f" ({PurePath(code.co_filename).name}, line {line}, in {code.co_name})"
    return ""


def _of_the_game(frames: list[tuple[FrameType, int]]) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames outside the library and the packages that it needs."""
    for frame, line in reversed(frames):
        package, _, part = str(frame.f_globals.get("__name__", "")).partition(".")
        # The games of the library count as game code, like other games.
        library = package == LIBRARY and part.partition(".")[0] != "games"
        needed = package in NEEDED or (package in sys.stdlib_module_names and package != "__main__")
        if not (library or needed or frame.f_code.co_filename.startswith(GENERATED)):
            yield frame, line
