"""The position of a search: its cards and rules, with the cards in play numbered anew.

The cards in play have the numbers from 0 in the order of their chains. So the cards between two
cards of a chain are the bits between theirs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.tricks.play_tables import PlayTables, TrickPoints
from twowaystreet.fast import kernel
from twowaystreet.fast.arrays import tables_of
from twowaystreet.fast.bits import (
    CLUBS,
    ONE,
    STEP,
    ZERO,
    AnyArray,
    Number,
    Signed,
    U,
    Unsigned,
    after,
    mixed,
    ones,
)
from twowaystreet.fast.compiling import compiled, inlined
from twowaystreet.fast.kernel import CAUGHT, COUNT, PLAYED, PRICE, WORTH, Starts, Tables


@lru_cache(maxsize=256)
def arrays_of(tables: PlayTables, points: TrickPoints | None = None) -> tuple[Tables, Unsigned]:
    """Return the arrays of some tables, and each card with its chain, in the order of chains."""
    arrays = tables_of([(tables, points)])
    rows = [(card, number) for number, chain in enumerate(_chains(arrays)) for card in chain]
    return arrays, np.array(rows, np.uint64)


def _chains(tables: Tables) -> list[list[int]]:
    strengths = tables.strength[0][:, : len(CARDS)].astype(np.int16)
    # By row, card and other card: 1 if the card is stronger, -1 if it is weaker.
    beats = np.sign(strengths[:, :, None] - strengths[:, None, :]).astype(np.int8)
    chains: list[list[int]] = []
    signs = {card: _duties(tables, card) for card in range(len(CARDS))}
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


def _is_above(higher: AnyArray, lower: AnyArray) -> bool:
    """Return whether a card, by its strengths, is stronger wherever one of two can win."""
    neither = (higher == 0) & (lower == 0)
    return bool((neither | (higher > lower) & (lower > 0)).all())


def _duties(tables: Tables, card: int) -> tuple[object, ...]:
    duties = int(kernel.DUTY), int(kernel.INSTEAD)
    masks = (tables.follow, tables.wanted, tables.naming[..., duties])
    found = [((mask >> np.uint64(card)) & np.uint64(1)).tobytes() for mask in masks]
    named = tables.naming[0, card].any() and card
    only_held = tables.naming[..., int(kernel.HELD_ONLY)].any()
    suit = only_held and CARDS[card].suit
    worth = tables.worth[0, card].tobytes()
    return (*found, tables.lead[0, card].tobytes(), named, suit, worth)


HAND_SHIFT: Final[Number] = U(8)
CARD_SHIFT: Final[Number] = U(16)
"""The places of a hand, and of the rank of a card that lies face down, in a part of a key."""
CARD, CHAIN = U(0), U(1)  # the columns of the order of cards
FIRST, LENGTH, ORDERS = U(0), U(1), U(2)  # the columns of chains
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
    tables: Tables  # the rules; a single set
    suits: Unsigned  # the cards of each suit
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
def _all_renumbered(masks: Unsigned, cards: Unsigned) -> Unsigned:
    found, flat = np.empty(masks.size, np.uint64), masks.ravel()
    for place in range(U(masks.size)):
        found[place] = renumbered(flat[place], cards)
    return found.reshape(masks.shape)


@compiled
def _of_cards(table: AnyArray, cards: Unsigned) -> AnyArray:
    found = np.empty((1, len(cards), table.shape[2]), table.dtype)
    for new in range(U(len(cards))):
        for column in range(U(table.shape[2])):
            found[ZERO, new, column] = table[ZERO, cards[new], column]
    return found


@compiled
def _tables_for(tables: Tables, cards: Unsigned) -> Tables:
    """Return the rules for cards with their new numbers."""
    naming = _of_cards(tables.naming, cards)
    strength = np.empty((1, tables.strength.shape[1], len(cards)), np.uint8)
    for new in range(U(len(cards))):
        for column in (kernel.DUTY, kernel.INSTEAD):
            naming[ZERO, new, column] = renumbered(naming[ZERO, new, column], cards)
        for row in range(U(strength.shape[1])):
            strength[ZERO, row, new] = tables.strength[ZERO, row, cards[new]]
    return Tables(
        _all_renumbered(tables.follow, cards),
        _all_renumbered(tables.wanted, cards),
        _of_cards(tables.lead, cards),
        strength,
        tables.leader,
        naming,
        _of_cards(tables.worth, cards),
    )


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
        card = order[place, CARD]
        if live >> card & ONE != ZERO:
            if order[place, CHAIN] != previous:
                previous = order[place, CHAIN]
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
            next_up[hand] = starts.pile[ZERO, hand, kernel.NEXT_UP]
            for up in range(next_up[hand], U(pile.shape[1])):
                if up != ZERO:
                    pile[hand, up] = numbers[starts.pile[ZERO, hand, up]]
    for place in range(played):
        table[place] = numbers[table[place]]
    suits = np.empty(SUITS, np.uint64)
    for suit in range(U(SUITS)):
        suits[suit] = renumbered(CLUBS << U(RANKS) * suit, cards)
    chains = chains[: int(chain)]
    rules, orders = _tables_for(tables, cards), _orders(held, ring, chains, size)
    led = starts.facts[0, kernel.LED]
    return Problem(
        ring, table, led, held, turned, next_up, pile, rules, suits, first, chains, orders
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


MOST: Final[Number] = U((1 << 16) - 1)  # a number above all values, and a mask of their bits


class TrickWorth(NamedTuple):
    # the number that is added to the points of each trick, as an array of one; 0 if the numbers of
    # tricks decide, and not their cards
    base: Signed
    step: Unsigned  # what a trick of a hand adds to the number of the tricks taken
    least: Unsigned  # by the number of the tricks taken, the least value that can come
    most: Unsigned  # the greatest value


@compiled
def gained(
    worth: TrickWorth,
    cards: Signed,
    ring: Unsigned,
    side: Number,
    table: Unsigned,
    slot: Number,
    leader: Number,
    won: Number,
) -> Number:
    """Return the value of a complete trick."""
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
    worth: TrickWorth,
    cards: Signed,
    ring: Unsigned,
    held: Unsigned,
    side: Number,
    on_table: Number,
    left: Number,
    taken: Number,
) -> tuple[Number, Number]:
    """Return bounds of the value of the rest of the hand, with some numbers of tricks left."""
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
