"""Sums over hands, from which all means, errors and tests follow; their size does not grow.

A measure is a ratio of two sums over hands, such as the payoffs of those who declared high by their
number. A hand is one observation, as its seats share the cards. The error of a ratio is that of
its linear part, which is known as the delta method: W. G. Cochran, *Sampling Techniques* (1977),
6.4. The test of equal means is that of A. Wald, and many tests are corrected as by S. Holm, *A
Simple Sequentially Rejective Multiple Test Procedure* (1979).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet.arena.results import LEVEL, student

Floats: TypeAlias = npt.NDArray[np.float64]


@attrs.frozen
class Named:
    """A measure, which is the sum of its column by that of another, such as the number of hands."""

    name: str
    words: str = attrs.field(eq=False)
    group: str = attrs.field(eq=False)
    below: str = attrs.field(default="hands", eq=False)
    of: str = attrs.field(default="hands", eq=False)


Columns: TypeAlias = Mapping[Named | str, npt.ArrayLike]
"""What is summed over observations: that of measures, and what they are divided by."""
Key: TypeAlias = tuple[int, Named]
Place: TypeAlias = tuple[int, Named | str]
"""The number of the rules, and a measure or what it is divided by."""


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
    places: dict[Place, int] = attrs.field(factory=dict[Place, int])
    _sums: Floats = attrs.field(factory=lambda: np.zeros(0))
    _products: Floats = attrs.field(factory=lambda: np.zeros((0, 0)))

    def add(self, count: int, with_each: Sequence[Columns]) -> None:
        """Add observations with each rules; a column that they lack is 0 in all of them."""
        columns = {(at, key): each[key] for at, each in enumerate(with_each) for key in each}
        places = {**self.places}
        where = np.array([places.setdefault(key, len(places)) for key in columns])
        table = np.zeros((count, len(columns)))
        for at, column in enumerate(columns.values()):
            table[:, at] = column
        more = len(places) - len(self.places)
        sums, products = np.pad(self._sums, (0, more)), np.pad(self._products, ((0, more),) * 2)
        sums[where] += table.sum(axis=0)
        products[np.ix_(where, where)] += table.T @ table
        # All change together, as an interruption asks for what is known.
        self.places, self._sums, self._products = places, sums, products
        self.count += count

    def known(self, rules: int) -> Iterator[Key]:
        """Yield the measures of rules that have a value."""
        for at, named in self.places:
            if at == rules and isinstance(named, Named) and self.divisor((at, named)) > 0:
                yield at, named

    def total(self, key: Place) -> float:
        """Return a sum."""
        return float(self._sums[self.places[key]])

    def divisor(self, key: Key) -> float:
        """Return the sum by which that of a measure is divided."""
        return self.total((key[0], key[1].below))

    def value(self, key: Key) -> float:
        """Return the ratio."""
        return self.total(key) / self.divisor(key)

    def covariance(self, keys: Sequence[Key]) -> Floats:
        """Return the covariances of some estimates."""
        linear = np.zeros((len(keys), len(self.places)))
        for row, key in zip(linear, keys, strict=True):
            row[self.places[key]] += 1 / self.divisor(key)
            row[self.places[key[0], key[1].below]] -= self.value(key) / self.divisor(key)
        found: Floats = linear @ self._products @ linear.T
        # What is left of a constant is rounding.
        squares = np.array([self.value(each) ** 2 for each in keys]) / self.count
        found[np.ix_(*[np.diag(found) < 1e-12 * squares] * 2)] = 0
        return found * self.count / (self.count - 1) if self.count > 1 else found * math.nan

    def estimate(self, key: Key) -> Estimate:
        """Return a measure with its error."""
        error = math.sqrt(max(float(self.covariance([key])[0, 0]), 0))
        return Estimate.of(self.value(key), error, self.count)

    def difference(self, first: Key, second: Key) -> Estimate:
        """Return the second measure less the first, with the error of pairs."""
        (a, c), (_, b) = self.covariance([first, second]).tolist()
        squares = a + b - 2 * c
        # What is left of equal numbers after the subtraction is rounding.
        error = math.sqrt(squares) if squares > 1e-12 * max(abs(a), abs(b)) else 0.0
        return Estimate.of(self.value(second) - self.value(first), error, self.count)

    def equality(self, keys: Sequence[Key]) -> tuple[float, int, float]:
        """Test whether some measures are equal; return the statistic, its freedom and p."""
        values = np.array([self.value(each) for each in keys])
        contrasts = np.eye(len(keys))[1:] - np.eye(len(keys))[0]
        covariance: Floats = contrasts @ self.covariance(keys) @ contrasts.T
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
