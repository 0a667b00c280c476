"""What a player asks of all others, who agree or say no."""

from __future__ import annotations

import attrs

from twowaystreet._util.values import Value


@attrs.frozen
class UndoRequest(Value):
    """A request to take back a move, or the claim that the rest of a hand is decided.

    Attributes:
        seat: the player who asks.
        agreed: the players who agree, with the one who asks.
        claims: ``True`` for a claim.
    """

    seat: int
    agreed: tuple[int, ...]
    claims: bool = False
