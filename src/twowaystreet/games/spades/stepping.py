"""The compiled steps of Spades for two: looking, bids and raises, and then the play."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet.fast.bits import ONE, ZERO, Number, U, Unsigned
from twowaystreet.fast.compiling import embedded
from twowaystreet.fast.records import (
    CARDS,
    CODE,
    COUNT,
    LEADER,
    OWN,
    PATH,
    PLAY,
    PLAYED,
    SEAT,
    STAGE,
    TRICKS,
    Records,
    Shown,
    World,
)
from twowaystreet.fast.stepping import (
    AT_HAND,
    DUMMY_CARDS,
    NONE,
    PIECES,
    WORDS,
    Pieces,
    Stepping,
    allow_words,
    dealer_of,
    dummy_card,
    lead,
    put,
    relative,
    run_of,
)
from twowaystreet.games.spades.compiled import BIDS, FIRST_RAISE, RAISES_OF
from twowaystreet.games.spades.hand_data import TURNED_UP
from twowaystreet.games.spades.rules import (
    AFTER_LOOKING,
    BEFORE_LOOKING,
    BID,
    LOOKING,
    PENALISED,
    RAISING,
    BidType,
    Phase,
)

_BID_WORD: Final[Number] = U(len(WORDS))
_NIL: Final[Number] = _BID_WORD + U(len(AFTER_LOOKING))
_AFTER_NIL: Final[Number] = _NIL + U(len(BEFORE_LOOKING))
_LOOK: Final[Number] = _BID_WORD + U(len(BIDS))
_STAND: Final[Number] = _LOOK + ONE
_LOOKING, _BID, _RAISING = (U(list(Phase).index(phase)) for phase in (LOOKING, BID, RAISING))
_piece: Final = Pieces(*PIECES)
_BIDS: Final = _piece("bids")
_BOOKS: Final = _piece("books")
_FACE_DOWN_SIZES: Final = _piece("face_down_sizes")
_FACE_UP: Final = _piece("face_up")
_HAND_TO_PLAY: Final = _piece("hand_to_play")
_STANDS: Final = _piece("stands")
_SAID: Final[Number] = OWN
"""The first column of the bids of the players: one more than their codes; 0 before the bid."""
_STOOD: Final[Number] = OWN + U(2)
_HAVE_LOOKED: Final[Number] = OWN + U(3)
_TYPE: Final[Unsigned] = np.array([list(BidType).index(bid.bid_type) for bid in BIDS], np.uint64)
_NUMBER: Final[Unsigned] = np.array([bid.books for bid in BIDS], np.uint64)
_TYPES: Final[Number] = U(len(BidType))
_UP: Final[Number] = U(TURNED_UP)
TWO: Final[Number] = U(2)
BITS: Final[Number] = U(5)
_MOST_ENTERED: Final = 64
"""The greatest number of bids, raises and words to stand, rounded up."""


@embedded
def _begin(i: Number, w: World, rec: Records) -> None:
    """SP-3, SP-4: deal four hands of thirteen; the responder looks or bids blind first."""
    facts = rec.facts
    for player in range(TWO):
        facts[i, _SAID + player] = ZERO
        rec.turned[i, TWO * player] = ZERO
        rec.next_up[i, TWO * player] = ZERO
        rec.next_up[i, TWO * player + ONE] = NONE
    facts[i, _STOOD], facts[i, _HAVE_LOOKED] = ZERO, ZERO
    facts[i, STAGE], facts[i, SEAT] = _LOOKING, ONE - dealer_of(i, w, rec)


@embedded
def _look(i: Number, w: World, rec: Records) -> None:
    """SP-5: both players look at the same time, and see six cards of each dummy."""
    rec.facts[i, _HAVE_LOOKED] = ONE
    for player in range(TWO):
        for place in range(_UP):
            card = dummy_card(i, TWO * player, place, w, rec)
            rec.turned[i, TWO * player] |= ONE << card
        rec.next_up[i, TWO * player] = _UP


@embedded
def _decide(i: Number, number: Number, w: World, rec: Records) -> None:
    """SP-5 to SP-8: look, bid, raise or stand."""
    facts, dealer = rec.facts, dealer_of(i, w, rec)
    stage, seat, word = facts[i, STAGE], facts[i, SEAT], w.word_of[number]
    rec.path[i, facts[i, PATH]] = number
    facts[i, PATH] += ONE
    if word == _STAND:
        facts[i, _STOOD] += ONE
    elif word != _LOOK:
        facts[i, _SAID + seat] = word - _BID_WORD + ONE
        facts[i, _STOOD] = ZERO
    if stage == _LOOKING and seat != dealer:
        facts[i, SEAT] = dealer
    elif stage == _RAISING:
        facts[i, SEAT] = ONE - seat
        if facts[i, _STOOD] == TWO:
            facts[i, CODE] = (facts[i, _SAID] - ONE) << BITS | (facts[i, _SAID + ONE] - ONE)
            lead(i, TWO * (ONE - dealer), w, rec)
    else:
        if stage == _LOOKING:
            _look(i, w, rec)
        facts[i, STAGE], facts[i, SEAT] = _BID, ONE - dealer
        if facts[i, _SAID + ONE - dealer] != ZERO:
            facts[i, SEAT] = dealer
            if facts[i, _SAID + dealer] != ZERO:
                facts[i, STAGE], facts[i, SEAT] = _RAISING, ONE - dealer


@embedded
def _allow(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Find the legal numbers of the opening."""
    stage = rec.facts[i, STAGE]
    if stage == _LOOKING:
        allow_words(i, _NIL, _AFTER_NIL, w, out)
        allow_words(i, _LOOK, _STAND, w, out)
    elif stage == _BID:
        allow_words(i, _BID_WORD, _NIL, w, out)
    elif stage == _RAISING:
        bid = rec.facts[i, _SAID + rec.facts[i, SEAT]] - ONE
        first = _BID_WORD + FIRST_RAISE[bid]
        allow_words(i, first, first + RAISES_OF[bid], w, out)
        allow_words(i, _STAND, _STAND + ONE, w, out)


