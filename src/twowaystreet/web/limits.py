"""The limits of a server: the size and the rate of messages, and the number of connections."""

from __future__ import annotations

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
