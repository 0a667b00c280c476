"""Whole numbers: which there are, and reading them from text."""

from __future__ import annotations

import re
from typing import Final, TypeGuard

MOST_DIGITS: Final = 640
"""As many as Python reads from a text at any setting, so that all that is written can be read."""
GREATEST: Final = 1_000_000_000
"""The greatest number that rules and ``new_game`` take; the least one is as far below zero.

A game adds to these numbers hand by hand. It never comes near a number of 640 digits.
"""

_ABOVE: Final = 10**MOST_DIGITS
_NUMBER: Final = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)


def bounds_of(at_least: int | None, at_most: int | None) -> tuple[int, int]:
    """The least and the greatest number that may be given, also where a game sets no bound."""
    least = -GREATEST if at_least is None else at_least
    return least, GREATEST if at_most is None else at_most


def is_int(value: object) -> TypeGuard[int]:
    """Whether this is a whole number: a plain int, neither a bool nor of a class of its own.

    It has 640 digits at the most.
    """
    return type(value) is int and -_ABOVE < value < _ABOVE


def read_int(text: str) -> int | None:
    """The whole number that a text is; ``None`` if it is none.

    >>> read_int("-12"), read_int("1_000"), read_int("9" * 641)
    (-12, None, None)
    """
    return int(text) if _NUMBER.fullmatch(text) else None
