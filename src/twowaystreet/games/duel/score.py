"""The scoring of the Duel (DU-11), from the facts of a hand alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import TRICKS, Direction, typed_direction

FOR_EACH_TRICK: Final = 2
FOR_LEVEL: Final = 1  # the points of the dealer if both players have the same number of tricks
MOST_POINTS: Final = max(FOR_EACH_TRICK * 2 * TRICKS, FOR_LEVEL)
"""A bound of the points of a hand: all tricks in the play, and as many from the stock."""


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of the Duel.

    Attributes:
        direction: the direction of the hand, for both players.
        tricks: the number of tricks that the seat won in the play.
        captured: the number of tricks that the seat took from the stock.
        against: the number of the opponent's tricks, captured ones included.
        points: the change of the seat's total.
    """

    direction: Direction
    tricks: int
    captured: int
    against: int

    @property
    def total(self) -> int:
        """All tricks of the seat, captured ones included."""
        return self.tricks + self.captured

    @property
    def entry(self) -> str:
        """The entry of the score sheet, with the direction, both players' tricks and the points.

        >>> score("high", [7, 3], captured=[0, 3], dealer=0).seats[0].entry
        'H,7-6:2'
        """
        return f"{self.direction[0].upper()},{self.total}-{self.against}:{self.points}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of the Duel.

    Attributes:
        direction: the direction of the hand.
        seats: the score of each seat, in the order of seats.
    """

    direction: Direction


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def score_of(
    direction: Direction, tricks: Sequence[int], captured: Sequence[int], dealer: int
) -> HandScore:
    """Score a hand whose facts have been checked (DU-11)."""
    totals = [won + free for won, free in zip(tricks, captured, strict=True)]
    lead = totals[0] - totals[1]
    better = dealer if not lead else int((lead > 0) is (direction is Direction.LOW))
    points = [0, 0]
    points[better] = FOR_EACH_TRICK * abs(lead) or FOR_LEVEL
    return _new_hand_score(
        tuple(
            _new_seat_score(points[seat], direction, tricks[seat], captured[seat], totals[1 - seat])
            for seat in range(2)
        ),
        direction,
    )


def score(
    direction: Direction | str,
    tricks: Sequence[int],
    captured: Sequence[int] = (0, 0),
    *,
    dealer: int,
) -> HandScore:
    """Score a hand of the Duel that was played with real cards.

    Args:
        direction: the direction of the hand, ``high`` or ``low``; also ``h`` or ``l``.
        tricks: the number of tricks that each player won in the play; ten in all.
        captured: the number of tricks that each player took from the stock; at least one of the
            two is 0, the other at most ten.
        dealer: the seat that dealt, 0 or 1.

    Raises:
        RulesError: if these facts are impossible in one hand.
        SeatError: if the dealer is not a seat.

    >>> score("low", [5, 5], captured=[2, 0], dealer=0).points
    (0, 4)
    """
    known = typed_direction(direction)
    if known is None:
        raise core.RulesError("direction", direction, "high or low", "DU-7")
    expected = f"two whole numbers, {TRICKS} in all"
    won = core.checked_counts("tricks", tricks, 2, TRICKS, expected, "DU-10")
    expected = f"two whole numbers, one of them 0, the other at most {TRICKS}"
    free = core.checked_counts("captured", captured, 2, None, expected, "DU-7")
    if min(free) > 0 or max(free) > TRICKS:
        raise core.RulesError("captured", captured, expected, "DU-7")
    return score_of(known, won, free, core.checked_seat(dealer, 2))
