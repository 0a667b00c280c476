"""The records of hands that are played step by step, and their deals: one row for each hand.

A step reads and writes the whole record of a hand. One row for each hand keeps it in a few lines of
the cache, where one array for each field would need a line for each field.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from twowaystreet.fast.bits import (
    ONE,
    STEP,
    ZERO,
    Counts,
    Number,
    Signed,
    Small,
    U,
    Unsigned,
    draw,
    key_of,
    mixed,
)
from twowaystreet.fast.compiling import embedded
from twowaystreet.fast.dealing import give
from twowaystreet.fast.kernel import NO_SUIT, Tables

# The others: the numbers of the hand, of its deals so far, of cards played; the suit led; the
# decider; the strength and the place of the best card on the table; the number of the opening.
HAND, DEALS, STAGE, SEAT, COUNT, LEADER, PLAYED, PLAYS, TRICKS, LED = map(U, range(10))
"""A column of :attr:`Records.facts`."""
DECIDER, BEST, WINNING, ENTRY, CODE, PATH, BEGUN, NAMED, TOP, BOTTOM, OWN = map(U, range(10, 21))
"""A column of :attr:`Records.facts`."""
OWN_COLUMNS: Final = 8
TRICK_OF_NAME, SEAT_OF_NAME, SUIT_OF_NAME = U(0), U(1), U(2)
"""A column of :attr:`Records.named`."""

NONE: Final[Number] = U(255)
"""The number of a word or a card that does not exist."""
DUMMY_CARDS: Final[Number] = U(13)
"""The number of cards of a dummy."""
READY: Final[Number] = U(255)
"""The phase of a hand whose play can begin as soon as its tables are known."""
RESET: Final = -2
"""Instead of a number: begin with the first hand."""
RESUME: Final = -1
"""Instead of a number: go on with a hand that has waited for its tables."""
SKIP: Final = -3
"""Instead of a number: leave the hand as it is."""


class Records(NamedTuple):
    """The records of hands in play, as views of one array; the first axis numbers the hands.

    The columns of ``facts`` for a game are ``STAGE``, the number of the phase, or ``READY``;
    ``SEAT``, the seat to move; ``CODE``, the code of the opening; ``PATH`` and ``BEGUN``, how many
    numbers were entered since the deal, and of the move begun; ``TOP`` and ``BOTTOM``, the places
    in ``pack`` of the top of the stock and after its bottom; ``COUNT``, how many hands are in play;
    ``LEADER``, the place of the leader among them; ``PLAYED``, how many cards lie on the table;
    ``TRICKS``, how many tricks are complete; ``NAMED``, how many suits were named; and from ``OWN``
    on eight of the game's own.
    """

    facts: Unsigned  #: the columns
    #: by multiplicity and hand the cards that the hand holds at least that many times
    held: Unsigned
    turned: Unsigned  #: by hand the cards of a dummy that lie open
    next_up: Small  #: by hand the number of cards that a dummy has turned up; 255 for other hands
    ring: Small  #: the hands in play in their order
    player: Small  #: the hand that played each card
    card: Small  #: the cards in the order of play
    taker: Small  #: the hand that took each trick
    pack: Small  #: the shuffled pack, and below it the cards put under the stock
    path: Small  #: the numbers entered since the deal
    begun: Small  #: the numbers of the move begun
    named: Small  #: of each naming the trick, the seat and the suit, ``TRICK_OF_NAME`` first
    own: Small  #: by seat the game's own bytes


def new_records(n: int, shapes: dict[str, tuple[int, ...]]) -> Records:
    """Return records of ``n`` hands, by the shapes of their parts."""
    widths = {name: prod(shape) * (8 if name in _WIDE else 1) for name, shape in shapes.items()}
    starts = list(accumulate(widths.values(), initial=0))
    row = -(-starts[-1] // 64) * 64
    whole = np.zeros((n, row), np.uint8)
    parts: dict[str, Any] = {}  # Any: arrays of two types
    for (name, shape), start in zip(shapes.items(), starts, strict=False):
        part: Any = whole[:, start : start + widths[name]]  # Any: as above
        parts[name] = (part.view(np.uint64) if name in _WIDE else part).reshape(n, *shape)
    return Records(**parts)


_WIDE: Final = ("facts", "held", "turned")


class Shared(NamedTuple):
    """The facts that all hands of a batch share.

    The places of ``setup`` for a game are ``SEATS``, the number of seats; ``PLAY`` and ``NAME``,
    the numbers of the phases of play and of naming suits; ``CARDS`` and ``COPIES``, the numbers of
    different cards and of all cards.
    """

    setup: Unsigned  #: the numbers above
    options: Unsigned  #: the numbers that the game needs, from its opening
    pack: Unsigned  #: the pack in the order of cards
    hands: Unsigned  #: by dealer, for each of the first cards the hand that gets it
    card_of: Unsigned  #: the card of each number of a move; 64 for others
    word_of: Unsigned  #: the place of each number among the words, those of the game last
    number_of: Unsigned  #: the number of the move of each card
    number_of_word: Unsigned  #: the number of each word
    column: Unsigned  #: the place of each card among the different cards
    first: Unsigned  #: the place of each card among all copies
    at: Unsigned  #: the places of the pieces of the observation, from :class:`Pieces`
    key: Unsigned  #: the dealer and the code of each opening
    slots: Unsigned  #: the hash table of these keys
    table: Unsigned  #: for each opening the number of its tables, and 1 if its hand is not played
    tables: Tables  #: the rules of the play


# The others: the mixed seed; the numbers of hands, of hands for each seat, of cards dealt at first,
# of cards to shuffle.
SEED, SEATS, HANDS, TURN, PLAY, NAME, DEALT, TOPS, CARDS, COPIES = map(U, range(10))
"""A place in :attr:`Shared.setup`."""


class StepArrays(NamedTuple):
    """The results of a step; the first axis of each array numbers the hands."""

    hand: npt.NDArray[np.int8]  #: what the seat to move observes
    mask: npt.NDArray[np.int8]  #: 1 at each legal number
    actor: Counts  #: the seat to move
    done: npt.NDArray[np.bool_]  #: True where a hand has just ended
    legal: Unsigned  #: the legal numbers, as bits
    entry: Signed  #: where a hand has just ended, the number of its opening
    deals: Signed  #: the number of its deals
    named: Signed  #: the number of its named suits
    won: Counts  #: the tricks of each hand
    winners: Small  #: the hands that took the first tricks
    points: Signed  #: the points of each hand, where cards have points
    waits: Small  #: 1 where a hand waits for its tables


@embedded
def dealer_of(row: Number, shared: Shared, records: Records) -> Number:
    """Return the seat of the dealer of a hand."""
    return records.facts[row, HAND] % shared.setup[SEATS]


@embedded
def deal_again(row: Number, shared: Shared, records: Records) -> None:
    """Deal; the hands play in their order from the hand after the dealer's hands."""
    facts, pack = records.facts, records.pack
    number = mixed(
        key_of(shared.setup[SEED], row, facts[row, HAND]) + STEP * (facts[row, DEALS] + ONE)
    )
    facts[row, DEALS] += ONE
    size = U(len(shared.pack))
    for place in range(size):
        pack[row, place] = shared.pack[place]
    for place in range(shared.setup[TOPS]):
        number += STEP
        other = place + draw(number, size - place)
        pack[row, place], pack[row, other] = pack[row, other], pack[row, place]
    hands = shared.setup[HANDS]
    for hand in range(hands):
        for level in range(U(records.held.shape[1])):
            records.held[row, level, hand] = ZERO
        records.ring[row, hand] = hand
    facts[row, COUNT] = hands
    for column in (LEADER, PLAYED, PLAYS, TRICKS, DECIDER, BEST, WINNING, CODE, PATH, BEGUN):
        facts[row, column] = ZERO
    facts[row, NAMED], facts[row, LED] = ZERO, NO_SUIT
    facts[row, TOP], facts[row, BOTTOM] = ZERO, size
    give_out(row, shared.setup[DEALT], shared, records)


@embedded
def give_out(row: Number, last: Number, shared: Shared, records: Records) -> None:
    """Give the cards from the top of the stock to before a place of the pack to the hands."""
    dealer = dealer_of(row, shared, records)
    for place in range(records.facts[row, TOP], last):
        give(records.held, row, shared.hands[dealer, place], U(records.pack[row, place]))
    records.facts[row, TOP] = last


@embedded
def lead(row: Number, first: Number, shared: Shared, records: Records) -> None:
    """End the opening: all hands play, beginning with the hand ``first``."""
    hands = shared.setup[HANDS]
    for hand in range(hands):
        records.ring[row, hand] = (first + hand) % hands
    records.facts[row, STAGE] = READY


@embedded
def dummy_card(
    row: Number, hand: Number, place: Number, shared: Shared, records: Records
) -> Number:
    """Return a card of a dummy, in the order in which they are turned up."""
    first = (dealer_of(row, shared, records) + ONE) % shared.setup[SEATS] * shared.setup[TURN]
    hands = shared.setup[HANDS]
    return U(records.pack[row, place * hands + (hand + hands - first) % hands])
