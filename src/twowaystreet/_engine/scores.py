"""The base of every game's hand score."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

import attrs

from twowaystreet._util.values import Pictured, Value


@attrs.frozen
class SeatScore(Value):
    """One seat's score of one hand; games add the parts of their scores.

    Attributes:
        points: the change of the seat's total.
    """

    points: int

    @property
    def entry(self) -> str:
        """The entry on the score sheet, above the total."""
        return f"{self.points:+}"


SeatScoreT = TypeVar("SeatScoreT", bound=SeatScore, covariant=True)


@attrs.frozen
class HandScore(Pictured, Generic[SeatScoreT]):
    """The score of one hand.

    Attributes:
        seats: the score of each seat, in the order of seats.
    """

    _drawn_by: ClassVar = "score"
    seats: tuple[SeatScoreT, ...]

    fewer_is_better: ClassVar[bool] = False
    """``True`` in games in which few points are good, such as games that count down."""
    starts_at: ClassVar[int] = 0
    """The total with which each seat begins the game."""

    @property
    def points(self) -> tuple[int, ...]:
        """The change of each seat's total."""
        return tuple(seat.points for seat in self.seats)

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The worth of the hand to each seat, higher being better in every game.

        A payoff is the seat's points minus the mean of the others' points, with the sign reversed
        if ``fewer_is_better``. Payoffs sum to zero, apart from rounding.

        >>> HandScore((SeatScore(4), SeatScore(0), SeatScore(2))).payoffs
        (3.0, -3.0, 0.0)
        """
        points = self.points
        others = max(len(points) - 1, 1)  # a single player has no others
        sign = -1 if self.fewer_is_better else 1
        total = sum(points)
        # Whole numbers up to the division, so only the result is rounded.
        return tuple(sign * (len(points) * own - total) / others for own in points)