@embedded
def _observe(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Write what only this game shows."""
    facts, at, seen = rec.facts, w.at, out.hand
    viewer, stage, cards = facts[i, SEAT], facts[i, STAGE], w.setup[CARDS]
    if facts[i, _HAVE_LOOKED] == ZERO:
        for place in range(at[AT_HAND], at[AT_HAND] + ONE + cards):
            seen[i, place] = 0
    for player in range(TWO):
        place, said = relative(player, viewer, TWO), facts[i, _SAID + player]
        if said != ZERO:
            start = at[_BIDS] + (_TYPES + ONE) * place
            seen[i, start + _TYPE[said - ONE]] = 1
            seen[i, start + _TYPES] = _NUMBER[said - ONE]
        dummy = TWO * player
        seen[i, at[_FACE_DOWN_SIZES] + place] = DUMMY_CARDS - U(rec.next_up[i, dummy])
        put(i, rec.turned[i, dummy], at[_FACE_UP] + cards * place, w, out)
    for trick in range(facts[i, TRICKS]):
        taker = U(rec.taker[i, trick]) >> ONE
        seen[i, at[_BOOKS] + relative(taker, viewer, TWO)] += 1
    seen[i, at[_STANDS]] = facts[i, _STOOD]
    if stage == w.setup[PLAY]:
        turn = (facts[i, LEADER] + facts[i, PLAYED]) % facts[i, COUNT]
        seen[i, at[_HAND_TO_PLAY] + (U(rec.ring[i, turn]) & ONE)] = 1


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Spades for two
    """Return no numbers; ``None`` where reneges are possible."""
    return None if state.rules.renege is PENALISED else ()


STEPPING: Final = Stepping(
    run_of("spades", begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=(*map(str, BIDS), "look", "stand"),
    pieces=_piece.names,
    shapes=lambda state: {"path": (_MOST_ENTERED,)},
    has_dummies=True,
)
