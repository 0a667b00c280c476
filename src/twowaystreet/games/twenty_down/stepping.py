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
    Shown,
    World,
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
from twowaystreet.games.twenty_down.compiled import ALL_IN, CARDS, SEATS, SUITS, TWO
from twowaystreet.games.twenty_down.rules import DECLARE, DRAW, MOST_DRAWN, PLAYERS, TRUMP, Phase
from twowaystreet.games.twenty_down.state import TO_NAME_ON

_TRUMP_WORD: Final[Number] = U(len(WORDS))
_IN: Final[Number] = _TRUMP_WORD + SUITS
_AFTER_IN: Final[Number] = _IN + TWO
_TRUMP, _DRAW, _DECLARE = (U(list(Phase).index(phase)) for phase in (TRUMP, DRAW, DECLARE))
_piece: Final = Pieces(*PIECES)
_DISCARD_SIZES: Final = _piece("discard_sizes")
_DISCARDS: Final = _piece("discards")
_STATUSES: Final = _piece("statuses")
_TRUMPS: Final = _piece("trumps")
_MOST: Final[Number] = U(MOST_DRAWN)
_UNKNOWN: Final = np.int8(-1)


@embedded
def _begin(i: Number, w: World, rec: Records) -> None:
    """TD-2: deal two cards each, on which trumps are named."""
    for seat in range(SEATS):
        rec.own[i, seat, ZERO] = ZERO
    rec.facts[i, STAGE] = _TRUMP
    rec.facts[i, SEAT] = (dealer_of(i, w, rec) + ONE) % SEATS


@embedded
def _higher(i: Number, card: Number, rec: Records) -> Number:
    """Return the cards of the seat to move above a card."""
    return rec.held[i, ZERO, rec.facts[i, SEAT]] & ~((ONE << card) | ((ONE << card) - ONE))


@embedded
def _draw(i: Number, number: Number, w: World, rec: Records) -> bool:
    """TD-3: enter a card to discard, or the end of the discards; return whether they are done."""
    facts, seat, count = rec.facts, rec.facts[i, SEAT], rec.facts[i, BEGUN]
    if w.word_of[number] != DONE:
        rec.begun[i, count] = number
        count += ONE
        if count < _MOST and _higher(i, w.card_of[number], rec) != ZERO:
            facts[i, BEGUN] = count
            return False
    facts[i, BEGUN] = ZERO
    rec.own[i, seat, ZERO] = count + ONE
    for place in range(count):
        card = w.card_of[U(rec.begun[i, place])]
        rec.own[i, seat, ONE + place] = card
        take(rec.held, i, seat, card)
    for _ in range(count):
        give(rec.held, i, seat, U(rec.pack[i, facts[i, TOP]]))
        facts[i, TOP] += ONE
    return True


@embedded
def _decide(i: Number, number: Number, w: World, rec: Records) -> None:
    """TD-2 to TD-4: name trumps, draw, say in or out."""
    facts, dealer = rec.facts, dealer_of(i, w, rec)
    stage, seat = facts[i, STAGE], facts[i, SEAT]
    rec.path[i, facts[i, PATH]] = number
    facts[i, PATH] += ONE
    if stage == _TRUMP:
        facts[i, CODE] = w.word_of[number] - _TRUMP_WORD
        give_out(i, SEATS * CARDS, w, rec)
        facts[i, STAGE] = _DRAW
        return
    if stage == _DECLARE:
        facts[i, CODE] |= (w.word_of[number] - _IN) << (TWO + seat)
    elif not _draw(i, number, w, rec):
        return
    facts[i, SEAT] = (seat + ONE) % SEATS
    if seat != dealer:
        return
    if stage == _DRAW and facts[i, CODE] != ALL_IN:
        facts[i, STAGE] = _DECLARE
        facts[i, SEAT] = (dealer + TWO) % SEATS
        return
    playing = ZERO
    for turn in range(SEATS):
        other = (dealer + ONE + turn) % SEATS
        if facts[i, CODE] >> (TWO + other) & ONE == ZERO:
            rec.ring[i, playing] = other
            playing += ONE
    facts[i, COUNT] = playing
    facts[i, STAGE] = READY


@embedded
def _allow(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Find the legal numbers of the opening."""
    stage = rec.facts[i, STAGE]
    if stage == _TRUMP:
        allow_words(i, _TRUMP_WORD, _IN, w, out)
    elif stage == _DECLARE:
        allow_words(i, _IN, _AFTER_IN, w, out)
    elif stage == _DRAW:
        allow_words(i, DONE, DONE + ONE, w, out)
        cards, count = rec.held[i, ZERO, rec.facts[i, SEAT]], rec.facts[i, BEGUN]
        if count > ZERO:
            cards = _higher(i, w.card_of[U(rec.begun[i, count - ONE])], rec)
        allow_cards(i, cards, w, out)


@embedded
def _observe(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Write what only this game shows."""
    facts, at, seen = rec.facts, w.at, out.hand
    stage, viewer, code = facts[i, STAGE], facts[i, SEAT], facts[i, CODE]
    if stage != _TRUMP:
        seen[i, at[_TRUMPS] + (code & U(3))] = 1
    seat, known = (dealer_of(i, w, rec) + ONE) % SEATS, stage >= _DECLARE
    for _ in range(SEATS):
        place = relative(seat, viewer, SEATS)
        count = U(rec.own[i, seat, ZERO])
        seen[i, at[_DISCARD_SIZES] + place] = _UNKNOWN if count == ZERO else count - ONE
        if stage == _DECLARE and seat == viewer:
            known = False
        if known:
            seen[i, at[_STATUSES] + TWO * place + (code >> (TWO + seat) & ONE)] = 1
        seat = (seat + ONE) % SEATS
    count = U(rec.own[i, viewer, ZERO])
    if count != ZERO:
        seen[i, at[_DISCARDS]] = 1
        for place in range(ONE, count):
            seen[i, at[_DISCARDS] + ONE + w.column[U(rec.own[i, viewer, place])]] = 1


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Twenty Down
    """Return no numbers."""
    return ()


def _shapes(state: Any) -> dict[str, tuple[int, ...]]:  # Any: as above
    most = 1 + MOST_DRAWN
    return {"path": (1 + PLAYERS * (most + 1),), "own": (PLAYERS, most)}


STEPPING: Final = Stepping(
    run_of("twenty_down", begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=("trump C", "trump D", "trump H", "trump S", "in", "out"),
    pieces=_piece.names,
    shapes=_shapes,
    dealt=sum(TO_NAME_ON),
)
