"""The compiled exchange of two cards with the stock, for Two Way Street and the Duel."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from twowaystreet._core.cards.cards import CARDS
from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, U, Unsigned, ones, select
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import give, lowest, take
from twowaystreet.games._twoway.cards import TRICKS
from twowaystreet.games._twoway.moves import Exchange

IN_EXCHANGE: Final[Number] = U(2)
"""The number of cards in an exchange."""
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
def pair(held: Unsigned, start: Number, hand: Number, choice: Number) -> tuple[Number, Number]:
    """Return the cards of one of the exchanges in their order, the lower one first (ST-9)."""
    types, doubles = held[start, ZERO, hand], twice(held, start, hand)
    if doubles == ZERO and ones(types) == _TEN:
        return select(types, _RANKS[choice, ZERO]), select(types, _RANKS[choice, ONE])
    return _pair(types, doubles, choice)


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
def first_pair(
    held: Unsigned, start: Number, hand: Number, order: Signed, rule: Number, direction: Number
) -> tuple[Number, Number]:
    """Return the cards of a hand that come first in the order of a rule, the lower one first.

    Args:
        held: the hands of the starts.
        start: the number of the start.
        hand: the hand.
        order: by rule and direction the place of each card in the order.
        rule: the number of the rule.
        direction: the number of the direction for which the hand is played.
    """
    first, second = ZERO, ZERO
    best, next_best = order[rule, direction, ZERO], order[rule, direction, ZERO]
    count = ZERO
    for level in range(min(U(held.shape[1]), U(2))):
        cards = held[start, level, hand]
        while cards != ZERO:
            card = lowest(cards)
            cards &= cards - ONE
            place = order[rule, direction, card]
            if count == ZERO or place < best:
                second, next_best = first, best
                first, best = card, place
            elif count == ONE or place < next_best:
                second, next_best = card, place
            count += ONE
    return min(first, second), max(first, second)


_EXCHANGE: Final[Number] = U(1 << 16)
_CARD: Final[Number] = U(8)


@compiled
def code_of_exchange(low: Number, high: Number) -> Number:
    """Return the code by which an exchange is noted."""
    return _EXCHANGE | high << _CARD | low


@cache
def exchange_of(code: int) -> Exchange | None:
    """Return the exchange that was noted by a code; ``None`` for the code of another move."""
    if not code & int(_EXCHANGE):
        return None
    return Exchange((CARDS[code & 0xFF], CARDS[code >> int(_CARD) & 0xFF]))


@compiled
def exchange(
    held: Unsigned,
    start: Number,
    hand: Number,
    low: Number,
    high: Number,
    cards: Unsigned,
    top: Number,
    bottom: Number,
) -> None:
    """Exchange two cards (ST-9, ST-11).

    Args:
        held: the hands of the starts.
        start: the number of the start.
        hand: the hand.
        low: the lower card.
        high: the higher card.
        cards: the pack, with room at its end for the cards under the stock.
        top: the place of the top of the stock.
        bottom: the place after the bottom of the stock.
    """
    take(held, start, hand, low)
    take(held, start, hand, high)
    cards[bottom], cards[bottom + ONE] = low, high
    give(held, start, hand, cards[top])
    give(held, start, hand, cards[top + ONE])
