"""The position of a search: its cards and rules, with the cards in play numbered anew.

The cards in play have the numbers from 0 in the order of their chains. So the cards between two
cards of a chain are the bits between theirs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from twowaystreet.fast.bits import (
    CLUBS,
    ONE,
    STEP,
    ZERO,
    Number,
    Signed,
    Small,
    U,
    Unsigned,
    mixed,
    ones,
)
from twowaystreet.fast.compiling import compiled, inlined
from twowaystreet.fast.kernel import COUNT, LED, PLAYED, TWO, Starts, Tables

EIGHT: Final[Number] = U(8)
SIXTEEN: Final[Number] = U(16)
SUITS: Final = 4
RANKS: Final = 13


class Problem(NamedTuple):
    """A position, and the rules for its cards.

    Attributes:
        ring: the hands in play in their order, the leader of the first trick first.
        table: the cards on the table.
        led: the suit led.
        held: the cards of each hand.
        turned: the open cards of each dummy.
        next_up: the place in its pile of the next card that a dummy turns up; 0 for other hands.
        pile: the cards of each dummy in the order in which they are turned up.
        follow: duty and allowed cards, by kind of hand, suit led and step.
        wanted: the cards for which a dummy turns up cards, by the suit led.
        lead: the suit led, by the card led; the number of the card as a decider.
        strength: the strength of each card, by suit led and decider together.
        leader: the place of the next leader, by the place of the winning card.
        naming: by the card led: the duty to name a suit, the nameable suits, the cards that may be
            played instead, and 1 if the suit must be held.
        suits: the cards of each suit.
        worth: by card its points, its price, and 1 if others lose it.
        first: the lowest card of the chain of each card.
        chains: the first card and the number of cards of each chain, and the place of its part of
            ``orders``.
        orders: by chain and cards left in it, a hash of the hands that hold them, in their order.
    """

    ring: Unsigned
    table: Unsigned
    led: Number
    held: Unsigned
    turned: Unsigned
    next_up: Unsigned
    pile: Unsigned
    follow: Unsigned
    wanted: Unsigned
    lead: Unsigned
    strength: Small
    leader: Unsigned
    naming: Unsigned
    suits: Unsigned
    worth: Signed
    first: Unsigned
    chains: Unsigned
    orders: Unsigned


@compiled
def renumbered(mask: Number, cards: Unsigned) -> Number:
    """Return a mask of cards with their new numbers."""
    found: Number = ZERO
    for number in range(U(len(cards))):
        found |= (mask >> cards[number] & ONE) << U(number)
    return found


@compiled
def problem_of(starts: Starts, tables: Tables, order: Unsigned) -> Problem:
    """Number the cards of a position anew.

    Args:
        starts: the position.
        tables: the rules.
        order: all cards in the order of their chains, each with the number of its chain.
    """
    count, played = starts.facts[0, COUNT], starts.facts[0, PLAYED]
    ring, table = starts.ring[0, : int(count)].copy(), starts.table[0, : int(played)].copy()
    live: Number = ZERO
    for place in range(count):
        live |= starts.held[ZERO, ZERO, ring[place]]
    for place in range(played):
        live |= ONE << table[place]
    size = ones(live)
    cards, first = np.empty(int(size), np.uint64), np.empty(int(size), np.uint64)
    numbers = np.zeros(64, np.uint64)
    chains = np.zeros((int(size), 3), np.uint64)
    number, chain, previous = ZERO, ZERO, U(len(order))
    for place in range(U(len(order))):
        card = order[place, ZERO]
        if live >> card & ONE != ZERO:
            if order[place, ONE] != previous:
                previous = order[place, ONE]
                chains[chain, ZERO] = number
                chain += ONE
            cards[number] = card
            numbers[card] = number
            first[number] = chains[chain - ONE, ZERO]
            chains[chain - ONE, ONE] += ONE
            number += ONE
    hands = U(starts.held.shape[2])
    held = np.zeros(int(hands), np.uint64)
    turned, next_up = np.zeros(int(hands), np.uint64), np.zeros(int(hands), np.uint64)
    pile = np.zeros((int(hands), starts.pile.shape[2]), np.uint64)
    for place in range(count):
        hand = ring[place]
        held[hand] = renumbered(starts.held[ZERO, ZERO, hand], cards)
        if starts.turned.shape[1] > 0:
            turned[hand] = renumbered(starts.turned[ZERO, hand], cards)
            next_up[hand] = starts.pile[ZERO, hand, ZERO]
            for up in range(next_up[hand], U(pile.shape[1])):
                if up != ZERO:
                    pile[hand, up] = numbers[starts.pile[ZERO, hand, up]]
    for place in range(played):
        table[place] = numbers[table[place]]
    follow: Unsigned = np.empty(tables.follow.shape[1:], np.uint64)
    wanted = np.empty(tables.follow.shape[2], np.uint64)
    for led in range(U(follow.shape[1])):
        wanted[led] = renumbered(tables.wanted[ZERO, led], cards)
        for kind in range(U(follow.shape[0])):
            for step in range(U(follow.shape[2])):
                for part in range(TWO):
                    mask = tables.follow[ZERO, kind, led, step, part]
                    follow[kind, led, step, part] = renumbered(mask, cards)
    suits = np.empty(SUITS, np.uint64)
    for suit in range(U(SUITS)):
        suits[suit] = renumbered(CLUBS << U(RANKS) * suit, cards)
    lead, naming = np.empty((int(size), 2), np.uint64), np.empty((int(size), 4), np.uint64)
    strength = np.empty((tables.strength.shape[1], int(size)), np.uint8)
    worth = np.empty((int(size), tables.worth.shape[2]), np.int64)
    for new in range(size):
        card = cards[new]
        for column in range(TWO):
            lead[new, column] = tables.lead[ZERO, card, column]
        for column in range(U(4)):
            naming[new, column] = tables.naming[ZERO, card, column]
        naming[new, 0] = renumbered(naming[new, 0], cards)
        naming[new, 2] = renumbered(naming[new, 2], cards)
        for column in range(U(worth.shape[1])):
            worth[new, column] = tables.worth[ZERO, card, column]
        for row in range(U(strength.shape[0])):
            strength[row, new] = tables.strength[ZERO, row, card]
    chains = chains[: int(chain)]
    return Problem(
        ring,
        table,
        starts.facts[0, LED],
        held,
        turned,
        next_up,
        pile,
        follow,
        wanted,
        lead,
        strength,
        tables.leader[0].copy(),
        naming,
        suits,
        worth,
        first,
        chains,
        _orders(held, ring, chains, size),
    )


@compiled
def _orders(held: Unsigned, ring: Unsigned, chains: Unsigned, size: Number) -> Unsigned:
    """Return the hashes of the order of hands in each subset of each chain.

    The hash of a subset depends on the hands that hold its cards, and not on the cards. A card
    that is on the table has no hand, and is in no subset that is looked up.
    """
    holder = np.zeros(int(size), np.uint64)
    for place in range(U(len(ring))):
        for card in range(size):
            if held[ring[place]] >> U(card) & ONE != ZERO:
                holder[card] = ONE + place
    total: Number = ZERO
    for chain in range(U(len(chains))):
        chains[chain, TWO] = total
        total += ONE << chains[chain, ONE]
    found = np.empty(int(total), np.uint64)
    for chain in range(U(len(chains))):
        first, length, begin = chains[chain, 0], chains[chain, 1], chains[chain, 2]
        found[begin] = mixed(chain + ONE)
        for top in range(length):
            for below in range(ONE << U(top)):
                found[begin + (ONE << U(top)) + below] = mixed(
                    found[begin + below] + STEP * holder[first + top]
                )
    return found


@inlined
def key_of(
    salt: Number,
    leader: Number,
    remaining: Number,
    ring: Unsigned,
    next_up: Unsigned,
    pile: Unsigned,
    first: Unsigned,
    chains: Unsigned,
    orders: Unsigned,
) -> Number:
    """Return the hash of a position before the first card of a trick.

    It depends on the order of the hands in each chain, on the leader and on the places of the cards
    that lie face down. Equal hashes of 64 bits of different positions are not to be expected.
    """
    key = mixed(salt + STEP * (leader + ONE))
    for chain in range(U(len(chains))):
        part = remaining >> chains[chain, ZERO] & ((ONE << chains[chain, ONE]) - ONE)
        key ^= orders[chains[chain, TWO] + part]
    if pile.shape[1] > 1:
        for place in range(U(len(ring))):
            hand = ring[place]
            if next_up[hand] != ZERO:
                for up in range(next_up[hand], U(pile.shape[1])):
                    card = pile[hand, up]
                    below = ones(remaining & ((ONE << card) - (ONE << first[card])))
                    key ^= mixed(STEP * (below << SIXTEEN | hand << EIGHT | U(up)) - salt)
    return key
