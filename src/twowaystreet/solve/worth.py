"""The worth of tricks in the compiled search: points of cards, or the payoff of all tricks taken.

A value is a whole number from 0. In a game of points it is the sum over tricks of the points that
the side gains, each trick with a constant added so that it is not below 0. In a game that counts
tricks it is the place of the payoff among all payoffs, and is known when all tricks are taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, U, Unsigned, after, ones
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.kernel import CAUGHT, PRICE, WORTH


class Worth(NamedTuple):
    """The worth of tricks to a side.

    Attributes:
        base: the number that is added to the points of each trick, as an array of one; 0 if the
            numbers of tricks decide, and not their cards.
        step: what a trick of a hand adds to the number of the tricks taken.
        least: by the number of the tricks taken, the least value that can come.
        most: the greatest value.
    """

    base: Signed
    step: Unsigned
    least: Unsigned
    most: Unsigned


@compiled
def gained(
    worth: Worth,
    cards: Signed,
    ring: Unsigned,
    side: Number,
    table: Unsigned,
    slot: Number,
    leader: Number,
    won: Number,
) -> Number:
    """Return the value of a complete trick.

    Args:
        worth: the worth of tricks.
        cards: by card its points, its price, and 1 if others lose it.
        ring: the hands in play.
        side: the hands of the side.
        table: the cards.
        slot: the place of the first card of the trick.
        leader: the place of the leader in the ring.
        won: the place in the trick of the winning card.
    """
    gain, count = worth.base[0], U(len(ring))
    if gain == 0:
        return ZERO
    is_taken = side >> ring[after(leader, won, count)] & ONE != ZERO
    price = cards[table[slot + won], PRICE]
    for place in range(count):
        card = table[slot + place]
        if is_taken:
            gain += cards[card, WORTH]
        if cards[card, CAUGHT] != 0:
            is_own = side >> ring[after(leader, place, count)] & ONE != ZERO
            if is_taken and not is_own:
                gain += price
            elif is_own and not is_taken:
                gain -= price
    return U(gain)


@compiled
def bounds(
    worth: Worth,
    cards: Signed,
    ring: Unsigned,
    held: Unsigned,
    side: Number,
    on_table: Number,
    left: Number,
    taken: Number,
) -> tuple[Number, Number]:
    """Return bounds of the value of the rest of the hand.

    Args:
        worth: the worth of tricks.
        cards: by card its points, its price, and 1 if others lose it.
        ring: the hands in play.
        held: the cards of each hand.
        side: the hands of the side.
        on_table: the cards on the table.
        left: the number of tricks left.
        taken: the number of the tricks taken so far.
    """
    if worth.base[0] == 0:
        return worth.least[taken], worth.most[taken]
    lower: Number = worth.base[0] * np.int64(left)
    price: Number = np.int64(0)
    upper, own, others = lower, np.int64(0), np.int64(0)
    for place in range(U(len(ring) + 1)):
        mask, is_own, is_other = on_table, True, True
        if place < U(len(ring)):
            mask = held[ring[place]]
            is_own = side >> ring[place] & ONE != ZERO
            is_other = not is_own
        while mask != ZERO:
            bit = mask & (~mask + ONE)
            card = ones(bit - ONE)
            mask ^= bit
            if cards[card, WORTH] > 0:
                upper += cards[card, WORTH]
            else:
                lower += cards[card, WORTH]
            price = max(price, cards[card, PRICE])
            if cards[card, CAUGHT] != 0:
                own += is_own
                others += is_other
    return U(max(lower - price * own, 0)), U(upper + price * others)


@compiled
def fill(least: Unsigned, most: Unsigned, hands: int, left: int) -> None:
    """Fill in the bounds of the tricks taken before the last trick, from those after it.

    The number of the tricks taken has a digit to the base ``left + 1`` for each hand. Numbers with
    more tricks than there are remain unused.
    """
    for number in range(len(least) - 1, -1, -1):
        rest, total = number, 0
        for _ in range(hands):
            total += rest % (left + 1)
            rest //= left + 1
        if total < left:
            step = 1
            least[number], most[number] = least[number + 1], most[number + 1]
            for _ in range(hands):
                least[number] = min(least[number], least[number + step])
                most[number] = max(most[number], most[number + step])
                step *= left + 1
