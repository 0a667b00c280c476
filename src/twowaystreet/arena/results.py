"""The results of matches and gauntlets, with intervals and the sequential test.

Sources: M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions* (1964), 26.7, for
Student's t; P. Hall, *On the Removal of Skewness by Transformation* (1992), for skewed values; A.
Wald, *Sequential Analysis* (1947), for the sequential probability ratio test.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from statistics import NormalDist, fmean
from typing import Final

import attrs
from typing_extensions import override

from twowaystreet._core import plain_data
from twowaystreet._core.engine.seats import patterns
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.arena.played import Played, plain_estimate, printable, shown, table_lines
from twowaystreet.errors import RulesError, TwoWayStreetError
from twowaystreet.ratings import rate

ERROR_RATE: Final = 0.05  # the probability of a wrong decision, if one of the hypotheses is true
LEAST_DEALS: Final = 100
"""The number of deals before the first decision; the variance of fewer is too uncertain."""
_BOUND: Final = math.log((1 - ERROR_RATE) / ERROR_RATE)
LEVEL: Final = 0.95  # the probability of an interval, unless another is asked for


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
    """A test in progress: is the difference ``low`` or ``high``, in points per hand?"""

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


@attrs.frozen(kw_only=True)
class Results(Played):
    """The results of a match, with those of :class:`Played`; ``print`` shows them as a table.

    Attributes:
        seating: the seating.
        leads: for each deal the lead of each player. A lead is the mean payoff per hand over the
            seats of the player; leads are better if they are higher, in every game.
        sprt: the two differences of the sequential test; ``None`` without a test.
        decision: the difference that the test accepted; ``None`` without a decision.
    """

    seating: str
    leads: tuple[tuple[float, ...], ...] = attrs.field(repr=False)
    sprt: tuple[float, float] | None
    decision: float | None

    __hash__ = None  # it holds mappings

    @property
    def means(self) -> tuple[float, ...]:
        """The mean lead of each player, in points per hand."""
        return tuple(mean_and_error(each)[0] for each in zip(*self.leads, strict=True))

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard error of each mean; nan with a single deal."""
        return tuple(mean_and_error(each)[1] for each in zip(*self.leads, strict=True))

    def difference(self, a: int | str, b: int | str) -> tuple[float, float]:
        """Return by how much one player is better than another in points per hand, and its error.

        The first number is the mean of the points of one player less those of the other, with the
        sign reversed in games that count down; the second is its standard error, paired by deals.

        Raises:
            RulesError: if there is no such player.
        """
        return mean_and_error(self._differences(a, b))

    def _differences(self, a: int | str, b: int | str) -> list[float]:
        first, second = self._number("a", a), self._number("b", b)
        # A lead compares a side with the mean of the others. So two leads are further apart than
        # the points: by a third with four sides, twice as far with two.
        share = 1 - 1 / self.sides
        return [share * (lead[first] - lead[second]) for lead in self.leads]

    def interval(self, a: int | str, b: int | str, *, level: float = LEVEL) -> tuple[float, float]:
        """Return an interval that holds the true difference with a given probability.

        It comes from Student's t, and from 20 deals on from their skewness as well. So it holds
        with few deals, and unlike two standard errors to both sides where a few rare hands decide;
        where both are so, no method does. The table of ``print`` has a line for each difference
        whose interval is clearly not in the middle. ``level`` is the probability, between 0 and 1.

        Raises:
            RulesError: if there is no such player or probability.

        >>> from twowaystreet.arena import play
        >>> results = play("brag", ["simple", "random"], deals=40)
        >>> low, high = results.interval("simple", "random")
        >>> low < results.difference("simple", "random")[0] < high
        True
        """
        return interval_of(self._differences(a, b), level)

    @property
    def ratings(self) -> tuple[int, ...]:
        """The ratings after the match (RA-1 to RA-5), beginning with 1000.

        Each deal is rated as one game, to 19 points, in the order of deals; the players finish in
        the order of their leads. Late deals count more than early ones, so the means are the better
        measure.
        """
        ratings = (1000,) * len(self.players)
        for lead in self.leads:
            places = [sum(other < own for other in lead) for own in lead]
            ratings = rate(ratings, places, target=19)  # the lowest with full weight (RA-5)
        return ratings

    @override
    def _estimates_as_plain(self) -> plain_data.Object:
        others = range(1, len(self.players))
        return {
            "seating": self.seating,
            "differences": [plain_estimate(*self.difference(0, each)) for each in others],
            "means": self.means,
            "errors": [None if math.isnan(error) else error for error in self.errors],
            "ratings": self.ratings,
            "sprt": self.sprt,
            "decision": self.decision,
        }

    def __str__(self) -> str:
        others = range(1, len(self.players))
        rows = [(self._over(0, each), shown(*self.difference(0, each))) for each in others]
        ratings = [("player", "rating", "faults")]
        for player, (name, rating) in enumerate(zip(self.players, self.ratings, strict=True)):
            ratings.append((printable(name), str(rating), self._fault_words(player)))
        differences = *table_lines([(self.unit, "difference"), *rows]), *self._intervals()
        told = *self._messages(), *([self._verdict(*self.sprt)] if self.sprt else [])
        return "\n".join([self._title(self.seating), *differences, *table_lines(ratings), *told])

    def _intervals(self) -> Iterator[str]:
        for other in range(1, len(self.players)):
            values = self._differences(0, other)
            if is_skewed(values):
                low, high = interval_of(values)
                over = self._over(0, other)
                yield f"{over}, 95 %: {low:+.2f} to {high:+.2f}, as a few hands decide"

    def _verdict(self, low: float, high: float) -> str:
        question = f"the difference of {printable(self.players[0])} is {low:g} or {high:g}"
        if self.decision is None:
            return f"No decision if {question}"
        return f"Decision if {question}: {self.decision:g}"


