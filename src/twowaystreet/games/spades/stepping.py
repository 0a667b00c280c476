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
    Shared,
    StepArrays,
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
from twowaystreet.games.spades.auction import TURNED_UP
from twowaystreet.games.spades.cards import PLAYERS
from twowaystreet.games.spades.compiled import BIDS, FIRST_RAISE, RAISES_OF
from twowaystreet.games.spades.moves import AFTER_LOOKING, BEFORE_LOOKING, BidType
from twowaystreet.games.spades.rules import BID, LOOKING, PENALISED, RAISING, Phase

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
_PLAYERS: Final[Number] = U(PLAYERS)
_HANDS: Final[Number] = U(2)
"""The hands of a player: the dummy and the other one."""
_BITS: Final[Number] = U(5)
_MOST_ENTERED: Final = 64
"""The greatest number of bids, raises and words to stand, rounded up."""


@embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """SP-3, SP-4: deal four hands of thirteen; the responder looks or bids blind first."""
    facts = records.facts
    for player in range(_PLAYERS):
        facts[row, _SAID + player] = ZERO
        records.turned[row, _HANDS * player] = ZERO
        records.next_up[row, _HANDS * player] = ZERO
        records.next_up[row, _HANDS * player + ONE] = NONE
    facts[row, _STOOD], facts[row, _HAVE_LOOKED] = ZERO, ZERO
    facts[row, STAGE], facts[row, SEAT] = _LOOKING, ONE - dealer_of(row, shared, records)


@embedded
def _look(row: Number, shared: Shared, records: Records) -> None:
    """SP-5: both players look at the same time, and see six cards of each dummy."""
    records.facts[row, _HAVE_LOOKED] = ONE
    for player in range(_PLAYERS):
        for place in range(_UP):
            card = dummy_card(row, _HANDS * player, place, shared, records)
            records.turned[row, _HANDS * player] |= ONE << card
        records.next_up[row, _HANDS * player] = _UP


@embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """SP-5 to SP-8: look, bid, raise or stand."""
    facts, dealer = records.facts, dealer_of(row, shared, records)
    stage, seat, word = facts[row, STAGE], facts[row, SEAT], shared.word_of[number]
    records.path[row, facts[row, PATH]] = number
    facts[row, PATH] += ONE
    if word == _STAND:
        facts[row, _STOOD] += ONE
    elif word != _LOOK:
        facts[row, _SAID + seat] = word - _BID_WORD + ONE
        facts[row, _STOOD] = ZERO
    if stage == _LOOKING and seat != dealer:
        facts[row, SEAT] = dealer
    elif stage == _RAISING:
        facts[row, SEAT] = ONE - seat
        if facts[row, _STOOD] == _PLAYERS:
            facts[row, CODE] = (facts[row, _SAID] - ONE) << _BITS | (facts[row, _SAID + ONE] - ONE)
            lead(row, _HANDS * (ONE - dealer), shared, records)
    else:
        if stage == _LOOKING:
            _look(row, shared, records)
        facts[row, STAGE], facts[row, SEAT] = _BID, ONE - dealer
        if facts[row, _SAID + ONE - dealer] != ZERO:
            facts[row, SEAT] = dealer
            if facts[row, _SAID + dealer] != ZERO:
                facts[row, STAGE], facts[row, SEAT] = _RAISING, ONE - dealer


@embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Find the legal numbers of the opening."""
    stage = records.facts[row, STAGE]
    if stage == _LOOKING:
        allow_words(row, _NIL, _AFTER_NIL, shared, shown)
        allow_words(row, _LOOK, _STAND, shared, shown)
    elif stage == _BID:
        allow_words(row, _BID_WORD, _NIL, shared, shown)
    elif stage == _RAISING:
        bid = records.facts[row, _SAID + records.facts[row, SEAT]] - ONE
        first = _BID_WORD + FIRST_RAISE[bid]
        allow_words(row, first, first + RAISES_OF[bid], shared, shown)
        allow_words(row, _STAND, _STAND + ONE, shared, shown)


@embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Write what only this game shows."""
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, stage, cards = facts[row, SEAT], facts[row, STAGE], shared.setup[CARDS]
    if facts[row, _HAVE_LOOKED] == ZERO:
        for place in range(at[AT_HAND], at[AT_HAND] + ONE + cards):
            seen[row, place] = 0
    for player in range(_PLAYERS):
        place, said = relative(player, viewer, _PLAYERS), facts[row, _SAID + player]
        if said != ZERO:
            start = at[_BIDS] + (_TYPES + ONE) * place
            seen[row, start + _TYPE[said - ONE]] = 1
            seen[row, start + _TYPES] = _NUMBER[said - ONE]
        dummy = _HANDS * player
        seen[row, at[_FACE_DOWN_SIZES] + place] = DUMMY_CARDS - U(records.next_up[row, dummy])
        put(row, records.turned[row, dummy], at[_FACE_UP] + cards * place, shared, shown)
    for trick in range(facts[row, TRICKS]):
        taker = U(records.taker[row, trick]) >> ONE
        seen[row, at[_BOOKS] + relative(taker, viewer, _PLAYERS)] += 1
    seen[row, at[_STANDS]] = facts[row, _STOOD]
    if stage == shared.setup[PLAY]:
        turn = (facts[row, LEADER] + facts[row, PLAYED]) % facts[row, COUNT]
        seen[row, at[_HAND_TO_PLAY] + (U(records.ring[row, turn]) & ONE)] = 1


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Spades for two
    """Return no numbers; ``None`` where reneges are possible."""
    return None if state.rules.renege is PENALISED else ()


STEPPING: Final = Stepping(
    run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
    _options,
    words=(*map(str, BIDS), "look", "stand"),
    pieces=_piece.names,
    shapes=lambda state: {"path": (_MOST_ENTERED,)},
    has_dummies=True,
)
