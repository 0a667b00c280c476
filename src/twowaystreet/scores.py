"""Scores of hands: what every game's score has."""

from __future__ import annotations

from typing import Generic, TypeVar

import attrs

from twowaystreet.values import Value


@attrs.frozen
class SeatScore(Value):
    """One seat's score of one hand; games add what theirs is made of.

    Attributes:
        points: what the seat's total changes by.
    """

    points: int

    @property
    def entry(self) -> str:
        """What is written on the score sheet above the total."""
        return f"{self.points:+}"


SeatScoreT = TypeVar("SeatScoreT", bound=SeatScore, covariant=True)


@attrs.frozen
class HandScore(Value, Generic[SeatScoreT]):
    """The score of one hand.

    Attributes:
        seats: the score of each seat, in the order of seats.
    """

    seats: tuple[SeatScoreT, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat's total changes by."""
        return tuple(seat.points for seat in self.seats)
