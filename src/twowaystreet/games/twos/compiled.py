"""The compiled code of Twos: the deal alone, and then the play."""

from __future__ import annotations

from typing import Final

import numpy as np

from twowaystreet.fast import authoring as fast
from twowaystreet.fast.authoring import ONE, ZERO, Number, Unsigned

U: Final = np.uint64


@fast.compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: fast.Setup,
    points: fast.Points,
    tables: tuple[()],
    starts: fast.Starts,
    codes: Unsigned,
) -> None:
    """TW-1, TW-2: deal all cards; the player to the dealer's left leads."""
    cards = setup.pack.copy()
    for hand in range(first, last):
        start = U(hand)
        key, _, _ = fast.begin(points, setup, U(offset), starts, start, setup.options[0])
        fast.shuffle(cards, setup.pack, fast.mixed(key + fast.STEP), len(setup.hands))
        fast.deal(starts.held, start, cards, setup.hands)
        starts.facts[start, fast.START_MADE] = ONE
        codes[start] = ZERO


@fast.embedded
def _begin(row: Number, shared: fast.Shared, records: fast.Records) -> None:
    fast.lead(row, fast.dealer_of(row, shared, records) + ONE, shared, records)


COMPILED: Final = fast.Opening(
    # The seat that leads; none if equal cards may lie in a trick.
    lambda state: (state._first_leader(),) if state._tally() else None,
    _open,
    steps=fast.Stepping(fast.run_of(begin=_begin), has_points=True),
)
