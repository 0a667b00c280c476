"""The compiled opening of Two Way Street: the deal, declarations and exchanges."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from twowaystreet._core.engine.moves import Move
from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, Signed, U, Unsigned, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import (
    CODE,
    DEAL,
    FREE,
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
    worth_of,
)
from twowaystreet.fast.kernel import MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games._twoway.compiled import (
    IN_EXCHANGE,
    code_of_exchange,
    exchange,
    exchange_of,
    exchanges,
    first_pair,
    pair,
)
from twowaystreet.games._twoway.moves import DECLARATIONS, KEEP, Direction
from twowaystreet.games.street.rules import DECLARE, EXCHANGE
from twowaystreet.games.street.scoring import Declaration

MOST: Final = 31
"""The greatest number of players whose declarations fit into a code."""
LOW: Final[Number] = ONE
FORCED: Final[Number] = U(2)
"""The bits of a declaration in a code; the choices are high and low, in this order."""
DIRECTIONS: Final[Number] = U(len(Direction))
CODE_BITS: Final[Number] = U(2)
SAID: Final[Number] = U(3)
_KEPT: Final[Number] = U(len(DECLARATIONS))
"""The code of keeping all cards, after those of the declarations."""
_EXCHANGES: Final[Number] = U(2)
"""The phase of exchanges; that of declarations comes before it."""
_BITS: Final = {
    Declaration.HIGH_DECLARED: 0,
    Declaration.LOW_DECLARED: int(LOW),
    Declaration.HIGH_FORCED: int(FORCED),
    Declaration.LOW_FORCED: int(LOW) + int(FORCED),
}


@compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: Setup,
    points: Points,
    tables: tuple[Signed, Signed, Signed],
    starts: Starts,
    codes: Unsigned,
) -> None:
    """ST-5 to ST-11: deal; in turn, each player declares or is forced, and exchanges or keeps."""
    dealer, players, may_keep = setup.options[0], setup.options[1], setup.options[2]
    worth, margin, order = tables
    pack, hands, held = setup.pack, setup.hands, starts.held
    cards = np.empty(len(pack) + 2 * int(players), np.uint64)
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        place, made, given = begin(points, setup, U(offset), starts, start, dealer)
        top, lows, highs, begun, code = ZERO, ZERO, ZERO, ZERO, ZERO
        is_said = False
        if points.facts[point, STAGE] == DEAL:
            place += STEP
            made += ONE
            shuffle(cards, pack, mixed(place), len(hands) + 2 * int(players))
            deal(held, start, cards, hands)
            top, bottom = U(len(hands)), U(len(pack))
        else:
            bottom = resume(points, point, held, start, cards)
            code = points.facts[point, CODE]
            is_said = points.facts[point, STAGE] == _EXCHANGES
            begun = (points.facts[point, SEAT] + players - dealer) % players
            for turn in range(begun + (ONE if is_said else ZERO)):
                said = code >> (CODE_BITS * ((dealer + turn) % players)) & SAID
                lows += said == LOW
                highs += said == ZERO
        for turn in range(begun, players):
            seat = (dealer + turn) % players
            said = code >> (CODE_BITS * seat) & SAID
            rule = setup.rules[seat]
            if not is_said:
                if U(2) * highs > players:
                    said = LOW | FORCED
                elif U(2) * lows > players:
                    said = FORCED
                else:
                    place += STEP
                    made += ONE
                    if is_ruled(given, rule):
                        is_high = worth_of(held, start, seat, worth, rule) > margin[rule]
                        said = ZERO if is_high else LOW
                    else:
                        said = pick(given, place, DIRECTIONS)
                    given = FREE
                    note(starts, start, seat, said)
                    lows += said
                    highs += ONE - said
                code |= said << (CODE_BITS * seat)
            is_said = False
            place += STEP
            made += ONE
            count = exchanges(held, start, seat)
            if is_ruled(given, rule):
                low, high = first_pair(held, start, seat, order, rule, said & LOW)
                note(starts, start, seat, code_of_exchange(low, high))
                exchange(held, start, seat, low, high, cards, top, bottom)
                top += IN_EXCHANGE
                bottom += IN_EXCHANGE
                continue
            choice = pick(given, place, count + may_keep)
            given = FREE
            if choice >= count:
                note(starts, start, seat, _KEPT)
            else:
                low, high = pair(held, start, seat, choice)
                note(starts, start, seat, code_of_exchange(low, high))
                exchange(held, start, seat, low, high, cards, top, bottom)
                top += IN_EXCHANGE
                bottom += IN_EXCHANGE
        starts.facts[start, MADE] = made
        codes[start] = code


def _options(state: Any) -> tuple[int, ...] | None:  # Any: a state of Two Way Street
    """Return the first declarer, the number of players, and 1 if they may keep their cards."""
    players = state.rules.players
    return (state.dealer, players, state._may_keep) if players <= MOST else None


def _point(state: Any) -> tuple[int, ...]:  # Any: as above
    """Return the declarations so far."""
    code = 0
    for seat, said in enumerate(state._hand_data.declarations):
        if said is not None:
            code |= _BITS[said] << 2 * seat
    return (code,)


def _move(code: int) -> Move:
    """Return the move that was noted by a code."""
    return exchange_of(code) or (*DECLARATIONS, KEEP)[code]


def _count(state: Any) -> int:  # Any: as above
    """Return the number of moves before the play: a declaration and an exchange of each player."""
    found: int = 2 * state.rules.players
    return found


COMPILED: Final = Opening(
    _options,
    _open,
    phases=(DECLARE, EXCHANGE),
    point=_point,
    tables=(1, 0, 2),
    move=_move,
    longest=_count,
)
