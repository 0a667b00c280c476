"""The compiled code of Two Way Street: deals, declarations and exchanges, and their steps."""

from __future__ import annotations

from typing import Final

import numpy as np

from twowaystreet.fast import authoring as fast
from twowaystreet.fast.authoring import ONE, ZERO, Number, Records, Shared, StepArrays
from twowaystreet.games._twoway import compiled as twoway
from twowaystreet.games._twoway.rules import DECLARATIONS, KEEP, Direction
from twowaystreet.games.street.rules import DECLARE, EXCHANGE, Declaration, Phase
from twowaystreet.games.street.state import State

U: Final = np.uint64
_MOST: Final = 31  # the greatest number of players whose declarations fit into a code
_LOW: Final[Number] = ONE
_FORCED: Final[Number] = U(2)
"""The bits of a declaration in a code; the choices are high and low, in this order."""
_DIRECTIONS: Final[Number] = U(len(Direction))
_CODE_BITS: Final[Number] = U(2)
_SAID: Final[Number] = U(3)
_KEPT: Final[Number] = U(len(DECLARATIONS))
"""The code of keeping all cards, after those of the declarations."""
_BITS: Final = {said: bits for bits, said in enumerate(Declaration)}
_HIGH_WORD: Final[Number] = U(len(fast.WORDS))
_KEEP: Final[Number] = _HIGH_WORD + _DIRECTIONS
_DECLARE, _EXCHANGE = (U(list(Phase).index(phase)) for phase in (DECLARE, EXCHANGE))
_piece: Final = fast.Pieces(*fast.PIECES)
_DECLARATIONS, _EXCHANGED = map(_piece, ("declarations", "exchanged"))
_HAS_EXCHANGED, _NAMED, _STOCK = map(_piece, ("has_exchanged", "named", "stock"))
_KINDS: Final[Number] = U(len(_BITS))  # the columns of a declaration, in the order of its bits
_DONE_COLUMNS: Final[Number] = U(2)
"""The columns of a player who has moved: it kept its cards, or it exchanged."""


@fast.compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: fast.Setup,
    points: fast.Points,
    tables: tuple[fast.Signed, fast.Signed, fast.Signed],
    starts: fast.Starts,
    codes: fast.Unsigned,
) -> None:
    """ST-5 to ST-11: deal; in turn, each player declares or is forced, and exchanges or keeps."""
    dealer, players, may_keep = setup.options[0], setup.options[1], setup.options[2]
    worth, margin, order = tables
    pack, hands, held = setup.pack, setup.hands, starts.held
    cards = np.empty(len(pack) + 2 * int(players), np.uint64)
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        key, made, given = fast.begin(points, setup, U(offset), starts, start, dealer)
        top, lows, highs, begun, code = ZERO, ZERO, ZERO, ZERO, ZERO
        is_said = False
        if points.facts[point, fast.POINT_STAGE] == fast.DEAL:
            made += ONE
            fast.shuffle(
                cards, pack, fast.mixed(key + fast.STEP * made), len(hands) + 2 * int(players)
            )
            fast.deal(held, start, cards, hands)
            top, bottom = U(len(hands)), U(len(pack))
        else:
            bottom = fast.resume(points, point, held, start, cards)
            code = points.facts[point, fast.POINT_CODE]
            is_said = points.facts[point, fast.POINT_STAGE] == _EXCHANGE
            begun = (points.facts[point, fast.POINT_SEAT] + players - dealer) % players
            for turn in range(begun + (ONE if is_said else ZERO)):
                said = code >> (_CODE_BITS * ((dealer + turn) % players)) & _SAID
                lows += said == _LOW
                highs += said == ZERO
        for turn in range(begun, players):
            seat = (dealer + turn) % players
            said = code >> (_CODE_BITS * seat) & _SAID
            rule = setup.rules[seat]
            if not is_said:
                if U(2) * highs > players:
                    said = _LOW | _FORCED
                elif U(2) * lows > players:
                    said = _FORCED
                else:
                    made += ONE
                    if fast.is_ruled(given, rule):
                        said = twoway.direction(held, start, seat, worth, margin, rule)
                    else:
                        said = fast.pick(given, key, made, _DIRECTIONS)
                    given = fast.FREE
                    fast.note(starts, start, seat, said)
                    lows += said
                    highs += ONE - said
                code |= said << (_CODE_BITS * seat)
            is_said = False
            made += ONE
            count = twoway.exchanges(held, start, seat)
            if fast.is_ruled(given, rule):
                pair = twoway.first_pair(held, start, seat, order, rule, said & _LOW)
            else:
                choice = fast.pick(given, key, made, count + may_keep)
                given = fast.FREE
                if choice >= count:
                    fast.note(starts, start, seat, _KEPT)
                    continue
                pair = twoway.pair(held, start, seat, choice)
            twoway.exchange(starts, start, seat, pair, cards, top, bottom)
            top += twoway.IN_EXCHANGE
            bottom += twoway.IN_EXCHANGE
        starts.facts[start, fast.START_MADE] = made
        codes[start] = code


