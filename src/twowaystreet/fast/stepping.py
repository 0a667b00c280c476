"""The compiled steps that all games share: the deal, the play of cards, and its observation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import attrs
import numpy as np

from twowaystreet.fast.arrays import State
from twowaystreet.fast.bits import (
    ONE,
    STEP,
    ZERO,
    Number,
    Signed,
    U,
    Unsigned,
    after,
    draw,
    key_of,
    mixed,
    ones,
)
from twowaystreet.fast.compiling import borrowing, compiled, embedded, filled_in
from twowaystreet.fast.dealing import give, take
from twowaystreet.fast.kernel import (
    CAUGHT,
    NO_SUIT,
    PRICE,
    WORTH,
    following,
    held_suits,
)
from twowaystreet.fast.records import (
    BEGUN,
    BEST,
    BOTTOM,
    CARDS,
    CODE,
    COPIES,
    COUNT,
    DEALS,
    DEALT,
    DECIDER,
    ENTRY,
    HAND,
    HANDS,
    LEADER,
    LED,
    NAME,
    NAMED,
    PATH,
    PLAY,
    PLAYED,
    PLAYS,
    READY,
    RESET,
    SEAT,
    SEATS,
    SEED,
    SKIP,
    STAGE,
    TOP,
    TOPS,
    TRICKS,
    TURN,
    WINNING,
    Records,
    Shown,
    World,
)

# Any: a compiled function with the arguments of `step` in each game.
Run: TypeAlias = Callable[..., int]

WORDS: Final = ("name C", "name D", "name H", "name S", "done")
"""The words that all games share; those of a game follow."""
DONE: Final[Number] = U(4)


class Pieces:
    """The order of the pieces of an observation, in which a step knows their places.

    Args:
        before: the names of the pieces before.

    Attributes:
        names: the names of all pieces so far.
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
_HAND_SIZES: Final = _piece("hand_sizes")
_LED: Final = _piece("led")
_PHASE: Final = _piece("phase")
_PLAYED: Final = _piece("played")
AT_STOCK_SIZE: Final = _piece("stock_size")
_TRICK: Final = _piece("trick")
_TRICKS: Final = _piece("tricks")
_BEGUN: Final = _piece("begun")
PIECES: Final = _piece.names
"""The pieces that all games share; those of a game follow."""
NOWHERE: Final[Number] = U(2**63)
"""The place of a piece that a game does not have."""
NONE: Final[Number] = U(255)
"""The number of a word or a card that does not exist."""
DUMMY_CARDS: Final[Number] = U(13)
TWO: Final[Number] = U(2)


@attrs.frozen(eq=False)
class Stepping:
    """The compiled steps of a game.

    Attributes:
        run: the compiled function, from :func:`run_of`.
        options: a function of a state that waits for its deal. It returns the numbers that the
            compiled function needs, or ``None`` if it cannot play under these rules.
        words: the names of the game's small moves, in the order that the compiled function knows.
        pieces: the names of the pieces, with those that all games share.
        shapes: a function of the state that returns the shapes of ``path``, ``named`` and ``own``
            in the record, where the game needs them.
        dealt: the number of cards dealt to each hand at first; ``None`` for all.
        has_dummies: True if hands turn up cards.
        has_points: True if the points of cards decide the score.
    """

    run: Run
    options: Callable[[State], tuple[int, ...] | None]
    words: tuple[str, ...] = ()
    pieces: tuple[str, ...] = PIECES
    shapes: Callable[[State], Mapping[str, tuple[int, ...]]] = lambda state: {}
    dealt: int | None = None
    has_dummies: bool = False
    has_points: bool = False


@embedded
def dealer_of(i: Number, w: World, rec: Records) -> Number:
    """Return the dealer of a hand."""
    return rec.facts[i, HAND] % w.setup[SEATS]


