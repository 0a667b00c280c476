"""The compiled code that Two Way Street and the Duel share: exchanges with the stock, and names.

Of the bytes of a seat ``DID`` is 0 before its exchange, 1 if it kept its cards, 2 if it exchanged.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from twowaystreet import authoring as core
from twowaystreet.fast import authoring as fast
from twowaystreet.fast.authoring import ONE, ZERO, Number, Signed, Unsigned
from twowaystreet.games._twoway.rules import TRICKS, Exchange, TwoWayRules, most_jokers

U: Final = np.uint64
IN_EXCHANGE: Final[Number] = U(2)
_TEN: Final[Number] = U(TRICKS)
_RANKS: Final[Unsigned] = np.array(list(combinations(range(TRICKS), 2)), np.uint64)
"""The ranks of the two cards of each exchange among ten different cards."""
DID: Final[Number] = U(0)
TURN: Final[Number] = U(1)
GAVE: Final[Number] = U(2)
DREW: Final[Number] = U(4)
BYTES: Final = 6  # the columns of the bytes of a seat
KEPT: Final[Number] = U(1)
EXCHANGED: Final[Number] = U(2)
EXCHANGES: Final[Number] = fast.OWN  # the column of the number of exchanges so far
UNKNOWN: Final = np.int8(-1)
_SUITS: Final[Number] = U(4)


@fast.compiled
def twice(held: Unsigned, start: Number, hand: Number) -> Number:
    """Return the cards that a hand holds at least twice."""
    return held[start, ONE, hand] if held.shape[1] > 1 else ZERO


@fast.compiled
def exchanges(held: Unsigned, start: Number, hand: Number) -> Number:
    """Count the exchanges of a hand (ST-9)."""
    count = fast.ones(held[start, ZERO, hand])
    return (count * (count - ONE) >> ONE) + fast.ones(twice(held, start, hand))


@fast.compiled
def pair(held: Unsigned, start: Number, hand: Number, choice: Number) -> tuple[Number, Number]:
    """Return the cards of one of the exchanges in their order, the lower one first (ST-9)."""
    types, doubles = held[start, ZERO, hand], twice(held, start, hand)
    if doubles == ZERO and fast.ones(types) == _TEN:
        return fast.select(types, _RANKS[choice, ZERO]), fast.select(types, _RANKS[choice, ONE])
    rank, low = ZERO, fast.select(types, ZERO)
    while True:
        same = doubles >> low & ONE
        beginning = fast.ones(types) - rank - ONE + same
        if choice < beginning:
            break
        choice -= beginning
        rank += ONE
        low = fast.select(types, rank)
    return low, low if choice < same else fast.select(types, rank + ONE + choice - same)


@fast.compiled
def first_pair(
    held: Unsigned, start: Number, hand: Number, order: Signed, rule: Number, direction: Number
) -> tuple[Number, Number]:
    """Return the two cards that come first in the order of a rule, the lower one first."""
    first, second = ZERO, ZERO
    best, next_best = order[rule, direction, ZERO], order[rule, direction, ZERO]
    count = ZERO
    for level in range(min(U(held.shape[1]), U(2))):
        cards = held[start, level, hand]
        while cards != ZERO:
            card = fast.lowest(cards)
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


@cache
def exchange_of(code: int) -> Exchange | None:
    if not code & int(_EXCHANGE):
        return None
    return Exchange((core.CARDS[code & 0xFF], core.CARDS[code >> int(_CARD) & 0xFF]))


@fast.compiled
def exchange(
    starts: fast.Starts,
    start: Number,
    hand: Number,
    pair: tuple[Number, Number],
    cards: Unsigned,
    top: Number,
    bottom: Number,
) -> None:
    """Exchange two cards with the top of the stock, and put them under its bottom (ST-9, ST-11)."""
    held, (low, high) = starts.held, pair
    fast.note(starts, start, hand, _EXCHANGE | high << _CARD | low)
    fast.take(held, start, hand, low)
    fast.take(held, start, hand, high)
    cards[bottom], cards[bottom + ONE] = low, high
    fast.give(held, start, hand, cards[top])
    fast.give(held, start, hand, cards[top + ONE])


@fast.compiled
def direction(
    held: Unsigned, start: Number, hand: Number, worth: Signed, margin: Signed, rule: Number
) -> Number:
    """Return the direction of a rule for a hand: 0 for high, 1 for low."""
    return ZERO if fast.worth_of(held, start, hand, worth, rule) > margin[rule] else ONE


def shapes(rules: TwoWayRules, path: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the arrays of a step, with the longest path of words and cards."""
    names = max(1, min(TRICKS, most_jokers(rules)))
    return {"path": (path,), "named": (names, 3), "own": (rules.seats, BYTES)}


@fast.embedded
def begin_exchanges(row: Number, shared: fast.Shared, records: fast.Records) -> None:
    records.facts[row, EXCHANGES] = ZERO
    for seat in range(shared.setup[fast.SEATS]):
        records.own[row, seat, DID] = ZERO