def _options(state: State) -> tuple[int, ...] | None:
    players = state.rules.players
    return (state.dealer, players, state._may_keep) if players <= _MOST else None


def _point(state: State) -> tuple[int, ...]:
    code = 0
    for seat, said in enumerate(state._hand_data.declarations):
        if said is not None:
            code |= _BITS[said] << 2 * seat
    return (code,)


@fast.embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """ST-5, ST-6: deal ten cards each; the first declarer moves first."""
    twoway.begin_exchanges(row, shared, records)
    records.facts[row, fast.STAGE] = _DECLARE
    records.facts[row, fast.SEAT] = fast.dealer_of(row, shared, records)


@fast.embedded
def _declared(row: Number, said: Number, records: Records) -> None:
    """ST-9: a player with a direction exchanges before the next player declares."""
    records.facts[row, fast.CODE] |= said << (_CODE_BITS * records.facts[row, fast.SEAT])
    records.facts[row, fast.STAGE] = _EXCHANGE


@fast.embedded
def _said(row: Number, said: Number, shared: Shared, records: Records) -> Number:
    found, seat, code = ZERO, fast.dealer_of(row, shared, records), records.facts[row, fast.CODE]
    while seat != records.facts[row, fast.SEAT]:
        found += code >> (_CODE_BITS * seat) & _SAID == said
        seat = (seat + ONE) % shared.setup[fast.SEATS]
    return found


@fast.embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """ST-7 to ST-10: declare, exchange or keep."""
    facts, players = records.facts, shared.setup[fast.SEATS]
    if facts[row, fast.STAGE] == _DECLARE:
        _declared(row, shared.word_of[number] - _HIGH_WORD, records)
        return
    if shared.word_of[number] == _KEEP:
        records.own[row, facts[row, fast.SEAT], twoway.DID] = twoway.KEPT
    elif not twoway.enter_card(row, number, shared, records):
        return
    facts[row, fast.SEAT] = (facts[row, fast.SEAT] + ONE) % players
    facts[row, fast.STAGE] = _DECLARE
    if facts[row, fast.SEAT] == fast.dealer_of(row, shared, records):
        fast.lead(row, facts[row, fast.SEAT], shared, records)
    elif U(2) * _said(row, ZERO, shared, records) > players:  # ST-8
        _declared(row, _LOW | _FORCED, records)
    elif U(2) * _said(row, _LOW, shared, records) > players:
        _declared(row, _FORCED, records)


@fast.embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    stage = records.facts[row, fast.STAGE]
    if stage == _DECLARE:
        fast.allow_words(row, _HIGH_WORD, _KEEP, shared, shown)
    elif stage == _EXCHANGE:
        twoway.allow_exchange(row, shared, records, shown)
        if shared.options[2] != ZERO and records.facts[row, fast.BEGUN] == ZERO:
            fast.allow_words(row, _KEEP, _KEEP + ONE, shared, shown)


@fast.embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, players = facts[row, fast.SEAT], shared.setup[fast.SEATS]
    spoken = facts[row, fast.STAGE] >= shared.setup[fast.NAME]
    seat = fast.dealer_of(row, shared, records)
    for _ in range(players):
        if not spoken and seat == viewer and facts[row, fast.STAGE] == _DECLARE:
            break
        place = fast.relative(seat, viewer, players)
        said = facts[row, fast.CODE] >> (_CODE_BITS * seat) & _SAID
        seen[row, at[_DECLARATIONS] + _KINDS * place + said] = 1
        if not spoken and seat == viewer:
            break
        did = U(records.own[row, seat, twoway.DID])
        seen[row, at[_HAS_EXCHANGED] + _DONE_COLUMNS * place + (did == twoway.EXCHANGED)] = 1
        seat = (seat + ONE) % players
    twoway.observe_exchange(row, at[_EXCHANGED], at[_STOCK], shared, records, shown)
    twoway.observe_names(row, at[_NAMED], shared, records, shown)


COMPILED: Final = fast.Opening(
    _options,
    _open,
    phases=(DECLARE, EXCHANGE),
    point=_point,
    tables=(1, 0, 2),
    move=lambda code: twoway.exchange_of(code) or (*DECLARATIONS, KEEP)[code],
    longest=lambda state: 2 * state.rules.players,  # a declaration and an exchange of each
    steps=fast.Stepping(
        fast.run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
        words=("high", "low", "keep"),
        pieces=_piece.names,
        shapes=lambda state: twoway.shapes(state.rules, 3 * state.rules.players),
    ),
)
