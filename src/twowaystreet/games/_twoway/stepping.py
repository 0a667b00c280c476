"""The compiled steps that Two Way Street and the Duel share: exchanges, and their observation.

The bytes of each seat: 0 before its exchange, 1 if it kept its cards, 2 if it exchanged; its turn
among the exchanges; the two cards given; and the two cards drawn.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from twowaystreet.fast.bits import ONE, ZERO, Number, U, ones
from twowaystreet.fast.compiling import embedded
from twowaystreet.fast.dealing import give, take
from twowaystreet.fast.records import (
    BEGUN,
    BOTTOM,
    CARDS,
    NAMED,
    OWN,
    SEAT,
    SEATS,
    TOP,
    Records,
    Shown,
    World,
)
from twowaystreet.fast.stepping import NOWHERE, allow_cards, put_at, relative

DID: Final[Number] = U(0)
TURN: Final[Number] = U(1)
GAVE: Final[Number] = U(2)
DREW: Final[Number] = U(4)
BYTES: Final = 6
"""The columns of the bytes of a seat."""
KEPT: Final[Number] = U(1)
EXCHANGED: Final[Number] = U(2)
EXCHANGES: Final[Number] = OWN
"""The column of the number of exchanges so far."""
TWO: Final[Number] = U(2)
_UNKNOWN: Final = np.int8(-1)
_SUITS: Final[Number] = U(4)


@embedded
def begin_exchanges(i: Number, w: World, rec: Records) -> None:
    """Forget the exchanges of the hand before."""
    rec.facts[i, EXCHANGES] = ZERO
    for seat in range(w.setup[SEATS]):
        rec.own[i, seat, DID] = ZERO


@embedded
def _twice(i: Number, seat: Number, rec: Records) -> Number:
    return rec.held[i, ONE, seat] if rec.held.shape[1] > 1 else ZERO


@embedded
def second_cards(i: Number, seat: Number, card: Number, rec: Records) -> Number:
    """Return the cards that may follow a first card in an exchange."""
    higher = rec.held[i, ZERO, seat] & ~((ONE << card) | ((ONE << card) - ONE))
    return higher | (_twice(i, seat, rec) & (ONE << card))


@embedded
def allow_exchange(i: Number, w: World, rec: Records, out: Shown) -> None:
    """ST-9: add the first cards of all exchanges, or the cards that may follow the first one."""
    seat = rec.facts[i, SEAT]
    if rec.facts[i, BEGUN] > ZERO:
        card = w.card_of[U(rec.begun[i, ZERO])]
        allow_cards(i, second_cards(i, seat, card, rec), w, out)
        return
    types = rec.held[i, ZERO, seat]
    last = types
    while last & (last - ONE) != ZERO:
        last &= last - ONE
    allow_cards(i, (types ^ last) | (last & _twice(i, seat, rec)), w, out)


@embedded
def enter_card(i: Number, number: Number, w: World, rec: Records) -> bool:
    """ST-9, ST-11: enter a card of an exchange; return whether the exchange has been made.

    The second card is forced where only one may follow.
    """
    facts, card = rec.facts, w.card_of[number]
    seat = facts[i, SEAT]
    if facts[i, BEGUN] == ZERO:
        rest = second_cards(i, seat, card, rec)
        if rest & (rest - ONE) != ZERO:
            rec.begun[i, ZERO] = number
            facts[i, BEGUN] = ONE
            return False
        low, high = card, ones(rest - ONE)
    else:
        low, high = w.card_of[U(rec.begun[i, ZERO])], card
        facts[i, BEGUN] = ZERO
    top, bottom = facts[i, TOP], facts[i, BOTTOM]
    take(rec.held, i, seat, low)
    take(rec.held, i, seat, high)
    rec.pack[i, bottom], rec.pack[i, bottom + ONE] = low, high
    rec.own[i, seat, GAVE], rec.own[i, seat, GAVE + ONE] = low, high
    for place in range(TWO):
        drawn = U(rec.pack[i, top + place])
        rec.own[i, seat, DREW + place] = drawn
        give(rec.held, i, seat, drawn)
    rec.own[i, seat, DID], rec.own[i, seat, TURN] = EXCHANGED, facts[i, EXCHANGES]
    facts[i, EXCHANGES] += ONE
    facts[i, TOP], facts[i, BOTTOM] = top + TWO, bottom + TWO
    return True


@embedded
def observe_exchange(
    i: Number, exchanged: Number, stock: Number, w: World, rec: Records, out: Shown
) -> None:
    """Write the viewer's own exchange, and the cards of the stock that it knows (ST-11).

    Args:
        i: the row.
        exchanged: the place of the piece of the exchange.
        stock: the place of the first card of the stock; ``NOWHERE`` while its size is hidden.
        w: what all hands share.
        rec: the records.
        out: the arrays.
    """
    facts, own, seen = rec.facts, rec.own, out.hand
    viewer = facts[i, SEAT]
    size = facts[i, BOTTOM] - facts[i, TOP]
    if stock != NOWHERE:
        for place in range(size):
            seen[i, stock + place] = _UNKNOWN
    if U(own[i, viewer, DID]) == ZERO:
        return
    seen[i, exchanged] = 1
    if U(own[i, viewer, DID]) == KEPT:
        return
    below = TWO * (facts[i, EXCHANGES] - U(own[i, viewer, TURN]))
    for place in range(TWO):
        given, drawn = U(own[i, viewer, GAVE + place]), U(own[i, viewer, DREW + place])
        seen[i, exchanged + ONE + w.column[given]] += 1
        put_at(i, drawn, place + ONE, exchanged + ONE + w.setup[CARDS], w, out)
        if size + place >= below:
            seen[i, stock + size + place - below] = w.column[given] + ONE


@embedded
def observe_names(i: Number, start: Number, w: World, rec: Records, out: Shown) -> None:
    """Write the named suits."""
    seats, viewer, seen = w.setup[SEATS], rec.facts[i, SEAT], out.hand
    for number in range(rec.facts[i, NAMED]):
        at = start + number * (ONE + seats + _SUITS)
        seen[i, at] = rec.named[i, number, ZERO]
        seen[i, at + ONE + relative(U(rec.named[i, number, ONE]), viewer, seats)] = 1
        seen[i, at + ONE + seats + U(rec.named[i, number, TWO])] = 1
