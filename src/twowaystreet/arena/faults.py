"""The errors of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twowaystreet.errors import TwoWayStreetError

if TYPE_CHECKING:
    from twowaystreet.arena.gauntlets import GauntletResults
    from twowaystreet.arena.results import Results


class ArenaError(TwoWayStreetError):
    """A match that cannot begin or go on, or a hand that cannot be played again.

    Attributes:
        reason: the fault, in words.
        results: the results of the deals that are finished; ``None`` before the first.
    """

    def __init__(self, reason: str, results: Results | GauntletResults | None = None) -> None:
        super().__init__(reason, results)
        self.reason = reason
        self.results = results

    def __str__(self) -> str:
        return self.reason


class MatchFileError(ArenaError):
    """A file that is damaged, or that of another match."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a match.

    Attributes:
        results: the results of the deals that are finished; ``None`` before the first.
    """

    def __init__(self, results: Results | GauntletResults | None) -> None:
        super().__init__(results)
        self.results = results
