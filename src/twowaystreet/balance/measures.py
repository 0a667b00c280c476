"""The measures that follow from the arrays of hands; the page on balance defines each of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._util.numbers import ordinal
from twowaystreet._util.values import Value
from twowaystreet.balance.hands import Course, Hands
from twowaystreet.balance.sums import Columns, Key, Named, Sums

_BINS: Final = 24  # the greatest number of bars of a distribution


@attrs.frozen(kw_only=True)
class Measure(Value):
    """A measure with its error; ``print`` shows a line.

    Attributes:
        name: the name in JSON, the same in every report, such as ``payoff.seat.0``.
        words: what is measured, in words.
        group: the part of the report, such as ``seats``.
        value: the estimate.
        error: its standard error; nan if unknown.
        low: the lower end of the interval that holds the true value with 95 %.
        high: the upper end.
        count: the number of observations, such as hands, matches or deals.
        of: what is observed: ``hands``, ``matches`` or ``deals``.
    """

    name: str
    words: str
    group: str
    value: float
    error: float
    low: float
    high: float
    count: int
    of: str = "hands"

    def __str__(self) -> str:
        return f"{self.words}: {rounded(self.value, self.error)}"


def measured(sums: Sums, key: Key) -> Measure:
    """Return a measure by these sums."""
    named, estimate = key[1], sums.estimate(key)
    count = round(sums.divisor(key)) if named.of == "hands" else sums.count
    words = {name: getattr(named, name) for name in ("name", "words", "group", "of")}
    return Measure(**words, **estimate._asdict(), count=count)


def rounded(value: float, error: float) -> str:
    """Return a value and its error with two digits of the error.

    >>> rounded(1.23456, 0.0234), rounded(2, 0)
    ('1.235 ± 0.023', '2')
    """
    places = max(0, 1 - math.floor(math.log10(error))) if error > 0 else 0
    return f"{value:.{places}f} ± {error:.{places}f}" if error > 0 else f"{value:.3g}"


@attrs.frozen
class Bins:
    """The bars of the distribution of points; the first and the last have all beyond them."""

    least: int
    width: int
    count: int

    @classmethod
    def of(cls, points: npt.NDArray[np.int64]) -> Bins:
        """Return bars for points, of which few are beyond the ends."""
        low, high = (int(each) for each in np.quantile(points, [0.005, 0.995]))
        width = 1 + (high - low) // _BINS
        least = low // width * width
        return cls(least, width, 1 + (high - least) // width)

    def number(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the number of the bar of points."""
        found: npt.NDArray[np.int64] = np.clip(
            (points - self.least) // self.width, 0, self.count - 1
        )
        return found

    def words(self, number: int) -> str:
        """Return the points of a bar."""
        low = self.least + number * self.width
        high = low + self.width - 1
        if number == self.count - 1:
            return f"at least {low}"
        if number == 0:
            return f"at most {high}"
        return str(low) if low == high else f"{low} to {high}"


def columns_of(hands: Hands, course: Course, phases: Sequence[str], bins: Bins) -> Columns:
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
    for at, phase in enumerate(phases):
        choices = hands.chosen[:, :, at]
        found[phase] = (choices >= 0).sum(axis=1)
        codes = {label: code for code, label in enumerate(hands.labels)}
        for label in dict.fromkeys([*course.options.get(phase, ()), *codes]):
            is_chosen = choices == codes.get(label, len(codes))
            if not is_chosen.any():
                continue
            start = f"{phase}.{label}"
            share = Named(f"share.{start}", f"how often {label} is chosen", phase, phase)
            found[share] = found[share.name] = is_chosen.sum(axis=1)
            payoff = Named(f"payoff.{start}", f"payoff with {label}", phase, share.name)
            wins = Named(f"wins.{start}", f"share of wins with {label}", phase, share.name)
            found[payoff] = (worth * is_chosen).sum(axis=1)
            found[wins] = ((worth > 0) & is_chosen).sum(axis=1)
    numbers = bins.number(hands.points)
    for number in range(bins.count):
        name = f"points.{bins.least + number * bins.width}"
        words = f"share of hands with {bins.words(number)} points"
        found[Named(name, words, "points")] = (numbers == number).mean(axis=1)
    return found | {Named("length", "moves in a hand", "length"): hands.length}


def _place(place: int, seats: int) -> str:
    number = place % seats
    return f"the {'last' if number == seats - 1 else ordinal(number + 1)} to speak"
