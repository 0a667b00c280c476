"""Tests of the sequential test, by simulation."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from twowaystreet.arena.estimates import LEAST_DEALS, SequentialTest

LOW, HIGH = 0.0, 0.5
MATCHES = 400
MOST_WRONG = 0.05 + 2.5 * (0.05 * 0.95 / MATCHES) ** 0.5
"""The greatest share of wrong decisions that agrees with an error rate of 5 %."""


def _decided(lead: Callable[[random.Random], float], seed: int) -> tuple[float, int]:
    """Return the decision about these leads, and the number of deals."""
    rng, test, deals = random.Random(seed), SequentialTest(LOW, HIGH), 0
    while test.decision is None:
        test.add(lead(rng))
        deals += 1
    return test.decision, deals


def _share_of_wrong(truth: float) -> float:
    found = [_decided(lambda rng: rng.gauss(truth, 3), seed) for seed in range(MATCHES)]
    return sum(decision != truth for decision, _ in found) / MATCHES


@pytest.mark.parametrize("truth", [LOW, HIGH])
def test_the_error_rates_are_at_most_five_percent(truth: float) -> None:
    assert _share_of_wrong(truth) <= MOST_WRONG


def test_it_needs_fewer_deals_than_a_match_of_fixed_length() -> None:
    deals = [_decided(lambda rng: rng.gauss(HIGH, 3), seed)[1] for seed in range(100)]
    # With errors of 5 % a fixed match needs (2 * 1.645 * 3 / 0.5) ** 2 deals.
    assert sum(deals) / 100 < 0.75 * (2 * 1.645 * 3 / 0.5) ** 2
    assert min(deals) >= LEAST_DEALS


@pytest.mark.parametrize(("lead", "decision"), [(0.0, LOW), (0.2, LOW), (0.3, HIGH), (2.0, HIGH)])
def test_equal_leads_leave_no_doubt(lead: float, decision: float) -> None:
    assert _decided(lambda rng: lead, 0) == (decision, LEAST_DEALS)


def test_a_decision_is_final() -> None:
    test = SequentialTest(LOW, HIGH)
    for lead in [1.0] * LEAST_DEALS + [-100.0] * 10:
        test.add(lead)
    assert test.decision == HIGH


def test_a_lead_in_the_middle_favours_neither() -> None:
    test = SequentialTest(-1, 1)
    for _ in range(1000):
        test.add(0)
    assert (test.ratio, test.decision) == (0, None)
