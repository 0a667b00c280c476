"""The compiled opening of the Duel: the deal, bids, captured tricks and exchanges."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, draw, key_of, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import begin, deal, shuffle
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games._twoway.compiled import exchange, exchanges
from twowaystreet.games.duel.rules import BidMarkers

TWO: Final[Number] = U(2)
LOW: Final[Number] = ONE
"""The direction low; high is zero."""
BITS: Final[Number] = U(4)
"""The bits of a number of captured tricks in a code."""


@compiled
def _open(
    first: int,
    last: int,
    seed: Number,
    number: Number,
    offset: Number,
    pack: Unsigned,
    hands: Unsigned,
    options: Unsigned,
    starts: Starts,
    codes: Unsigned,
) -> None:
    """DU-1 to DU-9: deal and bid until a bidding stands; capture tricks; exchange."""
    dealer, most, with_cards = options[0], options[1], options[2]
    responder = ONE - dealer
    cards = np.empty(len(pack) + 4, np.uint64)
    facts, ring, held = starts.facts, starts.ring, starts.held
    for hand in range(first, last):
        start, playout = U(hand), offset + U(hand)
        place, made = key_of(seed, number, playout), ZERO
        while True:
            begin(facts, ring, held, start, number, playout, dealer)
            place += STEP
            # At most 20 markers, or 20 captured cards, and 4 cards for exchanges leave the stock.
            shuffle(cards, pack, mixed(place), len(pack))
            deal(held, start, cards, hands)
            ours = draw(place + STEP, ONE + TWO * most)
            theirs = draw(place + TWO * STEP, ONE + TWO * most)
            place += TWO * STEP
            made += ONE + TWO
            # No bid is 0; a bid is twice its strength, minus one if it is high.
            if ours == theirs or (ours + ONE) >> ONE != (theirs + ONE) >> ONE:
                break
        bid = max(ours, theirs)
        strength, direction = (bid + ONE) >> ONE, (bid + ONE) & ONE
        top, code = U(len(hands)), ZERO
        if with_cards != ZERO:
            top += ((ours + ONE) >> ONE) + ((theirs + ONE) >> ONE)
        exchanging, seat = ONE, dealer
        if ours != theirs:
            seat = dealer if ours > theirs else responder
            captor = seat if direction == LOW else ONE - seat
            top += TWO * strength
            code |= strength << (ONE + BITS * captor)
        else:
            exchanging = TWO
            if bid == ZERO:
                place += STEP
                made += ONE
                direction = draw(place, TWO)
        for turn in range(exchanging):
            place += STEP
            made += ONE
            choice = draw(place, exchanges(held, start, seat))
            exchange(held, start, seat, choice, cards, top, U(len(pack)) + TWO * turn)
            top += TWO
            seat = ONE - seat
        facts[start, MADE] = made
        codes[start] = code | direction


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of the Duel
    """Return the dealer, the greatest strength, and 1 if cards mark the bids."""
    rules = state.rules
    return state.dealer, rules.max_strength, rules.bid_markers is BidMarkers.CARDS


COMPILED: Final = Opening(_options, _open)
