"""The position of a search: its cards and rules, with the cards in play numbered anew.

The cards in play have the numbers from 0 in the order of their chains. So the cards between two
cards of a chain are the bits between theirs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.tricks.play_tables import PlayTables, TrickPoints
from twowaystreet.fast.arrays import tables_of
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
from twowaystreet.fast.kernel import COUNT, DUTY, INSTEAD, LED, PLAYED, Starts, Tables


@lru_cache(maxsize=256)
def arrays_of(tables: PlayTables, points: TrickPoints | None = None) -> tuple[Tables, Unsigned]:
    """Return the arrays of some tables, and the cards in the order of their chains."""
    arrays = tables_of([(tables, points)])
    rows = [(card, number) for number, chain in enumerate(_chains(arrays)) for card in chain]
    return arrays, np.array(rows, np.uint64)


def _chains(tables: Tables) -> list[list[int]]:
    strengths = tables.strength[0][:, : len(CARDS)].astype(np.int16)
    # By row, card and other card: 1 if the card is stronger, -1 if it is weaker.
    beats = np.sign(strengths[:, :, None] - strengths[:, None, :]).astype(np.int8)
    chains: list[list[int]] = []
    signs: dict[int, Any] = {card: _duties(tables, card) for card in range(len(CARDS))}
    for card in sorted(signs, key=lambda card: strengths[:, card].sum()):
        for chain in chains:
            if signs[chain[0]] == signs[card] and all(
                _is_above(strengths[:, card], strengths[:, lower]) for lower in chain
            ):
                chain.append(card)
                break
        else:
            chains.append([card])
    whole: list[list[int]] = []
    while chains:
        chain = chains.pop()
        others = np.delete(beats, chain, axis=2)
        parts: dict[bytes, list[int]] = {}
        for card in chain:
            parts.setdefault(others[:, card].tobytes(), []).append(card)
        if len(parts) > 1:  # a card outside comes between
            chains += [*parts.values(), *whole]  # which may come between others
            whole = []
        else:
            whole.append(chain)
    return whole


def _is_above(higher: Any, lower: Any) -> bool:  # Any: the strengths of two cards by row
    """Return whether a card is stronger than another one wherever one of them can win."""
    neither = (higher == 0) & (lower == 0)
    return bool((neither | (higher > lower) & (lower > 0)).all())


def _duties(tables: Tables, card: int) -> tuple[object, ...]:
    masks = (tables.follow, tables.wanted, tables.naming[..., (0, 2)])
    found = [((mask >> np.uint64(card)) & np.uint64(1)).tobytes() for mask in masks]
    named = tables.naming[0, card].any() and card
    suit = tables.naming[..., 3].any() and CARDS[card].suit  # only suits held can be named
    worth = tables.worth[0, card].tobytes()
    return (*found, tables.lead[0, card].tobytes(), named, suit, worth)


HAND_SHIFT: Final[Number] = U(8)
CARD_SHIFT: Final[Number] = U(16)
"""The places of a hand, and of the rank of a card that lies face down, in a part of a key."""
FIRST, LENGTH, ORDERS = U(0), U(1), U(2)
"""The columns of chains."""
PAIR: Final[Number] = U(2)
"""The number of columns of duties, and of leads."""
NAMING: Final[Number] = U(4)
"""The number of columns of naming."""
SUITS: Final = 4
RANKS: Final = 13


class Problem(NamedTuple):
    ring: Unsigned  # the hands in play in their order, the leader of the first trick first
    table: Unsigned  # the cards on the table
    led: Number  # the suit led
    held: Unsigned  # the cards of each hand
    turned: Unsigned  # the open cards of each dummy
    # the place in its pile of the next card that a dummy turns up; 0 for other hands
    next_up: Unsigned
    pile: Unsigned  # the cards of each dummy in the order in which they are turned up
    follow: Unsigned  # duty and allowed cards, by kind of hand, suit led and step
    wanted: Unsigned  # the cards for which a dummy turns up cards, by the suit led
    lead: Unsigned  # the suit led, by the card led; the number of the card as a decider
    strength: Small  # the strength of each card, by suit led and decider together
    leader: Unsigned  # the place of the next leader, by the place of the winning card
    # by the card led: the duty to name a suit, the nameable suits, the cards that may be played
    # instead, and 1 if the suit must be held
    naming: Unsigned
    suits: Unsigned  # the cards of each suit
    worth: Signed  # by card its points, its price, and 1 if others lose it
    first: Unsigned  # the lowest card of the chain of each card
    # the first card and the number of cards of each chain, and the place of its part of ``orders``
    chains: Unsigned
    # by chain and cards left in it, a hash of the hands that hold them, in their order
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
                chains[chain, FIRST] = number
                chain += ONE
            cards[number] = card
            numbers[card] = number
            first[number] = chains[chain - ONE, FIRST]
            chains[chain - ONE, LENGTH] += ONE
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
                for part in range(PAIR):
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
        for column in range(PAIR):
            lead[new, column] = tables.lead[ZERO, card, column]
        for column in range(NAMING):
            naming[new, column] = tables.naming[ZERO, card, column]
        naming[new, DUTY] = renumbered(naming[new, DUTY], cards)
        naming[new, INSTEAD] = renumbered(naming[new, INSTEAD], cards)
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
    """Return the hashes of the order of hands in each subset of each chain."""
    holder = np.zeros(int(size), np.uint64)
    for place in range(U(len(ring))):
        for card in range(size):
            if held[ring[place]] >> U(card) & ONE != ZERO:
                holder[card] = ONE + place
    total: Number = ZERO
    for chain in range(U(len(chains))):
        chains[chain, ORDERS] = total
        total += ONE << chains[chain, LENGTH]
    found = np.empty(int(total), np.uint64)
    for chain in range(U(len(chains))):
        first, length, begin = chains[chain, FIRST], chains[chain, LENGTH], chains[chain, ORDERS]
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
    """Return the hash of a position before the first card of a trick."""
    key = mixed(salt + STEP * (leader + ONE))
    for chain in range(U(len(chains))):
        part = remaining >> chains[chain, FIRST] & ((ONE << chains[chain, LENGTH]) - ONE)
        key ^= orders[chains[chain, ORDERS] + part]
    if pile.shape[1] > 1:
        for place in range(U(len(ring))):
            hand = ring[place]
            if next_up[hand] != ZERO:
                for up in range(next_up[hand], U(pile.shape[1])):
                    card = pile[hand, up]
                    below = ones(remaining & ((ONE << card) - (ONE << first[card])))
                    key ^= mixed(STEP * (below << CARD_SHIFT | hand << HAND_SHIFT | U(up)) - salt)
    return key
