"""Allowances: how often something may happen, for one client or for each of many."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Final

import attrs

MOST: Final = 10_000
"""The most names that have an allowance of their own."""


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

    @property
    def wait(self) -> float:
        """The seconds until one more may happen."""
        return max(0.0, (1 - self._left) / self.rate)


@attrs.define
class Allowances:
    """An allowance for each name; those that were used last are kept.

    Attributes:
        burst: the most at once.
        rate: the number that come back in a second.
        clock: gives the time in seconds.
        most: the most names that are kept.
    """

    burst: int
    rate: float
    clock: Callable[[], float] = time.monotonic
    most: int = MOST
    _guard: threading.Lock = attrs.field(init=False, factory=threading.Lock, eq=False)
    _each: dict[Hashable, Allowance] = attrs.field(init=False, factory=dict[Hashable, Allowance])

    def take(self, name: Hashable) -> bool:
        """Count one for a name; return ``False`` if it is one too many.

        >>> allowances = Allowances(1, 2.0, clock=lambda: 0.0, most=2)
        >>> [allowances.take(name) for name in ("Ann", "Bob", "Ann", "Cid", "Ann", "Bob")]
        [True, True, False, True, False, True]
        """
        return self.wait(name) == 0

    def wait(self, name: Hashable) -> float:
        """Count one for a name; return 0, or the seconds until it may happen if it is too many."""
        with self._guard:  # requests can come from several threads
            allowance = self._each.pop(name, None) or Allowance(self.burst, self.rate, self.clock)
            # A dict keeps the order of entry: the first name was not used for longest.
            self._each[name] = allowance
            if len(self._each) > self.most:
                del self._each[next(iter(self._each))]
            return 0.0 if allowance.take() else max(allowance.wait, 0.001)
