"""The compiled steps that all games share: the play of cards, and its observation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import attrs
import numpy as np

from twowaystreet.fast import dealing, kernel
from twowaystreet.fast import dealing as column
from twowaystreet.fast.arrays import State
from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, U, Unsigned, after, mixed, ones
from twowaystreet.fast.compiling import compiled, embedded, filled_in
from twowaystreet.fast.dealing import NONE, READY, Records, Shared, StepArrays, dealer_of, lowest

# Any: a compiled function with the arguments of `step` in each game.
Run: TypeAlias = Callable[..., int]

WORDS: Final = ("name C", "name D", "name H", "name S", "done")
"""The words that all games share; those of a game follow."""
DONE: Final[Number] = U(4)
"""The place of the word ``done``."""


class Pieces:
    """The order of the pieces of an observation: ``shared.at[number]`` is the place of a piece.

    A game begins with those that all share, ``piece = Pieces(*PIECES)``; ``piece("trumps")`` adds
    one by its name in the observation and returns its number.
    """

    def __init__(self, *before: str) -> None:
        self.names: tuple[str, ...] = before

    def __call__(self, name: str) -> Number:
        """Add a piece, and return its number."""
        self.names += (name,)
        return U(len(self.names) - 1)


_piece: Final = Pieces()
_ACTOR: Final = _piece("actor")
_DEALER: Final = _piece("dealer")
AT_HAND: Final = _piece("hand")
"""The piece with the cards of the viewer."""
_HAND_SIZES: Final = _piece("hand_sizes")
_LED: Final = _piece("led")
_PHASE: Final = _piece("phase")
_PLAYED: Final = _piece("played")
AT_STOCK_SIZE: Final = _piece("stock_size")
"""The piece with the number of cards in the stock."""
_TRICK: Final = _piece("trick")
_TRICKS: Final = _piece("tricks")
_BEGUN: Final = _piece("begun")
PIECES: Final = _piece.names
"""The pieces that all games share; those of a game follow."""
NOWHERE: Final[Number] = U(2**63)
"""The place of a piece that a game does not have."""


@attrs.frozen(eq=False)
class Stepping:
    """The compiled steps of a game."""

    run: Run  #: the compiled function, from :func:`run_of`
    #: the names of the game's small moves, in the order that the compiled function knows
    words: tuple[str, ...] = ()
    pieces: tuple[str, ...] = PIECES  #: the names of the pieces, with those that all games share
    #: a function of the state that returns the shapes of ``path``, ``named`` and ``own`` in the
    #: record, where the game needs them
    shapes: Callable[[State], Mapping[str, tuple[int, ...]]] = lambda state: {}
    dealt: int | None = None  #: the number of cards dealt to each hand at first; ``None`` for all
    has_points: bool = False  #: True if the points of cards decide the score


@embedded
def is_ready(row: Number, shared: Shared, records: Records) -> bool:
    """Look up the tables of a hand after its opening; return whether they are known."""
    facts = records.facts
    key = facts[row, column.CODE] * shared.setup[column.SEATS] + dealer_of(row, shared, records)
    slot = mixed(key) & U(shared.slots.size - 1)
    while shared.slots[slot] != ZERO:
        entry = shared.slots[slot] - ONE
        if shared.key[entry] == key:
            facts[row, column.ENTRY] = entry
            facts[row, column.STAGE] = shared.setup[column.PLAY]
            return True
        slot = (slot + ONE) & U(shared.slots.size - 1)
    return False


@embedded
def finish(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Note the result of a hand that has ended, and count the next one."""
    facts = records.facts
    shown.done[row] = True
    shown.entry[row] = np.int64(facts[row, column.ENTRY])
    shown.deals[row] = np.int64(facts[row, column.DEALS])
    shown.named[row] = np.int64(facts[row, column.NAMED])
    for hand in range(shared.setup[column.HANDS]):
        shown.won[row, hand] = 0
    tricks = facts[row, column.TRICKS]
    for trick in range(tricks):
        shown.won[row, records.taker[row, trick]] += 1
    for trick in range(U(shown.winners.shape[1])):
        shown.winners[row, trick] = records.taker[row, trick] if trick < tricks else NONE
    if shown.points.shape[1] > 0:
        _count_points(row, shared, records, shown)
    facts[row, column.HAND] += ONE
    facts[row, column.DEALS] = ZERO


