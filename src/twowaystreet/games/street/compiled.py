"""The compiled code of Two Way Street: deals, declarations and exchanges, and their steps."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet.fast import dealing, stepping
from twowaystreet.fast import records as column
from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, Signed, U, Unsigned, mixed
from twowaystreet.fast.compiling import compiled, embedded
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.fast.records import Records, Shared, StepArrays, dealer_of, lead
from twowaystreet.games._twoway import compiled as twoway
from twowaystreet.games._twoway.rules import DECLARATIONS, KEEP, TRICKS, Direction, most_jokers
from twowaystreet.games.street.rules import DECLARE, EXCHANGE, Declaration, Phase

_MOST: Final = 31
"""The greatest number of players whose declarations fit into a code."""
_LOW: Final[Number] = ONE
_FORCED: Final[Number] = U(2)
"""The bits of a declaration in a code; the choices are high and low, in this order."""
_DIRECTIONS: Final[Number] = U(len(Direction))
_CODE_BITS: Final[Number] = U(2)
_SAID: Final[Number] = U(3)
_KEPT: Final[Number] = U(len(DECLARATIONS))
"""The code of keeping all cards, after those of the declarations."""
_BITS: Final = {
    Declaration.HIGH_DECLARED: 0,
    Declaration.LOW_DECLARED: int(_LOW),
    Declaration.HIGH_FORCED: int(_FORCED),
    Declaration.LOW_FORCED: int(_LOW) + int(_FORCED),
}
_HIGH_WORD: Final[Number] = U(len(stepping.WORDS))
_KEEP: Final[Number] = _HIGH_WORD + _DIRECTIONS
_DECLARE: Final[Number] = U(list(Phase).index(DECLARE))
_EXCHANGE: Final[Number] = U(list(Phase).index(EXCHANGE))
_piece: Final = stepping.Pieces(*stepping.PIECES)
_DECLARATIONS: Final = _piece("declarations")
_EXCHANGED: Final = _piece("exchanged")
_HAS_EXCHANGED: Final = _piece("has_exchanged")
_NAMED: Final = _piece("named")
_STOCK: Final = _piece("stock")
_KINDS: Final[Number] = U(len(_BITS))
"""The columns of a declaration, in the order of its bits."""
_DONE_COLUMNS: Final[Number] = U(2)
"""The columns of a player who has moved: it kept its cards, or it exchanged."""


@compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: dealing.Setup,
    points: dealing.Points,
    tables: tuple[Signed, Signed, Signed],
    starts: Starts,
    codes: Unsigned,
) -> None:
    """ST-5 to ST-11: deal; in turn, each player declares or is forced, and exchanges or keeps."""
    dealer, players, may_keep = setup.options[0], setup.options[1], setup.options[2]
    worth, margin, order = tables
    pack, hands, held = setup.pack, setup.hands, starts.held
    cards = np.empty(len(pack) + 2 * int(players), np.uint64)
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        key, made, given = dealing.begin(points, setup, U(offset), starts, start, dealer)
        top, lows, highs, begun, code = ZERO, ZERO, ZERO, ZERO, ZERO
        is_said = False
        if points.facts[point, dealing.POINT_STAGE] == dealing.DEAL:
            made += ONE
            dealing.shuffle(cards, pack, mixed(key + STEP * made), len(hands) + 2 * int(players))
            dealing.deal(held, start, cards, hands)
            top, bottom = U(len(hands)), U(len(pack))
        else:
            bottom = dealing.resume(points, point, held, start, cards)
            code = points.facts[point, dealing.POINT_CODE]
            is_said = points.facts[point, dealing.POINT_STAGE] == _EXCHANGE
            begun = (points.facts[point, dealing.POINT_SEAT] + players - dealer) % players
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
                    if dealing.is_ruled(given, rule):
                        is_high = dealing.worth_of(held, start, seat, worth, rule) > margin[rule]
                        said = ZERO if is_high else _LOW
                    else:
                        said = dealing.pick(given, key, made, _DIRECTIONS)
                    given = dealing.FREE
                    dealing.note(starts, start, seat, said)
                    lows += said
                    highs += ONE - said
                code |= said << (_CODE_BITS * seat)
            is_said = False
            made += ONE
            count = twoway.exchanges(held, start, seat)
            if dealing.is_ruled(given, rule):
                low, high = twoway.first_pair(held, start, seat, order, rule, said & _LOW)
                dealing.note(starts, start, seat, twoway.code_of_exchange(low, high))
                twoway.exchange(held, start, seat, low, high, cards, top, bottom)
                top += twoway.IN_EXCHANGE
                bottom += twoway.IN_EXCHANGE
                continue
            choice = dealing.pick(given, key, made, count + may_keep)
            given = dealing.FREE
            if choice >= count:
                dealing.note(starts, start, seat, _KEPT)
            else:
                low, high = twoway.pair(held, start, seat, choice)
                dealing.note(starts, start, seat, twoway.code_of_exchange(low, high))
                twoway.exchange(held, start, seat, low, high, cards, top, bottom)
                top += twoway.IN_EXCHANGE
                bottom += twoway.IN_EXCHANGE
        starts.facts[start, MADE] = made
        codes[start] = code


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Two Way Street
    """Return the first declarer, the number of players, and 1 if they may keep their cards."""
    players = state.rules.players
    return (state.dealer, players, state._may_keep) if players <= _MOST else None


def _point(state: Any) -> tuple[int, ...]:  # Any: as above
    code = 0
    for seat, said in enumerate(state._hand_data.declarations):
        if said is not None:
            code |= _BITS[said] << 2 * seat
    return (code,)


@embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """ST-5, ST-6: deal ten cards each; the first declarer moves first."""
    twoway.begin_exchanges(row, shared, records)
    records.facts[row, column.STAGE], records.facts[row, column.SEAT] = (
        _DECLARE,
        dealer_of(row, shared, records),
    )


@embedded
def _declared(row: Number, said: Number, records: Records) -> None:
    """ST-9: a player with a direction exchanges before the next player declares."""
    records.facts[row, column.CODE] |= said << (_CODE_BITS * records.facts[row, column.SEAT])
    records.facts[row, column.STAGE] = _EXCHANGE


@embedded
def _said(row: Number, said: Number, shared: Shared, records: Records) -> Number:
    """Return the number of players so far with a declaration, by its code."""
    found, seat, code = ZERO, dealer_of(row, shared, records), records.facts[row, column.CODE]
    while seat != records.facts[row, column.SEAT]:
        found += code >> (_CODE_BITS * seat) & _SAID == said
        seat = (seat + ONE) % shared.setup[column.SEATS]
    return found


@embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """ST-7 to ST-10: declare, exchange or keep."""
    facts, players = records.facts, shared.setup[column.SEATS]
    if facts[row, column.STAGE] == _DECLARE:
        _declared(row, shared.word_of[number] - _HIGH_WORD, records)
        return
    if shared.word_of[number] == _KEEP:
        records.own[row, facts[row, column.SEAT], twoway.DID] = twoway.KEPT
    elif not twoway.enter_card(row, number, shared, records):
        return
    facts[row, column.SEAT] = (facts[row, column.SEAT] + ONE) % players
    facts[row, column.STAGE] = _DECLARE
    if facts[row, column.SEAT] == dealer_of(row, shared, records):
        lead(row, facts[row, column.SEAT], shared, records)
    elif U(2) * _said(row, ZERO, shared, records) > players:  # ST-8
        _declared(row, _LOW | _FORCED, records)
    elif U(2) * _said(row, _LOW, shared, records) > players:
        _declared(row, _FORCED, records)


@embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    stage = records.facts[row, column.STAGE]
    if stage == _DECLARE:
        stepping.allow_words(row, _HIGH_WORD, _KEEP, shared, shown)
    elif stage == _EXCHANGE:
        twoway.allow_exchange(row, shared, records, shown)
        if shared.options[2] != ZERO and records.facts[row, column.BEGUN] == ZERO:
            stepping.allow_words(row, _KEEP, _KEEP + ONE, shared, shown)


@embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, players = facts[row, column.SEAT], shared.setup[column.SEATS]
    spoken = facts[row, column.STAGE] >= shared.setup[column.NAME]
    seat = dealer_of(row, shared, records)
    for _ in range(players):
        if not spoken and seat == viewer and facts[row, column.STAGE] == _DECLARE:
            break
        place = stepping.relative(seat, viewer, players)
        said = facts[row, column.CODE] >> (_CODE_BITS * seat) & _SAID
        seen[row, at[_DECLARATIONS] + _KINDS * place + said] = 1
        if not spoken and seat == viewer:
            break
        did = U(records.own[row, seat, twoway.DID])
        seen[row, at[_HAS_EXCHANGED] + _DONE_COLUMNS * place + (did == twoway.EXCHANGED)] = 1
        seat = (seat + ONE) % players
    twoway.observe_exchange(row, at[_EXCHANGED], at[_STOCK], shared, records, shown)
    twoway.observe_names(row, at[_NAMED], shared, records, shown)


def _shapes(state: Any) -> dict[str, tuple[int, ...]]:  # Any: as above
    players = state.rules.players
    names = min(TRICKS, most_jokers(state.rules))
    return {"path": (3 * players,), "named": (max(1, names), 3), "own": (players, twoway.BYTES)}


COMPILED: Final = Opening(
    _options,
    _open,
    phases=(DECLARE, EXCHANGE),
    point=_point,
    tables=(1, 0, 2),
    move=lambda code: twoway.exchange_of(code) or (*DECLARATIONS, KEEP)[code],
    longest=lambda state: 2 * state.rules.players,  # a declaration and an exchange of each
    steps=stepping.Stepping(
        stepping.run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
        words=("high", "low", "keep"),
        pieces=_piece.names,
        shapes=_shapes,
    ),
)
