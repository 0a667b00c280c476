"""Reports of a broken promise: the exception, and a description of an error that a game raises."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType
from typing import Final

MOST_LINES: Final = 40
"""The greatest number of lines of a transcript in a message; the rest is left out of the middle."""
INDENT: Final = "    "


class Broken(AssertionError):
    """A game breaks a promise.

    Attributes:
        promise: the name of the promise.
        game: the name of the game.
        wrong: what went wrong.
        transcript: the moves that lead there, as the text of a record; empty if no game can begin.
        says: what was promised, in one sentence.
        again: how to see it once more.
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
            lines += ["", "It shows at the end of this record:", "", *_shortened(self.transcript)]
        if self.again:
            lines += ["", f"Once more: {self.again}"]
        return "\n".join(lines)


def _shortened(transcript: str) -> list[str]:
    """The lines of a transcript, without those in the middle if they are too many."""
    lines = transcript.rstrip("\n").split("\n")
    left_out = len(lines) - MOST_LINES
    if left_out > 1:
        half = MOST_LINES // 2
        lines = [*lines[:half], f"... ({left_out} lines left out)", *lines[-half:]]
    return [INDENT + line if line else "" for line in lines]


MAX_TEXT: Final = 200
"""The greatest number of characters shown of the text of an error."""
NEEDED: Final = frozenset({"attr", "attrs", "cattrs", "typing_extensions"})
"""What every game is built with, besides the standard library."""
LIBRARY: Final = "twowaystreet"
GENERATED: Final = "<attrs generated"
"""How the names of those files begin that are none, but methods made by attrs."""


def error_report(error: BaseException, instead_of: type[Exception] | None = None) -> str:
    """An error in words, with the innermost line of the game's own code on the way to it.

    If no code of the game is on the way, the line is that in which the error was raised.

    Args:
        error: the error.
        instead_of: the kind of errors that it should have been, if it should have been one.

    >>> try:
    ...     1 // 0
    ... except ZeroDivisionError as error:
    ...     error_report(error, ValueError)
    'ZeroDivisionError, no ValueError: integer division or modulo by zero (..., line 2, in ...)'
    """
    name = type(error).__name__ + (f", no {instead_of.__name__}" if instead_of else "")
    words = _text(error)
    return (f"{name}: {words}" if words else name) + _place(error)


def _text(error: BaseException) -> str:
    """What an error says, in one line and shortened."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        return ""  # an error of somebody else's may raise another one when it is shown
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 3] + "..."


def _place(error: BaseException) -> str:
    """The file, the line and the function; nothing if the error was never raised."""
    frames = list(walk_tb(error.__traceback__))
    for frame, line in [*_of_the_game(frames), *frames[-1:]]:
        code = frame.f_code
        return f" ({PurePath(code.co_filename).name}, line {line}, in {code.co_name})"
    return ""


def _of_the_game(frames: list[tuple[FrameType, int]]) -> Iterator[tuple[FrameType, int]]:
    """Those of some frames that are neither of the library nor of what it is built on."""
    for frame, line in reversed(frames):
        package, _, part = str(frame.f_globals.get("__name__", "")).partition(".")
        # The games that come along are games like others.
        ours = package == LIBRARY and part.partition(".")[0] != "games"
        others = package in NEEDED or (package in sys.stdlib_module_names and package != "__main__")
        if not (ours or others or frame.f_code.co_filename.startswith(GENERATED)):
            yield frame, line
