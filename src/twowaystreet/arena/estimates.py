"""Intervals for means of few or skewed values, and the sequential test.

Sources: M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions* (1964), 26.7, for
Student's t; P. Hall, *On the Removal of Skewness by Transformation* (1992), for skewed values; A.
Wald, *Sequential Analysis* (1947), for the sequential probability ratio test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from statistics import NormalDist
from typing import Final

import attrs

from twowaystreet._util.numbers import mean_and_error
from twowaystreet.errors import RulesError

ERROR_RATE: Final = 0.05
"""The probability of a wrong decision, if one of the hypotheses is true."""
LEAST_DEALS: Final = 100
"""The number of deals before the first decision; the variance of fewer is too uncertain."""
_BOUND: Final = math.log((1 - ERROR_RATE) / ERROR_RATE)
LEVEL: Final = 0.95
"""The probability of an interval, unless another is asked for."""


def student(level: float, freedom: int) -> float:
    """Return the bound that Student's t keeps to both sides with a probability."""
    if freedom > 200:  # a series gives seven digits
        z = NormalDist().inv_cdf((1 + level) / 2)
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        return z + (z**3 + z) / 4 / freedom + second / freedom**2
    low, high = 0.0, math.pi / 2
    while low < (angle := (low + high) / 2) < high:
        term, total = math.sin(angle), 0.0
        if freedom % 2:
            term, total = term * math.cos(angle) * 2 / math.pi, angle * 2 / math.pi
        for n in range(freedom % 2, freedom - 1, 2):
            total += term
            term *= math.cos(angle) ** 2 * (n + 1) / (n + 2)
        low, high = (angle, high) if total < level else (low, angle)
    return math.sqrt(freedom) * math.tan(angle)


def interval_of(values: Sequence[float], level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of the mean by Student's t, corrected for skewness from 20 values on."""
    if type(level) is not float or not 0 < level < 1:
        raise RulesError("level", level, "a number between 0 and 1, such as 0.95")
    mean, error = mean_and_error(values)
    bound = student(level, len(values) - 1) if len(values) > 1 else math.nan
    skew = _skew_of_mean(values)

    def corrected(point: float) -> float:
        # Hall's root; below a half, with a few rare values, it would move an end too far.
        root = max(math.cbrt(1 + skew * (point - skew / 6)), 0.5)
        return 3 * (point - skew / 6) / (1 + root + root**2)

    return mean - corrected(bound) * error, mean - corrected(-bound) * error


def _skew_of_mean(values: Sequence[float]) -> float:
    """Return the skewness of the mean, positive if few values are very high; 0 if unknown."""
    mean, error = mean_and_error(values)
    count = len(values)
    if count < 20 or not error:  # fewer have no tails
        return 0.0
    scale = error * math.sqrt(count * (count - 1))
    return math.fsum(((each - mean) / scale) ** 3 for each in values)


def is_skewed(values: Sequence[float]) -> bool:
    """Return whether skewed values shift the interval by a tenth of its half width."""
    return abs(_skew_of_mean(values)) > 0.135


@attrs.define
class SequentialTest:
    """A test in progress: is the difference ``low`` or ``high``, in points per hand?

    It takes all differences so far as normally distributed, with the variance that they have.
    """

    low: float
    high: float
    decision: float | None = None
    _deals: int = 0
    _mean: float = 0.0
    _squares: float = 0.0

    def add(self, difference: float) -> None:
        """Count the difference of one deal."""
        self._deals += 1
        before = difference - self._mean
        self._mean += before / self._deals
        self._squares += before * (difference - self._mean)
        if self._deals >= LEAST_DEALS and self.decision is None and abs(self.ratio) >= _BOUND:
            self.decision = self.high if self.ratio > 0 else self.low

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio; positive if ``high`` is more likely."""
        evidence = (self.high - self.low) * self._deals * (self._mean - (self.low + self.high) / 2)
        if not evidence:
            return 0.0
        # Equal differences leave no doubt.
        variance = self._squares / self._deals
        return evidence / variance if variance else math.copysign(math.inf, evidence)


def checked_test(sprt: tuple[float, float] | None) -> SequentialTest | None:
    """Return the test of two differences."""
    if sprt is None:
        return None
    with suppress(TypeError, ValueError, OverflowError):
        low, high = map(float, sprt)
        if math.isfinite(low) and math.isfinite(high) and low < high:
            return SequentialTest(low, high)
    raise RulesError("sprt", sprt, "two differences in points per hand, the smaller first")
