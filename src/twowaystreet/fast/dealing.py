"""The compiled tools for openings: deals, exchanges, and the points from which hands begin.

A point is before the deal, or between two moves.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, Signed, U, Unsigned, draw, key_of, ones
from twowaystreet.fast.compiling import compiled, embedded
from twowaystreet.fast.kernel import (
    COUNT,
    LED,
    NO_SUIT,
    PLAYED,
    PLAYOUT,
    STATE,
    TABLES,
    TRICKS,
    Starts,
)

NOTHING: Final[Number] = np.int64(0)
"""The signed number 0, at which sums of worth begin."""


class Points(NamedTuple):
    """The points from which hands are opened: before the deal, or between two moves.

    The columns of ``facts`` for a game are ``POINT_STAGE``, the number of the phase;
    ``POINT_SEAT``, the seat to move; ``POINT_CODE``, the code so far; and from ``POINT_OWN`` on the
    game's own.
    """

    facts: Unsigned  #: by point the columns
    #: by state, multiplicity and hand the cards that the hand holds at least that many times
    held: Unsigned
    cards: Unsigned  #: by state the stock from the top, or other cards in an order that matters


# The others: the state's place in the other arrays, its number in the call, how many cards it has.
POINT_HELD, POINT_STATE, POINT_STAGE, POINT_SEAT, POINT_SIZE, POINT_CODE, POINT_OWN = map(
    U, range(7)
)
"""A column of :attr:`Points.facts`."""
FREE: Final[Number] = U(2**64 - 1)
"""The choice of a move that none is given for, so that the player of the seat makes it."""
DEAL: Final[Number] = ZERO
"""The number of the phase of a state that waits for its deal, the first of all phases."""


AT_RANDOM: Final[Number] = FREE
"""The rule of a seat for which each legal move has the same chance."""


class Setup(NamedTuple):
    """The facts that all hands of a call share."""

    seed: Number  #: the mixed seed
    n: Number  #: the number of playouts of each point
    #: for each of the ``n`` playouts of a point the number of the first move among the legal ones;
    #: empty if no move is forced
    forced: Unsigned
    pack: Unsigned  #: the pack in the order of cards
    hands: Unsigned  #: for each of the first cards the hand that gets it
    options: Unsigned  #: the numbers that the game needs, from its opening
    #: by seat the number of its rule in the tables of rules of thumb; see :func:`is_ruled`
    rules: Unsigned


@embedded
def begin(
    points: Points, setup: Setup, offset: Number, starts: Starts, start: Number, leader: Number
) -> tuple[Number, Number, Number]:
    """Begin the hand at a place in the starts; all play in their order from the leader.

    The result is the key of the random numbers, the number of moves made, and the given choice of
    the first move: its number among the legal ones, or ``FREE``. A move, also a deal, adds ``ONE``
    to the number; its random number is ``mixed(key + STEP * made)``. A forced move takes none: the
    playout that follows is that of the state after it.
    """
    facts, held = starts.facts, starts.held
    point = (offset + start) // setup.n
    hands, state = U(held.shape[2]), points.facts[point, POINT_STATE]
    playout = (offset + start) % setup.n
    for hand in range(hands):
        for level in range(U(held.shape[1])):
            held[start, level, hand] = ZERO
        starts.ring[start, hand] = (leader + hand) % hands
    facts[start, COUNT] = hands
    facts[start, TABLES] = ZERO
    facts[start, PLAYED] = ZERO
    facts[start, LED] = NO_SUIT
    facts[start, STATE] = state
    facts[start, PLAYOUT] = playout
    facts[start, TRICKS] = ZERO
    made, choice = ZERO, FREE
    if setup.forced.size > 0:
        choice = setup.forced[playout]
        made -= ONE
    return key_of(setup.seed, state, playout), made, choice


@embedded
def note(starts: Starts, start: Number, seat: Number, code: Number) -> None:
    """Note a move between the deal and the play, by its code, if the call asks for these moves."""
    said = starts.said
    if said.shape[1] > 0:
        place = said[start, ZERO, ZERO] + ONE
        said[start, ZERO, ZERO] = place
        said[start, place, ZERO] = code
        said[start, place, ONE] = seat


@embedded
def forget(starts: Starts, start: Number) -> None:
    """Forget the moves before a new deal of the same hand."""
    if starts.said.shape[1] > 0:
        starts.said[start, ZERO, ZERO] = ZERO


@embedded
def resume(points: Points, point: Number, held: Unsigned, start: Number, cards: Unsigned) -> Number:
    """Lay the cards of a point between two moves; return the number of cards in the stock."""
    row, size = points.facts[point, POINT_HELD], points.facts[point, POINT_SIZE]
    for level in range(U(points.held.shape[1])):
        for hand in range(U(held.shape[2])):
            held[start, level, hand] = points.held[row, level, hand]
    for place in range(size):
        cards[place] = points.cards[row, place]
    return size


@compiled
def is_ruled(choice: Number, rule: Number) -> bool:
    """Return whether a rule of thumb chooses a move: none is given, and the seat has a rule."""
    found: bool = choice == FREE and rule != AT_RANDOM
    return found


@compiled
def pick(choice: Number, key: Number, made: Number, limit: Number) -> Number:
    """Return the given choice of a move, or else a random one below a limit."""
    return draw(key + STEP * made, limit) if choice == FREE else choice


@compiled
def worth_of(held: Unsigned, start: Number, hand: Number, worth: Signed, rule: Number) -> Number:
    """Add up the worth of the cards of a hand; ``worth`` has it by rule and card."""
    found = NOTHING
    for level in range(U(held.shape[1])):
        found += worth_of_cards(held[start, level, hand], worth, rule)
    return found


@compiled
def worth_of_cards(cards: Number, worth: Signed, rule: Number) -> Number:
    """Add up the worth of the cards of a mask; ``worth`` has it by rule and card."""
    found = NOTHING
    while cards != ZERO:
        found += worth[rule, lowest(cards)]
        cards &= cards - ONE
    return found


@compiled
def lowest(cards: Number) -> Number:
    """Return the lowest card of a mask that is not empty."""
    return ones((cards & (ZERO - cards)) - ONE)


@compiled
def shuffle(cards: Unsigned, pack: Unsigned, number: Number, top: Number) -> None:
    """Copy a pack to ``cards``, and shuffle its first ``top`` cards by a random number.

    The place for the shuffled cards may be longer than the pack.
    """
    size = U(len(pack))
    for place in range(size):
        cards[place] = pack[place]
    for place in range(min(U(top), size)):
        number += STEP
        other = place + draw(number, size - place)
        cards[place], cards[other] = cards[other], cards[place]


@compiled
def give(held: Unsigned, start: Number, hand: Number, card: Number) -> None:
    """Give a card to a hand."""
    bit, level = ONE << card, ZERO
    while held[start, level, hand] & bit != ZERO:
        level += ONE
    held[start, level, hand] |= bit


@compiled
def take(held: Unsigned, start: Number, hand: Number, card: Number) -> None:
    """Take a card from a hand, which holds it."""
    bit, level = ONE << card, U(held.shape[1] - 1)
    while held[start, level, hand] & bit == ZERO:
        level -= ONE
    held[start, level, hand] ^= bit


@compiled
def deal(held: Unsigned, start: Number, cards: Unsigned, hands: Unsigned) -> None:
    """Give the first cards of a pack to the hands, which are named for each of them."""
    deal_part(held, start, cards, hands, ZERO, U(len(hands)), ZERO)


@compiled
def deal_part(
    held: Unsigned,
    start: Number,
    cards: Unsigned,
    hands: Unsigned,
    first: Number,
    last: Number,
    top: Number,
) -> None:
    """Give the hands some cards of a deal, ``first`` to ``last``, which lie from a place on."""
    for place in range(first, last):
        give(held, start, hands[place], cards[top + place - first])
