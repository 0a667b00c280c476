"""The compiled steps of Two Way Street: declarations and exchanges, and then the play."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet.fast.bits import ONE, ZERO, Number, U
from twowaystreet.fast.compiling import embedded
from twowaystreet.fast.records import (
    BEGUN,
    CODE,
    NAME,
    PATH,
    SEAT,
    SEATS,
    STAGE,
    Records,
    Shared,
    StepArrays,
)
from twowaystreet.fast.stepping import (
    PIECES,
    WORDS,
    Pieces,
    Stepping,
    allow_words,
    dealer_of,
    lead,
    relative,
    run_of,
)
from twowaystreet.games._twoway.cards import TRICKS, most_jokers
from twowaystreet.games._twoway.stepping import (
    BYTES,
    DID,
    EXCHANGED,
    KEPT,
    allow_exchange,
    begin_exchanges,
    enter_card,
    observe_exchange,
    observe_names,
)
from twowaystreet.games.street.compiled import CODE_BITS, DIRECTIONS, FORCED, LOW, SAID
from twowaystreet.games.street.rules import DECLARE, EXCHANGE, Phase

HIGH_WORD: Final[Number] = U(len(WORDS))
_KEEP: Final[Number] = HIGH_WORD + DIRECTIONS
_DECLARE: Final[Number] = U(list(Phase).index(DECLARE))
_EXCHANGE: Final[Number] = U(list(Phase).index(EXCHANGE))
_piece: Final = Pieces(*PIECES)
_DECLARATIONS: Final = _piece("declarations")
_EXCHANGED: Final = _piece("exchanged")
_HAS_EXCHANGED: Final = _piece("has_exchanged")
_NAMED: Final = _piece("named")
_STOCK: Final = _piece("stock")
_KINDS: Final[Number] = U(4)
"""The columns of a declaration: none yet, high, low and forced."""
_DONE_COLUMNS: Final[Number] = U(2)
"""The columns of what a player did: known, and an exchange."""


@embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """ST-5, ST-6: deal ten cards each; the first declarer moves first."""
    begin_exchanges(row, shared, records)
    records.facts[row, STAGE], records.facts[row, SEAT] = _DECLARE, dealer_of(row, shared, records)


@embedded
def _declared(row: Number, said: Number, records: Records) -> None:
    """ST-9: a player with a direction exchanges before the next player declares."""
    records.facts[row, CODE] |= said << (CODE_BITS * records.facts[row, SEAT])
    records.facts[row, STAGE] = _EXCHANGE


@embedded
def _said(row: Number, said: Number, shared: Shared, records: Records) -> Number:
    """Return the number of players so far with a declaration, by its code."""
    found, seat, code = ZERO, dealer_of(row, shared, records), records.facts[row, CODE]
    while seat != records.facts[row, SEAT]:
        found += code >> (CODE_BITS * seat) & SAID == said
        seat = (seat + ONE) % shared.setup[SEATS]
    return found


@embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """ST-7 to ST-10: declare, exchange or keep."""
    facts, players = records.facts, shared.setup[SEATS]
    records.path[row, facts[row, PATH]] = number
    facts[row, PATH] += ONE
    if facts[row, STAGE] == _DECLARE:
        _declared(row, shared.word_of[number] - HIGH_WORD, records)
        return
    if shared.word_of[number] == _KEEP:
        records.own[row, facts[row, SEAT], DID] = KEPT
    elif not enter_card(row, number, shared, records):
        return
    facts[row, SEAT] = (facts[row, SEAT] + ONE) % players
    facts[row, STAGE] = _DECLARE
    if facts[row, SEAT] == dealer_of(row, shared, records):
        lead(row, facts[row, SEAT], shared, records)
    elif U(2) * _said(row, ZERO, shared, records) > players:  # ST-8
        _declared(row, LOW | FORCED, records)
    elif U(2) * _said(row, LOW, shared, records) > players:
        _declared(row, FORCED, records)


@embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Find the legal numbers of the opening."""
    stage = records.facts[row, STAGE]
    if stage == _DECLARE:
        allow_words(row, HIGH_WORD, _KEEP, shared, shown)
    elif stage == _EXCHANGE:
        allow_exchange(row, shared, records, shown)
        if shared.options[0] != ZERO and records.facts[row, BEGUN] == ZERO:
            allow_words(row, _KEEP, _KEEP + ONE, shared, shown)


@embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Write what only this game shows."""
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, players = facts[row, SEAT], shared.setup[SEATS]
    spoken = facts[row, STAGE] >= shared.setup[NAME]
    seat = dealer_of(row, shared, records)
    for _ in range(players):
        if not spoken and seat == viewer and facts[row, STAGE] == _DECLARE:
            break
        place = relative(seat, viewer, players)
        seen[
            row,
            at[_DECLARATIONS] + _KINDS * place + (facts[row, CODE] >> (CODE_BITS * seat) & SAID),
        ] = 1
        if not spoken and seat == viewer:
            break
        did = U(records.own[row, seat, DID])
        seen[row, at[_HAS_EXCHANGED] + _DONE_COLUMNS * place + (did == EXCHANGED)] = 1
        seat = (seat + ONE) % players
    observe_exchange(row, at[_EXCHANGED], at[_STOCK], shared, records, shown)
    observe_names(row, at[_NAMED], shared, records, shown)


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Two Way Street
    """Return 1 if players may keep their cards."""
    return (int(state._may_keep),)


def _shapes(state: Any) -> dict[str, tuple[int, ...]]:  # Any: as above
    players = state.rules.players
    names = min(TRICKS, most_jokers(state.rules))
    return {"path": (3 * players,), "named": (max(1, names), 3), "own": (players, BYTES)}


STEPPING: Final = Stepping(
    run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=("high", "low", "keep"),
    pieces=_piece.names,
    shapes=_shapes,
)
