"""What is raised when a game breaks a promise: which one, how, and the moves that lead there."""

from __future__ import annotations

from typing import Final

MOST_LINES: Final = 40
"""How many lines of a transcript a message shows; the rest is left out of the middle."""
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
