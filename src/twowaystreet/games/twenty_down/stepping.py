"""The compiled steps of Twenty Down: trumps, draws and declarations, and then the play.

The bytes of each seat: one more than the number of its discards, 0 before it has drawn; and the
discards.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet.fast.bits import ONE, ZERO, Number, U
from twowaystreet.fast.compiling import embedded
from twowaystreet.fast.dealing import give, take
from twowaystreet.fast.records import (
    BEGUN,
    CODE,
    COUNT,
    PATH,
    READY,
    SEAT,
    STAGE,
    TOP,
    Records,
    Shared,
    StepArrays,
)
from twowaystreet.fast.stepping import (
    DONE,
    PIECES,
    WORDS,
    Pieces,
    Stepping,
    allow_cards,
    allow_words,
    dealer_of,
    give_out,
    relative,
    run_of,
)
from twowaystreet.games.twenty_down.compiled import (
    ALL_IN,
    CARDS,
    SEATS,
    STATUSES,
    SUITS,
    TRUMP_BITS,
)
from twowaystreet.games.twenty_down.moves import MOST_DRAWN
from twowaystreet.games.twenty_down.rules import DECLARE, DRAW, TRUMP, Phase
from twowaystreet.games.twenty_down.scoring import PLAYERS
from twowaystreet.games.twenty_down.state import TO_NAME_ON

_TRUMP_WORD: Final[Number] = U(len(WORDS))
_IN: Final[Number] = _TRUMP_WORD + SUITS
_AFTER_IN: Final[Number] = _IN + STATUSES
_TRUMP, _DRAW, _DECLARE = (U(list(Phase).index(phase)) for phase in (TRUMP, DRAW, DECLARE))
_piece: Final = Pieces(*PIECES)
_DISCARD_SIZES: Final = _piece("discard_sizes")
_DISCARDS: Final = _piece("discards")
_STATUSES: Final = _piece("statuses")
_TRUMPS: Final = _piece("trumps")
_MOST: Final[Number] = U(MOST_DRAWN)
_UNKNOWN: Final = np.int8(-1)


@embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """TD-2: deal two cards each, on which trumps are named."""
    for seat in range(SEATS):
        records.own[row, seat, ZERO] = ZERO
    records.facts[row, STAGE] = _TRUMP
    records.facts[row, SEAT] = (dealer_of(row, shared, records) + ONE) % SEATS


@embedded
def _higher(row: Number, card: Number, records: Records) -> Number:
    """Return the cards of the seat to move above a card."""
    return records.held[row, ZERO, records.facts[row, SEAT]] & ~(
        (ONE << card) | ((ONE << card) - ONE)
    )


@embedded
def _draw(row: Number, number: Number, shared: Shared, records: Records) -> bool:
    """TD-3: enter a card to discard, or the end of the discards; return whether they are done."""
    facts, seat, count = records.facts, records.facts[row, SEAT], records.facts[row, BEGUN]
    if shared.word_of[number] != DONE:
        records.begun[row, count] = number
        count += ONE
        if count < _MOST and _higher(row, shared.card_of[number], records) != ZERO:
            facts[row, BEGUN] = count
            return False
    facts[row, BEGUN] = ZERO
    records.own[row, seat, ZERO] = count + ONE
    for place in range(count):
        card = shared.card_of[U(records.begun[row, place])]
        records.own[row, seat, ONE + place] = card
        take(records.held, row, seat, card)
    for _ in range(count):
        give(records.held, row, seat, U(records.pack[row, facts[row, TOP]]))
        facts[row, TOP] += ONE
    return True


@embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """TD-2 to TD-4: name trumps, draw, say in or out."""
    facts, dealer = records.facts, dealer_of(row, shared, records)
    stage, seat = facts[row, STAGE], facts[row, SEAT]
    records.path[row, facts[row, PATH]] = number
    facts[row, PATH] += ONE
    if stage == _TRUMP:
        facts[row, CODE] = shared.word_of[number] - _TRUMP_WORD
        give_out(row, SEATS * CARDS, shared, records)
        facts[row, STAGE] = _DRAW
        return
    if stage == _DECLARE:
        facts[row, CODE] |= (shared.word_of[number] - _IN) << (TRUMP_BITS + seat)
    elif not _draw(row, number, shared, records):
        return
    facts[row, SEAT] = (seat + ONE) % SEATS
    if seat != dealer:
        return
    if stage == _DRAW and facts[row, CODE] != ALL_IN:
        facts[row, STAGE] = _DECLARE
        facts[row, SEAT] = (dealer + U(2)) % SEATS
        return
    playing = ZERO
    for turn in range(SEATS):
        other = (dealer + ONE + turn) % SEATS
        if facts[row, CODE] >> (TRUMP_BITS + other) & ONE == ZERO:
            records.ring[row, playing] = other
            playing += ONE
    facts[row, COUNT] = playing
    facts[row, STAGE] = READY


@embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Find the legal numbers of the opening."""
    stage = records.facts[row, STAGE]
    if stage == _TRUMP:
        allow_words(row, _TRUMP_WORD, _IN, shared, shown)
    elif stage == _DECLARE:
        allow_words(row, _IN, _AFTER_IN, shared, shown)
    elif stage == _DRAW:
        allow_words(row, DONE, DONE + ONE, shared, shown)
        cards, count = records.held[row, ZERO, records.facts[row, SEAT]], records.facts[row, BEGUN]
        if count > ZERO:
            cards = _higher(row, shared.card_of[U(records.begun[row, count - ONE])], records)
        allow_cards(row, cards, shared, shown)


@embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Write what only this game shows."""
    facts, at, seen = records.facts, shared.at, shown.hand
    stage, viewer, code = facts[row, STAGE], facts[row, SEAT], facts[row, CODE]
    if stage != _TRUMP:
        seen[row, at[_TRUMPS] + (code & U(3))] = 1
    seat, known = (dealer_of(row, shared, records) + ONE) % SEATS, stage >= _DECLARE
    for _ in range(SEATS):
        place = relative(seat, viewer, SEATS)
        count = U(records.own[row, seat, ZERO])
        seen[row, at[_DISCARD_SIZES] + place] = _UNKNOWN if count == ZERO else count - ONE
        if stage == _DECLARE and seat == viewer:
            known = False
        if known:
            seen[row, at[_STATUSES] + STATUSES * place + (code >> (TRUMP_BITS + seat) & ONE)] = 1
        seat = (seat + ONE) % SEATS
    count = U(records.own[row, viewer, ZERO])
    if count != ZERO:
        seen[row, at[_DISCARDS]] = 1
        for place in range(ONE, count):
            seen[row, at[_DISCARDS] + ONE + shared.column[U(records.own[row, viewer, place])]] = 1


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Twenty Down
    """Return no numbers."""
    return ()


def _shapes(state: Any) -> dict[str, tuple[int, ...]]:  # Any: as above
    most = 1 + MOST_DRAWN
    return {"path": (1 + PLAYERS * (most + 1),), "own": (PLAYERS, most)}


STEPPING: Final = Stepping(
    run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=("trump C", "trump D", "trump H", "trump S", "in", "out"),
    pieces=_piece.names,
    shapes=_shapes,
    dealt=sum(TO_NAME_ON),
)
