"""The compiled opening of Twenty Down: the deal, trumps, draws and declarations."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import numpy as np

from twowaystreet._cards.cards import Suit
from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, draw, key_of, mixed, select
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import begin, deal, give, shuffle
from twowaystreet.fast.kernel import COUNT, MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games.twenty_down.moves import MOST_DRAWN
from twowaystreet.games.twenty_down.scoring import PLAYERS, TRICKS

DRAWS: Final = tuple(
    sum(1 << place for place in chosen)
    for size in range(MOST_DRAWN + 1)
    for chosen in combinations(range(TRICKS), size)
)
"""The draws in the order of legal moves, as masks of places in the hand (TD-3)."""
_DRAWS: Final[Unsigned] = np.array(DRAWS, np.uint64)
SEATS: Final[Number] = U(PLAYERS)
CARDS: Final[Number] = U(TRICKS)
SUITS: Final[Number] = U(len(Suit))
ALL_IN: Final[Number] = U(Suit.DIAMONDS.place)
"""The trumps with which everybody is in (TD-4)."""
HEARTS: Final[Number] = U(Suit.HEARTS.place)
TWO: Final[Number] = U(2)


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
    """TD-2 to TD-4: deal, name trumps, draw in turn, and say in or out."""
    namer, is_late = options[0], options[1]
    cards = np.empty(len(pack), np.uint64)
    facts, ring, held = starts.facts, starts.ring, starts.held
    for hand in range(first, last):
        start, playout = U(hand), offset + U(hand)
        begin(facts, ring, held, start, number, playout, namer)
        place, made = key_of(seed, number, playout) + STEP, ONE
        shuffle(cards, pack, mixed(place), len(pack))
        deal(held, start, cards, hands)
        trumps = HEARTS
        if is_late == ZERO:
            place += STEP
            made += ONE
            trumps = draw(place, SUITS)
        top = U(len(hands))
        for turn in range(SEATS):
            seat = (namer + turn) % SEATS
            place += STEP
            made += ONE
            before = held[start, ZERO, seat]
            given = _DRAWS[draw(place, U(len(_DRAWS)))]
            for rank in range(CARDS):
                if given >> rank & ONE != ZERO:
                    held[start, ZERO, seat] ^= ONE << select(before, rank)
                    give(held, start, seat, cards[top])
                    top += ONE
        out, playing = ZERO, ONE
        ring[start, ZERO] = namer
        for turn in range(SEATS - ONE):
            seat = (namer + turn + ONE) % SEATS
            is_out = ZERO
            if is_late == ZERO and trumps != ALL_IN:
                place += STEP
                made += ONE
                is_out = draw(place, TWO)
            if is_out == ZERO:
                ring[start, playing] = seat
                playing += ONE
            out |= is_out << seat
        facts[start, COUNT] = playing
        facts[start, MADE] = made
        codes[start] = trumps | out << TWO


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Twenty Down
    """Return the seat that names trumps, and 1 from the ninth hand on."""
    return state.namer, state._is_late


COMPILED: Final = Opening(_options, _open)
