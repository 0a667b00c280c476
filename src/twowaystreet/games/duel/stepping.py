"""The compiled steps of the Duel: bids, the dealer's choice and exchanges, and then the play."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet.fast.bits import ONE, ZERO, Number, U
from twowaystreet.fast.compiling import embedded
from twowaystreet.fast.records import (
    CODE,
    COPIES,
    OWN,
    PATH,
    SEAT,
    STAGE,
    TOP,
    Records,
    Shown,
    World,
)
from twowaystreet.fast.stepping import (
    AT_STOCK_SIZE,
    NOWHERE,
    PIECES,
    WORDS,
    Pieces,
    Stepping,
    allow_words,
    deal,
    dealer_of,
    lead,
    put_at,
    relative,
    run_of,
)
from twowaystreet.games._twoway.rules import TRICKS, most_jokers
from twowaystreet.games._twoway.stepping import (
    BYTES,
    TWO,
    allow_exchange,
    begin_exchanges,
    enter_card,
    observe_exchange,
    observe_names,
)
from twowaystreet.games.duel.compiled import BITS, LOW
from twowaystreet.games.duel.rules import BID, BIDS, CHOOSE, EXCHANGE, BidMarkers, Phase

_BID_WORD: Final[Number] = U(len(WORDS))
"""The first word is no bid; then follow all bids from the weakest to the strongest."""
_HIGH_WORD: Final[Number] = _BID_WORD + U(len(BIDS))
_AFTER_LOW: Final[Number] = _HIGH_WORD + TWO
_BID, _CHOOSE, _EXCHANGE = (U(list(Phase).index(phase)) for phase in (BID, CHOOSE, EXCHANGE))
_piece: Final = Pieces(*PIECES)
_BIDS: Final = _piece("bids")
_CAPTURED: Final = _piece("captured")
_DIRECTION: Final = _piece("direction")
_EXCHANGED: Final = _piece("exchanged")
_MARKERS: Final = _piece("markers")
_NAMED: Final = _piece("named")
_STOCK: Final = _piece("stock")
_TO_EXCHANGE: Final = _piece("to_exchange")
_SAID: Final[Number] = OWN + ONE
"""The first column of the bids of the seats: one more than their numbers; 0 before the bid."""
_LEFT: Final[Number] = OWN + U(3)
"""The column of the number of seats that have not exchanged yet."""
_COLUMNS: Final[Number] = U(4)
"""The columns of a bid: known, the strength, high and low."""
_UNKNOWN: Final = np.int8(-1)


@embedded
def _strength(bid: Number) -> Number:
    return (bid + ONE) >> ONE


@embedded
def _begin(i: Number, w: World, rec: Records) -> None:
    """DU-1, DU-2: deal ten cards each; the dealer bids first."""
    begin_exchanges(i, w, rec)
    facts = rec.facts
    facts[i, _SAID], facts[i, _SAID + ONE], facts[i, _LEFT] = ZERO, ZERO, ZERO
    facts[i, STAGE], facts[i, SEAT] = _BID, dealer_of(i, w, rec)


@embedded
def _first_captured(i: Number, w: World, rec: Records) -> Number:
    """Return the place in the pack of the first captured card: after the markers."""
    first = U(w.hands.shape[1])
    if w.options[1] != ZERO:
        first += _strength(rec.facts[i, _SAID] - ONE) + _strength(rec.facts[i, _SAID + ONE] - ONE)
    return first


@embedded
def _exchanging(i: Number, seat: Number, left: Number, direction: Number, rec: Records) -> None:
    """DU-7, DU-8: set the direction; the players who may exchange do so."""
    facts = rec.facts
    facts[i, CODE] |= direction
    facts[i, STAGE], facts[i, SEAT], facts[i, _LEFT] = _EXCHANGE, seat, left


@embedded
def _compare(i: Number, w: World, rec: Records) -> None:
    """DU-6 to DU-9: compare the two bids, which now lie open."""
    facts, dealer = rec.facts, dealer_of(i, w, rec)
    ours, theirs = facts[i, _SAID + dealer] - ONE, facts[i, _SAID + ONE - dealer] - ONE
    if ours == theirs:
        if ours == ZERO:
            facts[i, STAGE], facts[i, SEAT], facts[i, _LEFT] = _CHOOSE, dealer, TWO
        else:
            _exchanging(i, dealer, TWO, (ours + ONE) & ONE, rec)
    elif _strength(ours) == _strength(theirs):
        deal(i, w, rec)
        _begin(i, w, rec)
    else:
        winner = dealer if ours > theirs else ONE - dealer
        bid = max(ours, theirs)
        direction = (bid + ONE) & ONE
        captor = winner if direction == LOW else ONE - winner
        facts[i, CODE] = _strength(bid) << (ONE + BITS * captor)
        facts[i, TOP] += TWO * _strength(bid)
        _exchanging(i, winner, ONE, direction, rec)


@embedded
def _decide(i: Number, number: Number, w: World, rec: Records) -> None:
    """DU-2 to DU-9: bid, choose the direction, exchange."""
    facts, dealer = rec.facts, dealer_of(i, w, rec)
    stage, seat = facts[i, STAGE], facts[i, SEAT]
    rec.path[i, facts[i, PATH]] = number
    facts[i, PATH] += ONE
    if stage == _BID:
        bid = w.word_of[number] - _BID_WORD
        facts[i, _SAID + seat] = bid + ONE
        if w.options[1] != ZERO:
            facts[i, TOP] += _strength(bid)
        if seat == dealer:
            facts[i, SEAT] = ONE - seat
        else:
            _compare(i, w, rec)
    elif stage == _CHOOSE:
        _exchanging(i, seat, TWO, w.word_of[number] - _HIGH_WORD, rec)
    elif enter_card(i, number, w, rec):
        facts[i, _LEFT] -= ONE
        facts[i, SEAT] = ONE - seat
        if facts[i, _LEFT] == ZERO:
            lead(i, dealer, w, rec)


@embedded
def _allow(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Find the legal numbers of the opening."""
    stage = rec.facts[i, STAGE]
    if stage == _BID:
        allow_words(i, _BID_WORD, _BID_WORD + ONE + TWO * w.options[0], w, out)
    elif stage == _CHOOSE:
        allow_words(i, _HIGH_WORD, _AFTER_LOW, w, out)
    elif stage == _EXCHANGE:
        allow_exchange(i, w, rec, out)