@embedded
def deal(i: Number, w: World, rec: Records) -> None:
    """Deal; the hands play in their order from the hand after the dealer's hands."""
    facts, pack = rec.facts, rec.pack
    number = mixed(key_of(w.setup[SEED], i, facts[i, HAND]) + STEP * (facts[i, DEALS] + ONE))
    facts[i, DEALS] += ONE
    size = U(len(w.pack))
    for place in range(size):
        pack[i, place] = w.pack[place]
    for place in range(w.setup[TOPS]):
        number += STEP
        other = place + draw(number, size - place)
        pack[i, place], pack[i, other] = pack[i, other], pack[i, place]
    hands = w.setup[HANDS]
    for hand in range(hands):
        for level in range(U(rec.held.shape[1])):
            rec.held[i, level, hand] = ZERO
        rec.ring[i, hand] = hand
    facts[i, COUNT] = hands
    for column in (LEADER, PLAYED, PLAYS, TRICKS, DECIDER, BEST, WINNING, CODE, PATH, BEGUN):
        facts[i, column] = ZERO
    facts[i, NAMED] = ZERO
    facts[i, LED] = NO_SUIT
    facts[i, BOTTOM] = size
    facts[i, TOP] = ZERO
    give_out(i, w.setup[DEALT], w, rec)


@embedded
def give_out(i: Number, last: Number, w: World, rec: Records) -> None:
    """Give the cards from the top of the stock up to a place to the hands."""
    dealer = dealer_of(i, w, rec)
    for place in range(rec.facts[i, TOP], last):
        give(rec.held, i, w.hands[dealer, place], U(rec.pack[i, place]))
    rec.facts[i, TOP] = last


@embedded
def lead(i: Number, first: Number, w: World, rec: Records) -> None:
    """Begin the play of all hands as soon as the tables are known, with this leader."""
    hands = w.setup[HANDS]
    for hand in range(hands):
        rec.ring[i, hand] = (first + hand) % hands
    rec.facts[i, STAGE] = READY


@embedded
def is_ready(i: Number, w: World, rec: Records) -> bool:
    """Look up the tables of a hand after its opening; return whether they are known."""
    facts = rec.facts
    key = facts[i, CODE] * w.setup[SEATS] + dealer_of(i, w, rec)
    slot = mixed(key) & U(w.slots.size - 1)
    while w.slots[slot] != ZERO:
        entry = w.slots[slot] - ONE
        if w.key[entry] == key:
            facts[i, ENTRY] = entry
            facts[i, STAGE] = w.setup[PLAY]
            return True
        slot = (slot + ONE) & U(w.slots.size - 1)
    return False


