"""The compiled opening of Twenty Down: the deal, trumps, draws and declarations."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import numpy as np

from twowaystreet._core.cards.cards import CARDS as ALL_CARDS
from twowaystreet._core.cards.cards import Suit
from twowaystreet._core.engine.moves import Move
from twowaystreet.fast.bits import (
    CLUBS,
    ONE,
    STEP,
    ZERO,
    Number,
    Signed,
    U,
    Unsigned,
    mixed,
    select,
)
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import (
    CODE,
    DEAL,
    FREE,
    NOTHING,
    SEAT,
    STAGE,
    Points,
    Setup,
    begin,
    deal,
    deal_part,
    give,
    is_ruled,
    lowest,
    note,
    pick,
    resume,
    shuffle,
    worth_of_cards,
)
from twowaystreet.fast.kernel import COUNT, MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.games.twenty_down.moves import DECLARATIONS, MOST_DRAWN, TRUMPS, Draw
from twowaystreet.games.twenty_down.player import KEPT
from twowaystreet.games.twenty_down.rules import DECLARE, DRAW, TRUMP
from twowaystreet.games.twenty_down.scoring import PLAYERS, TRICKS, Status
from twowaystreet.games.twenty_down.state import TO_NAME_ON

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
TRUMP_BITS: Final[Number] = U(2)
STATUSES: Final[Number] = U(len(Status))
_NAMING, _DRAWING = U(1), U(2)
_SUIT: Final[Number] = U(3)
_NAMED_ON: Final[Number] = U(PLAYERS * sum(TO_NAME_ON))
_KEPT: Final[Number] = np.int64(KEPT)
_DRAW: Final[Number] = U(1 << 63)
"""The bit of a draw in the code of a move, beside the mask of the cards."""


@compiled
def _first_cards(seat: Number, cards: Unsigned, hands: Unsigned) -> Number:
    """Return the cards of a seat on which trumps are named, as a mask."""
    found = ZERO
    for place in range(_NAMED_ON):
        if hands[place] == seat:
            found |= ONE << cards[place]
    return found


@compiled
def _longest(cards: Number, length: Signed, rule: Number) -> Number:
    """Return the suit that a rule names; of equal ones the first."""
    best, found = NOTHING, ZERO
    for suit in range(SUITS):
        here = worth_of_cards(cards & (CLUBS << U(13 * suit)), length, rule)
        if here > best:
            best, found = here, U(suit)
    return found


@compiled
def _discards(cards: Number, given: Signed, rule: Number, trumps: Number) -> Number:
    """Return the cards of a hand that a rule discards, as a mask."""
    found = ZERO
    for _ in range(MOST_DRAWN):
        first, best, left = ZERO, _KEPT, cards & ~found
        while left != ZERO:
            card = lowest(left)
            if given[rule, trumps, card] < best:
                first, best = ONE << card, given[rule, trumps, card]
            left &= left - ONE
        found |= first
    return found


@compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: Setup,
    points: Points,
    tables: tuple[Signed, Signed, Signed, Signed],
    starts: Starts,
    codes: Unsigned,
) -> None:
    """TD-2 to TD-4: deal, name trumps, draw in turn, and say in or out."""
    namer, is_late = setup.options[0], setup.options[1]
    length, kept, worth, to_be_in = tables
    pack, hands, rules = setup.pack, setup.hands, setup.rules
    facts, ring, held = starts.facts, starts.ring, starts.held
    cards, dealt = np.empty(len(pack), np.uint64), U(len(hands))
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        place, made, choice_given = begin(points, setup, U(offset), starts, start, namer)
        stage, begun, top = points.facts[point, STAGE], ZERO, ZERO
        trumps, out = HEARTS, ZERO
        if stage == DEAL:
            place += STEP
            made += ONE
            shuffle(cards, pack, mixed(place), len(pack))
            deal(held, start, cards, hands)
            top = dealt
        else:
            resume(points, point, held, start, cards)
            code = points.facts[point, CODE]
            trumps, out = code & _SUIT, code >> TRUMP_BITS
            begun = (points.facts[point, SEAT] + SEATS - namer) % SEATS
        if stage <= _NAMING:
            if is_late == ZERO:
                place += STEP
                made += ONE
                if is_ruled(choice_given, rules[namer]):
                    seen = held[start, ZERO, namer]
                    if stage == DEAL:
                        seen = _first_cards(namer, cards, hands)
                    trumps = _longest(seen, length, rules[namer])
                else:
                    trumps = pick(choice_given, place, SUITS)
                choice_given = FREE
                note(starts, start, namer, trumps)
            if stage == _NAMING:
                deal_part(held, start, cards, hands, _NAMED_ON, dealt, ZERO)
                top = dealt - _NAMED_ON
            begun = ZERO
        if stage <= _DRAWING:
            for turn in range(begun, SEATS):
                seat = (namer + turn) % SEATS
                place += STEP
                made += ONE
                before, drawn = held[start, ZERO, seat], ZERO
                if is_ruled(choice_given, rules[seat]):
                    given = _discards(before, kept, rules[seat], trumps)
                    held[start, ZERO, seat] ^= given
                    drawn = given
                    while given != ZERO:
                        give(held, start, seat, cards[top])
                        given &= given - ONE
                        top += ONE
                else:
                    chosen = _DRAWS[pick(choice_given, place, U(len(_DRAWS)))]
                    for rank in range(CARDS):
                        if chosen >> rank & ONE != ZERO:
                            held[start, ZERO, seat] ^= ONE << select(before, rank)
                            drawn |= ONE << select(before, rank)
                            give(held, start, seat, cards[top])
                            top += ONE
                choice_given = FREE
                note(starts, start, seat, _DRAW | drawn)
            begun = ONE
        playing = ONE
        ring[start, ZERO] = namer
        for turn in range(ONE, SEATS):
            seat = (namer + turn) % SEATS
            is_out = out >> seat & ONE
            if turn >= begun and is_late == ZERO and trumps != ALL_IN:
                place += STEP
                made += ONE
                if is_ruled(choice_given, rules[seat]):
                    rule = rules[seat]
                    found = NOTHING
                    left = held[start, ZERO, seat]
                    while left != ZERO:
                        found += worth[rule, trumps, lowest(left)]
                        left &= left - ONE
                    is_out = ZERO if found >= to_be_in[rule] else ONE
                else:
                    is_out = pick(choice_given, place, STATUSES)
                choice_given = FREE
                note(starts, start, seat, SUITS + is_out)
            if is_out == ZERO:
                ring[start, playing] = seat
                playing += ONE
            out |= is_out << seat
        facts[start, COUNT] = playing
        facts[start, MADE] = made
        codes[start] = trumps | out << TRUMP_BITS


def _options(state: Any) -> tuple[int, ...]:  # Any: a state of Twenty Down
    """Return the seat that names trumps, and 1 from the ninth hand on."""
    return state.namer, state._is_late


def _point(state: Any) -> tuple[int, ...]:  # Any: as above
    """Return trumps and the seats that are out."""
    data = state._hand_data
    code = 0 if data.trumps is None else data.trumps.place
    for seat, said in enumerate(data.statuses):
        if said is Status.OUT:
            code |= 1 << int(TRUMP_BITS) + seat
    return (code,)


def _move(code: int) -> Move:
    """Return the move that was noted by a code."""
    if code & int(_DRAW):
        return Draw(card for card in ALL_CARDS if code & card._bit)
    return (*TRUMPS, *DECLARATIONS)[code]


def _count(state: Any) -> int:  # Any: as above
    """Return the number of moves before the play: trumps, and a draw and a word of each player."""
    return 1 + 2 * PLAYERS


COMPILED: Final = Opening(
    _options,
    _open,
    phases=(TRUMP, DRAW, DECLARE),
    point=_point,
    tables=(1, 2, 2, 0),
    move=_move,
    longest=_count,
)
