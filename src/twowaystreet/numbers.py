"""Whole numbers: which there are, and reading them from text."""

from __future__ import annotations

import re
from typing import Final, TypeGuard

MOST_DIGITS: Final = 640
"""As many as Python reads from a text at any setting, so that all that is written can be read."""

_ABOVE: Final = 10**MOST_DIGITS
_NUMBER: Final = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)


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
