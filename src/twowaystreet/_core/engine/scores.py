"""The base of every game's hand score."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

import attrs

from twowaystreet._core.engine.sides import HasSeats, Sides, alone, leads, sides_of
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
        """The worth of the hand to each seat alone, higher being better in every game.

        A payoff is the seat's points minus the mean of the others' points, with the sign reversed
        if ``fewer_is_better``. Payoffs sum to zero, apart from rounding. A score does not know the
        partners of a game; :func:`twowaystreet.payoffs` does.

        >>> HandScore((SeatScore(4), SeatScore(0), SeatScore(2))).payoffs
        (3.0, -3.0, 0.0)
        """
        return self._payoffs_of(alone(len(self.seats)))

    def _payoffs_of(self, sides: Sides) -> tuple[float, ...]:
        """Return the worth of the hand to each seat, which partners share."""
        sign = -1 if self.fewer_is_better else 1
        found, size = leads(self.points, sides)
        # Whole numbers up to the division, so only the result is rounded.
        return tuple([sign * lead / size for lead in found])


def payoffs_of(score: HandScore[SeatScore], rules: HasSeats) -> tuple[float, ...]:
    """Return the worth of a hand to each seat in a game with these rules."""
    sides = sides_of(rules)
    return score.payoffs if len(sides) == len(score.seats) else score._payoffs_of(sides)
