"""Statistics of samples."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt
from statistics import NormalDist
from typing import Final, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)

BINS: Final = 50
"""The greatest number of bins."""
LEAST: Final = 8.0
"""The least number of samples that a bin expects."""


def probability(weights: Mapping[KeyT, float], found: Counter[KeyT]) -> float:
    """Return the probability that samples differ at least as much from their weights (chi-square).

    Rare outcomes share a bin. Neighbours often differ in one hidden choice only, so the outcomes of
    a bin are chosen at random. The result is 0 if an outcome without weight was found.

    Args:
        weights: the weight of each outcome.
        found: the number of samples with each outcome.

    >>> probability({"heads": 1, "tails": 1}, Counter(heads=60, tails=40)) < 0.1
    True
    """
    if found.keys() - weights.keys():
        return 0.0
    samples, total = found.total(), sum(weights.values())
    bins, want, have = list[tuple[float, int]](), 0.0, 0
    outcomes = list(weights)
    random.Random(0).shuffle(outcomes)
    for outcome in outcomes:
        want += samples * weights[outcome] / total
        have += found[outcome]
        if want >= max(LEAST, samples / BINS):
            bins.append((want, have))
            want, have = 0.0, 0
    bins.append((want, have))
    if want < LEAST and len(bins) > 1:
        (want, have), (more, others) = bins.pop(), bins.pop()
        bins.append((want + more, have + others))
    free = len(bins) - 1
    if not free:
        return 1.0
    statistic = sum((have - want) ** 2 / want for want, have in bins)
    # The approximation of Wilson and Hilferty.
    spread = 2 / (9 * free)
    return 1 - NormalDist().cdf(((statistic / free) ** (1 / 3) - 1 + spread) / sqrt(spread))
