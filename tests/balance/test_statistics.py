"""The statistics, with a game of which all is known: payoffs drawn from a table."""

from typing import Final

import numpy as np
import pytest

import twowaystreet as tws
from twowaystreet.balance import Report
from twowaystreet.balance.hands import BLOCK, Hands, Table, joined, label_of
from twowaystreet.balance.running import Run
from twowaystreet.balance.sums import Columns, Named, Sums, columns_of, rounded
from twowaystreet.games import street, twos

_ROWS: Final = np.array([[3, -1, -1, -1], [-1, 3, -1, -1], [-1, -1, 3, -1], [-1, -1, -1, 3]])
PAYOFFS: Final = _ROWS * (2 / _ROWS.std())
"""Payoffs with a standard deviation of 2, which sum to zero; each row has the same chance."""
ADVANTAGE: Final = np.array([0.05, -0.05 / 3, -0.05 / 3, -0.05 / 3])
LABELS: Final[tuple[str, ...]] = ("high", "low")
TABLE: Final = Table(tws.GAMES["twos"], twos.Rules(), "simple", 0)
HIGH: Final = 0.3  # the chance of a choice, which is worth nothing


def drawn(seed: int, hands: int, advantage: float = 0.0) -> Report:
    """Return a report about hands of the table."""
    rng = np.random.default_rng(seed)
    run = Run((TABLE,), ("",))
    for first in range(0, hands, BLOCK):
        size = min(BLOCK, hands - first)
        worth = PAYOFFS[rng.integers(0, 4, size)] + advantage * ADVANTAGE / 0.05
        chosen = np.where(rng.random((size, 4, 1)) < HIGH, 0, 1).astype(np.int32)
        nobody = np.zeros((size, 4), np.int64)
        tricks = nobody.astype(np.int32)
        rest = tricks, tricks[:, 0] + 52, nobody + np.arange(4), chosen, LABELS, ("declare",)
        run.add([Hands(nobody, worth, *rest)], keep=False)
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


def test_advantages_are_flagged_and_rare_choices_have_no_error() -> None:
    assert _flagged(range(10, 14), 0.05) == 4
    assert _flagged(range(10, 14), 0.0) == 0
    few, more = drawn(1, 3), drawn(1, 300)
    assert "(too few)" in str(few["payoff.declare.high"])
    assert np.isnan([few["payoff.declare.high"].low, few["wins.declare.high"].error]).all()
    assert more["payoff.declare.high"].error > 0 and few == drawn(1, 3)


def test_only_observations_count_and_the_first_bar_has_all_lower_points() -> None:
    sums, column = Sums(), Named("legal.raise", "legal moves", "moves", "moves raise", "matches")
    for match in range(40):
        legal: Columns = {column: 9, "moves raise": 3} if match == 7 else {}
        sums.add(1, [legal, {column: 2, "moves raise": 1}])
    rare, often, both = (sums.measure(column, *at) for at in ((0,), (1,), (1, 0)))
    assert [each.count for each in (rare, often, both)] == [1, 40, 1]
    assert [rare.value, often.error] == [3, 0] and np.isnan([rare.error, both.error]).all()
    nobody = np.zeros((2, 4), np.int64)
    rest = nobody.astype(np.int32), nobody[:, 0].astype(np.int32), nobody + np.arange(4)
    hands = Hands(nobody - 3, PAYOFFS[:2], *rest, np.zeros((2, 4, 0), np.int32), (), ())
    found = [each for each in columns_of(hands, np.arange(3)) if isinstance(each, Named)]
    words = [each.words.split(" with ")[1] for each in found if each.group == "points"]
    assert words == ["at most 0 points", "1 points", "at least 2 points"]


def test_phases_have_any_name_and_seats_are_places_until_another_speaks_first() -> None:
    points, tricks = np.zeros((2, 4), np.int64), np.zeros((2, 4), np.int32)
    chosen, phases = np.zeros((2, 4, 3), np.int32), ("points", "phase points", "rules")
    rest = tricks, tricks[:, 0], points, chosen, LABELS, phases
    rows = joined([Hands(points, np.zeros((2, 4)), *rest)])
    assert [*rows.columns][-3:] == ["phase points", "phase phase points", "phase rules"]
    run, nobody = Run((TABLE,), ("",)), np.zeros((2, 4), np.int64)
    some = nobody.astype(np.int32), nobody[:, 0].astype(np.int32)
    for start, words in ((0, "the first to speak (seat 0)"), (1, "seat 0")):
        places = (nobody + np.arange(4) + start) % 4
        chosen = np.full((2, 4, 0), 0, np.int32)
        run.add([Hands(nobody, PAYOFFS[:2], *some, places, chosen, (), ())], keep=False)
        assert run.report()["payoff.seat.0"].words == f"payoff of {words}"
    assert run.report()["payoff.place.0"].value != run.report()["payoff.seat.0"].value


def test_words_have_two_digits_of_the_error_and_numbers_of_cards() -> None:
    assert [rounded(1.23456, 0.0234), rounded(2, 0)] == ["1.235 ± 0.023", "2"]
    moves = street.Declare(street.Direction("low")), street.Exchange(tws.cards("2C 3C"))
    assert [label_of(each) for each in moves] == ["low", "exchange, 2 cards"]


@pytest.mark.nightly
def test_many_runs_flag_an_advantage_and_few_a_fair_game() -> None:
    assert _flagged(range(200), 0.05) >= 190
    assert _flagged(range(200), 0.0) <= 16


@pytest.mark.nightly
def test_intervals_cover_known_values() -> None:
    covered = _covered(1000)
    assert all(0.91 <= share <= 0.98 for share in covered.values()), covered
