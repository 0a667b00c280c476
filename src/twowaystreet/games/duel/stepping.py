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
    Shared,
    StepArrays,
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
from twowaystreet.games._twoway.cards import TRICKS, most_jokers
from twowaystreet.games._twoway.stepping import (
    BYTES,
    allow_exchange,
    begin_exchanges,
    enter_card,
    observe_exchange,
    observe_names,
)
from twowaystreet.games.duel.compiled import BITS, DIRECTIONS, IN_TRICK, LOW, PLAYERS
from twowaystreet.games.duel.moves import BIDS
from twowaystreet.games.duel.rules import BID, CHOOSE, EXCHANGE, BidMarkers, Phase

_BID_WORD: Final[Number] = U(len(WORDS))
"""The first word is no bid; then follow all bids from the weakest to the strongest."""
_HIGH_WORD: Final[Number] = _BID_WORD + U(len(BIDS))
_AFTER_LOW: Final[Number] = _HIGH_WORD + DIRECTIONS
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
_HIGH: Final[Number] = U(2)
"""The columns of a bid, known, the strength, high and low; and the place of high."""
_UNKNOWN: Final = np.int8(-1)


@embedded
def _strength(bid: Number) -> Number:
    return (bid + ONE) >> ONE


@embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """DU-1, DU-2: deal ten cards each; the dealer bids first."""
    begin_exchanges(row, shared, records)
    facts = records.facts
    facts[row, _SAID], facts[row, _SAID + ONE], facts[row, _LEFT] = ZERO, ZERO, ZERO
    facts[row, STAGE], facts[row, SEAT] = _BID, dealer_of(row, shared, records)


@embedded
def _first_captured(row: Number, shared: Shared, records: Records) -> Number:
    """Return the place in the pack of the first captured card: after the markers."""
    first = U(shared.hands.shape[1])
    if shared.options[1] != ZERO:
        first += _strength(records.facts[row, _SAID] - ONE) + _strength(
            records.facts[row, _SAID + ONE] - ONE
        )
    return first


@embedded
def _exchanging(
    row: Number, seat: Number, left: Number, direction: Number, records: Records
) -> None:
    """DU-7, DU-8: set the direction; the players who may exchange do so."""
    facts = records.facts
    facts[row, CODE] |= direction
    facts[row, STAGE], facts[row, SEAT], facts[row, _LEFT] = _EXCHANGE, seat, left


@embedded
def _compare(row: Number, shared: Shared, records: Records) -> None:
    """DU-6 to DU-9: compare the two bids, which now lie open."""
    facts, dealer = records.facts, dealer_of(row, shared, records)
    ours, theirs = facts[row, _SAID + dealer] - ONE, facts[row, _SAID + ONE - dealer] - ONE
    if ours == theirs:
        if ours == ZERO:
            facts[row, STAGE], facts[row, SEAT], facts[row, _LEFT] = _CHOOSE, dealer, PLAYERS
        else:
            _exchanging(row, dealer, PLAYERS, (ours + ONE) & ONE, records)
    elif _strength(ours) == _strength(theirs):
        deal(row, shared, records)
        _begin(row, shared, records)
    else:
        winner = dealer if ours > theirs else ONE - dealer
        bid = max(ours, theirs)
        direction = (bid + ONE) & ONE
        captor = winner if direction == LOW else ONE - winner
        facts[row, CODE] = _strength(bid) << (ONE + BITS * captor)
        facts[row, TOP] += IN_TRICK * _strength(bid)
        _exchanging(row, winner, ONE, direction, records)


@embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """DU-2 to DU-9: bid, choose the direction, exchange."""
    facts, dealer = records.facts, dealer_of(row, shared, records)
    stage, seat = facts[row, STAGE], facts[row, SEAT]
    records.path[row, facts[row, PATH]] = number
    facts[row, PATH] += ONE
    if stage == _BID:
        bid = shared.word_of[number] - _BID_WORD
        facts[row, _SAID + seat] = bid + ONE
        if shared.options[1] != ZERO:
            facts[row, TOP] += _strength(bid)
        if seat == dealer:
            facts[row, SEAT] = ONE - seat
        else:
            _compare(row, shared, records)
    elif stage == _CHOOSE:
        _exchanging(row, seat, PLAYERS, shared.word_of[number] - _HIGH_WORD, records)
    elif enter_card(row, number, shared, records):
        facts[row, _LEFT] -= ONE
        facts[row, SEAT] = ONE - seat
        if facts[row, _LEFT] == ZERO:
            lead(row, dealer, shared, records)


@embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Find the legal numbers of the opening."""
    stage = records.facts[row, STAGE]
    if stage == _BID:
        allow_words(row, _BID_WORD, _BID_WORD + ONE + DIRECTIONS * shared.options[0], shared, shown)
    elif stage == _CHOOSE:
        allow_words(row, _HIGH_WORD, _AFTER_LOW, shared, shown)
    elif stage == _EXCHANGE:
        allow_exchange(row, shared, records, shown)


@embedded
def _observe_bids(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """DU-2, DU-5: write the bids that the viewer knows, and the markers that it has seen."""
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, dealer = facts[row, SEAT], dealer_of(row, shared, records)
    are_shown = facts[row, _SAID] != ZERO and facts[row, _SAID + ONE] != ZERO
    size, place = shared.setup[COPIES] + ONE, U(shared.hands.shape[1])
    for turn in range(PLAYERS):
        seat = dealer if turn == ZERO else ONE - dealer
        where = relative(seat, viewer, PLAYERS)
        is_known = are_shown or seat == viewer
        said = facts[row, _SAID + seat]
        bid = said - ONE if said != ZERO else ZERO
        is_low = bid != ZERO and bid & ONE == ZERO
        if said != ZERO and is_known:
            start = at[_BIDS] + _COLUMNS * where
            seen[row, start], seen[row, start + ONE] = 1, _strength(bid)
            if bid != ZERO:
                seen[row, start + _HIGH + is_low] = 1
        with_cards = shared.options[1] != ZERO
        if not with_cards or (is_known and not is_low):
            start = at[_MARKERS] + size * where
            seen[row, start] = 1
            if with_cards:
                for number in range(_strength(bid)):
                    card = U(records.pack[row, place + number])
                    put_at(row, card, number + ONE, start + ONE, shared, shown)
        place += _strength(bid)


@embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Write what only this game shows."""
    _observe_bids(row, shared, records, shown)
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, dealer, code, stage = (
        facts[row, SEAT],
        dealer_of(row, shared, records),
        facts[row, CODE],
        facts[row, STAGE],
    )
    is_secret = shared.options[1] != ZERO and stage == _BID and viewer != dealer
    stock = at[_STOCK] + ONE
    if is_secret:
        seen[row, at[AT_STOCK_SIZE]] = _UNKNOWN
        stock = NOWHERE
    else:
        seen[row, at[_STOCK]] = 1
    if stage >= _EXCHANGE:
        seen[row, at[_DIRECTION] + (code & ONE)] = 1
    first, copies = _first_captured(row, shared, records), shared.setup[COPIES]
    for seat in range(PLAYERS):
        start = at[_CAPTURED] + copies * relative(seat, viewer, PLAYERS)
        for pair in range(code >> (ONE + BITS * seat) & U(15)):
            for number in range(IN_TRICK):
                card = U(records.pack[row, first + IN_TRICK * pair + number])
                put_at(row, card, (IN_TRICK + ONE) * pair + number + ONE, start, shared, shown)
    left = facts[row, _LEFT]
    for turn in range(left):
        seat = (viewer + turn) & ONE
        seen[row, at[_TO_EXCHANGE] + relative(seat, viewer, PLAYERS)] = turn + ONE
    observe_exchange(row, at[_EXCHANGED], stock, shared, records, shown)
    observe_names(row, at[_NAMED], shared, records, shown)


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of the Duel
    """Return the greatest strength, and 1 if cards mark the bids."""
    return state.rules.max_strength, int(state.rules.bid_markers is BidMarkers.CARDS)


def _shapes(state: Any) -> dict[str, tuple[int, ...]]:  # Any: as above
    names = min(TRICKS, most_jokers(state.rules))
    return {"path": (7,), "named": (max(1, names), 3), "own": (2, BYTES)}


STEPPING: Final = Stepping(
    run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=(*map(str, BIDS), "high", "low"),
    pieces=_piece.names,
    shapes=_shapes,
)
