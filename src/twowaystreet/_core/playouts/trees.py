"""The numbers that all searches of trees share, compiled or not."""

from __future__ import annotations

from functools import lru_cache
from math import ldexp, log
from typing import Final

EXPLORATION: Final = 0.7
"""The weight of exploration, for payoffs from 0 to 1; the value of the paper."""

NEW_MOVE: Final = 1
"""The number of the sequence that chooses new moves; that of playouts has the number 0."""

_DIGITS: Final = 40


def logs_to(last: int) -> tuple[float, ...]:
    """Return the logarithms of the whole numbers up to one, and maybe of more; 0 for 0.

    They are rounded to 40 binary digits after the point, as the last digits differ among systems.

    >>> logs_to(10)[2]
    0.6931471805601177
    """
    return _logs_below(1 << last.bit_length())


@lru_cache
def _logs_below(end: int) -> tuple[float, ...]:
    logs = (ldexp(round(ldexp(log(number), _DIGITS)), -_DIGITS) for number in range(1, end))
    return (0.0, *logs)