@embedded
def _observe_bids(i: Number, w: World, rec: Records, out: Shown) -> None:
    """DU-2, DU-5: write the bids that the viewer knows, and the markers that it has seen."""
    facts, at, seen = rec.facts, w.at, out.hand
    viewer, dealer = facts[i, SEAT], dealer_of(i, w, rec)
    are_shown = facts[i, _SAID] != ZERO and facts[i, _SAID + ONE] != ZERO
    size, place = w.setup[COPIES] + ONE, U(w.hands.shape[1])
    for turn in range(TWO):
        seat = dealer if turn == ZERO else ONE - dealer
        where = relative(seat, viewer, TWO)
        is_known = are_shown or seat == viewer
        said = facts[i, _SAID + seat]
        bid = said - ONE if said != ZERO else ZERO
        is_low = bid != ZERO and bid & ONE == ZERO
        if said != ZERO and is_known:
            start = at[_BIDS] + _COLUMNS * where
            seen[i, start], seen[i, start + ONE] = 1, _strength(bid)
            if bid != ZERO:
                seen[i, start + TWO + is_low] = 1
        with_cards = w.options[1] != ZERO
        if not with_cards or (is_known and not is_low):
            start = at[_MARKERS] + size * where
            seen[i, start] = 1
            if with_cards:
                for number in range(_strength(bid)):
                    card = U(rec.pack[i, place + number])
                    put_at(i, card, number + ONE, start + ONE, w, out)
        place += _strength(bid)


@embedded
def _observe(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Write what only this game shows."""
    _observe_bids(i, w, rec, out)
    facts, at, seen = rec.facts, w.at, out.hand
    viewer, dealer, code, stage = (
        facts[i, SEAT],
        dealer_of(i, w, rec),
        facts[i, CODE],
        facts[i, STAGE],
    )
    is_secret = w.options[1] != ZERO and stage == _BID and viewer != dealer
    stock = at[_STOCK] + ONE
    if is_secret:
        seen[i, at[AT_STOCK_SIZE]] = _UNKNOWN
        stock = NOWHERE
    else:
        seen[i, at[_STOCK]] = 1
    if stage >= _EXCHANGE:
        seen[i, at[_DIRECTION] + (code & ONE)] = 1
    first, copies = _first_captured(i, w, rec), w.setup[COPIES]
    for seat in range(TWO):
        start = at[_CAPTURED] + copies * relative(seat, viewer, TWO)
        for pair in range(code >> (ONE + BITS * seat) & U(15)):
            for number in range(TWO):
                card = U(rec.pack[i, first + TWO * pair + number])
                put_at(i, card, U(3) * pair + number + ONE, start, w, out)
    left = facts[i, _LEFT]
    for turn in range(left):
        seat = (viewer + turn) & ONE
        seen[i, at[_TO_EXCHANGE] + relative(seat, viewer, TWO)] = turn + ONE
    observe_exchange(i, at[_EXCHANGED], stock, w, rec, out)
    observe_names(i, at[_NAMED], w, rec, out)


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of the Duel
    """Return the greatest strength, and 1 if cards mark the bids."""
    return state.rules.max_strength, int(state.rules.bid_markers is BidMarkers.CARDS)


def _shapes(state: Any) -> dict[str, tuple[int, ...]]:  # Any: as above
    names = min(TRICKS, most_jokers(state.rules))
    return {"path": (7,), "named": (max(1, names), 3), "own": (2, BYTES)}


STEPPING: Final = Stepping(
    run_of("duel", begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=(*map(str, BIDS), "high", "low"),
    pieces=_piece.names,
    shapes=_shapes,
)
