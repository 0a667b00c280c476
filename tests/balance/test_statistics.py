"""The statistics, with a game of which all is known: payoffs drawn from a table."""

from typing import Final

import numpy as np
import pytest

import twowaystreet as tws
from twowaystreet.balance import Report
from twowaystreet.balance.hands import BLOCK, Hands, Table
from twowaystreet.balance.running import Run

_ROWS: Final = np.array([[3, -1, -1, -1], [-1, 3, -1, -1], [-1, -1, 3, -1], [-1, -1, -1, 3]])
PAYOFFS: Final = _ROWS * (2 / _ROWS.std())
"""Payoffs with a standard deviation of 2, which sum to zero; each row has the same chance."""
ADVANTAGE: Final = np.array([0.05, -0.05 / 3, -0.05 / 3, -0.05 / 3])
LABELS: Final[tuple[str, ...]] = ("high", "low")
TABLE: Final = Table(tws.GAMES["twos"], None, "simple", 0)
HIGH: Final = 0.3  # the chance of a choice, which is worth nothing


def drawn(seed: int, hands: int, advantage: float = 0.0) -> Report:
    """Return a report about hands of the table."""
    rng = np.random.default_rng(seed)
    run = Run((TABLE,), ("",))
    for first in range(0, hands, BLOCK):
        size = min(BLOCK, hands - first)
        worth = PAYOFFS[rng.integers(0, 4, size)] + advantage * ADVANTAGE / 0.05
        chosen = np.where(rng.random((size, 4, 1)) < HIGH, 0, 1).astype(np.int32)
        nobody = np.zeros(size, np.int32)
        points = np.zeros((size, 4), np.int64)
        arrays = points, worth, points.astype(np.int32), nobody + 52, nobody
        run.add([Hands(*arrays, chosen, LABELS, ("declare",))], keep=False)
    return run.report()


def _flagged(seeds: range, advantage: float) -> int:
    found = [drawn(seed, 40_000, advantage) for seed in seeds]
    return sum(any(measure.is_flagged for measure in each.measures) for each in found)


def _covered(runs: int) -> dict[str, float]:
    known = {"share.declare.high": HIGH, "payoff.declare.high": 0.0, "payoff.declare.low": 0.0}
    known |= {f"payoff.seat.{seat}": float(ADVANTAGE[seat]) for seat in range(4)}
    known["wins.declare.high"] = 0.25
    found = [drawn(seed, 2000, 0.05) for seed in range(runs)]
    return {
        name: sum(each[name].low <= value <= each[name].high for each in found) / runs
        for name, value in known.items()
    }


def test_an_advantage_is_flagged_and_a_fair_game_is_not() -> None:
    assert _flagged(range(10, 14), 0.05) == 4
    assert _flagged(range(10, 14), 0.0) == 0


@pytest.mark.nightly
def test_many_runs_flag_an_advantage_and_few_a_fair_game() -> None:
    assert _flagged(range(200), 0.05) >= 190
    assert _flagged(range(200), 0.0) <= 16


@pytest.mark.nightly
def test_intervals_cover_known_values() -> None:
    covered = _covered(1000)
    assert all(0.91 <= share <= 0.98 for share in covered.values()), covered
