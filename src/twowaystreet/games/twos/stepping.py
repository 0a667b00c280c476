"""The compiled steps of Twos: the deal, and then the play alone."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet.fast.bits import ONE, Number
from twowaystreet.fast.compiling import embedded
from twowaystreet.fast.records import Records, Shared
from twowaystreet.fast.stepping import Stepping, dealer_of, lead, run_of


@embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """TW-1, TW-2: all cards are dealt; the player to the dealer's left leads."""
    lead(row, dealer_of(row, shared, records) + ONE, shared, records)


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Twos
    """Return no numbers; ``None`` if equal cards may lie in a trick."""
    return () if state._tally() else None


STEPPING: Final = Stepping(run_of(begin=_begin), _options, has_points=True)