@attrs.frozen(kw_only=True)
class GauntletResults(Played):
    """The results of a gauntlet, those of :class:`Played`; ``print`` shows them as a table.

    All pairs in all seatings play the same deals. So every error is paired.
    """

    _differences: dict[tuple[int, int, str], tuple[float, ...]] = attrs.field(
        repr=False, eq=False, alias="differences"
    )

    __hash__ = None  # it holds mappings

    @property
    def seatings(self) -> tuple[str, ...]:
        """The seatings of two players, such as ``("1:3", "3:1", "2:2")``."""
        return tuple(patterns(self.sides))

    def difference(
        self, a: int | str, b: int | str, seating: str | None = None
    ) -> tuple[float, float]:
        """Return by how much one player is better than another in points per hand, and its error.

        ``seating`` is the seats of the first and of the second player: ``"1:3"`` is one seat for
        the first. ``None`` is for the mean of all seatings.

        Raises:
            RulesError: if there is no such player or seating.

        >>> from twowaystreet.arena import gauntlet
        >>> results = gauntlet("twos", ["simple", "random"], deals=10)
        >>> mean, error = results.difference("simple", "random", "2:2")
        >>> mean > 2 * error
        True
        """
        return mean_and_error(self.deal_differences(a, b, seating))

    def deal_differences(
        self, a: int | str, b: int | str, seating: str | None = None
    ) -> tuple[float, ...]:
        """Return for each deal the points per hand of one player less those of another.

        The arguments are those of :meth:`difference`. Two such tuples belong to the same deals, so
        the error of a comparison comes from the differences between them, deal by deal.

        Raises:
            RulesError: if there is no such player or seating.
        """
        first, second = self._number("a", a), self._number("b", b)
        if seating is not None and seating not in self.seatings:
            raise RulesError("seating", seating, f"one of {', '.join(self.seatings)}")
        words = self.seatings if seating is None else (seating,)
        found = [self._column(first, second, word) for word in words]
        return tuple(map(fmean, zip(*found, strict=True)))

    def _column(self, first: int, second: int, seating: str) -> Sequence[float]:
        if first == second:
            return [0.0] * self.deals
        if first < second:
            return self._differences[first, second, seating]
        turned = ":".join(reversed(seating.split(":")))
        return [-each for each in self._differences[second, first, turned]]

    @property
    def ratings(self) -> tuple[tuple[float, float], ...]:
        """The rating of each player in points per hand, and its error; the sum of all is 0.

        It is the mean difference to all players, with 0 to oneself. So the differences of ratings
        are as close as possible to those of all pairs in all seatings, by least squares.
        """
        return tuple(mean_and_error(self._ratings(each)) for each in range(len(self.players)))

    def _ratings(self, player: int) -> list[float]:
        found = [self.deal_differences(player, other) for other in range(len(self.players))]
        return [sum(each) / len(self.players) for each in zip(*found, strict=True)]

    def interval(
        self,
        a: int | str,
        b: int | str | None = None,
        seating: str | None = None,
        *,
        level: float = LEVEL,
    ) -> tuple[float, float]:
        """Return an interval that holds the true difference or rating with a given probability.

        It is computed as in :meth:`Results.interval`: that of :meth:`difference` for two players,
        and that of the rating for one. ``level`` is the probability, between 0 and 1.

        Raises:
            RulesError: if there is no such player or seating, or no such probability.
        """
        if b is not None:
            return interval_of(self.deal_differences(a, b, seating), level)
        if seating is not None:
            raise RulesError("seating", seating, "None without another player")
        return interval_of(self._ratings(self._number("a", a)), level)

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each pair whose difference has another sign in another seating.

        A player that gains alone among copies of another, but loses with half of the seats,
        exploits a fault of the other or profits from being in the minority. It is not stronger.
        Such a pair counts from 30 deals on, if its two differences are more than three paired
        standard errors apart. Chance alone shows a given pair with a probability of 1 in 100.
        """
        found = list[str]()
        pairs = combinations(range(len(self.players)), 2)
        for first, second in pairs if self.deals >= 30 else ():
            columns = {word: self._column(first, second, word) for word in self.seatings}
            means = {word: fmean(column) for word, column in columns.items()}
            high, low = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
            gap = [one - two for one, two in zip(columns[high], columns[low], strict=True)]
            mean, error = mean_and_error(gap)
            if means[low] < 0 < means[high] and mean > 3 * error:
                gain, loss = (shown(*mean_and_error(columns[word])) for word in (high, low))
                name, other = (printable(self.players[each]) for each in (first, second))
                words = f"{name} gains on {other} in {high} ({gain}), but loses in {low} ({loss})"
                found.append(f"Warning: {words}")
        return tuple(found)

    @override
    def _estimates_as_plain(self) -> plain_data.Object:
        return {
            "seatings": self.seatings,
            "differences": [
                {"first": self.players[first], "second": self.players[second], "seating": seating}
                | plain_estimate(*mean_and_error(values))
                for (first, second, seating), values in self._differences.items()
            ],
            "ratings": [plain_estimate(*each) for each in self.ratings],
            "warnings": self.warnings,
        }

    def __str__(self) -> str:
        rows = [(self.unit, *self.seatings)]
        for first, second in combinations(range(len(self.players)), 2):
            cells = [shown(*self.difference(first, second, word)) for word in self.seatings]
            rows.append((self._over(first, second), *cells))
        ratings = [("player", "rating", "95 %", "faults")]
        for player, name in enumerate(self.players):
            low, high = interval_of(self._ratings(player))
            rating = f"{self.ratings[player][0]:+.2f}"
            interval = "" if math.isnan(low) else f"{low:+.2f} to {high:+.2f}"
            ratings.append((printable(name), rating, interval, self._fault_words(player)))
        tables, told = (*table_lines(rows), *table_lines(ratings)), self._messages()
        return "\n".join([self._title("gauntlet"), *tables, *self.warnings, *told])


class ArenaError(TwoWayStreetError):
    """A match that cannot begin or go on, or a hand that cannot be played again.

    Attributes:
        reason: the fault, in words.
        results: the results of the finished deals; ``None`` before the first.
    """

    def __init__(self, reason: str, results: Results | GauntletResults | None = None) -> None:
        super().__init__(reason, results)
        self.reason, self.results = reason, results

    def __str__(self) -> str:
        return self.reason


class MatchFileError(ArenaError):
    """A file that is damaged, or that of another match."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a match.

    Attributes:
        results: the results of the deals that are finished; ``None`` before the first.
    """

    def __init__(self, results: Results | GauntletResults | None) -> None:
        super().__init__(results)
        self.results = results
