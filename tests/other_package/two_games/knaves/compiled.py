"""The compiled opening of Knaves: the deal alone."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet.fast.bits import ONE, STEP, ZERO, U, Unsigned, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import Points, Setup, begin, deal, shuffle
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening


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
    """Deal all cards; the player to the dealer's left leads."""
    cards = setup.pack.copy()
    for hand in range(first, last):
        start = U(hand)
        place, _, _ = begin(points, setup, U(offset), starts, start, setup.options[0])
        shuffle(cards, setup.pack, mixed(place + STEP), len(setup.hands))
        deal(starts.held, start, cards, setup.hands)
        starts.facts[start, MADE] = ONE
        codes[start] = ZERO


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Knaves
    """Return the seat that leads."""
    return (state._first_leader(),)


COMPILED: Final = Opening(_options, _open)
