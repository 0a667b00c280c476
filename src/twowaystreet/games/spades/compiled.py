"""The compiled opening of Spades for two: the deal, looking, bids and raises."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, draw, key_of, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import begin, deal, shuffle
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games.spades.auction import TURNED_UP, bids_before_looking
from twowaystreet.games.spades.cards import DUMMY, HANDS, NUMBER, PLAYERS
from twowaystreet.games.spades.moves import AFTER_LOOKING, BEFORE_LOOKING, BLIND, BOOKS, RAISES
from twowaystreet.games.spades.rules import PENALISED

BIDS: Final = (*AFTER_LOOKING, *BEFORE_LOOKING, *BLIND)
"""All bids by their codes, those after looking first."""
FIRST_RAISE: Final[Unsigned] = np.array(
    [BIDS.index(RAISES[bid][0]) if RAISES.get(bid) else 0 for bid in BIDS], np.uint64
)
"""The code of the first raise of each bid; the raises of a bid have codes in succession."""
RAISES_OF: Final[Unsigned] = np.array([len(RAISES.get(bid, ())) for bid in BIDS], np.uint64)
_LOOKED: Final[Number] = U(len(AFTER_LOOKING))
_NONE: Final[Number] = U(len(BIDS))
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
    seed: Number,
    number: Number,
    offset: Number,
    pack: Unsigned,
    hands: Unsigned,
    options: Unsigned,
    starts: Starts,
    codes: Unsigned,
) -> None:
    """SP-3 to SP-9: deal, look or bid blind, bid, and raise until both stand."""
    dealer = options[0]
    responder = ONE - dealer
    cards, bids = pack.copy(), np.empty(PLAYERS, np.uint64)
    facts, ring, held = starts.facts, starts.ring, starts.held
    for hand in range(first, last):
        start, playout = U(hand), offset + U(hand)
        begin(facts, ring, held, start, number, playout, _DUMMY_OF[responder])
        place, made = key_of(seed, number, playout) + STEP, ONE
        shuffle(cards, pack, mixed(place), len(hands))
        deal(held, start, cards, hands)
        for other in range(_HANDS):
            starts.turned[start, other] = ZERO
            starts.pile[start, other, ZERO] = ZERO
        for player in range(_PLAYERS):
            dummy = _DUMMY_OF[player]
            starts.pile[start, dummy, ZERO] = ONE + _TURNED_UP
        for dealt in range(U(len(hands))):
            if starts.pile[start, hands[dealt], ZERO] != ZERO:
                rank = dealt // _HANDS
                starts.pile[start, hands[dealt], ONE + rank] = cards[dealt]
                if rank < _TURNED_UP:
                    starts.turned[start, hands[dealt]] |= ONE << cards[dealt]
        for turn in range(_PLAYERS):  # look, or bid blind
            player = responder if turn == ZERO else dealer
            place += STEP
            made += ONE
            choice = draw(place, ONE + options[ONE + player])
            bids[player] = _NONE if choice == ZERO else _LOOKED + choice - ONE
        for turn in range(_PLAYERS):  # bid
            player = responder if turn == ZERO else dealer
            if bids[player] == _NONE:
                place += STEP
                made += ONE
                bids[player] = draw(place, _LOOKED)
        stands, player = ZERO, responder
        while stands < _PLAYERS:  # raise or stand
            place += STEP
            made += ONE
            raises = RAISES_OF[bids[player]]
            choice = draw(place, raises + ONE)
            stands += ONE
            if choice < raises:
                bids[player] = FIRST_RAISE[bids[player]] + choice
                stands = ZERO
            player = ONE - player
        facts[start, MADE] = made
        codes[start] = bids[ZERO] << _BITS | bids[ONE]


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Spades for two
    """Return the dealer, and the number of each player's bids before looking."""
    if state.rules.renege is PENALISED:
        return None
    behind = state.scores[1] - state.scores[0]
    return state.dealer, len(bids_before_looking(behind)), len(bids_before_looking(-behind))


COMPILED: Final = Opening(_options, _open, has_dummies=True)
