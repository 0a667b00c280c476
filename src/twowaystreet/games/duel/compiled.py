"""The compiled code of the Duel: deals, bids, captured tricks and exchanges, and their steps."""

from __future__ import annotations

from typing import Final

import numpy as np

from twowaystreet.fast import authoring as fast
from twowaystreet.fast.authoring import ONE, ZERO, Number, Records, Shared, StepArrays
from twowaystreet.games._twoway import compiled as twoway
from twowaystreet.games._twoway.rules import DECLARATIONS, Direction
from twowaystreet.games.duel.rules import BID, BIDS, CHOOSE, EXCHANGE, BidMarkers, Phase
from twowaystreet.games.duel.state import State

U: Final = np.uint64
_PLAYERS: Final[Number] = U(2)
_DIRECTIONS: Final[Number] = U(len(Direction))
_IN_TRICK: Final[Number] = U(2)
_LOW: Final[Number] = ONE
_CHOSEN: Final[Number] = U(len(BIDS))
"""The code of the direction high that the dealer chose, after those of the bids."""
_BITS: Final[Number] = U(4)  # the bits of a number of captured tricks in a code
_NUMBERS: Final = {bid: number for number, bid in enumerate(BIDS)}
_OURS: Final[Number] = fast.POINT_OWN
_TO_COME: Final[Number] = fast.POINT_OWN + ONE
"""The facts of a point: the dealer's bid if the responder is to bid, and exchanges to come."""
_BID_WORD: Final[Number] = U(len(fast.WORDS))
"""The first word is no bid; then follow all bids from the weakest to the strongest."""
_HIGH_WORD: Final[Number] = _BID_WORD + U(len(BIDS))
_AFTER_LOW: Final[Number] = _HIGH_WORD + _DIRECTIONS
_BID, _CHOOSE, _EXCHANGE = (U(list(Phase).index(phase)) for phase in (BID, CHOOSE, EXCHANGE))
_piece: Final = fast.Pieces(*fast.PIECES)
_BIDS, _CAPTURED, _DIRECTION = map(_piece, ("bids", "captured", "direction"))
_EXCHANGED, _MARKERS, _NAMED = map(_piece, ("exchanged", "markers", "named"))
_STOCK, _TO_EXCHANGE = map(_piece, ("stock", "to_exchange"))
_SAID: Final[Number] = fast.OWN + ONE
"""The first column of the bids of the seats: one more than their numbers; 0 before the bid."""
_LEFT: Final[Number] = fast.OWN + U(3)
"""The column of the number of seats that have not exchanged yet."""
_COLUMNS: Final[Number] = U(4)  # the columns of a bid: known, the strength, high and low
_HIGH: Final[Number] = U(2)


@fast.embedded
def _strength(bid: Number) -> Number:
    return (bid + ONE) >> ONE


@fast.embedded
def _direction(bid: Number) -> Number:
    return (bid + ONE) & ONE


@fast.embedded
def _bid_of(
    held: fast.Unsigned,
    start: Number,
    hand: Number,
    tables: tuple[fast.Signed, fast.Signed, fast.Signed, fast.Signed],
    rule: Number,
    most: Number,
    given: Number,
    key: Number,
    made: Number,
) -> Number:
    """Return twice the strength of a bid, minus one if it is high; 0 for none."""
    if not fast.is_ruled(given, rule):
        return fast.pick(given, key, made, ONE + _DIRECTIONS * most)
    worth, margin, _, steps = tables
    lead, strength = fast.worth_of(held, start, hand, worth, rule) - margin[rule], ZERO
    while strength < most and steps[rule, strength] <= abs(lead):
        strength += ONE
    if strength == ZERO:
        return ZERO
    return _DIRECTIONS * strength - (ONE if lead > 0 else ZERO)


