"""Reports of finished games, with the facts that players write down after a match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final
from unicodedata import category

import attrs

from twowaystreet._core.engine.score_sheet import UNFIT
from twowaystreet._core.engine.state import AnyState
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, as_tuple, quoted
from twowaystreet.ratings import rate
from twowaystreet.table._errors import TableError
from twowaystreet.table._people import plain_text

_LONGEST: Final = 100
"""The most characters of a time."""


@attrs.frozen(kw_only=True)
class Report(Value):
    """The result of a game.

    Attributes:
        when: the time of the game, as the caller has given it.
        game: the title of the game.
        players: the names in the order of seats.
        scores: the final scores.
        winners: the seats that won.
        target: the agreed target in points; ``None`` without one.
        ratings: the ratings after the game (RA-1 to RA-6); ``None`` if none were given, or the game
            has no target.
        changes: the changes of the ratings, in whole points (RA-4); ``None`` as well. They are 0
            in a game to fewer than 12 points, which does not count (RA-1).
    """

    when: str
    game: str
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    target: int | None
    ratings: tuple[float, ...] | None = None
    changes: tuple[int, ...] | None = None

    def __str__(self) -> str:
        """Return the report as text, with a line for each seat.

        >>> print(
        ...     Report(
        ...         when="Sunday",
        ...         game="Two Way Street",
        ...         players=("Ann", "Ben"),
        ...         scores=(8, 20),
        ...         winners=(1,),
        ...         target=20,
        ...         ratings=(984, 1016),
        ...         changes=(-16, 16),
        ...     )
        ... )
        Two Way Street to 20 points, Sunday
        Ann  8, rating 984 (-16)
        Ben  20, rating 1016 (+16), won
        """
        to = "" if self.target is None else f" to {self.target} points"
        return "\n".join(
            [f"{self.game}{to}, {self.when}", *map(self._line, range(len(self.scores)))]
        )

    def _line(self, seat: int) -> str:
        rating = ""
        if self.ratings is not None and self.changes is not None:
            rating = f", rating {round(self.ratings[seat], 2)} ({self.changes[seat]:+d})"
        won = ", won" if seat in self.winners else ""
        return f"{self.players[seat]}  {self.scores[seat]}{rating}{won}"


def _checked_time(when: object) -> str:
    """Return a time in words.

    Raises:
        TableError: if it is neither a date nor a short text on one line.
    """
    text = plain_text(str(when) if issubclass(type(when), date) else when)
    if text is None or any(category(char) in UNFIT for char in text):
        raise TableError(f"when={quoted(when)}: expected a date, or a text on one line")
    if not 0 < len(text.strip()) <= _LONGEST:
        raise TableError(f"when={quoted(when)}: expected 1 to {_LONGEST} characters")
    return text.strip()


def report_of(
    state: AnyState, names: Sequence[str], when: object, ratings: Sequence[float] | None
) -> Report:
    """Return the report of a finished game.

    Raises:
        TableError: if the game is not over, or the time is neither a date nor a text on one line.
        RulesError: if the ratings are not one number for each seat.
    """
    time = _checked_time(when)
    if not state.is_over:
        raise TableError("the game is not over: there is no report yet")
    assert state.score is not None
    target: int | None = getattr(state.rules, "target", None)
    after = changes = None
    if ratings is not None:
        expected = f"{len(names)} finite numbers, one for each seat"
        before = as_tuple("ratings", ratings, expected, "RA-4")
        if len(before) != len(names):
            raise RulesError("ratings", ratings, expected, "RA-4")
        fewer = state.score.fewer_is_better
        rated = rate(before, state.scores, target=target or 1, lowest_wins=fewer)  # checks them
        if target is not None:
            after = rated
            changes = tuple(round(new - old) for new, old in zip(after, before, strict=True))
    return Report(
        when=time,
        game=state.title,
        players=tuple(names),
        scores=state.scores,
        winners=state.winners,
        target=target,
        ratings=after,
        changes=changes,
    )
