"""Sums over hands, from which all means, errors and tests follow; their size does not grow.

A measure is a ratio of two sums over hands, such as the payoffs of those who declared high by their
number. A hand is one observation, as its seats share the cards. The error of a ratio is that of
its linear part, which is known as the delta method: W. G. Cochran, *Sampling Techniques* (1977),
6.4. Many tests are corrected as by S. Holm, *A Simple Sequentially Rejective Multiple Test
Procedure* (1979).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._util.numbers import ordinal
from twowaystreet._util.values import Value
from twowaystreet.arena.results import LEVEL, student
from twowaystreet.balance.hands import Course, Hands

FALSE_ALARM: Final = 0.05  # the chance of one in all tests of a report together
FEW: Final = 10  # choices that have a mean, and no error yet
_BARS: Final = 24  # the greatest number of bars of a distribution, or few more
Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]


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


@attrs.frozen(kw_only=True)
class Measure(Value):
    """A measure with its error; ``print`` shows a line.

    Attributes:
        name: the name in JSON, the same in every report, such as ``payoff.seat.0``.
        words: what is measured, in words.
        group: the part of the report, such as ``seats``.
        value: the estimate.
        error: its standard error; nan if there are too few observations.
        low: the lower end of the interval that holds the true value with 95 %.
        high: the upper end.
        count: the number of observations, such as hands, matches or deals.
        of: what is observed: ``hands``, ``matches`` or ``deals``.
        corrected: the probability of such a value by chance if the true value is 0, corrected for
            all tests of the report; nan if it is not tested.
    """

    name: str
    words: str
    group: str
    value: float
    error: float = attrs.field(eq=repr)  # nan equals nan
    low: float = attrs.field(eq=repr)
    high: float = attrs.field(eq=repr)
    count: int
    of: str = "hands"
    corrected: float = attrs.field(default=math.nan, eq=repr)

    @property
    def is_flagged(self) -> bool:
        """True if the true value is not 0, with 5 % for any false alarm in the report."""
        return self.corrected < FALSE_ALARM

    def __str__(self) -> str:
        return f"{self.words}: {rounded(self.value, self.error)}"


def rounded(value: float, error: float) -> str:
    """Return a value and its error with two digits of the error.

    >>> rounded(1.23456, 0.0234), rounded(2, 0), rounded(2, math.nan)
    ('1.235 ± 0.023', '2', '2 (too few)')
    """
    if not error > 0:
        return f"{value:.3g}{' (too few)' if math.isnan(error) else ''}"
    places = max(0, 1 - math.floor(math.log10(error)))
    return f"{value:.{places}f} ± {error:.{places}f}"


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

    def measure(self, key: Key) -> Measure:
        """Return a measure with its error."""
        return self._measure(key[1], self.value(key), self.error(key), self._counts(key))

    def error(self, key: Key) -> float:
        """Return the standard error of a measure."""
        return math.sqrt(max(float(self.covariance([key])[0, 0]), 0))

    def difference(self, first: Key, second: Key) -> Measure:
        """Return the second measure less the first, with the error of pairs."""
        (a, c), (_, b) = self.covariance([first, second]).tolist()
        squares = a + b - 2 * c
        # What is left of equal numbers after the subtraction is rounding.
        error = math.sqrt(squares) if squares > 1e-12 * max(abs(a), abs(b)) else 0.0
        count = min(self._counts(first), self._counts(second))
        return self._measure(first[1], self.value(second) - self.value(first), error, count)

    def _counts(self, key: Key) -> int:
        return round(self.divisor(key)) if key[1].of == "hands" else self.count

    def _measure(self, named: Named, value: float, error: float, count: int) -> Measure:
        freedom = min(count, self.count) - 1
        if freedom < 1 or (named.below.startswith("share.") and count < FEW):
            error = low = high = math.nan
        else:
            half = student(LEVEL, freedom) * error
            low, high = value - half, value + half
        return Measure(
            name=named.name, words=named.words, group=named.group, of=named.of, count=count,
            value=value, error=error, low=low, high=high,
        )  # fmt: skip


def tested(measures: Sequence[Measure]) -> list[Measure]:
    """Return measures, the most certain first, with probabilities corrected as by Holm."""
    found, most = list[Measure](), 0.0
    for rank, each in enumerate(sorted(measures, key=_certainty, reverse=True)):
        chance = math.erfc(_certainty(each) / math.sqrt(2))
        most = max(most, min(1.0, (len(measures) - rank) * chance))
        found.append(attrs.evolve(each, corrected=most))
    return found


def _certainty(each: Measure) -> float:
    return abs(each.value) / each.error if each.error else (math.inf if each.value else 0.0)


def bars_of(points: Ints) -> Ints:
    """Return the least points of each bar of a distribution; few points are beyond the ends.

    >>> bars_of(np.array([0, 0, 1, 2])), bars_of(np.array([-40, 45]))[:3]
    (array([0, 1]), array([-40, -36, -32]))
    """
    low, high = (int(each) for each in np.quantile(points, [0.005, 0.995]))
    width = 1 + (high - low) // _BARS
    return np.arange(low // width * width, high + 1, width, dtype=np.int64)


def columns_of(hands: Hands, course: Course, bars: Ints) -> Columns:
    """Return what is summed over hands."""
    worth, seats, fixed = hands.payoffs, hands.payoffs.shape[1], course.speaker
    found: dict[Named | str, npt.ArrayLike] = {"hands": 1}
    for seat in range(seats):
        words = f"seat {seat}" if fixed is None else f"{_place(seat - fixed, seats)} (seat {seat})"
        found[Named(f"payoff.seat.{seat}", f"payoff of {words}", "seats")] = worth[:, seat]
    by_place = np.take_along_axis(worth, np.argsort(hands.places(), axis=1), axis=1)
    for place in range(seats) if fixed is None else ():
        words = f"payoff of {_place(place, seats)}"
        found[Named(f"payoff.place.{place}", words, "places")] = by_place[:, place]
    for at, phase in enumerate(hands.phases):
        choices, group = hands.chosen[:, :, at], f"phase {phase}"
        found[group] = (choices >= 0).sum(axis=1)
        codes = {label: code for code, label in enumerate(hands.labels)}
        for label in dict.fromkeys([*course.options.get(phase, ()), *codes]):
            is_chosen = choices == codes.get(label, len(codes))
            if not is_chosen.any():
                continue
            start = f"{phase}.{label}"
            share = Named(f"share.{start}", f"how often {label} is chosen", group, group)
            found[share] = found[share.name] = is_chosen.sum(axis=1)
            payoff = Named(f"payoff.{start}", f"payoff with {label}", group, share.name)
            wins = Named(f"wins.{start}", f"share of wins with {label}", group, share.name)
            found[payoff] = (worth * is_chosen).sum(axis=1)
            found[wins] = ((worth > 0) & is_chosen).sum(axis=1)
    numbers = np.searchsorted(bars[1:], hands.points, side="right")
    ends = [*(bars[1:] - 1).tolist(), None]
    for number, (low, high) in enumerate(zip(bars.tolist(), ends, strict=True)):
        amount = (
            f"at most {high}" if number == 0 else str(low) if low == high else f"{low} to {high}"
        )
        words = f"share of hands with {amount if high is not None else f'at least {low}'} points"
        found[Named(f"points.{low}", words, "points")] = (numbers == number).mean(axis=1)
    return found | {Named("length", "moves in a hand", "length"): hands.length}


def _place(place: int, seats: int) -> str:
    number = place % seats
    return f"the {'last' if number == seats - 1 else ordinal(number + 1)} to speak"
