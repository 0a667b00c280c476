"""The limits of a server: the size and the rate of messages, and the number of connections."""

from __future__ import annotations

import time
from collections.abc import Callable

import attrs


@attrs.frozen(kw_only=True)
class Limits:
    """The limits of a server.

    Attributes:
        size: the most bytes of a message.
        burst: the most messages that a connection can send at once.
        rate: the messages a second that it can send for longer.
        connections: the most connections of a server.
        per_player: the most connections of one player.
        watchers: the most connections of spectators at one table.
    """

    size: int = 2000
    burst: int = 40
    rate: float = 10.0
    connections: int = 1000
    per_player: int = 8
    watchers: int = 100


@attrs.define
class Allowance:
    """The messages that a connection can still send.

    Attributes:
        limits: the limits of the server.
        clock: gives the time in seconds.
    """

    limits: Limits
    clock: Callable[[], float] = time.monotonic
    _left: float = attrs.field(init=False)
    _at: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with a whole burst."""
        self._left, self._at = float(self.limits.burst), self.clock()

    def take(self) -> bool:
        """Count one message; return ``False`` if it is one too many.

        >>> times = iter([0.0, 0.0, 0.0, 0.5])
        >>> allowance = Allowance(Limits(burst=1, rate=2), clock=lambda: next(times))
        >>> [allowance.take() for _ in range(3)]
        [True, False, True]
        """
        now = self.clock()
        self._left = min(self.limits.burst, self._left + (now - self._at) * self.limits.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
