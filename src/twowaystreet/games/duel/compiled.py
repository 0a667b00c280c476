"""The compiled opening of the Duel: the deal, bids, captured tricks and exchanges."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet._core.engine.moves import Move
from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, Signed, U, Unsigned, mixed
from twowaystreet.fast.compiling import compiled, embedded
from twowaystreet.fast.dealing import (
    CODE,
    DEAL,
    FREE,
    OWN,
    SEAT,
    STAGE,
    Points,
    Setup,
    begin,
    deal,
    forget,
    is_ruled,
    note,
    pick,
    resume,
    shuffle,
    worth_of,
)
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games._twoway.compiled import (
    IN_EXCHANGE,
    code_of_exchange,
    exchange,
    exchange_of,
    exchanges,
    first_pair,
    pair,
)
from twowaystreet.games._twoway.moves import DECLARATIONS, Direction
from twowaystreet.games.duel.moves import BIDS
from twowaystreet.games.duel.rules import BID, CHOOSE, EXCHANGE, BidMarkers

PLAYERS: Final[Number] = U(2)
DIRECTIONS: Final[Number] = U(len(Direction))
IN_TRICK: Final[Number] = U(2)
LOW: Final[Number] = ONE
"""The direction low; high is zero."""
_CHOSEN: Final[Number] = U(len(BIDS))
"""The code of the direction high that the dealer chose, after those of the bids."""
BITS: Final[Number] = U(4)
"""The bits of a number of captured tricks in a code."""
_BIDDING, _CHOOSING = U(1), U(2)
_OURS: Final[Number] = OWN
_LEFT: Final[Number] = OWN + ONE
"""The game's own facts of a point: the dealer's bid if the responder is to bid, and the number of
exchanges to come."""


@embedded
def _bid(
    held: Unsigned,
    start: Number,
    hand: Number,
    tables: tuple[Signed, Signed, Signed, Signed],
    rule: Number,
    most: Number,
    given: Number,
    place: Number,
) -> Number:
    """Return the bid of a rule, or the given or a random one.

    It is 0 for none, else twice its strength, minus one if it is high.
    """
    if not is_ruled(given, rule):
        return pick(given, place, ONE + DIRECTIONS * most)
    worth, margin, _, steps = tables
    lead, strength = worth_of(held, start, hand, worth, rule) - margin[rule], ZERO
    while strength < most and steps[rule, strength] <= abs(lead):
        strength += ONE
    if strength == ZERO:
        return ZERO
    return DIRECTIONS * strength - (ONE if lead > 0 else ZERO)


@compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: Setup,
    points: Points,
    tables: tuple[Signed, Signed, Signed, Signed],
    starts: Starts,
    codes: Unsigned,
) -> None:
    """DU-1 to DU-9: deal and bid until a bidding stands; capture tricks; exchange."""
    dealer, most, with_cards = setup.options[0], setup.options[1], setup.options[2]
    responder = ONE - dealer
    worth, margin, order, _ = tables
    pack, hands, rules, held = setup.pack, setup.hands, setup.rules, starts.held
    cards = np.empty(len(pack) + 4, np.uint64)
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        place, made, given = begin(points, setup, U(offset), starts, start, dealer)
        stage, seat = points.facts[point, STAGE], points.facts[point, SEAT]
        top, bottom, ours, exchanging, direction = ZERO, ZERO, ZERO, ZERO, ZERO
        code = points.facts[point, CODE]
        is_bid = False
        if stage != DEAL:
            bottom = resume(points, point, held, start, cards)
            ours, exchanging = points.facts[point, _OURS], points.facts[point, _LEFT]
            direction = code & ONE
            is_bid = stage == _BIDDING and seat == responder
        while stage <= _BIDDING:
            if stage == DEAL:
                place += STEP
                made += ONE
                for other in range(PLAYERS):
                    for level in range(U(held.shape[1])):
                        held[start, level, other] = ZERO
                forget(starts, start)
                # At most 20 markers, or 20 captured cards, and 4 for exchanges leave the stock.
                shuffle(cards, pack, mixed(place), len(pack))
                deal(held, start, cards, hands)
                top, bottom = U(len(hands)), U(len(pack))
                is_bid = False
            if not is_bid:
                place += STEP
                made += ONE
                ours = _bid(held, start, dealer, tables, rules[dealer], most, given, place)
                given = FREE
                note(starts, start, dealer, ours)
                if with_cards != ZERO:
                    top += (ours + ONE) >> ONE
            place += STEP
            made += ONE
            theirs = _bid(held, start, responder, tables, rules[responder], most, given, place)
            given = FREE
            note(starts, start, responder, theirs)
            if with_cards != ZERO:
                top += (theirs + ONE) >> ONE
            bid = max(ours, theirs)
            strength, direction = (bid + ONE) >> ONE, (bid + ONE) & ONE
            if ours == theirs:
                stage = _CHOOSING if bid == ZERO else U(3)
                exchanging, seat, code = PLAYERS, dealer, ZERO
            elif (ours + ONE) >> ONE != (theirs + ONE) >> ONE:
                stage = U(3)
                exchanging, seat = ONE, dealer if ours > theirs else responder
                captor = seat if direction == LOW else ONE - seat
                top += IN_TRICK * strength
                code = strength << (ONE + BITS * captor)
            else:
                stage = DEAL
        if stage == _CHOOSING:
            place += STEP
            made += ONE
            if is_ruled(given, rules[seat]):
                rule = rules[seat]
                is_high = worth_of(held, start, seat, worth, rule) > margin[rule]
                direction = ZERO if is_high else LOW
            else:
                direction = pick(given, place, DIRECTIONS)
            given = FREE
            note(starts, start, seat, _CHOSEN + direction)
        for _ in range(exchanging):
            place += STEP
            made += ONE
            count = exchanges(held, start, seat)
            if is_ruled(given, rules[seat]):
                low, high = first_pair(held, start, seat, order, rules[seat], direction)
            else:
                choice = pick(given, place, count)
                low, high = pair(held, start, seat, choice)
            given = FREE
            note(starts, start, seat, code_of_exchange(low, high))
            exchange(held, start, seat, low, high, cards, top, bottom)
            top += IN_EXCHANGE
            bottom += IN_EXCHANGE
            seat = ONE - seat
        starts.facts[start, MADE] = made
        codes[start] = (code & ~ONE) | direction


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of the Duel
    """Return the dealer, the greatest strength, and 1 if cards mark the bids."""
    rules = state.rules
    return state.dealer, rules.max_strength, rules.bid_markers is BidMarkers.CARDS


def _point(state: Any) -> tuple[int, ...]:  # Any: as above
    """Return the captured tricks and the direction, the dealer's bid, and the exchanges to come."""
    data = state._hand_data
    code, bid = int(data.direction is Direction.LOW), data.bids[state.dealer]
    for seat, captured in enumerate(data.captured):
        code |= len(captured) << 1 + int(BITS) * seat
    return code, 0 if bid is None else _NUMBERS[bid], len(data.to_exchange)


def _move(code: int) -> Move:
    """Return the move that was noted by a code."""
    return exchange_of(code) or (*BIDS, *DECLARATIONS)[code]


def _count(state: Any) -> int:  # Any: as above
    """Return the number of moves before the play: two bids, a choice and two exchanges."""
    return 5


_NUMBERS: Final = {bid: number for number, bid in enumerate(BIDS)}
COMPILED: Final = Opening(
    _options,
    _open,
    phases=(BID, CHOOSE, EXCHANGE),
    point=_point,
    columns=2,
    tables=(1, 0, 2, 1),
    move=_move,
    longest=_count,
)
