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
    Shown,
    World,
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
from twowaystreet.games._twoway.rules import TRICKS, most_jokers
from twowaystreet.games._twoway.stepping import (
    BYTES,
    DID,
    EXCHANGED,
    KEPT,
    TWO,
    allow_exchange,
    begin_exchanges,
    enter_card,
    observe_exchange,
    observe_names,
)
from twowaystreet.games.street.compiled import FORCED, LOW
from twowaystreet.games.street.rules import DECLARE, EXCHANGE, Phase

HIGH_WORD: Final[Number] = U(len(WORDS))
_KEEP: Final[Number] = HIGH_WORD + TWO
_DECLARE: Final[Number] = U(list(Phase).index(DECLARE))
_EXCHANGE: Final[Number] = U(list(Phase).index(EXCHANGE))
_piece: Final = Pieces(*PIECES)
_DECLARATIONS: Final = _piece("declarations")
_EXCHANGED: Final = _piece("exchanged")
_HAS_EXCHANGED: Final = _piece("has_exchanged")
_NAMED: Final = _piece("named")
_STOCK: Final = _piece("stock")
_FOUR: Final[Number] = U(4)


@embedded
def _begin(i: Number, w: World, rec: Records) -> None:
    """ST-5, ST-6: deal ten cards each; the first declarer moves first."""
    begin_exchanges(i, w, rec)
    rec.facts[i, STAGE], rec.facts[i, SEAT] = _DECLARE, dealer_of(i, w, rec)


@embedded
def _declared(i: Number, said: Number, rec: Records) -> None:
    """ST-9: a player with a direction exchanges before the next player declares."""
    rec.facts[i, CODE] |= said << (TWO * rec.facts[i, SEAT])
    rec.facts[i, STAGE] = _EXCHANGE


@embedded
def _said(i: Number, said: Number, w: World, rec: Records) -> Number:
    """Return the number of players so far with a declaration, by its code."""
    found, seat, code = ZERO, dealer_of(i, w, rec), rec.facts[i, CODE]
    while seat != rec.facts[i, SEAT]:
        found += code >> (TWO * seat) & U(3) == said
        seat = (seat + ONE) % w.setup[SEATS]
    return found


@embedded
def _decide(i: Number, number: Number, w: World, rec: Records) -> None:
    """ST-7 to ST-10: declare, exchange or keep."""
    facts, players = rec.facts, w.setup[SEATS]
    rec.path[i, facts[i, PATH]] = number
    facts[i, PATH] += ONE
    if facts[i, STAGE] == _DECLARE:
        _declared(i, w.word_of[number] - HIGH_WORD, rec)
        return
    if w.word_of[number] == _KEEP:
        rec.own[i, facts[i, SEAT], DID] = KEPT
    elif not enter_card(i, number, w, rec):
        return
    facts[i, SEAT] = (facts[i, SEAT] + ONE) % players
    facts[i, STAGE] = _DECLARE
    if facts[i, SEAT] == dealer_of(i, w, rec):
        lead(i, facts[i, SEAT], w, rec)
    elif TWO * _said(i, ZERO, w, rec) > players:  # ST-8
        _declared(i, LOW | FORCED, rec)
    elif TWO * _said(i, LOW, w, rec) > players:
        _declared(i, FORCED, rec)


@embedded
def _allow(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Find the legal numbers of the opening."""
    stage = rec.facts[i, STAGE]
    if stage == _DECLARE:
        allow_words(i, HIGH_WORD, _KEEP, w, out)
    elif stage == _EXCHANGE:
        allow_exchange(i, w, rec, out)
        if w.options[0] != ZERO and rec.facts[i, BEGUN] == ZERO:
            allow_words(i, _KEEP, _KEEP + ONE, w, out)


@embedded
def _observe(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Write what only this game shows."""
    facts, at, seen = rec.facts, w.at, out.hand
    viewer, players = facts[i, SEAT], w.setup[SEATS]
    spoken = facts[i, STAGE] >= w.setup[NAME]
    seat = dealer_of(i, w, rec)
    for _ in range(players):
        if not spoken and seat == viewer and facts[i, STAGE] == _DECLARE:
            break
        place = relative(seat, viewer, players)
        seen[i, at[_DECLARATIONS] + _FOUR * place + (facts[i, CODE] >> (TWO * seat) & U(3))] = 1
        if not spoken and seat == viewer:
            break
        did = U(rec.own[i, seat, DID])
        seen[i, at[_HAS_EXCHANGED] + TWO * place + (did == EXCHANGED)] = 1
        seat = (seat + ONE) % players
    observe_exchange(i, at[_EXCHANGED], at[_STOCK], w, rec, out)
    observe_names(i, at[_NAMED], w, rec, out)


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Two Way Street
    """Return 1 if players may keep their cards."""
    return (int(state._may_keep),)


def _shapes(state: Any) -> dict[str, tuple[int, ...]]:  # Any: as above
    players = state.rules.players
    names = min(TRICKS, most_jokers(state.rules))
    return {"path": (3 * players,), "named": (max(1, names), 3), "own": (players, BYTES)}


STEPPING: Final = Stepping(
    run_of("street", begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=("high", "low", "keep"),
    pieces=_piece.names,
    shapes=_shapes,
)
