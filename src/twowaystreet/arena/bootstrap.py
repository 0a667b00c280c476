"""Intervals for means without the assumption of a normal distribution.

Sources: B. Efron, *Better bootstrap confidence intervals* (1987), for the method BCa; P. Hall,
*The Bootstrap and Edgeworth Expansion* (1992), for the shift that skewed values cause.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

from twowaystreet._util.numbers import mean_and_error
from twowaystreet.errors import RulesError

LEVEL: Final = 0.95
"""The probability of an interval, unless another is asked for."""
_SAMPLES: Final = 2000
"""The number of resamples."""
_LEAST_DEALS: Final = 20
"""The number of deals below which tables show no bootstrap, as so few values have no tails."""
_CLEAR_SHIFT: Final = 0.1
"""The shift of an interval, in parts of its half width, from which the normal one misleads."""
_NORMAL: Final = NormalDist()


def bootstrap_interval(values: Sequence[float], level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of the mean by the bootstrap, bias-corrected and accelerated (BCa).

    It takes about a quarter of a second for each 1,000 observations.

    Raises:
        RulesError: if the probability is no number between 0 and 1.

    >>> low, high = bootstrap_interval([0.0] * 95 + [20.0] * 5)
    >>> low > 0 and high - 1 > 1 - low
    True
    """
    if type(level) is not float or not 0 < level < 1:
        raise RulesError("level", level, "a number between 0 and 1, such as 0.95")
    count = len(values)
    mean, error = mean_and_error(values)
    if not error > 0:  # nan or 0
        return (mean, mean) if error == 0 else (math.nan, math.nan)
    choices = random.Random(0).choices
    # Exact sums are the same on every version of Python.
    means = sorted(math.fsum(choices(values, k=count)) / count for _ in range(_SAMPLES))
    lower = sum(each < mean for each in means) + sum(each == mean for each in means) / 2
    bias = _NORMAL.inv_cdf(min(max(lower, 0.5), _SAMPLES - 0.5) / _SAMPLES)
    speed = _skewness(values) / (6 * math.sqrt(count))

    def corrected(probability: float) -> float:
        point = bias + _NORMAL.inv_cdf(probability)
        share = _NORMAL.cdf(bias + point / max(1 - speed * point, 0.1))
        return means[min(int(share * _SAMPLES), _SAMPLES - 1)]

    return corrected((1 - level) / 2), corrected((1 + level) / 2)


def _skewness(values: Sequence[float]) -> float:
    """Return the skewness: 0 for symmetric values, positive if few values are very high.

    >>> _skewness([1, 2, 3]), _skewness([0, 0, 0, 4]) > 1
    (0.0, True)
    """
    mean = math.fsum(values) / len(values)
    squares = math.fsum((value - mean) ** 2 for value in values) / len(values)
    if not squares:
        return 0.0
    scale = math.sqrt(squares)
    return math.fsum(((value - mean) / scale) ** 3 for value in values) / len(values)


def is_normal_misleading(values: Sequence[float]) -> bool:
    """Return whether skewed values shift the interval clearly, as a few rare hands decide.

    >>> is_normal_misleading([0.0] * 95 + [20.0] * 5), is_normal_misleading([-1.0, 1.0] * 50)
    (True, False)
    """
    if len(values) < _LEAST_DEALS:
        return False
    bound = _NORMAL.inv_cdf((1 + LEVEL) / 2)
    shift = _skewness(values) / (6 * math.sqrt(len(values))) * (1 + 2 * bound**2)
    return abs(shift) > _CLEAR_SHIFT * bound


def shown_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval for tables: the bootstrap's where the normal one misleads."""
    if is_normal_misleading(values):
        return bootstrap_interval(values)
    mean, error = mean_and_error(values)
    half = _NORMAL.inv_cdf((1 + LEVEL) / 2) * error
    return mean - half, mean + half
