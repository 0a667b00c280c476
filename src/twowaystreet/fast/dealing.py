"""The compiled tools for openings: deals, exchanges, and the points from which hands begin.

A point is before the deal, or between two moves. Hands that are played step by step have records.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from twowaystreet.fast import bits, kernel
from twowaystreet.fast.bits import ONE, STEP, ZERO, Counts, Number, Signed, Small, U, Unsigned
from twowaystreet.fast.compiling import compiled, embedded
from twowaystreet.fast.kernel import Starts, Tables

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


class PointFacts(NamedTuple):
    """The first columns of :attr:`Points.facts`; the code and the game's own follow."""

    held: int  # the place of the state in the other arrays
    state: int  # the number of the state in the call
    stage: int  # the number of the phase
    seat: int  # the seat to move
    size: int  # the number of cards in an order


POINT_HELD, POINT_STATE, POINT_STAGE, POINT_SEAT, POINT_SIZE, POINT_CODE, POINT_OWN = map(
    U, range(len(PointFacts._fields) + 2)
)
"""A column of :attr:`Points.facts`."""
FREE: Final[Number] = U(2**64 - 1)
"""The choice of a move that none is given for, so that the player of the seat makes it."""
DEAL: Final[Number] = ZERO
"""The number of the phase of a state that waits for its deal, the first of all phases."""
AT_RANDOM: Final[Number] = FREE  # the rule of a seat for which each legal move has the same chance


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
    facts[start, kernel.COUNT] = hands
    facts[start, kernel.TABLES] = ZERO
    facts[start, kernel.PLAYED] = ZERO
    facts[start, kernel.LED] = kernel.NO_SUIT
    facts[start, kernel.STATE] = state
    facts[start, kernel.PLAYOUT] = playout
    facts[start, kernel.TRICKS] = ZERO
    made, choice = ZERO, FREE
    if setup.forced.size > 0:
        choice = setup.forced[playout]
        made -= ONE
    return bits.key_of(setup.seed, state, playout), made, choice


@embedded
def note(starts: Starts, start: Number, seat: Number, code: Number) -> None:
    """Note a move between the deal and the play, by its code, if the call asks for these moves."""
    said = starts.said
    if said.shape[1] > 0:
        place = said[start, ZERO, ZERO] + ONE
        said[start, ZERO, ZERO] = place
        said[start, place, kernel.SAID_CODE] = code
        said[start, place, kernel.SAID_SEAT] = seat


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
    return bits.draw(key + STEP * made, limit) if choice == FREE else choice


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
    return bits.ones((cards & (ZERO - cards)) - ONE)


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
        other = place + bits.draw(number, size - place)
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
RESET: Final = -2  # instead of a number: begin with the first hand
RESUME: Final = -1  # instead of a number: go on with a hand that has waited for its tables
SKIP: Final = -3  # instead of a number: leave the hand as it is


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
    """Return records of ``n`` hands, by the shapes of their parts.

    A row for each hand keeps it in a few lines of the cache: a step reads and writes all of it.
    """
    widths = {name: prod(shape) * (8 if name in _WIDE else 1) for name, shape in shapes.items()}
    starts = list(accumulate(widths.values(), initial=0))
    row = -(-starts[-1] // 64) * 64
    whole = np.zeros((n, row), np.uint8)
    parts = dict[str, bits.AnyArray]()
    for (name, shape), start in zip(shapes.items(), starts, strict=False):
        part: bits.AnyArray = whole[:, start : start + widths[name]]
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
TABLES_OF, IS_OVER = U(0), U(1)  # the columns of :attr:`Shared.table`


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
    facts = records.facts
    number = bits.mixed(
        bits.key_of(shared.setup[SEED], row, facts[row, HAND]) + STEP * (facts[row, DEALS] + ONE)
    )
    facts[row, DEALS] += ONE
    pack: bits.AnyArray = records.pack[row]
    shuffle(pack, shared.pack, number, shared.setup[TOPS])
    hands = shared.setup[HANDS]
    for hand in range(hands):
        for level in range(U(records.held.shape[1])):
            records.held[row, level, hand] = ZERO
        records.ring[row, hand] = hand
    facts[row, COUNT] = hands
    for column in (LEADER, PLAYED, PLAYS, TRICKS, DECIDER, BEST, WINNING, CODE, PATH, BEGUN):
        facts[row, column] = ZERO
    facts[row, NAMED], facts[row, LED] = ZERO, kernel.NO_SUIT
    facts[row, TOP], facts[row, BOTTOM] = ZERO, U(len(shared.pack))
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
