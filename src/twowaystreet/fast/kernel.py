"""The compiled play of random hands, from tables alone.

A card is the place of its bit. Suits have the numbers 0 to 3.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from twowaystreet._core.playouts import table_play
from twowaystreet._core.tricks import play_tables
from twowaystreet.fast import bits
from twowaystreet.fast.bits import (
    CLUBS,
    ONE,
    STEP,
    ZERO,
    Counts,
    Number,
    Signed,
    Small,
    U,
    Unsigned,
)
from twowaystreet.fast.compiling import compiled, inlined

_SUITS_LED: Final = len(play_tables.LEDS)
FEWEST_HANDS: Final[Number] = U(2)
NO_POINTS: Final[Number] = np.int64(0)
NO_SUIT: Final[Number] = U(4)
"""The number of the suit led while none is known; suits have the numbers 0 to 3."""
NO_CARD: Final[Number] = U(64)  # the number of a card where none is forced
NAMED: Final[Number] = U(55)
"""The code of naming the first suit in a record; smaller codes are cards."""


class Tables(NamedTuple):
    """The rules of the play; the first axis of each array numbers the sets of tables."""

    follow: Unsigned  # duty and allowed cards, by kind of hand, suit led and step
    wanted: Unsigned  # the cards for which a dummy turns up cards, by the suit led
    lead: Unsigned  # the suit led, by the card led; the number of the card as a decider
    strength: Small  # the strength of each card, by suit led and decider together
    leader: Unsigned  # the place of the next leader, by the place of the winning card
    # by the Joker led: the duty to name a suit, the nameable suits, the cards that may be played
    # instead, and 1 if the suit must be held
    naming: Unsigned
    worth: Signed  # for each card its points and its price; then a card that others lose as 1


ON, MAY = U(0), U(1)
"""The columns of ``follow``: with a card of the first mask, the cards of the second are allowed."""
SUIT, DECIDER = U(0), U(1)  # the columns of ``lead``
WORTH, PRICE, CAUGHT = U(0), U(1), U(2)  # the columns of ``worth``
DUTY, NAMEABLE, INSTEAD, HELD_ONLY = U(0), U(1), U(2), U(3)  # the columns of ``naming``
NEXT_UP: Final[Number] = ZERO  # the place in a pile of the number of the next card to turn up
SAID_CODE, SAID_SEAT = U(0), U(1)  # the columns of ``said``


@inlined
def deciders_in(strength: Small) -> Number:
    """Return the number of rows for each suit led: one without a decider, and one for each."""
    return U(strength.shape[1] // _SUITS_LED)


NO_SAID: Final[Unsigned] = np.zeros((1, 0, 2), np.uint64)


class Starts(NamedTuple):
    """The positions from which hands are played; the first axis of each array numbers them.

    An opening sets two columns of ``facts`` after :func:`begin`: ``START_COUNT``, the number of
    hands in play, if not all are, and ``START_MADE``, that of moves made so far in the playout. A
    hand with fewer than two hands in play is not played.
    """

    facts: Unsigned  #: the columns
    ring: Unsigned  #: the hands in play in their order, the leader of the trick first
    table: Unsigned  #: the cards on the table
    #: by multiplicity and hand the cards that the hand holds at least that many times
    held: Unsigned
    turned: Unsigned  #: by hand the cards of a dummy that lie open
    #: by hand 1 more than the number of open cards of a dummy, 0 for other hands; then the cards of
    #: the dummy in the order in which they are turned up
    pile: Unsigned
    winners: Unsigned  #: the hands that took the first tricks
    #: first the number of moves between the deal and the play, then the code and the seat of each;
    #: no rows unless they are needed
    said: Unsigned = NO_SAID


class StartFacts(NamedTuple):
    """The columns of :attr:`Starts.facts`."""

    tables: int  # the number of the tables
    hands: int  # the number of hands in play
    played: int  # the number of cards on the table
    led: int  # the suit led
    made: int  # the number of moves made so far in the playout
    state: int  # the number of the state
    playout: int  # the number of the first playout
    tricks: int  # the number of complete tricks


TABLES, COUNT, PLAYED, LED, MADE, STATE, PLAYOUT, TRICKS = map(U, range(len(StartFacts._fields)))
"""A column of :attr:`Starts.facts`."""


class RawResults(NamedTuple):
    won: Counts  # the number of tricks of each hand
    moves: Counts
    points: Signed  # the points of each seat; no columns unless tables count them
    winners: Small  # the hands that took the first tricks, those before the start included
    record: Small  # the moves; no columns unless they are needed


@compiled
def held_suits(hand: Number, suits: Number) -> Number:
    """Return the suits, among some suits, in which a hand holds a card, as four bits."""
    for suit in range(4):
        if hand & (CLUBS << U(13 * suit)) == ZERO:
            suits &= ~(ONE << U(suit))
    return suits


@inlined
def following(hand: Number, follow: Unsigned, rules: Number, kind: Number, led: Number) -> Number:
    """Return the cards of a hand that may be played: those of the first duty that it can meet."""
    # The processor cannot foresee who follows suit: steps from the last, without a branch, save
    # 1 ns a move. The first stands alone, as most games have no other (0.7 ns).
    legal, steps = hand, U(follow.shape[3])
    if steps > ONE:
        for back in range(ONE, steps):
            allowed = hand & follow[rules, kind, led, steps - back, MAY]
            legal = allowed if hand & follow[rules, kind, led, steps - back, ON] != ZERO else legal
    allowed = hand & follow[rules, kind, led, ZERO, MAY]
    return allowed if hand & follow[rules, kind, led, ZERO, ON] != ZERO else legal


@inlined
def strongest(
    strength: Small, rules: Number, row: Number, table: bits.AnyArray, played: Number
) -> tuple[Number, Number]:
    best, winning = ZERO, ZERO
    for place in range(played):
        found = U(strength[rules, row, table[place]])
        if found > best:
            best, winning = found, place
    return best, winning


RANDOM: Final[Number] = U(2**31)  # the style of a hand that is played at random
NEVER: Final[Number] = np.int64(2**31)  # the number of further tricks that is never enough


class Preferences(NamedTuple):
    """The choices of a player, who makes the legal play of the greatest rank."""

    rank: Small  # by row, the ranks of the cards if they lose, and then if they take the trick
    row: Unsigned  # by style and situation, the row of ``rank``
    mark: Unsigned  # the mark of each card
    style: Unsigned  # by start and hand the style; ``RANDOM`` for random play
    side: Unsigned  # the side of each hand
    # by start and hand the number of further tricks after which its side has enough, or ``NEVER``
    goal: Signed


LEADS: Final[Number] = U(table_play.LEADS)
"""The number of a lead among the suits led, after the four suits and no known suit."""
LEDS: Final[Number] = U(table_play.LEDS_AND_LEAD)
ENOUGH: Final[Number] = U(table_play.ENOUGH)
AHEAD: Final[Number] = U(table_play.AHEAD)
LAST: Final[Number] = U(table_play.LAST)
SITUATIONS: Final[Number] = (ENOUGH + AHEAD + LAST + ONE) * LEDS
"""The number of situations with the same marks on the table."""
TAKES: Final[Number] = U(table_play.COLUMNS)
"""The number of columns before those of cards that take the trick."""


@inlined
def situation(
    left: Number, ahead: bool, last: bool, led: Number, marks: Number, sums: Number
) -> Number:
    """Return the number of a situation, in the order of ``table_play``."""
    number = (ENOUGH if left <= 0 else ZERO) + (AHEAD if ahead else ZERO) + (LAST if last else ZERO)
    return (number * LEDS + led) * sums + marks


@inlined
def preferred(
    legal: Number,
    row: Number,
    played: Number,
    table: Unsigned,
    best: Number,
    rules: Number,
    first: Number,
    decider: Number,
    lead: Unsigned,
    strength: Small,
    rank: Small,
) -> Number:
    """Return the legal card of the greatest rank; ``first`` is the row of strengths of the suit."""
    highest, chosen = ZERO, ZERO
    while legal != ZERO:
        bit = legal & (~legal + ONE)
        legal ^= bit
        card = bits.ones(bit - ONE)
        own, to_beat = decider, best
        if played != ZERO and decider == ZERO and lead[rules, card, DECIDER] != ZERO:
            own, to_beat = lead[rules, card, DECIDER], ZERO  # the card itself decides
            for place in range(played):
                to_beat = max(to_beat, U(strength[rules, first + own, table[place]]))
        takes = played == ZERO or U(strength[rules, first + own, card]) > to_beat
        found = U(rank[row, card + (TAKES if takes else ZERO)])
        if found > highest:
            highest, chosen = found, card
    return chosen


@compiled
def play(
    # the number of the first playout; playouts ``s * n`` to ``s * n + n - 1`` begin at start ``s``
    first: int,
    last: int,  # the number after the last playout
    n: int,  # the number of playouts of each start
    seed: Number,  # the mixed seed
    starts: Starts,
    tables: Tables,
    # the preferences of the player; ``None`` if each legal move has the same chance
    choices: Preferences | None,
    # the first card of each of the ``n`` playouts of a start; empty if none is forced
    forced: Unsigned,
    results: RawResults,
) -> None:
    """Play hands to their end.

    The function is compiled for players and for none, as choices would slow down random play. A
    forced card takes no random number: the playout that follows is that of the state after it.
    """
    facts, ring = starts.facts, starts.ring
    follow, wanted, naming = tables.follow, tables.wanted, tables.naming
    lead, strength, worth = tables.lead, tables.strength, tables.worth
    leaders, piles, won = tables.leader, starts.pile, results.won
    record, winners, points = results.record, results.winners, results.points
    levels, hands = U(starts.held.shape[1]), U(starts.held.shape[2])
    deciders = deciders_in(strength)
    pile = U(starts.pile.shape[2])
    has_dummies = starts.turned.shape[1] > 0
    leads_by_rule = follow[:, :, NO_SUIT, :, ON].max() > ZERO
    has_points = results.points.shape[1] > 0
    is_recorded = results.record.shape[1] > 0
    forces = forced.size > 0
    sums = ONE
    if choices is not None:
        sums = U(choices.row.shape[1]) // SITUATIONS
    watched = U(results.winners.shape[1])
    held = np.empty((levels, hands), np.uint64)
    turned = np.empty(hands, np.uint64)
    next_up = np.empty(hands, np.uint64)
    table = np.empty(starts.ring.shape[1], np.uint64)
    for each in range(first, last):
        playout, start = U(each), U(each // n)
        rules, count = facts[start, TABLES], facts[start, COUNT]
        results.moves[playout] = facts[start, MADE]
        number = bits.key_of(seed, facts[start, STATE], facts[start, PLAYOUT] + U(each % n))
        number += STEP * facts[start, MADE]
        for hand in range(hands):
            for level in range(levels):
                held[level, hand] = starts.held[start, level, hand]
            won[playout, hand] = 0
        if has_dummies:
            for hand in range(hands):
                turned[hand] = starts.turned[start, hand]
                next_up[hand] = piles[start, hand, NEXT_UP]
        if has_points:
            for hand in range(hands):
                points[playout, hand] = 0
        for place in range(watched):
            winners[playout, place] = starts.winners[start, place]
        if count < FEWEST_HANDS:
            continue
        made, trick, leader = ZERO, facts[start, TRICKS], ZERO
        first_card = NO_CARD
        if forces:
            first_card = forced[U(each % n)]
            number -= STEP
        played, led, decider = facts[start, PLAYED], facts[start, LED], ZERO
        for place in range(played):
            table[place] = starts.table[start, place]
            if decider == ZERO:
                decider = lead[rules, table[place], DECIDER]
        # Each card is compared when it is played. A comparison of all at the end of the trick would
        # delay the next lead: by 1.8 of 14 ns a move in a game for two.
        row = led * deciders + decider
        best, winning = strongest(strength, rules, row, table, played)
        while True:
            while played < count:
                hand = ring[start, bits.after(leader, played, count)]
                legal = held[ZERO, hand]
                names, suits, kind = ZERO, ZERO, ZERO
                if has_dummies and next_up[hand] != ZERO:
                    kind = ONE
                    legal = turned[hand]
                    if legal & wanted[rules, led] == ZERO:
                        while next_up[hand] < pile:
                            bit = ONE << piles[start, hand, next_up[hand]]
                            next_up[hand] += ONE
                            legal |= bit
                            if bit & wanted[rules, led] != ZERO:
                                break
                        turned[hand] = legal
                if first_card != NO_CARD:
                    legal = ONE << first_card
                    first_card = NO_CARD
                elif (
                    led == NO_SUIT
                    and played > ZERO
                    and legal & naming[rules, table[0], DUTY] != ZERO
                ):
                    suits = naming[rules, table[0], NAMEABLE]
                    if naming[rules, table[0], HELD_ONLY] != ZERO:
                        suits = held_suits(legal, suits)
                    names = bits.ones(suits)
                    legal &= naming[rules, table[0], INSTEAD]
                elif played != ZERO or leads_by_rule:
                    legal = following(legal, follow, rules, kind, led)
                number += STEP
                if choices is not None and choices.style[start, hand] == RANDOM:
                    choice = bits.draw(number, names + bits.ones(legal))
                elif choices is not None and names != ZERO:
                    choice = bits.draw(number, names)
                elif choices is not None:
                    if legal & (legal - ONE) != ZERO:
                        marks = ZERO
                        for place in range(played):
                            marks += choices.mark[table[place]]
                        side, left = choices.side, choices.goal[start, hand]
                        own_side = side[hand]
                        if left < NEVER:
                            for other in range(hands):
                                if side[other] == own_side:
                                    left -= won[playout, other]
                        here = situation(
                            left,
                            played != ZERO
                            and side[ring[start, bits.after(leader, winning, count)]] == own_side,
                            played + ONE == count,
                            led if played != ZERO else LEADS,
                            marks,
                            sums,
                        )
                        card = preferred(
                            legal,
                            choices.row[choices.style[start, hand], here],
                            played,
                            table,
                            best,
                            rules,
                            led * deciders,
                            decider,
                            lead,
                            strength,
                            choices.rank,
                        )
                        legal = ONE << card
                    choice = ZERO
                else:
                    choice = bits.draw(number, names + bits.ones(legal))
                if names != ZERO and choice < names:
                    led = bits.select(suits, choice)
                    row = led * deciders + decider
                    best, winning = strongest(strength, rules, row, table, played)
                    if is_recorded:
                        record[playout, made] = NAMED + led
                    made += ONE
                    continue
                card = bits.select(legal, choice - names)
                bit = ONE << card
                if levels == ONE:
                    held[ZERO, hand] ^= bit
                else:
                    level = levels - ONE
                    while held[level, hand] & bit == ZERO:
                        level -= ONE
                    held[level, hand] ^= bit
                if kind == ONE:
                    turned[hand] ^= bit
                if played == ZERO:
                    led = lead[rules, card, SUIT]
                    row = led * deciders
                if decider == ZERO and lead[rules, card, DECIDER] != ZERO:
                    decider = lead[rules, card, DECIDER]
                    row = led * deciders + decider
                    best, winning = strongest(strength, rules, row, table, played)
                found = U(strength[rules, row, card])
                if found > best:
                    best, winning = found, played
                table[played] = card
                played += ONE
                if is_recorded:
                    record[playout, made] = card
                made += ONE
            taker = ring[start, bits.after(leader, winning, count)]
            won[playout, taker] += 1
            if trick < watched:
                winners[playout, trick] = taker
            trick += ONE
            if has_points:
                price, gain = worth[rules, table[winning], PRICE], NO_POINTS
                for place in range(count):
                    card = table[place]
                    gain += worth[rules, card, WORTH]
                    if price != 0 and worth[rules, card, CAUGHT] != 0 and place != winning:
                        points[playout, ring[start, bits.after(leader, place, count)]] -= price
                        gain += price
                points[playout, taker] += gain
            leader = bits.after(leader, leaders[rules, winning], count)
            played, led, decider, best, winning = ZERO, NO_SUIT, ZERO, ZERO, ZERO
            if held[ZERO, ring[start, leader]] == ZERO:
                break
        results.moves[playout] = facts[start, MADE] + made
