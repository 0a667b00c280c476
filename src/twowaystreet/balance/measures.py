"""The measures that follow from the arrays of hands; the page on balance defines each of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._util.numbers import ordinal
from twowaystreet._util.values import Value
from twowaystreet.balance.hands import Hands
from twowaystreet.balance.sums import Key, Ratio, Sums

_BINS: Final = 24  # the greatest number of bars of a distribution
HANDS: Final = "hands"


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
    of: str = HANDS

    def __str__(self) -> str:
        return f"{self.words}: {rounded(self.value, self.error)}"


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


def columns_of(
    hands: Hands, phases: Sequence[str], bins: Bins, rules: int
) -> Mapping[Key, npt.NDArray[np.generic]]:
    """Return what is summed over hands, of which those of several rules have a number."""
    worth, seats = hands.payoffs, hands.payoffs.shape[1]
    found: dict[Key, npt.NDArray[np.generic]] = {(rules, HANDS): np.ones(len(worth))}
    order = np.argsort(hands.places(), axis=1)
    by_place = np.take_along_axis(worth, order, axis=1)
    for seat in range(seats):
        found[rules, "seat", seat] = worth[:, seat]
        found[rules, "place", seat] = by_place[:, seat]
        found[rules, "speaker", seat] = hands.speaker == seat
    found[rules, "length"] = hands.length
    numbers = bins.number(hands.points)
    for number in range(bins.count):
        found[rules, "points", number] = (numbers == number).mean(axis=1)
    for at, phase in enumerate(phases):
        found[rules, phase] = (hands.chosen[:, :, at] >= 0).sum(axis=1)
        codes: list[int] = np.unique(hands.chosen[:, :, at]).tolist()
        for number in codes:
            if number >= 0:
                is_chosen, label = hands.chosen[:, :, at] == number, hands.labels[number]
                found[rules, phase, label, "count"] = is_chosen.sum(axis=1)
                found[rules, phase, label, "payoff"] = (worth * is_chosen).sum(axis=1)
                found[rules, phase, label, "wins"] = ((worth > 0) & is_chosen).sum(axis=1)
    return found


@attrs.frozen
class Definition:
    """A measure as a ratio of two sums, and the sum that counts what it observed."""

    name: str
    words: str
    group: str
    ratio: Ratio
    counted: Key | None = None  # None for all observations
    of: str = HANDS

    def measure(self, sums: Sums) -> Measure:
        """Return the measure by these sums."""
        count = sums.count if self.counted is None else round(sums.total(self.counted))
        found = sums.estimate(self.ratio)._asdict()
        named = {key: getattr(self, key) for key in ("name", "words", "group", "of")}
        return Measure(**named, **found, count=count)


def definitions(
    sums: Sums, options: Mapping[str, Sequence[str]], bins: Bins, seats: int, rules: int
) -> Iterator[Definition]:
    """Yield the measures that have a value, in the order of the report."""

    def defined(name: str, words: str, group: str, above: Key, below: Key) -> Definition:
        return Definition(name, words, group, Ratio(above, below), below)

    hands: Key = (rules, HANDS)
    fixed = fixed_speaker(sums, seats, rules)
    for seat in range(seats):
        words = f"seat {seat}" if fixed is None else f"{_place(seat - fixed, seats)} (seat {seat})"
        above: Key = (rules, "seat", seat)
        yield defined(f"payoff.seat.{seat}", f"payoff of {words}", "seats", above, hands)
    for place in range(seats) if fixed is None else ():
        words, above = f"payoff of {_place(place, seats)}", (rules, "place", place)
        yield defined(f"payoff.place.{place}", words, "places", above, hands)
    for phase, labels in options.items():
        total: Key = (rules, phase)
        used = [label for label in labels if sums.total((rules, phase, label, "count"))]
        for label in used:
            chosen: Key = (rules, phase, label, "count")
            start = f"{phase}.{label}"
            yield defined(f"share.{start}", f"how often {label} is chosen", phase, chosen, total)
            if len(used) == 1:
                continue  # all seats
            for what, words in (("payoff", "payoff"), ("wins", "share of wins")):
                name, key = f"{what}.{start}", (rules, phase, label, what)
                yield defined(name, f"{words} with {label}", phase, key, chosen)
    for number in range(bins.count):
        name, words = f"points.{bins.least + number * bins.width}", bins.words(number)
        yield defined(
            name, f"share of hands with {words} points", "points", (rules, "points", number), hands
        )
    yield defined("length", "moves in a hand", "length", (rules, "length"), hands)


def of_seats(seats: int, rules: int, what: str) -> list[Ratio]:
    """Return the mean payoff of each seat or place."""
    return [Ratio((rules, what, each), (rules, HANDS)) for each in range(seats)]


def fixed_speaker(sums: Sums, seats: int, rules: int) -> int | None:
    """Return the seat that speaks first in all hands, if there is one."""
    said = [sums.total((rules, "speaker", seat)) for seat in range(seats)]
    return said.index(sums.count) if sums.count in said else None


def _place(place: int, seats: int) -> str:
    number = place % seats
    return f"the {'last' if number == seats - 1 else ordinal(number + 1)} to speak"