@embedded
def _count_points(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    worth, points, rules = shared.tables.worth, shown.points, _rules(row, shared, records)
    count = records.facts[row, column.COUNT]
    for hand in range(shared.setup[column.HANDS]):
        points[row, hand] = 0
    for trick in range(records.facts[row, column.TRICKS]):
        taker, begin = U(records.taker[row, trick]), trick * count
        price, gain = np.int64(0), np.int64(0)
        for place in range(begin, begin + count):
            if U(records.player[row, place]) == taker:
                price = worth[rules, records.card[row, place], kernel.PRICE]
        for place in range(begin, begin + count):
            card, hand = U(records.card[row, place]), U(records.player[row, place])
            gain += worth[rules, card, kernel.WORTH]
            if price != 0 and worth[rules, card, kernel.CAUGHT] != 0 and hand != taker:
                points[row, hand] -= price
                gain += price
        points[row, taker] += gain


@embedded
def _rules(row: Number, shared: Shared, records: Records) -> Number:
    return shared.table[records.facts[row, column.ENTRY], column.TABLES_OF]


@embedded
def _order(row: Number, shared: Shared, records: Records) -> Number:
    """Return the row of strengths for the suit led and the decider."""
    deciders = kernel.deciders_in(shared.tables.strength)
    return records.facts[row, column.LED] * deciders + records.facts[row, column.DECIDER]


@embedded
def _compare(row: Number, shared: Shared, records: Records) -> None:
    """Find the best card on the table, after the suit led has become known."""
    facts, strength = records.facts, shared.tables.strength
    rules, order = _rules(row, shared, records), _order(row, shared, records)
    played, plays = facts[row, column.PLAYED], facts[row, column.PLAYS]
    table = records.card[row, plays - played : plays]
    best, winning = kernel.strongest(strength, rules, order, table, played)
    facts[row, column.BEST], facts[row, column.WINNING] = best, winning


@embedded
def play(row: Number, number: Number, shared: Shared, records: Records) -> bool:
    """Play a card or name a suit; return whether the hand has ended."""
    facts, tables = records.facts, shared.tables
    if shared.card_of[number] >= U(64):
        suit = shared.word_of[number]
        named = facts[row, column.NAMED]
        records.named[row, named, column.TRICK_OF_NAME] = facts[row, column.TRICKS]
        records.named[row, named, column.SEAT_OF_NAME] = facts[row, column.SEAT]
        records.named[row, named, column.SUIT_OF_NAME] = suit
        facts[row, column.NAMED] = named + ONE
        facts[row, column.LED] = suit
        _compare(row, shared, records)
        return False
    card, bit = shared.card_of[number], ONE << shared.card_of[number]
    rules, count = _rules(row, shared, records), facts[row, column.COUNT]
    played, plays = facts[row, column.PLAYED], facts[row, column.PLAYS]
    hand = U(records.ring[row, after(facts[row, column.LEADER], played, count)])
    dealing.take(records.held, row, hand, card)
    if records.turned.shape[1] > 0 and U(records.next_up[row, hand]) != NONE:
        records.turned[row, hand] ^= bit
    records.player[row, plays], records.card[row, plays] = hand, card
    facts[row, column.PLAYS], facts[row, column.PLAYED] = plays + ONE, played + ONE
    if played == ZERO:
        facts[row, column.LED] = tables.lead[rules, card, kernel.SUIT]
    if facts[row, column.DECIDER] == ZERO and tables.lead[rules, card, kernel.DECIDER] != ZERO:
        facts[row, column.DECIDER] = tables.lead[rules, card, kernel.DECIDER]
        _compare(row, shared, records)
    else:
        found = U(tables.strength[rules, _order(row, shared, records), card])
        if found > facts[row, column.BEST]:
            facts[row, column.BEST], facts[row, column.WINNING] = found, played
    if played + ONE < count:
        return False
    leader, winning = facts[row, column.LEADER], facts[row, column.WINNING]
    records.taker[row, facts[row, column.TRICKS]] = records.ring[row, after(leader, winning, count)]
    facts[row, column.TRICKS] += ONE
    facts[row, column.LEADER] = after(leader, tables.leader[rules, winning], count)
    facts[row, column.LED] = kernel.NO_SUIT
    for each in (column.PLAYED, column.DECIDER, column.BEST, column.WINNING):
        facts[row, each] = ZERO
    is_over: bool = records.held[row, ZERO, U(records.ring[row, facts[row, column.LEADER]])] == ZERO
    return is_over


@embedded
def allow(row: Number, number: Number, shown: StepArrays) -> None:
    shown.legal[row, number >> U(6)] |= ONE << (number & U(63))
    shown.mask[row, number] = 1


@embedded
def allow_words(
    row: Number, first: Number, last: Number, shared: Shared, shown: StepArrays
) -> None:
    """Add the numbers of the words from the place ``first`` to before ``last``."""
    for word in range(first, last):
        allow(row, shared.number_of_word[word], shown)


@embedded
def allow_cards(row: Number, cards: Number, shared: Shared, shown: StepArrays) -> None:
    """Add the numbers of the cards of a mask to the legal ones."""
    while cards != ZERO:
        allow(row, shared.number_of[lowest(cards)], shown)
        cards &= cards - ONE


@embedded
def allow_plays(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Find the legal plays of the next hand, and the suits that it may name."""
    facts, tables = records.facts, shared.tables
    rules, played = _rules(row, shared, records), facts[row, column.PLAYED]
    led = facts[row, column.LED]
    hand = U(records.ring[row, after(facts[row, column.LEADER], played, facts[row, column.COUNT])])
    facts[row, column.SEAT] = hand // shared.setup[column.TURN]
    facts[row, column.STAGE] = shared.setup[column.PLAY]
    legal, kind = records.held[row, ZERO, hand], ZERO
    if records.turned.shape[1] > 0 and U(records.next_up[row, hand]) != NONE:
        kind = ONE
        _turn_up(row, hand, tables.wanted[rules, led], shared, records)
        legal = records.turned[row, hand]
    if led == kernel.NO_SUIT and played > ZERO:
        joker = U(records.card[row, facts[row, column.PLAYS] - played])
        if legal & tables.naming[rules, joker, kernel.DUTY] != ZERO:
            suits = tables.naming[rules, joker, kernel.NAMEABLE]
            if tables.naming[rules, joker, kernel.HELD_ONLY] != ZERO:
                suits = kernel.held_suits(legal, suits)
            for suit in range(kernel.NO_SUIT):
                if suits >> suit & ONE != ZERO:
                    allow(row, shared.number_of_word[suit], shown)
            legal &= tables.naming[rules, joker, kernel.INSTEAD]
            facts[row, column.STAGE] = shared.setup[column.NAME]
    else:
        legal = kernel.following(legal, tables.follow, rules, kind, led)
    allow_cards(row, legal, shared, shown)


@embedded
def _turn_up(row: Number, hand: Number, wanted: Number, shared: Shared, records: Records) -> None:
    """Turn up cards of a dummy until one is wanted, or all lie open."""
    up, up_to = records.turned[row, hand], U(records.next_up[row, hand])
    if up & wanted == ZERO:
        while up_to < dealing.DUMMY_CARDS:
            bit = ONE << dealing.dummy_card(row, hand, up_to, shared, records)
            up_to += ONE
            up |= bit
            if bit & wanted != ZERO:
                break
        records.turned[row, hand] = up
        records.next_up[row, hand] = up_to


@embedded
def relative(place: Number, first: Number, count: Number) -> Number:
    """Return a place in a ring of ``count`` as seen from another."""
    return place - first if place >= first else place + count - first


@embedded
def put(row: Number, cards: Number, start: Number, shared: Shared, shown: StepArrays) -> None:
    """Count cards of a mask at their places from ``start`` on among the different cards."""
    while cards != ZERO:
        shown.hand[row, start + shared.column[lowest(cards)]] += 1
        cards &= cards - ONE


@embedded
def put_at(
    row: Number, card: Number, number: Number, start: Number, shared: Shared, shown: StepArrays
) -> None:
    """Write a number at the first free place of a card from ``start`` on among the copies."""
    place = start + shared.first[card]
    while shown.hand[row, place] != 0:
        place += ONE
    shown.hand[row, place] = number


@embedded
def clear(row: Number, shown: StepArrays) -> None:
    for place in range(U(shown.mask.shape[1])):
        shown.mask[row, place] = 0
    for word in range(U(shown.legal.shape[1])):
        shown.legal[row, word] = ZERO
    for place in range(U(shown.hand.shape[1])):
        shown.hand[row, place] = 0


@embedded
def observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Write what the seat to move sees, as far as games share it."""
    facts, at, seen = records.facts, shared.at, shown.hand
    seats, hands = shared.setup[column.SEATS], shared.setup[column.HANDS]
    turn, viewer = shared.setup[column.TURN], facts[row, column.SEAT]
    shown.actor[row] = viewer
    seen[row, at[_ACTOR]] = 1
    seen[row, at[_DEALER] + relative(dealer_of(row, shared, records), viewer, seats)] = 1
    seen[row, at[_PHASE] + facts[row, column.STAGE]] = 1
    seen[row, at[AT_STOCK_SIZE]] = facts[row, column.BOTTOM] - facts[row, column.TOP]
    first = viewer * turn
    seen[row, at[AT_HAND]] = 1
    for level in range(U(records.held.shape[1])):
        put(row, records.held[row, level, first + turn - ONE], at[AT_HAND] + ONE, shared, shown)
        for hand in range(hands):
            place = at[_HAND_SIZES] + relative(hand, first, hands)
            seen[row, place] += ones(records.held[row, level, hand])
    plays, played = facts[row, column.PLAYS], facts[row, column.PLAYED]
    cards, copies = shared.setup[column.CARDS], shared.setup[column.COPIES]
    for number in range(plays):
        hand = relative(U(records.player[row, number]), first, hands)
        card = U(records.card[row, number])
        place = at[_PLAYED] + hand * copies + shared.first[card]
        if records.held.shape[1] > 1:
            while seen[row, place] != 0:
                place += ONE
        seen[row, place] = number + ONE
        if number + played >= plays:
            seen[row, at[_TRICK] + hand * cards + shared.column[card]] += 1
    for trick in range(facts[row, column.TRICKS]):
        taker = relative(U(records.taker[row, trick]), first, hands)
        seen[row, at[_TRICKS] + trick * hands + taker] = 1
    if facts[row, column.LED] != kernel.NO_SUIT:
        seen[row, at[_LED] + facts[row, column.LED]] = 1
    for number in range(facts[row, column.BEGUN]):
        seen[row, at[_BEGUN] + U(records.begun[row, number])] = number + ONE


@compiled
def first_illegal(numbers: Any, size: int, legal: Unsigned) -> int:
    """Return the first row whose number is not legal; -1 if all are legal."""
    for row in range(len(numbers)):
        number = numbers[row]
        if number < 0 or number >= size:
            return row
        place = U(number)
        if legal[row, place >> U(6)] >> (place & U(63)) & ONE == ZERO:
            return row
    return -1


@embedded
def _nothing(row: Number, *rest: object) -> None:
    """Stand for a part that :func:`run_of` puts here, or that a game does not have."""


_begin = _decide = _allow = _observe = _nothing


def _run(
    first: int, last: int, numbers: Signed, shared: Shared, records: Records, shown: StepArrays
) -> int:
    """Enter a number in each row; return how many hands wait for their tables."""
    waiting = 0
    for place in range(first, last):
        row, number = U(place), numbers[place]
        if number == column.SKIP:
            continue
        is_new, is_over = number == column.RESET, False
        if is_new:
            records.facts[row, column.HAND], records.facts[row, column.DEALS] = ZERO, ZERO
        elif number >= 0:
            shown.done[row] = False
            if records.facts[row, column.STAGE] < shared.setup[column.NAME]:
                records.path[row, records.facts[row, column.PATH]] = number
                records.facts[row, column.PATH] += ONE
                _decide(row, U(number), shared, records)
            else:
                is_over = play(row, U(number), shared, records)
        while True:
            if is_over:
                finish(row, shared, records, shown)
            if is_new or is_over:
                dealing.deal_again(row, shared, records)
                _begin(row, shared, records)
            if records.facts[row, column.STAGE] != READY:
                break
            if not is_ready(row, shared, records):
                shown.waits[row] = 1
                waiting += 1
                break
            entry = records.facts[row, column.ENTRY]
            is_new, is_over = False, shared.table[entry, column.IS_OVER] != ZERO
            if not is_over:  # else nobody plays
                break
        if records.facts[row, column.STAGE] == READY:
            continue
        clear(row, shown)
        if records.facts[row, column.STAGE] < shared.setup[column.NAME]:
            _allow(row, shared, records, shown)
        else:
            allow_plays(row, shared, records, shown)
        observe(row, shared, records, shown)
        _observe(row, shared, records, shown)
    return waiting


def run_of(**parts: Callable[..., Any]) -> Run:  # Any: parts with several arguments
    """Return the compiled steps of a game, from its parts.

    Each part has the decorator :func:`embedded`; its first argument is the row, the number of the
    hand. ``begin(row, shared, records)`` begins the opening after the deal;
    ``decide(row, number, shared, records)`` enters the number of a small move;
    ``allow(row, shared, records, shown)`` adds the legal numbers of the opening;
    ``observe(row, shared, records, shown)`` writes what only this game shows. A game without an
    opening needs ``begin`` alone, with :func:`lead`.
    """
    own = {f"_{part}": function for part, function in parts.items()}
    # Counting the references to arrays would take 20 ns for each array in a tuple.
    return compiled(filled_in(_run, **own), _nrt=False)