@fast.embedded
def second_cards(row: Number, seat: Number, card: Number, records: fast.Records) -> Number:
    """Return the cards that may follow a first card in an exchange."""
    higher = records.held[row, ZERO, seat] & ~((ONE << card) | ((ONE << card) - ONE))
    return higher | (twice(records.held, row, seat) & (ONE << card))


@fast.embedded
def allow_exchange(
    row: Number, shared: fast.Shared, records: fast.Records, shown: fast.StepArrays
) -> None:
    """ST-9: add the first cards of all exchanges, or the cards that may follow the first one."""
    seat = records.facts[row, fast.SEAT]
    if records.facts[row, fast.BEGUN] > ZERO:
        card = shared.card_of[U(records.begun[row, ZERO])]
        fast.allow_cards(row, second_cards(row, seat, card, records), shared, shown)
        return
    types = records.held[row, ZERO, seat]
    last = types
    while last & (last - ONE) != ZERO:
        last &= last - ONE
    fast.allow_cards(row, (types ^ last) | (last & twice(records.held, row, seat)), shared, shown)


@fast.embedded
def enter_card(row: Number, number: Number, shared: fast.Shared, records: fast.Records) -> bool:
    """ST-9, ST-11: enter a card of an exchange; return whether the exchange has been made."""
    facts, card = records.facts, shared.card_of[number]
    seat = facts[row, fast.SEAT]
    if facts[row, fast.BEGUN] == ZERO:
        rest = second_cards(row, seat, card, records)
        if rest & (rest - ONE) != ZERO:
            records.begun[row, ZERO] = number
            facts[row, fast.BEGUN] = ONE
            return False
        low, high = card, fast.ones(rest - ONE)
    else:
        low, high = shared.card_of[U(records.begun[row, ZERO])], card
        facts[row, fast.BEGUN] = ZERO
    top, bottom = facts[row, fast.TOP], facts[row, fast.BOTTOM]
    fast.take(records.held, row, seat, low)
    fast.take(records.held, row, seat, high)
    records.pack[row, bottom], records.pack[row, bottom + ONE] = low, high
    records.own[row, seat, GAVE], records.own[row, seat, GAVE + ONE] = low, high
    for place in range(IN_EXCHANGE):
        drawn = U(records.pack[row, top + place])
        records.own[row, seat, DREW + place] = drawn
        fast.give(records.held, row, seat, drawn)
    records.own[row, seat, DID], records.own[row, seat, TURN] = EXCHANGED, facts[row, EXCHANGES]
    facts[row, EXCHANGES] += ONE
    facts[row, fast.TOP], facts[row, fast.BOTTOM] = top + IN_EXCHANGE, bottom + IN_EXCHANGE
    return True


@fast.embedded
def observe_exchange(
    row: Number,
    exchanged: Number,
    stock: Number,
    shared: fast.Shared,
    records: fast.Records,
    shown: fast.StepArrays,
) -> None:
    """Write at these places the viewer's own exchange, and the stock as it knows it (ST-11)."""
    facts, own, seen = records.facts, records.own, shown.hand
    viewer = facts[row, fast.SEAT]
    size = facts[row, fast.BOTTOM] - facts[row, fast.TOP]
    if stock != fast.NOWHERE:
        for place in range(size):
            seen[row, stock + place] = UNKNOWN
    if U(own[row, viewer, DID]) == ZERO:
        return
    seen[row, exchanged] = 1
    if U(own[row, viewer, DID]) == KEPT:
        return
    below = IN_EXCHANGE * (facts[row, EXCHANGES] - U(own[row, viewer, TURN]))
    for place in range(IN_EXCHANGE):
        given, drawn = U(own[row, viewer, GAVE + place]), U(own[row, viewer, DREW + place])
        seen[row, exchanged + ONE + shared.column[given]] += 1
        at = exchanged + ONE + shared.setup[fast.CARDS]
        fast.put_at(row, drawn, place + ONE, at, shared, shown)
        if size + place >= below:
            seen[row, stock + size + place - below] = shared.column[given] + ONE


@fast.embedded
def observe_names(
    row: Number, start: Number, shared: fast.Shared, records: fast.Records, shown: fast.StepArrays
) -> None:
    seats, viewer, seen = shared.setup[fast.SEATS], records.facts[row, fast.SEAT], shown.hand
    for number in range(records.facts[row, fast.NAMED]):
        at = start + number * (ONE + seats + _SUITS)
        namer = fast.relative(U(records.named[row, number, fast.SEAT_OF_NAME]), viewer, seats)
        seen[row, at] = records.named[row, number, fast.TRICK_OF_NAME]
        seen[row, at + ONE + namer] = 1
        seen[row, at + ONE + seats + U(records.named[row, number, fast.SUIT_OF_NAME])] = 1
