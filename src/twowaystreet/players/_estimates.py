"""Estimates of the worth of moves, from the results of playouts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import attrs

from twowaystreet._util.numbers import mean_and_error
from twowaystreet._util.values import Value


@attrs.frozen
class Estimate(Value):
    """The estimated worth of a move.

    Attributes:
        mean: the mean of the payoffs to the player, as :func:`twowaystreet.payoffs` counts them;
            ``nan`` if the move was never tried.
        error: the standard error of this mean; ``nan`` if fewer than two results give none.
    """

    mean: float
    error: float


NO_ESTIMATE: Final = Estimate(math.nan, math.nan)
"""The estimate of a move that was never tried."""


def estimate(results: Sequence[float]) -> Estimate:
    """Estimate the mean from independent results.

    >>> estimate([1.0, 2.0, 3.0])
    Estimate(mean=2.0, error=0.5773502691896257)
    """
    return Estimate(*mean_and_error(results))
