"""The figures of a report once more, from its rows in CSV alone and with other formulas."""

import csv
import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev

from twowaystreet.balance import Report

Row = dict[str, str]


def hands_in(path: Path, rules: str) -> list[list[Row]]:
    """Return the rows of each hand with these rules."""
    found = defaultdict[int, list[Row]](list)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["rules"] == rules:
                found[int(row["hand"])].append(row)
    return [found[hand] for hand in sorted(found)]


def mean(values: list[float]) -> tuple[float, float]:
    return fmean(values), stdev(values) / math.sqrt(len(values))


def ratio(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Return a ratio of sums and its error by the jackknife, which leaves out each hand in turn."""
    above, below, count = sum(a for a, _ in pairs), sum(b for _, b in pairs), len(pairs)
    left = [(above - a) / (below - b) for a, b in pairs]
    middle = fmean(left)
    squares = math.fsum((each - middle) ** 2 for each in left)
    return above / below, math.sqrt((count - 1) / count * squares)


def figures(hands: list[list[Row]], phases: list[str]) -> Iterator[tuple[str, float, float]]:
    """Yield names of measures, with their values and errors."""
    seats = len(hands[0])
    for what in ("seat", "place"):
        for number in range(seats):
            own = [
                float(row["payoff"]) for hand in hands for row in hand if int(row[what]) == number
            ]
            assert len(own) == len(hands)
            yield f"payoff.{what}.{number}", *mean(own)
    yield "length", *mean([float(hand[0]["length"]) for hand in hands])
    for phase in phases:
        made = [[(row[phase], float(row["payoff"])) for row in hand] for hand in hands]
        for label in sorted({label for hand in made for label, _ in hand if label}):
            mine = [[worth for each, worth in hand if each == label] for hand in made]
            all_made = [sum(bool(each) for each, _ in hand) for hand in made]
            counts = [len(each) for each in mine]
            pairs = zip(counts, all_made, strict=True)
            yield f"share.{phase}.{label}", *ratio([(float(a), float(b)) for a, b in pairs])
            worth = [(sum(each), float(len(each))) for each in mine]
            yield f"payoff.{phase}.{label}", *ratio(worth)
            wins = [(float(sum(one > 0 for one in each)), float(len(each))) for each in mine]
            yield f"wins.{phase}.{label}", *ratio(wins)


def differing(report: Report, path: Path, phases: list[str]) -> list[str]:
    """Return the names of measures that the rows do not confirm; errors may differ by 5 %.

    Errors of few choices are not compared, as a jackknife differs there.
    """
    hands = hands_in(path, report.label)
    found = {name: (value, error) for name, value, error in figures(hands, phases)}
    wrong = ["hands"] * (len(hands) != report.hands)
    known = {each.name: each for each in report.measures if each.of == "hands"}
    for name, measure in known.items():
        if name.startswith(("points", "information")):
            continue
        value, error = found.get(name, (math.nan, math.nan))
        same = math.isclose(measure.value, value, rel_tol=1e-9, abs_tol=1e-9)
        close = math.isclose(measure.error, error, rel_tol=0.05, abs_tol=1e-9)
        if not same or not (close or measure.count < 100):
            wrong.append(name)
    seats = {f"payoff.seat.{seat}" for seat in range(report.seats)}
    return wrong + sorted(seats - {*known})
