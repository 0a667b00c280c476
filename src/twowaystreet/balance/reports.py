"""Reports and comparisons: values with the measures, the tests and what they say in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, cast

import attrs

from twowaystreet._core import plain_data
from twowaystreet._util.values import Value
from twowaystreet.balance.measures import Measure, rounded
from twowaystreet.balance.rows import Rows

LEVEL: Final = 0.05  # of all tests of a report together
FORMAT, VERSION = "twowaystreet.balance", 1


@attrs.frozen
class Equality(Value):
    """A test of equal means.

    Attributes:
        name: what is tested: ``seats`` or ``places``.
        statistic: the statistic of Wald, near ``freedom`` if the means are equal.
        freedom: the number of independent differences.
        p: the probability of such a statistic if the means are equal.
        corrected: the same, corrected for all tests of the report.
    """

    name: str
    statistic: float
    freedom: int
    p: float
    corrected: float

    @property
    def is_flagged(self) -> bool:
        """True if the means differ, with 5 % for any false alarm in the report."""
        return self.corrected < LEVEL


@attrs.frozen(kw_only=True)
class Report(Value):
    """A report about a game; ``print`` shows it.

    Attributes:
        game: the name of the game.
        title: its title.
        label: the options in words that differ from the usual ones, or from those of the other
            report in a comparison.
        rules: the options of the game as plain data.
        player: the player in all seats.
        seed: the seed.
        version: the version of the library.
        seats: the number of seats.
        hands: the number of hands; samples for other measures have their numbers in these.
        measures: all measures, in groups.
        tests: the tests.
        unused: the options in words that no player used, of which the report says nothing.
        rows: the rows of the hands, if the call asked for them.
    """

    game: str
    title: str
    label: str
    rules: plain_data.Object = attrs.field(repr=False)
    player: str
    seed: int
    version: str
    seats: int
    hands: int
    measures: tuple[Measure, ...] = attrs.field(repr=False)
    tests: tuple[Equality, ...]
    unused: tuple[str, ...]
    rows: Rows | None = attrs.field(default=None, repr=False, eq=False)

    __hash__ = None  # type: ignore[assignment]  # it holds a mapping

    def __getitem__(self, name: str) -> Measure:
        """Return the measure of a name.

        Raises:
            KeyError: if there is none.
        """
        return {each.name: each for each in self.measures}[name]

    def in_groups(self) -> dict[str, list[Measure]]:
        """Return the measures by their groups, in order."""
        found: dict[str, list[Measure]] = {}
        for each in self.measures:
            found.setdefault(each.group, []).append(each)
        return found

    def __str__(self) -> str:
        title = f"{self.title} ({self.label})" if self.label else self.title
        lines = [f"{title}: {self.hands} hands of {self.player}, seed {self.seed}"]
        for group, measures in self.in_groups().items():
            lines.append(group)
            lines += [f"  {each}" for each in measures]
        return "\n".join([*lines, *self.sentences()])

    def sentences(self) -> Iterator[str]:
        """Yield what the tests find, and what the report cannot tell."""
        for test in self.tests:
            least, *_, most = sorted(self.in_groups()[test.name], key=lambda each: each.value)
            told = [
                f"{each.words.removeprefix('payoff of ')} gets {points} points"
                for each in (most, least)
                for points in [rounded(each.value, each.error)]
            ]
            p = f"p = {test.corrected:.2g}" if test.corrected > 1e-15 else "p below 1e-15"
            if test.is_flagged:
                yield f"The {test.name} differ ({p}): {told[0]}, {told[1]}."
            else:
                yield f"The {test.name} show no difference ({p})."
        yield from self.unused


def _plain(found: object) -> Any:  # Any: the plain data of a value of any type
    """Return a value as plain data, with ``flagged`` where something is tested."""
    if isinstance(found, tuple):
        return [*map(_plain, cast(tuple[object, ...], found))]
    if not isinstance(found, Value):
        return None if isinstance(found, float) and math.isnan(found) else found
    names = [each.name for each in attrs.fields(cast(Any, type(found))) if each.name != "rows"]
    data = {name: _plain(getattr(found, name)) for name in names}
    return data | (
        {"flagged": found.is_flagged} if isinstance(found, Equality | Difference) else {}
    )


@attrs.frozen
class Difference(Value):
    """A measure with two rules, on the same deals.

    Attributes:
        name: the name of the measure.
        words: the measure in words.
        first: its value with the first rules.
        second: its value with the second rules.
        value: the second less the first.
        error: the standard error of the difference, by pairs of hands.
        low: the lower end of the interval that holds the true difference with 95 %.
        high: the upper end.
        corrected: the probability of such a difference by chance, corrected for all measures.
    """

    name: str
    words: str
    first: float
    second: float
    value: float
    error: float
    low: float
    high: float
    corrected: float

    @property
    def is_flagged(self) -> bool:
        """True if the measures differ, with 5 % for any false alarm in the comparison."""
        return self.corrected < LEVEL


@attrs.frozen(kw_only=True)
class Comparison(Value):
    """Two rules on the same deals; ``print`` shows what differs.

    Attributes:
        first: the report with the first rules.
        second: the report with the second rules.
        shared: True if both have the same deals; else the errors are those of separate hands.
        differing: the number of hands that any seat was paid otherwise.
        differences: the differences, the most certain first.
    """

    first: Report
    second: Report
    shared: bool
    differing: int
    differences: tuple[Difference, ...] = attrs.field(repr=False)

    __hash__ = None  # type: ignore[assignment]  # it holds mappings

    def sentences(self) -> Iterator[str]:
        """Yield what differs in words, and what the comparison cannot tell."""
        if not self.shared:
            yield "The deals differ, as the packs do, so errors are those of separate hands."
        if not self.differing:
            never = f"{self.second.player} never used what the rule changes"
            yield f"No hand differs: {never}, so the comparison says nothing about the rule."
        for each in self.differences:
            if each.is_flagged:
                amount = rounded(abs(each.value), each.error)
                what, _, who = each.words.partition("payoff of ")
                start = f"{each.words}: {amount}" if what else f"{who} gains {amount} points"
                more = "more" if each.value > 0 else "less"
                yield f'With "{self.second.label}", {start} {more}.'
        silent = sum(not each.is_flagged for each in self.differences)
        yield f"{silent} of {len(self.differences)} measures show no difference."

    def __str__(self) -> str:
        return "\n".join([str(self.first), "", str(self.second), "", *self.sentences()])


def document(*found: Report | Comparison) -> plain_data.Object:
    """Return reports and comparisons as a document, whose JSON Schema is ``schemas.balance()``.

    It has no rows, and ``None`` for nan.

    >>> from twowaystreet import balance
    >>> one = balance.report("twos", hands=100, matches=1, information=0)
    >>> sorted(balance.document(one))
    ['comparisons', 'format', 'reports', 'version']
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "reports": [_plain(each) for each in found if isinstance(each, Report)],
        "comparisons": [_plain(each) for each in found if isinstance(each, Comparison)],
    }
