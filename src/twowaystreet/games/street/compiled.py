"""The compiled opening of Two Way Street: the deal, declarations and exchanges."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, draw, key_of, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import begin, deal, shuffle
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games._twoway.compiled import exchange, exchanges

MOST: Final = 31
"""The greatest number of players whose declarations fit into a code."""
LOW: Final[Number] = ONE
FORCED: Final[Number] = U(2)
"""The bits of a declaration in a code; the choices are high and low, in this order."""
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
    """ST-5 to ST-11: deal; in turn, each player declares or is forced, and exchanges or keeps."""
    dealer, players, may_keep = options[0], options[1], options[2]
    size = U(len(pack))
    cards = np.empty(len(pack) + 2 * int(players), np.uint64)
    facts, ring, held = starts.facts, starts.ring, starts.held
    for hand in range(first, last):
        start, playout = U(hand), offset + U(hand)
        begin(facts, ring, held, start, number, playout, dealer)
        place, made, code = key_of(seed, number, playout) + STEP, ONE, ZERO
        shuffle(cards, pack, mixed(place), len(hands) + 2 * int(players))
        deal(held, start, cards, hands)
        top, bottom, lows, highs = U(len(hands)), size, ZERO, ZERO
        for turn in range(players):
            seat = (dealer + turn) % players
            if TWO * highs > players:
                said = LOW | FORCED
            elif TWO * lows > players:
                said = FORCED
            else:
                place += STEP
                made += ONE
                said = draw(place, TWO)
                lows += said
                highs += ONE - said
            code |= said << (TWO * seat)
            place += STEP
            made += ONE
            count = exchanges(held, start, seat)
            choice = draw(place, count + may_keep)
            if choice < count:
                exchange(held, start, seat, choice, cards, top, bottom)
                top += TWO
                bottom += TWO
        facts[start, MADE] = made
        codes[start] = code


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Two Way Street
    """Return the first declarer, the number of players, and 1 if they may keep their cards."""
    players = state.rules.players
    return (state.dealer, players, state._may_keep) if players <= MOST else None


COMPILED: Final = Opening(_options, _open)