@fast.compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: fast.Setup,
    points: fast.Points,
    tables: tuple[fast.Signed, fast.Signed, fast.Signed, fast.Signed],
    starts: fast.Starts,
    codes: fast.Unsigned,
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
        key, made, given = fast.begin(points, setup, U(offset), starts, start, dealer)
        stage, seat = (points.facts[point, fast.POINT_STAGE], points.facts[point, fast.POINT_SEAT])
        top, bottom, ours, exchanging, direction = ZERO, ZERO, ZERO, ZERO, ZERO
        code = points.facts[point, fast.POINT_CODE]
        is_bid = False
        if stage != fast.DEAL:
            bottom = fast.resume(points, point, held, start, cards)
            ours, exchanging = points.facts[point, _OURS], points.facts[point, _TO_COME]
            direction = code & ONE
            is_bid = stage == _BID and seat == responder
        while stage <= _BID:
            if stage == fast.DEAL:
                made += ONE
                for other in range(_PLAYERS):
                    for level in range(U(held.shape[1])):
                        held[start, level, other] = ZERO
                fast.forget(starts, start)
                # At most 20 markers, or 20 captured cards, and 4 for exchanges leave the stock.
                fast.shuffle(cards, pack, fast.mixed(key + fast.STEP * made), len(pack))
                fast.deal(held, start, cards, hands)
                top, bottom = U(len(hands)), U(len(pack))
                is_bid = False
            if not is_bid:
                made += ONE
                ours = _bid_of(held, start, dealer, tables, rules[dealer], most, given, key, made)
                given = fast.FREE
                fast.note(starts, start, dealer, ours)
                if with_cards != ZERO:
                    top += _strength(ours)
            made += ONE
            theirs = _bid_of(
                held, start, responder, tables, rules[responder], most, given, key, made
            )
            given = fast.FREE
            fast.note(starts, start, responder, theirs)
            if with_cards != ZERO:
                top += _strength(theirs)
            bid = max(ours, theirs)
            strength, direction = _strength(bid), _direction(bid)
            if ours == theirs:
                stage = _CHOOSE if bid == ZERO else _EXCHANGE
                exchanging, seat, code = _PLAYERS, dealer, ZERO
            elif _strength(ours) != _strength(theirs):
                stage = _EXCHANGE
                exchanging, seat = ONE, dealer if ours > theirs else responder
                captor = seat if direction == _LOW else ONE - seat
                top += _IN_TRICK * strength
                code = strength << (ONE + _BITS * captor)
            else:
                stage = fast.DEAL
        if stage == _CHOOSE:
            made += ONE
            if fast.is_ruled(given, rules[seat]):
                direction = twoway.direction(held, start, seat, worth, margin, rules[seat])
            else:
                direction = fast.pick(given, key, made, _DIRECTIONS)
            given = fast.FREE
            fast.note(starts, start, seat, _CHOSEN + direction)
        for _ in range(exchanging):
            made += ONE
            count = twoway.exchanges(held, start, seat)
            if fast.is_ruled(given, rules[seat]):
                pair = twoway.first_pair(held, start, seat, order, rules[seat], direction)
            else:
                pair = twoway.pair(held, start, seat, fast.pick(given, key, made, count))
            given = fast.FREE
            twoway.exchange(starts, start, seat, pair, cards, top, bottom)
            top += twoway.IN_EXCHANGE
            bottom += twoway.IN_EXCHANGE
            seat = ONE - seat
        starts.facts[start, fast.START_MADE] = made
        codes[start] = (code & ~ONE) | direction


def _options(state: State) -> tuple[int, ...]:
    rules = state.rules
    return state.dealer, rules.max_strength, rules.bid_markers is BidMarkers.CARDS


def _point(state: State) -> tuple[int, ...]:
    data = state._hand_data
    code, bid = int(data.direction is Direction.LOW), data.bids[state.dealer]
    for seat, captured in enumerate(data.captured):
        code |= len(captured) << 1 + int(_BITS) * seat
    return code, 0 if bid is None else _NUMBERS[bid], len(data.to_exchange)


@fast.embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """DU-1, DU-2: deal ten cards each; the dealer bids first."""
    twoway.begin_exchanges(row, shared, records)
    facts = records.facts
    facts[row, _SAID], facts[row, _SAID + ONE], facts[row, _LEFT] = ZERO, ZERO, ZERO
    facts[row, fast.STAGE], facts[row, fast.SEAT] = _BID, fast.dealer_of(row, shared, records)


@fast.embedded
def _first_captured(row: Number, shared: Shared, records: Records) -> Number:
    """Return the place in the pack of the first captured card: after the markers."""
    first, facts = U(shared.hands.shape[1]), records.facts
    if shared.options[2] != ZERO:
        for seat in range(_PLAYERS):
            first += _strength(facts[row, _SAID + seat] - ONE)
    return first


@fast.embedded
def _exchanging(
    row: Number, seat: Number, left: Number, direction: Number, records: Records
) -> None:
    """DU-7, DU-8: set the direction; the players who may exchange do so."""
    facts = records.facts
    facts[row, fast.CODE] |= direction
    facts[row, fast.STAGE], facts[row, fast.SEAT], facts[row, _LEFT] = _EXCHANGE, seat, left


@fast.embedded
def _compare(row: Number, shared: Shared, records: Records) -> None:
    """DU-6 to DU-9: compare the two bids, which now lie open."""
    facts, dealer = records.facts, fast.dealer_of(row, shared, records)
    ours, theirs = facts[row, _SAID + dealer] - ONE, facts[row, _SAID + ONE - dealer] - ONE
    if ours == theirs:
        if ours == ZERO:
            facts[row, fast.STAGE], facts[row, fast.SEAT] = _CHOOSE, dealer
            facts[row, _LEFT] = _PLAYERS
        else:
            _exchanging(row, dealer, _PLAYERS, _direction(ours), records)
    elif _strength(ours) == _strength(theirs):
        fast.deal_again(row, shared, records)
        _begin(row, shared, records)
    else:
        winner = dealer if ours > theirs else ONE - dealer
        bid = max(ours, theirs)
        direction = _direction(bid)
        captor = winner if direction == _LOW else ONE - winner
        facts[row, fast.CODE] = _strength(bid) << (ONE + _BITS * captor)
        facts[row, fast.TOP] += _IN_TRICK * _strength(bid)
        _exchanging(row, winner, ONE, direction, records)


