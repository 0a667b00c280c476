"""The scoring of Tien Len by the order of running out (TL-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from twowaystreet import authoring as core
from twowaystreet.games.tien_len.rules import PLAYERS

STAKE: Final = 1
"""The points that the loser pays to each other player (TL-6)."""


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of Tien Len.

    Attributes:
        place: the place in the order of running out, 1 to 4; the loser has the last.
        points: the change of the seat's total.
    """

    place: int

    @property
    def entry(self) -> str:
        """The entry of the score sheet, with the place and the points.

        >>> [seat.entry for seat in score([2, 0, 3]).seats]
        ['2: +1', '4: -3', '1: +1', '3: +1']
        """
        return f"{self.place}: {self.points:+}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of Tien Len.

    Attributes:
        seats: the score of each seat, in the order of seats.
        went_out: the three seats that ran out of cards, in this order.
    """

    went_out: tuple[int, ...]

    @property
    def loser(self) -> int:
        """The seat that alone kept cards.

        >>> score([2, 0, 3]).loser
        1
        """
        return loser_of(self.went_out)


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def loser_of(went_out: Sequence[int]) -> int:
    """Return the seat that is missing among the three that ran out."""
    return sum(range(PLAYERS)) - sum(went_out)


def score_of(went_out: tuple[int, ...]) -> HandScore:
    """Score a hand whose facts have been checked."""
    order = (*went_out, loser_of(went_out))
    lost = -STAKE * len(went_out)
    seats = [
        _new_seat_score(lost if place == PLAYERS else STAKE, place)
        for place in [order.index(seat) + 1 for seat in range(PLAYERS)]
    ]
    return _new_hand_score(tuple(seats), went_out)


def score(went_out: Sequence[int]) -> HandScore:
    """Score a hand of Tien Len that was played with real cards.

    Args:
        went_out: the three seats that ran out of cards, in this order.

    Raises:
        RulesError: if these are not three different seats.

    >>> score([2, 0, 3]).points
    (1, -3, 1, 1)
    """
    expected = f"{PLAYERS - 1} different seats from 0 to {PLAYERS - 1}, the first to run out first"
    playing = [*range(PLAYERS)]

    def read(value: object) -> int | None:
        seat = core.as_int(value)
        return playing.pop(playing.index(seat)) if type(seat) is int and seat in playing else None

    found = core.checked_entries(
        "went_out", went_out, read, expected, "TL-6", count=PLAYERS - 1, name="in place", first=1
    )
    return score_of(found)
