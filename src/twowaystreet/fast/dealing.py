"""The compiled tools for deals, and for exchanges with the stock."""

from __future__ import annotations

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, draw
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.kernel import (
    COUNT,
    LED,
    NO_SUIT,
    PLAYED,
    PLAYOUT,
    STATE,
    TABLES,
    TRICKS,
)


@compiled
def shuffle(cards: Unsigned, pack: Unsigned, number: Number, top: Number) -> None:
    """Shuffle a pack as ``_playouts.chance.shuffled`` does, as far as it is needed.

    Args:
        cards: the place for the shuffled cards; it may be longer than the pack.
        pack: the pack in the order of cards.
        number: the random number of the deal.
        top: the number of cards that are needed.
    """
    size = U(len(pack))
    for place in range(size):
        cards[place] = pack[place]
    for place in range(min(U(top), size)):
        number += STEP
        other = place + draw(number, size - place)
        cards[place], cards[other] = cards[other], cards[place]


@compiled
def give(held: Unsigned, start: Number, hand: Number, card: Number) -> None:
    """Give a card to a hand."""
    bit, level = ONE << card, ZERO
    while held[start, level, hand] & bit != ZERO:
        level += ONE
    held[start, level, hand] |= bit


@compiled
def take(held: Unsigned, start: Number, hand: Number, card: Number) -> None:
    """Take a card from a hand."""
    bit, level = ONE << card, U(held.shape[1] - 1)
    while held[start, level, hand] & bit == ZERO:
        level -= ONE
    held[start, level, hand] ^= bit


@compiled
def begin(
    facts: Unsigned,
    ring: Unsigned,
    held: Unsigned,
    start: Number,
    state: Number,
    playout: Number,
    leader: Number,
) -> None:
    """Empty the hands of a start; all play in their order, beginning with the leader."""
    hands = U(held.shape[2])
    for hand in range(hands):
        for level in range(U(held.shape[1])):
            held[start, level, hand] = ZERO
        ring[start, hand] = (leader + hand) % hands
    facts[start, COUNT] = hands
    facts[start, TABLES] = ZERO
    facts[start, PLAYED] = ZERO
    facts[start, LED] = NO_SUIT
    facts[start, STATE] = state
    facts[start, PLAYOUT] = playout
    facts[start, TRICKS] = ZERO


@compiled
def deal(held: Unsigned, start: Number, cards: Unsigned, hands: Unsigned) -> None:
    """Give the first cards of a pack to the hands.

    Args:
        held: the hands of the starts.
        start: the number of the start.
        cards: the shuffled pack.
        hands: for each of the first cards the hand that gets it.
    """
    for place in range(U(len(hands))):
        give(held, start, hands[place], cards[place])
