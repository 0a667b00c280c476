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
from twowaystreet.balance.hands import Hands

FALSE_ALARM: Final = 0.05  # the chance of one in all tests of a report together
FEW: Final = 10  # hands with a choice, which has a mean, and no error yet
FEWEST: Final = 30  # observations of a measure that is tested
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
    """Return a value and its error with two digits of the error, such as ``1.235 ± 0.023``."""
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
    _filled: Floats = attrs.field(factory=lambda: np.zeros(0))  # observations where it is not 0

    def add(self, count: int, with_each: Sequence[Columns]) -> None:
        """Add observations with each rules; a column that they lack is 0 in all of them."""
        columns = {(at, key): each[key] for at, each in enumerate(with_each) for key in each}
        places = {**self.places}
        where = np.array([places.setdefault(key, len(places)) for key in columns])
        table = np.zeros((count, len(columns)))
        for at, column in enumerate(columns.values()):
            table[:, at] = column
        more = len(places) - len(self.places)
        sums, filled = (np.pad(each, (0, more)) for each in (self._sums, self._filled))
        products = np.pad(self._products, ((0, more),) * 2)
        sums[where] += table.sum(axis=0)
        filled[where] += np.count_nonzero(table, axis=0)
        products[np.ix_(where, where)] += table.T @ table
        # All change together, as an interruption asks for what is known.
        self.places, self._sums, self._products, self._filled = places, sums, products, filled
        self.count += count

    def total(self, rules: int, column: Named | str) -> float:
        """Return a sum."""
        return float(self._sums[self.places[rules, column]])

    def known(self, rules: int) -> Iterator[Named]:
        """Yield the measures that have a value, without payoffs of a choice that all seats make."""
        for at, each in self.places:
            if at == rules and isinstance(each, Named):
                of_choice, below = each.below.startswith("share."), self.total(at, each.below)
                if 0 < below < (self.total(at, each.group) if of_choice else math.inf):
                    yield each

    def measure(self, named: Named, rules: int, less: int | None = None) -> Measure:
        """Return a measure with its error, or the difference from that with the other rules."""
        value, form, count = 0.0, np.zeros(len(self.places)), self.count
        for at, sign in ((rules, 1), (less, -1)):
            if at is not None:
                below = self.total(at, named.below)
                ratio = sign * self.total(at, named) / below
                value += ratio
                form[self.places[at, named]] = sign / below
                form[self.places[at, named.below]] -= ratio / below
                if named.of != "deals":  # a deal without a gain tells of luck, too
                    count = min(count, round(self._filled[self.places[at, named.below]]))
        is_few = count < (FEW if named.below.startswith("share.") else 2)
        error = math.nan if is_few else self.error(form)
        half = student(LEVEL, max(count - 1, 1)) * error
        return Measure(
            name=named.name, words=named.words, group=named.group, of=named.of, count=count,
            value=value, error=error, low=value - half, high=value + half,
        )  # fmt: skip

    def error(self, form: Floats) -> float:
        """Return the standard error of an estimate, whose linear part is a form of the columns."""
        squares = form @ self._products @ form
        # What is left of a constant, or of equal numbers after the subtraction, is rounding.
        is_rounding = squares <= 1e-12 * (abs(form) @ abs(self._products) @ abs(form))
        return 0.0 if is_rounding else math.sqrt(squares * self.count / (self.count - 1))


def tested(measures: Sequence[Measure]) -> list[Measure]:
    """Return those of many observations in order, with probabilities as by Holm, and the others."""
    many = [each for each in measures if each.count >= FEWEST]
    found = sorted(many, key=_certainty, reverse=True)
    chances = [math.erfc(_certainty(each) / math.sqrt(2)) for each in found]
    all_left = np.minimum(np.arange(len(found), 0, -1) * chances, 1.0)
    corrected: list[float] = np.maximum.accumulate(all_left).tolist()
    done = [attrs.evolve(each, corrected=p) for each, p in zip(found, corrected, strict=True)]
    return done + [each for each in measures if each.count < FEWEST]


def _certainty(each: Measure) -> float:
    return abs(each.value) / each.error if each.error else (math.inf if each.value else 0.0)


def columns_of(hands: Hands, bars: Ints) -> Columns:
    """Return what is summed over hands."""
    worth, seats = hands.payoffs, hands.payoffs.shape[1]
    by_place = np.take_along_axis(worth, np.argsort(hands.places, axis=1), axis=1)
    found: dict[Named | str, npt.ArrayLike] = {"hands": 1}
    for seat in range(seats):
        found[Named(f"payoff.seat.{seat}", f"payoff of seat {seat}", "seats")] = worth[:, seat]
    for place, each in enumerate((*map(ordinal, range(1, seats)), "last")):
        words = f"payoff of the {each} to speak"
        found[Named(f"payoff.place.{place}", words, "places")] = by_place[:, place]
    for at, phase in enumerate(hands.phases):
        group = f"phase {phase}"
        found[group] = (hands.chosen[:, :, at] >= 0).sum(axis=1)
        for code, label in enumerate(hands.labels):
            mine, name = hands.chosen[:, :, at] == code, f"{phase}.{label}"
            if mine.any():
                share = Named(f"share.{name}", f"how often {label} is chosen", group, group)
                payoff = Named(f"payoff.{name}", f"payoff with {label}", group, share.name)
                wins = Named(f"wins.{name}", f"share of wins with {label}", group, share.name)
                found[share] = found[share.name] = mine.sum(axis=1)
                found[payoff] = (worth * mine).sum(axis=1)
                found[wins] = ((worth > 0) & mine).sum(axis=1)
    numbers = np.searchsorted(bars[1:], hands.points, side="right")
    for number, low in enumerate(bars.tolist()):
        high = int(bars[number + 1]) - 1 if number + 1 < len(bars) else None
        amount = str(low) if low == high else f"{low} to {high}"
        amount = f"at least {low}" if high is None else amount if number else f"at most {high}"
        words = f"share of seats with {amount} points"
        found[Named(f"points.{low}", words, "points")] = (numbers == number).mean(axis=1)
    return found | {Named("length", "moves in a hand", "length"): hands.length}
