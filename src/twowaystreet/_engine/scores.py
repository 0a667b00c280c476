"""Scores of hands: what every game's score has."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

import attrs

from twowaystreet._util.values import Value


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

    fewer_is_better: ClassVar[bool] = False
    """Whether players want few points, as in games that count down."""

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat's total changes by."""
        return tuple(seat.points for seat in self.seats)

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The worth of the hand to each seat, higher being better in every game.

        A payoff is the seat's points less the mean of the others' points, and with the sign turned
        where ``fewer_is_better``. All of them add up to 0, but for the rounding of fractions.

        >>> HandScore((SeatScore(4), SeatScore(0), SeatScore(2))).payoffs
        (3.0, -3.0, 0.0)
        """
        points = self.points
        others = max(len(points) - 1, 1)  # alone at a table a player gains nothing on anybody
        sign = -1 if self.fewer_is_better else 1
        total = sum(points)
        # In whole numbers up to the division: nothing is rounded but its result.
        return tuple(sign * (len(points) * own - total) / others for own in points)
