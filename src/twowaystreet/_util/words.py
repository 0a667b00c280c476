"""Lists and numbers in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

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
    """Join neighbouring texts that differ only in their last number.

    >>> in_runs(["bid 4", "bid 5", "bid 6", "bemo"])
    ['bid 4 to 6', 'bemo']
    """

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

    >>> ordinal(9), ordinal(13)
    ('ninth', '13th')
    """
    return ORDINALS[number - 1] if 0 < number <= len(ORDINALS) else f"{number}th"
