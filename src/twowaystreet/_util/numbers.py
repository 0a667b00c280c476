"""Whole numbers, their bounds, texts and words; means; and lists in words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import index
from typing import Any, Final, TypeGuard

from twowaystreet._util.values import OfGame

MOST_DIGITS: Final = 640  # the number of digits that Python reads at any setting of its own limit
GREATEST: Final = 1_000_000_000  # that rules and `new_game` accept; the least is its negative
_ABOVE: Final = 10**MOST_DIGITS
_NUMBER: Final = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)


def bounds_of(at_least: int | None, at_most: int | None) -> tuple[int, int]:
    least = -GREATEST if at_least is None else at_least
    return least, GREATEST if at_most is None else at_most


def is_int(value: object) -> TypeGuard[int]:
    """Return whether a value is a plain ``int``, not a ``bool``, of up to 640 digits."""
    return type(value) is int and -_ABOVE < value < _ABOVE


def as_int(value: object) -> object:
    """Return a whole number of any type, such as NumPy's, as an ``int``; else the same object.

    >>> as_int(7), as_int("7"), as_int(7.0)
    (7, '7', 7.0)
    """
    given: OfGame = value
    try:
        return given if issubclass(type(given), int) else index(given)
    except Exception:  # a foreign object may raise anything
        return value


def read_int(text: str) -> int | None:
    """Read a whole number; return ``None`` for any other text."""
    return int(text) if _NUMBER.fullmatch(text) else None


def typed_number(text: str) -> Any:
    """Return the whole number of a text, else the text, which a check then refuses.

    >>> typed_number("-12"), typed_number("a dozen")
    (-12, 'a dozen')
    """
    number = read_int(text)
    return text if number is None else number


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of one or more values and its standard error; nan for a single value."""
    count = len(values)
    # The exact sums of fsum are the same in any order, and on every version of Python.
    mean = math.fsum(values) / count
    if count == 1:
        return mean, math.nan
    squares = math.fsum((value - mean) ** 2 for value in values)
    return mean, math.sqrt(squares / (count - 1) / count)


_UP_TO_TEN: Final = ("four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS: Final = ("no", "one", "two", "three", *_UP_TO_TEN)
_LATER: Final = ("fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
ORDINALS: Final = ("first", "second", "third", *_LATER)


def listed(texts: Iterable[str], word: str = "and") -> str:
    """Join texts, at least one, with commas and a last "and", or another word.

    >>> listed(["Ann"]), listed(["Ann", "Ben"]), listed(["Ann", "Ben", "Cem"], "or")
    ('Ann', 'Ann and Ben', 'Ann, Ben or Cem')
    """
    *others, last = texts
    return f"{', '.join(others)} {word} {last}" if others else last


def in_runs(texts: Iterable[str]) -> list[str]:
    """Join neighbouring texts that differ only in their last number, as in "bid 4 to 6"."""

    def before_number(text: str) -> str:
        words, _, last = text.rpartition(" ")
        return words if last.isdecimal() else text

    runs = [list(run) for _, run in groupby(texts, before_number)]
    return [
        run[0] if len(run) == 1 else f"{run[0]} to {run[-1].rpartition(' ')[2]}" for run in runs
    ]


def words_of(line: str) -> list[str]:
    """Return the words of a line, which commas separate, or else blanks.

    >>> words_of("Ann Lee, Ben"), words_of("3 4  out")
    (['Ann Lee', 'Ben'], ['3', '4', 'out'])
    """
    return [word.strip() for word in line.split(",")] if "," in line else line.split()


def spelled(number: int) -> str:
    """Return a number, 0 or more, in words, or in figures above ten.

    >>> spelled(0), spelled(13)
    ('no', '13')
    """
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """Return a place, 1 for the first, in words, or in figures above ten.

    >>> ordinal(9), ordinal(13), ordinal(21)
    ('ninth', '13th', '21st')
    """
    end = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return ORDINALS[number - 1] if 0 < number <= len(ORDINALS) else f"{number}{end}"
