"""The compiled code of Twos: the deal alone, and then the play."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, mixed
from twowaystreet.fast.compiling import compiled, embedded
from twowaystreet.fast.dealing import Points, Setup, begin, deal, shuffle
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.fast.records import Records, Shared, dealer_of, lead
from twowaystreet.fast.stepping import Stepping, run_of


@compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: Setup,
    points: Points,
    tables: tuple[()],
    starts: Starts,
    codes: Unsigned,
) -> None:
    """TW-1, TW-2: deal all cards; the player to the dealer's left leads."""
    cards = setup.pack.copy()
    for hand in range(first, last):
        start = U(hand)
        key, _, _ = begin(points, setup, U(offset), starts, start, setup.options[0])
        shuffle(cards, setup.pack, mixed(key + STEP), len(setup.hands))
        deal(starts.held, start, cards, setup.hands)
        starts.facts[start, MADE] = ONE
        codes[start] = ZERO


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Twos
    """Return the seat that leads; ``None`` if equal cards may lie in a trick."""
    return (state._first_leader(),) if state._tally() else None


@embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """TW-1, TW-2: all cards are dealt; the player to the dealer's left leads."""
    lead(row, dealer_of(row, shared, records) + ONE, shared, records)


COMPILED: Final = Opening(_options, _open, steps=Stepping(run_of(begin=_begin), has_points=True))
