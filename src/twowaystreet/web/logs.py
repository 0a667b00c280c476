"""The logs of a server, which its clients cannot fill."""

from __future__ import annotations

import logging
from typing import Final

from twowaystreet.web.allowances import Allowances

BURST: Final = 5
"""The most times that a log takes the same message at once."""
RATE: Final = 0.1
"""The times a second that it takes this message for longer."""
_KEPT: Final = 100
"""The most messages that a log remembers."""


def bound(*names: str) -> None:
    """Let logs leave out messages that come too often.

    The event loop reports each connection that it cannot accept, and uvicorn each request that it
    cannot read.

    Args:
        names: the names of the logs.

    >>> import sys
    >>> bound("twowaystreet.example")
    >>> log = logging.getLogger("twowaystreet.example")
    >>> handler = logging.StreamHandler(sys.stdout)
    >>> log.addHandler(handler)
    >>> for _ in range(1000):
    ...     log.warning("out of %s", "memory")
    out of memory
    out of memory
    out of memory
    out of memory
    out of memory
    >>> log.removeHandler(handler)
    """
    allowances = Allowances(BURST, RATE, most=_KEPT)
    for name in names:
        logging.getLogger(name).addFilter(lambda record: allowances.take(record.getMessage()))
