"""Allowances: how often something may happen."""

from __future__ import annotations

import time
from collections.abc import Callable

import attrs


@attrs.define
class Allowance:
    """A number of times that something may happen: a burst at once, and then a rate.

    Attributes:
        burst: the most at once.
        rate: the number that come back in a second.
        clock: gives the time in seconds.
    """

    burst: int
    rate: float
    clock: Callable[[], float] = time.monotonic
    _left: float = attrs.field(init=False)
    _at: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with a whole burst."""
        self._left, self._at = float(self.burst), self.clock()

    def take(self) -> bool:
        """Count one; return ``False`` if it is one too many.

        >>> times = iter([0.0, 0.0, 0.0, 0.5])
        >>> allowance = Allowance(1, 2.0, clock=lambda: next(times))
        >>> [allowance.take() for _ in range(3)]
        [True, False, True]
        """
        now = self.clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
