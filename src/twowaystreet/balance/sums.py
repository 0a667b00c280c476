"""Sums over hands, from which all means, errors and tests follow; their size does not grow.

A measure is a ratio of two sums over hands, such as the payoffs of those who declared high by their
number. A hand is one observation, as its seats share the cards. The error of a ratio is that of
its linear part, which is known as the delta method: W. G. Cochran, *Sampling Techniques* (1977),
6.4. The test of equal means is that of A. Wald, and many tests are corrected as by S. Holm, *A
Simple Sequentially Rejective Multiple Test Procedure* (1979).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet.arena.results import LEVEL, student

Key: TypeAlias = Hashable
"""What is summed, such as ``("payoff", 0, "seat", 2)``."""
Floats: TypeAlias = npt.NDArray[np.float64]


@attrs.frozen
class Ratio:
    """Two sums over hands, by their keys; the measure is the first by the second."""

    above: Key
    below: Key


class Estimate(NamedTuple):
    """An estimate, its standard error and the interval that holds the true value in 95 %."""

    value: float
    error: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, error: float, observations: int) -> Estimate:
        """Return an estimate with its interval."""
        half = student(LEVEL, observations - 1) * error if observations > 1 else math.nan
        return cls(value, error, value - half, value + half)


@attrs.define(eq=False)
class Sums:
    """Sums of quantities over hands, and sums of the products of any two."""

    count: int = 0
    places: dict[Key, int] = attrs.field(factory=dict[Key, int])
    _sums: Floats = attrs.field(factory=lambda: np.zeros(0))
    _products: Floats = attrs.field(factory=lambda: np.zeros((0, 0)))

    def add(self, hands: int, columns: Mapping[Key, npt.NDArray[np.generic]]) -> None:
        """Add some hands; a quantity that is not among the columns is 0 in each of them."""
        for key in columns:
            self.places.setdefault(key, len(self.places))
        more = len(self.places) - len(self._sums)
        if more:
            self._sums = np.pad(self._sums, (0, more))
            self._products = np.pad(self._products, ((0, more), (0, more)))
        where = np.array([self.places[key] for key in columns])
        table = np.column_stack([column.astype(np.float64) for column in columns.values()])
        self.count += hands
        self._sums[where] += table.sum(axis=0)
        self._products[np.ix_(where, where)] += table.T @ table

    def total(self, key: Key) -> float:
        """Return a sum; 0 of what never was."""
        return float(self._sums[self.places[key]]) if key in self.places else 0.0

    def value(self, ratio: Ratio) -> float:
        """Return a ratio; nan if it has none."""
        below = self.total(ratio.below)
        return self.total(ratio.above) / below if below else math.nan

    def covariance(self, ratios: Sequence[Ratio]) -> Floats:
        """Return the covariances of the estimates of some ratios, all of which have a value."""
        linear = np.zeros((len(ratios), len(self.places)))
        for row, ratio in zip(linear, ratios, strict=True):
            below = self.total(ratio.below)
            if ratio.above in self.places:
                row[self.places[ratio.above]] += 1 / below
            row[self.places[ratio.below]] -= self.value(ratio) / below
        found: Floats = linear @ self._products @ linear.T
        # What is left of a constant is rounding.
        squares = np.array([self.value(each) ** 2 for each in ratios]) / self.count
        found[np.ix_(*[np.diag(found) < 1e-12 * squares] * 2)] = 0
        return found * self.count / (self.count - 1) if self.count > 1 else found * math.nan

    def estimate(self, ratio: Ratio) -> Estimate:
        """Return a ratio with its error."""
        error = math.sqrt(max(float(self.covariance([ratio])[0, 0]), 0))
        return Estimate.of(self.value(ratio), error, self.count)

    def difference(self, first: Ratio, second: Ratio) -> Estimate:
        """Return the second ratio less the first, with the error of pairs."""
        (a, c), (_, b) = self.covariance([first, second]).tolist()
        scale = max(abs(a), abs(b))
        squares = a + b - 2 * c
        # What is left of equal numbers after the subtraction is rounding.
        error = math.sqrt(squares) if squares > 1e-12 * scale else 0.0
        return Estimate.of(self.value(second) - self.value(first), error, self.count)

    def equality(self, ratios: Sequence[Ratio]) -> tuple[float, int, float]:
        """Test whether some ratios are equal; return the statistic, its freedom and p."""
        values = np.array([self.value(each) for each in ratios])
        contrasts = np.eye(len(ratios))[1:] - np.eye(len(ratios))[0]
        covariance: Floats = contrasts @ self.covariance(ratios) @ contrasts.T
        apart: Floats = contrasts @ values
        # Partners have equal payoffs, which leave fewer independent differences.
        freedom = int(np.linalg.matrix_rank(covariance, hermitian=True))
        statistic = float(apart @ np.linalg.pinv(covariance, hermitian=True) @ apart)
        return statistic, freedom, chi_squared(statistic, freedom)


def chi_squared(statistic: float, freedom: int) -> float:
    """Return the probability that chi-squared exceeds a number.

    >>> round(chi_squared(3.841, 1), 3), round(chi_squared(7.815, 3), 3)
    (0.05, 0.05)
    """
    if freedom < 1:
        return 1.0
    half, known = statistic / 2, 2 - freedom % 2
    found = math.erfc(math.sqrt(half)) if known == 1 else math.exp(-half)
    while known < freedom:
        found += half ** (known / 2) * math.exp(-half) / math.gamma(known / 2 + 1)
        known += 2
    return found


def normal(estimate: Estimate) -> float:
    """Return the probability of an estimate at least as far from 0, if the true value is 0."""
    if not estimate.error:
        return float(estimate.value == 0)
    return chi_squared((estimate.value / estimate.error) ** 2, 1)


def holm(chances: Sequence[float]) -> list[float]:
    """Correct the probabilities of several tests, so that 5 % is that of any false alarm.

    >>> [round(each, 2) for each in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    found, most = [1.0] * len(chances), 0.0
    for rank, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        most = max(most, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = most
    return found
