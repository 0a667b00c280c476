"""The compiled exchange of two cards with the stock, for Two Way Street and the Duel."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np

from twowaystreet.fast.bits import ONE, ZERO, Number, U, Unsigned, ones, select
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import give, take
from twowaystreet.games._twoway.cards import TRICKS

_TEN: Final[Number] = U(TRICKS)
_RANKS: Final[Unsigned] = np.array(list(combinations(range(TRICKS), 2)), np.uint64)
"""The ranks of the two cards of each exchange among ten different cards."""


@compiled
def twice(held: Unsigned, start: Number, hand: Number) -> Number:
    """Return the cards that a hand holds at least twice."""
    return held[start, ONE, hand] if held.shape[1] > 1 else ZERO


@compiled
def exchanges(held: Unsigned, start: Number, hand: Number) -> Number:
    """Count the exchanges of a hand (ST-9)."""
    count = ones(held[start, ZERO, hand])
    return (count * (count - ONE) >> ONE) + ones(twice(held, start, hand))


@compiled
def _pair(types: Number, doubles: Number, choice: Number) -> tuple[Number, Number]:
    """Return the two cards of an exchange of a hand with equal cards."""
    rank, low = ZERO, select(types, ZERO)
    while True:
        same = doubles >> low & ONE
        beginning = ones(types) - rank - ONE + same
        if choice < beginning:
            break
        choice -= beginning
        rank += ONE
        low = select(types, rank)
    return low, low if choice < same else select(types, rank + ONE + choice - same)


@compiled
def exchange(
    held: Unsigned,
    start: Number,
    hand: Number,
    choice: Number,
    cards: Unsigned,
    top: Number,
    bottom: Number,
) -> None:
    """Make one of the exchanges in their order (ST-9, ST-11).

    Args:
        held: the hands of the starts.
        start: the number of the start.
        hand: the hand.
        choice: the number of the exchange.
        cards: the pack, with room at its end for the cards under the stock.
        top: the place of the top of the stock.
        bottom: the place after the bottom of the stock.
    """
    types, doubles = held[start, ZERO, hand], twice(held, start, hand)
    if doubles == ZERO and ones(types) == _TEN:
        low, high = select(types, _RANKS[choice, ZERO]), select(types, _RANKS[choice, ONE])
    else:
        low, high = _pair(types, doubles, choice)
    take(held, start, hand, low)
    take(held, start, hand, high)
    cards[bottom], cards[bottom + ONE] = low, high
    give(held, start, hand, cards[top])
    give(held, start, hand, cards[top + ONE])
