"""The results of a match or a gauntlet in progress, and the test that can end a match.

The sequential probability ratio test ends a match as soon as its result is clear. Source: A. Wald,
*Sequential Analysis* (1947). Two hypotheses compete: the difference between the first player and
the others is ``low``, or it is ``high``. After each deal the test compares the likelihoods of all
differences so far, taken as normally distributed. Their variance is not known, so the test uses
that of the differences so far.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from statistics import fmean
from typing import Any, Final

import attrs

from twowaystreet.arena.gauntlets import GauntletResults, differences
from twowaystreet.arena.hands import HandLine
from twowaystreet.arena.plan import Plan
from twowaystreet.arena.played import Given, Hand, PhaseResults
from twowaystreet.arena.results import Results, leads_of
from twowaystreet.errors import RulesError

UNKNOWN: Final = "unknown"
"""The phase of a fault in a file of version 0.2.0, which does not name it."""
_SECOND: Final = 10**9
"""A second in nanoseconds."""


@attrs.define
class _OfPlayer:
    """The counts of a match for one player.

    Attributes:
        times: the nanoseconds of decisions, by phase.
        faults: the number of faults of each kind, by phase.
        firsts: the deal and the message of the first fault of each kind.
    """

    times: defaultdict[str, array[int]] = attrs.field(
        factory=lambda: defaultdict(lambda: array("q"))
    )
    faults: defaultdict[str, Counter[str]] = attrs.field(factory=lambda: defaultdict(Counter))
    firsts: dict[str, tuple[int, str]] = attrs.field(factory=dict[str, tuple[int, str]])

    def by_phase(self) -> dict[str, PhaseResults]:
        """Return the thinking times and the faults of each phase."""
        return {
            phase: PhaseResults(
                times=tuple([spent / _SECOND for spent in self.times.get(phase, ())]),
                faults=_sorted(self.faults.get(phase, Counter())),
            )
            for phase in dict.fromkeys([*self.times, *self.faults])
        }


@attrs.define
class Tally:
    """The results of a match in progress."""

    plan: Plan
    test: SequentialTest | None = None
    _digest: Any = attrs.field(
        factory=lambda: blake2b(digest_size=16)
    )  # Any: hashlib names no type
    _played: list[tuple[Hand, ...]] = attrs.field(factory=list[tuple[Hand, ...]])
    _leads: list[tuple[float, ...]] = attrs.field(factory=list[tuple[float, ...]])
    _known: dict[Hand, Hand] = attrs.field(factory=dict[Hand, Hand])
    _of: list[_OfPlayer] = attrs.field(
        default=attrs.Factory(lambda self: [_OfPlayer() for _ in self.plan.names], takes_self=True)
    )

    @property
    def deals(self) -> int:
        """The number of deals so far."""
        return len(self._played)

    @property
    def is_decided(self) -> bool:
        """``True`` if the sequential test has decided."""
        return self.test is not None and self.test.decision is not None

    def begin(self, line: bytes) -> None:
        """Count the line of the header."""
        self._digest.update(line)

    def add(self, lines: Sequence[HandLine], line: bytes) -> None:
        """Count a deal."""
        self._digest.update(line)
        for hand in lines:
            self._add_hand(hand)
        # Equal hands are one object, as a long match has many of them.
        found = [Hand(tuple(hand["seats"]), tuple(hand["points"])) for hand in lines]
        hands = tuple([self._known.setdefault(hand, hand) for hand in found])
        self._played.append(hands)
        if self.plan.is_gauntlet:
            return
        leads = leads_of(hands, len(self.plan.names), self.plan.sign(), self.plan.sides)
        self._leads.append(leads)
        if self.test:
            others = fmean(leads[1:])
            self.test.add((1 - 1 / len(self.plan.sides)) * (leads[0] - others))

    def _add_hand(self, hand: HandLine) -> None:
        seats = hand["seats"]
        for fault in hand["faults"]:
            found, kind = self._of[seats[fault["seat"]]], fault["kind"]
            found.faults[fault.get("phase", UNKNOWN)][kind] += 1
            found.firsts.setdefault(kind, (self.deals, fault["message"]))
        for phase, decisions in hand.get("times", {}).items():
            for seat, spent in decisions:
                self._of[seats[seat]].times[phase].append(spent)

    def results(self) -> Results | GauntletResults:
        """Return the results so far."""
        plan, header, test = self.plan, self.plan.header(), self.test
        shared: dict[str, Any] = {  # Any: the fields of results
            **{key: header[key] for key in ("game", "rules", "seed", "version")},
            "players": plan.names,
            "digests": plan.digests or (None,) * len(plan.names),
            "seats": plan.rules.seats,
            "sides": len(plan.sides),
            "played": tuple(self._played),
            "faults": tuple(
                _sorted(sum(each.faults.values(), Counter[str]())) for each in self._of
            ),
            "first_faults": tuple(dict(sorted(each.firsts.items())) for each in self._of),
            "digest": self._digest.hexdigest(),
            "phases": tuple(each.by_phase() for each in self._of),
            "plan": attrs.evolve(plan, players=()),
            "given": Given(plan.players),
        }
        if plan.is_gauntlet:
            return GauntletResults(**shared, differences=differences(plan, self._played))
        return Results(
            **shared,
            seating=plan.seating,
            leads=tuple(self._leads),
            sprt=(test.low, test.high) if test else None,
            decision=test.decision if test else None,
        )


def _sorted(faults: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(faults.items()))


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
