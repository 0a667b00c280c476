"""The compiled tools for deals, and for exchanges with the stock."""

from __future__ import annotations

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, draw
from twowaystreet.fast.compiling import compiled


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
def deal(held: Unsigned, start: Number, cards: Unsigned, hands: Unsigned) -> None:
    """Give the first cards of a pack to the hands.

    Args:
        held: the hands of the starts.
        start: the number of the start.
        cards: the shuffled pack.
        hands: for each of the first cards the hand that gets it.
    """
    deal_part(held, start, cards, hands, ZERO, U(len(hands)), ZERO)


@compiled
def deal_part(
    held: Unsigned,
    start: Number,
    cards: Unsigned,
    hands: Unsigned,
    first: Number,
    last: Number,
    top: Number,
) -> None:
    """Give some cards of a deal to the hands.

    Args:
        held: the hands of the starts.
        start: the number of the start.
        cards: the cards.
        hands: for each card of the deal the hand that gets it.
        first: the number of the first card in the deal.
        last: the number after the last card in the deal.
        top: the place of the first card among the cards.
    """
    for place in range(first, last):
        give(held, start, hands[place], cards[top + place - first])
