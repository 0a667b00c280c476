"""The form of a column, and measurements that all columns share."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import statistics
import time
from collections.abc import Callable, Generator
from typing import Any, Final

import attrs

SECONDS: Final = 0.4
"""The processor time of one measurement of speed."""
SAMPLERS: Final = re.compile("sample|determini|world|consistent", re.IGNORECASE)
"""Words in the names of functions that draw hidden cards."""


@attrs.frozen
class Library:
    """One column: the names of a library, and for most rows a function that returns the cell."""

    name: str
    distribution: str
    module: str
    games: Callable[[], str]
    states: Callable[[], str]
    illegal: Callable[[], str]
    hidden: Callable[[], str]
    speed: Callable[[], str]
    information: Callable[[], str]
    pictures: Callable[[], str]
    learning: Callable[[], str]


def module(name: str) -> Any:
    return importlib.import_module(name)


def number(figure: float) -> str:
    """Write a number with two digits, such as ``140,000``."""
    digits = max(0, len(str(int(figure))) - 2)
    return f"{round(figure, -digits):,.0f}"


def rate(play: Callable[[], int]) -> float:
    """Return the decisions of a playout in a second of processor time, the best of three.

    A busy machine changes processor time less than other time. It counts all threads.
    """
    play()
    rates: list[float] = []
    for _ in range(3):
        begun, decisions = time.process_time(), 0
        while (spent := time.process_time() - begun) < SECONDS:
            decisions += play()
        rates.append(decisions / spent)
    return max(rates)


def refusal(call: Callable[[], object]) -> str:
    """Return the class and text of the error of a call, or nothing."""
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def span(rates: list[float]) -> str:
    """Write the median of some numbers, with the smallest and the largest."""
    middle, low, high = statistics.median(rates), min(rates), max(rates)
    return f"{number(middle)} ({number(low)} to {number(high)})"


@contextlib.contextmanager
def silent() -> Generator[None]:
    """Drop the lines that C++ writes to the standard error."""
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)
