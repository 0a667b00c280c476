"""The scoring of Twenty Down (TD-5, TD-9), from the facts of a hand alone."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar, Final

import attrs

from twowaystreet._core.cards.cards import Suit, member_of
from twowaystreet._core.engine import match
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import fast_constructor
from twowaystreet.errors import RulesError, as_tuple

PLAYERS: Final = 4
TRICKS: Final = 5
"""The number of tricks in a hand, and of cards that each player holds before the play."""
DOUBLED: Final = Suit.HEARTS
"""The trumps that double all points (TD-5, TD-9)."""

ALL_IN: Final = Suit.DIAMONDS
"""The trumps with which everyone is in (TD-4)."""

START: Final = 20
"""The points with which each player begins (TD-9)."""
FOR_A_TRICK: Final = -1
FOR_NO_TRICK: Final = 5
"""The points of a player who is in, but takes no trick (TD-9)."""
FOR_STANDING_ALONE: Final = -5
"""The points of the only player who is in; the hand is not played (TD-5)."""


class Status(StrEnum):
    """The choice to take part in the play of a hand, or not (TD-4)."""

    IN = "in"
    OUT = "out"


@attrs.frozen
class SeatScore(match.SeatScore):
    """One seat's score of one hand of Twenty Down.

    Attributes:
        status: in or out.
        tricks: the number of tricks that the seat took.
        points: the change of the seat's total; less is better.
    """

    status: Status
    tricks: int

    @property
    def entry(self) -> str:
        """The entry of the score sheet, tricks and points, or ``out``.

        >>> [seat.entry for seat in score([3, 2, 0, 0], "C", ["in", "in", "in", "out"]).seats]
        ['3:-3', '2:-2', '0:+5', 'out']
        """
        return f"{self.tricks}:{self.points:+}" if self.status is Status.IN else "out"


@attrs.frozen
class HandScore(match.HandScore[SeatScore]):
    """The score of one hand of Twenty Down.

    Attributes:
        trumps: the suit that was trumps; hearts count double.
        seats: the score of each seat, in the order of seats.
    """

    trumps: Suit

    fewer_is_better: ClassVar = True  # TD-9
    starts_at: ClassVar = START


_new_seat_score: Final = fast_constructor(SeatScore)
_new_hand_score: Final = fast_constructor(HandScore)


def score_of(tricks: Sequence[int], trumps: Suit, statuses: Sequence[Status]) -> HandScore:
    """Score a hand whose facts have been checked."""
    factor = 2 if trumps is DOUBLED else 1
    alone = statuses.count(Status.IN) == 1
    seats: list[SeatScore] = []
    for status, taken in zip(statuses, tricks, strict=True):
        if status is Status.OUT:
            points = 0
        elif alone:
            points = FOR_STANDING_ALONE
        else:
            points = FOR_A_TRICK * taken or FOR_NO_TRICK
        seats.append(_new_seat_score(factor * points, status, taken))
    return _new_hand_score(tuple(seats), trumps)


def score(tricks: Sequence[int], trumps: Suit | str, statuses: Sequence[Status | str]) -> HandScore:
    """Score a hand of Twenty Down that was played with real cards.

    Args:
        tricks: the number of tricks of each of the four players; five in all, or none if only one
            player was in.
        trumps: the suit that was trumps, as a :class:`~twowaystreet.Suit` or its letter.
        statuses: ``in`` or ``out`` for each player; at least one is in, and with diamonds all.

    Returns:
        The score; points count down, so a trick is worth -1.

    Raises:
        RulesError: if these facts are impossible in one hand.

    >>> score([4, 1, 0, 0], "H", ["in", "in", "in", "out"]).points
    (-8, -2, 10, 0)
    """
    suit = member_of(Suit, trumps)
    if suit is None:
        raise RulesError("trumps", trumps, "a suit: C, D, H or S", "TD-2")
    expected = f"{PLAYERS} words, in or out, and at least one in"
    given = as_tuple("statuses", statuses, expected, "TD-4")
    said = [member_of(Status, word) for word in given]
    known = [status for status in said if status is not None]
    playing = known.count(Status.IN)
    if len(given) != PLAYERS or len(known) != PLAYERS or not playing:
        raise RulesError("statuses", statuses, expected, "TD-4")
    if suit is ALL_IN and playing < PLAYERS:
        raise RulesError("statuses", statuses, "in for each, as diamonds are trumps", "TD-4")
    in_all = TRICKS if playing > 1 else 0
    expected = f"{PLAYERS} whole numbers, {in_all} in all, 0 for each player who is out"
    counts = as_tuple("tricks", tricks, expected, "TD-9")
    if (
        len(counts) != PLAYERS
        or not all(is_int(count) and count >= 0 for count in counts)
        or sum(counts) != in_all
        or any(count and status is Status.OUT for count, status in zip(counts, known, strict=True))
    ):
        raise RulesError("tricks", tricks, expected, "TD-9")
    return score_of(counts, suit, known)