@embedded
def finish(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Note the result of a hand that has ended, and count the next one."""
    facts = rec.facts
    entry, count = facts[i, ENTRY], facts[i, COUNT]
    out.done[i] = True
    out.entry[i] = np.int64(entry)
    out.deals[i], out.named[i] = np.int64(facts[i, DEALS]), np.int64(facts[i, NAMED])
    for hand in range(w.setup[HANDS]):
        out.won[i, hand] = 0
    tricks = facts[i, TRICKS]
    for trick in range(tricks):
        out.won[i, rec.taker[i, trick]] += 1
    for trick in range(U(out.winners.shape[1])):
        out.winners[i, trick] = rec.taker[i, trick] if trick < tricks else NONE
    if out.points.shape[1] > 0:
        _count_points(i, w.table[entry, ZERO], count, w, rec, out)
    facts[i, HAND] += ONE
    facts[i, DEALS] = ZERO


@embedded
def _count_points(i: Number, t: Number, count: Number, w: World, rec: Records, out: Shown) -> None:
    """Add up the points of the cards in all tricks, as the kernel does."""
    worth, points = w.tables.worth, out.points
    for hand in range(w.setup[HANDS]):
        points[i, hand] = 0
    for trick in range(rec.facts[i, TRICKS]):
        taker, begin = U(rec.taker[i, trick]), trick * count
        price, gain = np.int64(0), np.int64(0)
        for place in range(begin, begin + count):
            if U(rec.player[i, place]) == taker:
                price = worth[t, rec.card[i, place], PRICE]
        for place in range(begin, begin + count):
            card, hand = U(rec.card[i, place]), U(rec.player[i, place])
            gain += worth[t, card, WORTH]
            if price != 0 and worth[t, card, CAUGHT] != 0 and hand != taker:
                points[i, hand] -= price
                gain += price
        points[i, taker] += gain


@embedded
def _compare(i: Number, w: World, rec: Records) -> None:
    """Find the best card on the table, after the suit led has become known."""
    facts, strength = rec.facts, w.tables.strength
    t = w.table[facts[i, ENTRY], ZERO]
    row = facts[i, LED] * U(strength.shape[1] // 5) + facts[i, DECIDER]
    played, begin = facts[i, PLAYED], facts[i, PLAYS] - facts[i, PLAYED]
    best, winning = ZERO, ZERO
    for place in range(played):
        found = U(strength[t, row, rec.card[i, begin + place]])
        if found > best:
            best, winning = found, place
    facts[i, BEST], facts[i, WINNING] = best, winning


@embedded
def play(i: Number, number: Number, w: World, rec: Records) -> bool:
    """Play a card or name a suit; return whether the hand has ended."""
    facts, tables = rec.facts, w.tables
    if w.card_of[number] >= U(64):
        suit = w.word_of[number]
        named = facts[i, NAMED]
        rec.named[i, named, ZERO] = facts[i, TRICKS]
        rec.named[i, named, ONE] = facts[i, SEAT]
        rec.named[i, named, TWO] = suit
        facts[i, NAMED] = named + ONE
        facts[i, LED] = suit
        _compare(i, w, rec)
        return False
    card, bit = w.card_of[number], ONE << w.card_of[number]
    t, count = w.table[facts[i, ENTRY], ZERO], facts[i, COUNT]
    played, plays = facts[i, PLAYED], facts[i, PLAYS]
    hand = U(rec.ring[i, after(facts[i, LEADER], played, count)])
    if rec.held.shape[1] == 1:
        rec.held[i, ZERO, hand] ^= bit
    else:
        take(rec.held, i, hand, card)
    if rec.turned.shape[1] > 0 and U(rec.next_up[i, hand]) != NONE:
        rec.turned[i, hand] ^= bit
    rec.player[i, plays], rec.card[i, plays] = hand, card
    facts[i, PLAYS], facts[i, PLAYED] = plays + ONE, played + ONE
    deciders = U(tables.strength.shape[1] // 5)
    if played == ZERO:
        facts[i, LED] = tables.lead[t, card, ZERO]
    if facts[i, DECIDER] == ZERO and tables.lead[t, card, ONE] != ZERO:
        facts[i, DECIDER] = tables.lead[t, card, ONE]
        _compare(i, w, rec)
    else:
        found = U(tables.strength[t, facts[i, LED] * deciders + facts[i, DECIDER], card])
        if found > facts[i, BEST]:
            facts[i, BEST], facts[i, WINNING] = found, played
    if played + ONE < count:
        return False
    leader, winning = facts[i, LEADER], facts[i, WINNING]
    rec.taker[i, facts[i, TRICKS]] = rec.ring[i, after(leader, winning, count)]
    facts[i, TRICKS] += ONE
    facts[i, LEADER] = after(leader, tables.leader[t, winning], count)
    facts[i, PLAYED], facts[i, LED], facts[i, DECIDER] = ZERO, NO_SUIT, ZERO
    facts[i, BEST], facts[i, WINNING] = ZERO, ZERO
    is_over: bool = rec.held[i, ZERO, U(rec.ring[i, facts[i, LEADER]])] == ZERO
    return is_over


@embedded
def allow(i: Number, number: Number, out: Shown) -> None:
    """Add a legal number."""
    out.legal[i, number >> U(6)] |= ONE << (number & U(63))
    out.mask[i, number] = 1


@embedded
def allow_words(i: Number, first: Number, last: Number, w: World, out: Shown) -> None:
    """Add the numbers of some words."""
    for word in range(first, last):
        allow(i, w.number_of_word[word], out)


@embedded
def allow_cards(i: Number, cards: Number, w: World, out: Shown) -> None:
    """Add the numbers of cards."""
    while cards != ZERO:
        card = ones((cards & (ZERO - cards)) - ONE)
        allow(i, w.number_of[card], out)
        cards &= cards - ONE


@embedded
def allow_plays(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Find the legal plays of the next hand, and the suits that it may name."""
    facts, tables = rec.facts, w.tables
    t, played = w.table[facts[i, ENTRY], ZERO], facts[i, PLAYED]
    led = facts[i, LED]
    hand = U(rec.ring[i, after(facts[i, LEADER], played, facts[i, COUNT])])
    facts[i, SEAT] = hand // w.setup[TURN]
    facts[i, STAGE] = w.setup[PLAY]
    legal, kind = rec.held[i, ZERO, hand], ZERO
    if rec.turned.shape[1] > 0 and U(rec.next_up[i, hand]) != NONE:
        kind = ONE
        _turn_up(i, hand, tables.wanted[t, led], w, rec)
        legal = rec.turned[i, hand]
    if led == NO_SUIT and played > ZERO:
        joker = U(rec.card[i, facts[i, PLAYS] - played])
        if legal & tables.naming[t, joker, ZERO] != ZERO:
            suits = tables.naming[t, joker, 1]
            if tables.naming[t, joker, 3] != ZERO:
                suits = held_suits(legal, suits)
            for suit in range(U(4)):
                if suits >> suit & ONE != ZERO:
                    allow(i, w.number_of_word[suit], out)
            legal &= tables.naming[t, joker, TWO]
            facts[i, STAGE] = w.setup[NAME]
    else:
        legal = following(legal, tables.follow, t, kind, led)
    allow_cards(i, legal, w, out)


@embedded
def _turn_up(i: Number, hand: Number, wanted: Number, w: World, rec: Records) -> None:
    """Turn up cards of a dummy until one is wanted, or all lie open."""
    up, up_to = rec.turned[i, hand], U(rec.next_up[i, hand])
    if up & wanted == ZERO:
        while up_to < DUMMY_CARDS:
            bit = ONE << dummy_card(i, hand, up_to, w, rec)
            up_to += ONE
            up |= bit
            if bit & wanted != ZERO:
                break
        rec.turned[i, hand] = up
        rec.next_up[i, hand] = up_to


@embedded
def dummy_card(i: Number, hand: Number, place: Number, w: World, rec: Records) -> Number:
    """Return a card of a dummy, in the order in which they are turned up."""
    first = (dealer_of(i, w, rec) + ONE) % w.setup[SEATS] * w.setup[TURN]
    hands = w.setup[HANDS]
    return U(rec.pack[i, place * hands + (hand + hands - first) % hands])


@embedded
def relative(place: Number, first: Number, count: Number) -> Number:
    """Return a place in a ring as seen from another."""
    return place - first if place >= first else place + count - first


@embedded
def put(i: Number, cards: Number, start: Number, w: World, out: Shown) -> None:
    """Count cards of a mask at their places among the different cards."""
    while cards != ZERO:
        out.hand[i, start + w.column[ones((cards & (ZERO - cards)) - ONE)]] += 1
        cards &= cards - ONE


@embedded
def put_at(i: Number, card: Number, number: Number, start: Number, w: World, out: Shown) -> None:
    """Write the number of a card at its first free place among the copies."""
    place = start + w.first[card]
    while out.hand[i, place] != 0:
        place += ONE
    out.hand[i, place] = number


@embedded
def clear(i: Number, out: Shown) -> None:
    """Begin a row of the step."""
    for place in range(U(out.mask.shape[1])):
        out.mask[i, place] = 0
    for word in range(U(out.legal.shape[1])):
        out.legal[i, word] = ZERO
    for place in range(U(out.hand.shape[1])):
        out.hand[i, place] = 0


@embedded
def observe(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Write what the seat to move sees, as far as games share it."""
    facts, at, seen = rec.facts, w.at, out.hand
    seats, hands, turn = w.setup[SEATS], w.setup[HANDS], w.setup[TURN]
    viewer = facts[i, SEAT]
    out.actor[i] = viewer
    seen[i, at[_ACTOR]] = 1
    seen[i, at[_DEALER] + relative(dealer_of(i, w, rec), viewer, seats)] = 1
    seen[i, at[_PHASE] + facts[i, STAGE]] = 1
    seen[i, at[AT_STOCK_SIZE]] = facts[i, BOTTOM] - facts[i, TOP]
    first = viewer * turn
    seen[i, at[AT_HAND]] = 1
    for level in range(U(rec.held.shape[1])):
        put(i, rec.held[i, level, first + turn - ONE], at[AT_HAND] + ONE, w, out)
        for hand in range(hands):
            place = at[_HAND_SIZES] + relative(hand, first, hands)
            seen[i, place] += ones(rec.held[i, level, hand])
    plays, played = facts[i, PLAYS], facts[i, PLAYED]
    cards, copies, levels = w.setup[CARDS], w.setup[COPIES], U(rec.held.shape[1])
    for number in range(plays):
        hand = relative(U(rec.player[i, number]), first, hands)
        card = U(rec.card[i, number])
        place = at[_PLAYED] + hand * copies + w.first[card]
        if levels > ONE:
            while seen[i, place] != 0:
                place += ONE
        seen[i, place] = number + ONE
        if number + played >= plays:
            seen[i, at[_TRICK] + hand * cards + w.column[card]] += 1
    for trick in range(facts[i, TRICKS]):
        taker = relative(U(rec.taker[i, trick]), first, hands)
        seen[i, at[_TRICKS] + trick * hands + taker] = 1
    if facts[i, LED] != NO_SUIT:
        seen[i, at[_LED] + facts[i, LED]] = 1
    for number in range(facts[i, BEGUN]):
        seen[i, at[_BEGUN] + U(rec.begun[i, number])] = number + ONE


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


# The parts of a game's own, which `run_of` puts here.


@embedded
def _begin(i: Number, w: World, rec: Records) -> None:
    """Begin the opening, after the deal."""


@embedded
def _decide(i: Number, number: Number, w: World, rec: Records) -> None:
    """Enter a number of the opening."""


@embedded
def _allow(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Find the legal numbers of the opening."""


@embedded
def _observe(i: Number, w: World, rec: Records, out: Shown) -> None:
    """Write what only this game shows."""


def _run(first: int, last: int, numbers: Signed, w: World, rec: Records, out: Shown) -> int:
    """Enter a number in each row; return how many hands wait for their tables."""
    waiting = 0
    for row in range(first, last):
        i, number = U(row), numbers[row]
        if number == SKIP:
            continue
        is_new, is_over = number == RESET, False
        if is_new:
            rec.facts[i, HAND], rec.facts[i, DEALS] = ZERO, ZERO
        elif number >= 0:
            out.done[i] = False
            if rec.facts[i, STAGE] < w.setup[NAME]:
                _decide(i, U(number), w, rec)
            else:
                is_over = play(i, U(number), w, rec)
        while True:
            if is_over:
                finish(i, w, rec, out)
            if is_new or is_over:
                deal(i, w, rec)
                _begin(i, w, rec)
            if rec.facts[i, STAGE] != READY:
                break
            if not is_ready(i, w, rec):
                out.waits[i] = 1
                waiting += 1
                break
            is_new, is_over = False, w.table[rec.facts[i, ENTRY], ONE] != ZERO
            if not is_over:  # else nobody plays
                break
        if rec.facts[i, STAGE] == READY:
            continue
        clear(i, out)
        if rec.facts[i, STAGE] < w.setup[NAME]:
            _allow(i, w, rec, out)
        else:
            allow_plays(i, w, rec, out)
        observe(i, w, rec, out)
        _observe(i, w, rec, out)
    return waiting


def run_of(game: str, **parts: Callable[..., Any]) -> Run:  # Any: parts with several arguments
    """Return the compiled steps of a game.

    The arguments of the function are the first row, the row after the last, the numbers, what the
    hands share, the records and the arrays of the step. It returns how many hands wait for their
    tables.

    Args:
        game: the name of the game.
        parts: ``begin``, ``decide``, ``allow`` and ``observe``, as above; a game without an opening
            needs ``begin`` alone.
    """
    own = {f"_{part}": function for part, function in parts.items()}
    return borrowing(filled_in(_run, f"run_{game}", **own))
