"""The compiled opening of Knaves: the deal alone."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, key_of, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import begin, deal, shuffle
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening


@compiled
def _open(
    first: int,
    last: int,
    seed: Number,
    number: Number,
    offset: Number,
    pack: Unsigned,
    hands: Unsigned,
    options: Unsigned,
    starts: Starts,
    codes: Unsigned,
) -> None:
    """Deal all cards; the player to the dealer's left leads."""
    cards = pack.copy()
    facts, ring, held = starts.facts, starts.ring, starts.held
    for hand in range(first, last):
        start, playout = U(hand), offset + U(hand)
        begin(facts, ring, held, start, number, playout, options[0])
        shuffle(cards, pack, mixed(key_of(seed, number, playout) + STEP), len(hands))
        deal(held, start, cards, hands)
        facts[start, MADE] = ONE
        codes[start] = ZERO


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Knaves
    """Return the seat that leads."""
    return (state._first_leader(),)


COMPILED: Final = Opening(_options, _open, has_moves=False)
