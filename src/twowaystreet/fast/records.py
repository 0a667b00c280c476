"""The records of hands that are played step by step: one row of memory for each hand.

A step reads and writes the whole record of a hand. One row for each hand keeps it in a few lines of
the cache, where one array for each field would need a line for each field.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from twowaystreet.fast.bits import Counts, Number, Signed, Small, U, Unsigned
from twowaystreet.fast.kernel import Tables

(HAND, DEALS, STAGE, SEAT, COUNT, LEADER, PLAYED, PLAYS, TRICKS, LED, *_more) = map(U, range(21))
(DECIDER, BEST, WINNING, ENTRY, CODE, PATH, BEGUN, NAMED, TOP, BOTTOM, OWN) = _more
"""The columns of the facts.

The number of the hand, of its deals so far, the phase, the seat to move, the number of hands in
play, the place of the leader among them, the number of cards on the table, of cards played, of
complete tricks, the suit led, the number of the decider, the strength and the place of the best
card on the table, the number of the opening, its code, the number of numbers entered since the
deal, of those of the move begun, of named suits, the places of the top and after the bottom of the
stock, and the first column of the game's own.
"""
OWN_COLUMNS: Final = 8
TRICK_OF_NAME, SEAT_OF_NAME, SUIT_OF_NAME = U(0), U(1), U(2)
"""The columns of ``named``."""

READY: Final[Number] = U(255)
"""The phase of a hand whose play can begin as soon as its tables are known."""
RESET: Final = -2
"""Instead of a number: begin with the first hand."""
RESUME: Final = -1
"""Instead of a number: go on with a hand that has waited for its tables."""
SKIP: Final = -3
"""Instead of a number: leave the hand as it is."""


class Records(NamedTuple):
    """The records, as views of one array; the first axis numbers the hands.

    Attributes:
        facts: the columns above.
        held: by multiplicity and hand the cards that the hand holds at least that many times.
        turned: by hand the cards of a dummy that lie open.
        next_up: by hand the number of cards that a dummy has turned up; 255 for other hands.
        ring: the hands in play in their order.
        player: the hand that played each card.
        card: the cards in the order of play.
        taker: the hand that took each trick.
        pack: the shuffled pack, and below it the cards put under the stock.
        path: the numbers entered since the deal.
        begun: the numbers of the move begun.
        named: the trick, the seat and the suit of each naming.
        own: the game's own bytes by seat.
    """

    facts: Unsigned
    held: Unsigned
    turned: Unsigned
    next_up: Small
    ring: Small
    player: Small
    card: Small
    taker: Small
    pack: Small
    path: Small
    begun: Small
    named: Small
    own: Small


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

    Attributes:
        setup: the columns below.
        options: the numbers that the game needs.
        pack: the pack in the order of cards.
        hands: by dealer, for each of the first cards the hand that gets it.
        card_of: the card of each number; 64 for others.
        word_of: the place of each number among the game's words.
        number_of: the number of each card.
        number_of_word: the number of each word.
        column: the place of each card among the different cards.
        first: the place of each card among all copies.
        at: the places of the pieces of the observation.
        key: the dealer and the code of each opening.
        slots: the hash table of these keys.
        table: for each opening the number of its tables, and 1 if its hand is not played.
        tables: the rules of the play.
    """

    setup: Unsigned
    options: Unsigned
    pack: Unsigned
    hands: Unsigned
    card_of: Unsigned
    word_of: Unsigned
    number_of: Unsigned
    number_of_word: Unsigned
    column: Unsigned
    first: Unsigned
    at: Unsigned
    key: Unsigned
    slots: Unsigned
    table: Unsigned
    tables: Tables


(SEED, SEATS, HANDS, TURN, PLAY, NAME, DEALT, TOPS, CARDS, COPIES) = map(U, range(10))
"""The columns of the setup.

The mixed seed; the number of seats, of hands, of hands for each seat; the phases of play and of
naming; the number of cards dealt at first, of cards to shuffle, of different cards, of all cards.
"""


class StepArrays(NamedTuple):
    """The arrays of a step.

    Attributes:
        hand: the arrays of the hands in play.
        mask: the legal numbers, as numbers.
        actor: the seat to move.
        done: True where a hand has just ended.
        legal: the legal numbers, as bits.
        entry: where a hand has just ended: the number of its opening.
        deals: the number of its deals.
        named: the number of its named suits.
        won: the tricks of each hand.
        winners: the hands that took the first tricks.
        points: the points of each hand, where cards have points.
        waits: 1 where a hand waits for its tables.
    """

    hand: npt.NDArray[np.int8]
    mask: npt.NDArray[np.int8]
    actor: Counts
    done: npt.NDArray[np.bool_]
    legal: Unsigned
    entry: Signed
    deals: Signed
    named: Signed
    won: Counts
    winners: Small
    points: Signed
    waits: Small
