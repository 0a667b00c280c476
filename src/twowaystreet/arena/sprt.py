"""The sequential probability ratio test, which ends a match as soon as its result is clear.

Source: A. Wald, *Sequential Analysis* (1947). Two hypotheses compete: the difference between the
first player and the others is ``low``, or it is ``high``. After each deal the test compares the
likelihoods of all differences so far, taken as normally distributed. Their variance is not known,
so the test uses that of the differences so far.
"""

from __future__ import annotations

import math
from typing import Final

import attrs

from twowaystreet.errors import RulesError

ERROR_RATE: Final = 0.05
"""The probability of a wrong decision, if one of the hypotheses is true."""
LEAST_DEALS: Final = 100
"""The number of deals before the first decision; the variance of fewer is too uncertain."""
_BOUND: Final = math.log((1 - ERROR_RATE) / ERROR_RATE)


@attrs.define
class SequentialTest:
    """A test in progress.

    Attributes:
        low: the smaller difference, in points per hand.
        high: the larger difference.
        decision: the difference that the test accepted; ``None`` until then.
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
    """Return the test of two differences.

    Raises:
        RulesError: if these are not two finite numbers, the smaller first.
    """
    if sprt is None:
        return None
    refused = RulesError("sprt", sprt, "two differences in points per hand, the smaller first")
    try:
        low, high = map(float, sprt)
    except (TypeError, ValueError, OverflowError):
        raise refused from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise refused
    return SequentialTest(low, high)
