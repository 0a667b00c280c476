"""The compiled exchange of two cards with the stock, for Two Way Street and the Duel."""

from __future__ import annotations

from twowaystreet.fast.bits import ONE, ZERO, Unsigned, ones, select
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import give, take
from twowaystreet.fast.kernel import Starts


@compiled
def twice(starts: Starts, start: int, hand: int) -> int:
    """Return the cards that a hand holds at least twice."""
    return starts.held[start, ONE, hand] if starts.held.shape[1] > 1 else ZERO


@compiled
def exchanges(starts: Starts, start: int, hand: int) -> int:
    """Count the exchanges of a hand (ST-9)."""
    count = ones(starts.held[start, ZERO, hand])
    return (count * (count - ONE) >> ONE) + ones(twice(starts, start, hand))


@compiled
def exchange(
    starts: Starts, start: int, hand: int, choice: int, cards: Unsigned, top: int, bottom: int
) -> None:
    """Make one of the exchanges in their order (ST-9, ST-11).

    Args:
        starts: the starts of the play.
        start: the number of the start.
        hand: the hand.
        choice: the number of the exchange.
        cards: the pack, with room at its end for the cards under the stock.
        top: the place of the top of the stock.
        bottom: the place after the bottom of the stock.
    """
    types, doubles = starts.held[start, ZERO, hand], twice(starts, start, hand)
    rank, low = ZERO, select(types, ZERO)
    while True:
        same = doubles >> low & ONE
        beginning = ones(types) - rank - ONE + same
        if choice < beginning:
            break
        choice -= beginning
        rank += ONE
        low = select(types, rank)
    high = low if choice < same else select(types, rank + ONE + choice - same)
    take(starts, start, hand, low)
    take(starts, start, hand, high)
    cards[bottom], cards[bottom + ONE] = low, high
    give(starts, start, hand, cards[top])
    give(starts, start, hand, cards[top + ONE])
