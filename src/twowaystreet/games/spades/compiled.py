"""The compiled opening of Spades for two: the deal, looking, bids and raises."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.moves import Move
from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, Signed, U, Unsigned, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import (
    DEAL,
    FREE,
    OWN,
    SEAT,
    STAGE,
    Points,
    Setup,
    begin,
    deal,
    is_ruled,
    note,
    pick,
    resume,
    shuffle,
    worth_of_cards,
)
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games.spades.auction import TURNED_UP, bids_before_looking
from twowaystreet.games.spades.cards import DUMMY, HANDS, NUMBER, PLAYERS
from twowaystreet.games.spades.moves import (
    AFTER_LOOKING,
    BEFORE_LOOKING,
    BLIND,
    BOARD,
    BOOKS,
    LOOK,
    RAISES,
    STAND,
    Bid,
)
from twowaystreet.games.spades.rules import BID, LOOKING, PENALISED, RAISING

BIDS: Final = (*AFTER_LOOKING, *BEFORE_LOOKING, *BLIND)
"""All bids by their codes, those after looking first."""
FIRST_RAISE: Final[Unsigned] = np.array(
    [BIDS.index(RAISES[bid][0]) if RAISES.get(bid) else 0 for bid in BIDS], np.uint64
)
"""The code of the first raise of each bid; the raises of a bid have codes in succession."""
RAISES_OF: Final[Unsigned] = np.array([len(RAISES.get(bid, ())) for bid in BIDS], np.uint64)
_CODES: Final[dict[Bid | None, int]] = {bid: code for code, bid in enumerate(BIDS)} | {
    None: len(BIDS)
}
_LOOKING, _BIDDING = U(1), U(2)
_BID: Final[Number] = OWN
_STOOD: Final[Number] = OWN + U(2)
"""The game's own facts of a point: the codes of both bids, and how many players stood."""
_STEPS: Final[Number] = U(BOOKS - BOARD)
_LOOKED: Final[Number] = U(len(AFTER_LOOKING))
_NONE: Final[Number] = U(len(BIDS))
_STAND: Final[Number] = U(len(BIDS) + 1)
"""The code of standing; that of looking is ``_NONE``."""
_BOOKS: Final[Number] = U(BOOKS)
_TURNED_UP: Final[Number] = U(TURNED_UP)
_PLAYERS: Final[Number] = U(PLAYERS)
_BITS: Final[Number] = U(5)
_HANDS: Final[Number] = U(len(HANDS))
_DUMMY_OF: Final[Unsigned] = np.array(
    [NUMBER[player, DUMMY] for player in range(PLAYERS)], np.uint64
)


@compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: Setup,
    points: Points,
    tables: tuple[Signed, Signed],
    starts: Starts,
    codes: Unsigned,
) -> None:
    """SP-3 to SP-9: deal, look or bid blind, bid, and raise until both stand."""
    dealer = setup.options[0]
    responder = ONE - dealer
    worth, steps = tables
    pack, hands, rules = setup.pack, setup.hands, setup.rules
    held, turned, pile = starts.held, starts.turned, starts.pile
    cards, bids = np.empty(len(pack), np.uint64), np.empty(PLAYERS, np.uint64)
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        place, made, given = begin(points, setup, U(offset), starts, start, _DUMMY_OF[responder])
        for other in range(_HANDS):
            turned[start, other] = ZERO
            pile[start, other, ZERO] = ZERO
        for player in range(_PLAYERS):
            pile[start, _DUMMY_OF[player], ZERO] = ONE + _TURNED_UP
        stage, player, stands = points.facts[point, STAGE], responder, ZERO
        if stage == DEAL:
            place += STEP
            made += ONE
            shuffle(cards, pack, mixed(place), len(hands))
            deal(held, start, cards, hands)
            bids[0], bids[1] = _NONE, _NONE
            for dealt in range(U(len(hands))):
                if pile[start, hands[dealt], ZERO] != ZERO:
                    pile[start, hands[dealt], ONE + dealt // _HANDS] = cards[dealt]
            stage = _LOOKING
        else:
            resume(points, point, held, start, cards)
            player = points.facts[point, SEAT]
            bids[0], bids[1] = points.facts[point, _BID], points.facts[point, _BID + ONE]
            stands = points.facts[point, _STOOD]
            for other in range(_PLAYERS):
                for rank in range(_BOOKS):
                    card = cards[other * _BOOKS + rank]
                    pile[start, _DUMMY_OF[other], ONE + rank] = card
        for other in range(_PLAYERS):
            dummy = _DUMMY_OF[other]
            for rank in range(_TURNED_UP):
                turned[start, dummy] |= ONE << pile[start, dummy, ONE + rank]
        while stage == _LOOKING:  # look, or bid blind
            place += STEP
            made += ONE
            if is_ruled(given, rules[player]):
                choice = ZERO
            else:
                choice = pick(given, place, ONE + setup.options[ONE + player])
            given = FREE
            bids[player] = _NONE if choice == ZERO else _LOOKED + choice - ONE
            note(starts, start, player, bids[player])
            if player == dealer:
                stage = _BIDDING
            player = ONE - player
        if stage == _BIDDING:
            for turn in range(_PLAYERS):
                player = responder if turn == ZERO else dealer
                if bids[player] == _NONE:
                    place += STEP
                    made += ONE
                    if is_ruled(given, rules[player]):
                        dummy = _DUMMY_OF[player]
                        rule, seen = rules[player], turned[start, dummy]
                        seen |= held[start, ZERO, dummy + ONE]
                        likely, number = worth_of_cards(seen, worth, rule), ZERO
                        while number < _STEPS and steps[rule, number] <= likely:
                            number += ONE
                        bids[player] = number
                    else:
                        bids[player] = pick(given, place, _LOOKED)
                    given = FREE
                    note(starts, start, player, bids[player])
            player = responder
        while stands < _PLAYERS:  # raise or stand
            place += STEP
            made += ONE
            raises = RAISES_OF[bids[player]]
            choice = raises if is_ruled(given, rules[player]) else pick(given, place, raises + ONE)
            given = FREE
            stands += ONE
            if choice < raises:
                bids[player] = FIRST_RAISE[bids[player]] + choice
                stands = ZERO
                note(starts, start, player, bids[player])
            else:
                note(starts, start, player, _STAND)
            player = ONE - player
        starts.facts[start, MADE] = made
        codes[start] = bids[ZERO] << _BITS | bids[ONE]


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Spades for two
    """Return the dealer, and the number of each player's bids before looking."""
    if state.rules.renege is PENALISED:
        return None
    behind = state.scores[1] - state.scores[0]
    return state.dealer, len(bids_before_looking(behind)), len(bids_before_looking(-behind))


def _point(state: Any) -> tuple[int, ...]:  # Any: as above
    """Return the bids, and the number of players in succession who stood."""
    first, second = state._hand_data.bids
    return 0, _CODES[first], _CODES[second], state._hand_data.stands


def _dummies(state: Any) -> tuple[Card, ...]:  # Any: as above
    """Return the cards of both dummies in the order in which they are turned up."""
    first, second = state._hand_data.dummies
    return (*first, *second)


def _shared(state: Any) -> tuple[tuple[int, ...], ...]:  # Any: as above
    """Return the counters of the match, on which the score depends (SP-17, SP-18)."""
    return state._hand_data.overbooks, state._hand_data.perfect_bids


def _move(code: int) -> Move:
    """Return the move that was noted by a code."""
    return (*BIDS, LOOK, STAND)[code]


def _count(state: Any) -> int:  # Any: as above
    """Return the greatest number of moves before the play.

    Each player looks and bids. Then a player raises at most once for each step of a number, and the
    other stands at most once after each raise.
    """
    return 2 * PLAYERS + 2 * PLAYERS * (1 + BOOKS - BOARD)


COMPILED: Final = Opening(
    _options,
    _open,
    phases=(LOOKING, BID, RAISING),
    point=_point,
    columns=3,
    tables=(1, 1),
    cards=_dummies,
    shared=_shared,
    has_dummies=True,
    move=_move,
    longest=_count,
)
