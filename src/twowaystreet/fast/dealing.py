"""The compiled tools for deals, and for exchanges with the stock."""

from __future__ import annotations

from twowaystreet.fast.bits import ONE, STEP, ZERO, U, Unsigned, draw
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
    Starts,
)


@compiled
def shuffle(cards: Unsigned, pack: Unsigned, number: int, top: int) -> None:
    """Shuffle a pack as :func:`twowaystreet.fast.chance.shuffled` does, as far as it is needed.

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
def give(starts: Starts, start: int, hand: int, card: int) -> None:
    """Give a card to a hand."""
    bit, level = ONE << card, ZERO
    while starts.held[start, level, hand] & bit != ZERO:
        level += ONE
    starts.held[start, level, hand] |= bit


@compiled
def take(starts: Starts, start: int, hand: int, card: int) -> None:
    """Take a card from a hand."""
    bit, level = ONE << card, U(starts.held.shape[1] - 1)
    while starts.held[start, level, hand] & bit == ZERO:
        level -= ONE
    starts.held[start, level, hand] ^= bit


@compiled
def begin(starts: Starts, start: int, state: int, playout: int, leader: int) -> None:
    """Empty the hands of a start; all play in their order, beginning with the leader."""
    hands = U(starts.held.shape[2])
    for hand in range(hands):
        for level in range(U(starts.held.shape[1])):
            starts.held[start, level, hand] = ZERO
        starts.ring[start, hand] = (leader + hand) % hands
    starts.facts[start, COUNT] = hands
    starts.facts[start, TABLES] = ZERO
    starts.facts[start, PLAYED] = ZERO
    starts.facts[start, LED] = NO_SUIT
    starts.facts[start, STATE] = state
    starts.facts[start, PLAYOUT] = playout
    starts.facts[start, TRICKS] = ZERO


@compiled
def deal(starts: Starts, start: int, cards: Unsigned, hands: Unsigned) -> None:
    """Give the first cards of a pack to the hands.

    Args:
        starts: the starts of the play.
        start: the number of the start.
        cards: the shuffled pack.
        hands: for each of the first cards the hand that gets it.
    """
    for place in range(U(len(hands))):
        give(starts, start, hands[place], cards[place])