@fast.embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """DU-2 to DU-9: bid, choose the direction, exchange."""
    facts, dealer = records.facts, fast.dealer_of(row, shared, records)
    stage, seat = facts[row, fast.STAGE], facts[row, fast.SEAT]
    if stage == _BID:
        bid = shared.word_of[number] - _BID_WORD
        facts[row, _SAID + seat] = bid + ONE
        if shared.options[2] != ZERO:
            facts[row, fast.TOP] += _strength(bid)
        if seat == dealer:
            facts[row, fast.SEAT] = ONE - seat
        else:
            _compare(row, shared, records)
    elif stage == _CHOOSE:
        _exchanging(row, seat, _PLAYERS, shared.word_of[number] - _HIGH_WORD, records)
    elif twoway.enter_card(row, number, shared, records):
        facts[row, _LEFT] -= ONE
        facts[row, fast.SEAT] = ONE - seat
        if facts[row, _LEFT] == ZERO:
            fast.lead(row, dealer, shared, records)


@fast.embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    stage = records.facts[row, fast.STAGE]
    if stage == _BID:
        after = _BID_WORD + ONE + _DIRECTIONS * shared.options[1]
        fast.allow_words(row, _BID_WORD, after, shared, shown)
    elif stage == _CHOOSE:
        fast.allow_words(row, _HIGH_WORD, _AFTER_LOW, shared, shown)
    elif stage == _EXCHANGE:
        twoway.allow_exchange(row, shared, records, shown)


@fast.embedded
def _observe_bids(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """DU-2, DU-5: write the bids that the viewer knows, and the markers that it has seen."""
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, dealer = facts[row, fast.SEAT], fast.dealer_of(row, shared, records)
    are_shown = facts[row, _SAID] != ZERO and facts[row, _SAID + ONE] != ZERO
    size, place = shared.setup[fast.COPIES] + ONE, U(shared.hands.shape[1])
    for turn in range(_PLAYERS):
        seat = dealer if turn == ZERO else ONE - dealer
        where = fast.relative(seat, viewer, _PLAYERS)
        is_known = are_shown or seat == viewer
        said = facts[row, _SAID + seat]
        bid = said - ONE if said != ZERO else ZERO
        is_low = bid != ZERO and bid & ONE == ZERO
        if said != ZERO and is_known:
            start = at[_BIDS] + _COLUMNS * where
            seen[row, start], seen[row, start + ONE] = 1, _strength(bid)
            if bid != ZERO:
                seen[row, start + _HIGH + is_low] = 1
        with_cards = shared.options[2] != ZERO
        if not with_cards or (is_known and not is_low):
            start = at[_MARKERS] + size * where
            seen[row, start] = 1
            if with_cards:
                for number in range(_strength(bid)):
                    card = U(records.pack[row, place + number])
                    fast.put_at(row, card, number + ONE, start + ONE, shared, shown)
        place += _strength(bid)


@fast.embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    _observe_bids(row, shared, records, shown)
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, dealer = facts[row, fast.SEAT], fast.dealer_of(row, shared, records)
    code, stage = facts[row, fast.CODE], facts[row, fast.STAGE]
    stock = at[_STOCK] + ONE
    if shared.options[2] != ZERO and stage == _BID and viewer != dealer:
        seen[row, at[fast.AT_STOCK_SIZE]] = twoway.UNKNOWN
        stock = fast.NOWHERE
    else:
        seen[row, at[_STOCK]] = 1
    if stage >= _EXCHANGE:
        seen[row, at[_DIRECTION] + (code & ONE)] = 1
    first, copies = _first_captured(row, shared, records), shared.setup[fast.COPIES]
    for seat in range(_PLAYERS):
        start = at[_CAPTURED] + copies * fast.relative(seat, viewer, _PLAYERS)
        for trick in range(code >> (ONE + _BITS * seat) & U(15)):
            for number in range(_IN_TRICK):
                card = U(records.pack[row, first + _IN_TRICK * trick + number])
                place = (_IN_TRICK + ONE) * trick + number + ONE
                fast.put_at(row, card, place, start, shared, shown)
    for turn in range(facts[row, _LEFT]):
        seat = (viewer + turn) & ONE
        seen[row, at[_TO_EXCHANGE] + fast.relative(seat, viewer, _PLAYERS)] = turn + ONE
    twoway.observe_exchange(row, at[_EXCHANGED], stock, shared, records, shown)
    twoway.observe_names(row, at[_NAMED], shared, records, shown)


COMPILED: Final = fast.Opening(
    _options,
    _open,
    phases=(BID, CHOOSE, EXCHANGE),
    point=_point,
    columns=2,
    tables=(1, 0, 2, 1),
    move=lambda code: twoway.exchange_of(code) or (*BIDS, *DECLARATIONS)[code],
    longest=lambda state: 5,  # two bids, a choice and two exchanges
    steps=fast.Stepping(
        fast.run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
        words=(*map(str, BIDS), "high", "low"),
        pieces=_piece.names,
        shapes=lambda state: twoway.shapes(state.rules, 7),
    ),
)
