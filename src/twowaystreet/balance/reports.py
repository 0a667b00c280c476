"""Reports and comparisons: values with the measures, the tests and what they say in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

import attrs

from twowaystreet._core import plain_data
from twowaystreet._util.values import Value
from twowaystreet.balance.hands import Rows
from twowaystreet.balance.sums import Measure, rounded

FORMAT: Final = {"format": "twowaystreet.balance", "version": 1}
TESTED: Final = ("seats", "places")  # whose true values are 0 in a fair game


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
    unused: tuple[str, ...]
    rows: Rows | None = attrs.field(default=None, repr=False, eq=False)

    def __getitem__(self, name: str) -> Measure:
        """Return the measure of a name.

        Raises:
            KeyError: if there is none.
        """
        return {each.name: each for each in self.measures}[name]

    def __str__(self) -> str:
        title = f"{self.title} ({self.label})" if self.label else self.title
        lines = [f"{title}: {self.hands} hands of {self.player}, seed {self.seed}"]
        for group in dict.fromkeys(each.group for each in self.measures):
            lines += [group, *(f"  {each}" for each in self.measures if each.group == group)]
        return "\n".join([*lines, *self.sentences()])

    def sentences(self) -> Iterator[str]:
        """Yield what the tests find, and what the report cannot tell."""
        for group in TESTED:
            tests = [each for each in self.measures if each.group == group and each.corrected <= 1]
            least = min((each.corrected for each in tests), default=1.0)
            p = f"p = {least:.2g}" if least > 1e-15 else "p below 1e-15"
            told = [
                f"{each.words.removeprefix('payoff of ')} gets {rounded(each.value, each.error)}"
                for each in sorted(tests, key=lambda each: each.value, reverse=True)
                if each.is_flagged
            ]
            if told:
                yield f"The payoffs of the {group} differ ({p}): {', '.join(told)}."
            elif tests:
                yield f"The payoffs of the {group} show no difference ({p})."
        yield from self.unused


@attrs.frozen(kw_only=True)
class Comparison(Value):
    """Two rules on the same deals; ``print`` shows what differs.

    Attributes:
        first: the report with the first rules.
        second: the report with the second rules.
        shared: True if both have the same deals; else the errors are those of separate hands.
        differing: the number of hands that any seat was paid otherwise.
        differences: each measure with the second rules less that with the first, with the error of
            pairs of hands; the most certain are first, and those of too few to be tested last.
    """

    first: Report
    second: Report
    shared: bool
    differing: int
    differences: tuple[Measure, ...] = attrs.field(repr=False)

    def sentences(self) -> Iterator[str]:
        """Yield what differs in words, and what the comparison cannot tell."""
        if not self.shared:
            yield "The deals differ, as the packs do, so errors are those of separate hands."
        played = [each for each in self.differences if each.group not in ("moves", "information")]
        if not any(each.value or each.error > 0 for each in played):  # whatever was possible
            never = f"{self.second.player} never used what the rule changes"
            yield f"No hand differs: {never}, so the comparison says nothing about the rule."
        for each in self.differences:
            if each.is_flagged:
                amount = rounded(abs(each.value), each.error)
                what, _, who = each.words.partition("payoff of ")
                start = f"{each.words}: {amount}" if what else f"the payoff of {who} is {amount}"
                more = "more" if each.value > 0 else "less"
                yield f'With "{self.second.label}", {start} {more}.'
        for report, other in ((self.first, self.second), (self.second, self.first)):
            known = {each.name for each in other.measures}
            for each in report.measures:
                if each.name.startswith("share.") and each.name not in known:
                    chosen = str(each).removeprefix("how often ")
                    yield f'Only with "{report.label}", {chosen} ({each.group}).'
        silent = [not each.is_flagged for each in self.differences if each.corrected <= 1]
        yield f"{sum(silent)} of {len(silent)} tested measures show no difference."

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
        **FORMAT,
        "reports": [_plain(each) for each in found if isinstance(each, Report)],
        "comparisons": [_plain(each) for each in found if isinstance(each, Comparison)],
    }


def _plain(found: Report | Comparison) -> dict[str, Any]:  # Any: attributes of many types
    def value(_: object, __: object, each: Any) -> Any:  # Any: as above
        return None if isinstance(each, float) and math.isnan(each) else each

    return attrs.asdict(found, filter=lambda of, _: of.name != "rows", value_serializer=value)
