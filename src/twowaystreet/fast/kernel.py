"""The compiled play of random hands, from tables alone.

A card is the place of its bit. Suits have the numbers 0 to 3.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

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
    after,
    draw,
    key_of,
    ones,
    select,
)
from twowaystreet.fast.choices import (
    LEADS,
    NEVER,
    RANDOM,
    SITUATIONS,
    Preferences,
    preferred,
    situation,
)
from twowaystreet.fast.compiling import compiled, inlined

FEWEST_HANDS: Final[Number] = U(2)
NO_POINTS: Final[Number] = np.int64(0)
NO_SUIT: Final[Number] = U(4)
"""The number of the suit led while none is known; suits have the numbers 0 to 3."""
NO_CARD: Final[Number] = U(64)
"""The number of a card where none is forced."""
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


WORTH, PRICE, CAUGHT = U(0), U(1), U(2)
"""The columns of ``worth``."""
DUTY, NAMEABLE, INSTEAD, HELD_ONLY = U(0), U(1), U(2), U(3)
"""The columns of ``naming``."""


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


COLUMNS: Final = 8
(TABLES, COUNT, PLAYED, LED, MADE, STATE, PLAYOUT, TRICKS) = map(U, range(COLUMNS))
"""A column of :attr:`Starts.facts`.

The number of the tables, the number of hands in play, of cards on the table, the suit led, the
number of moves made so far in the playout, the numbers of the state and of the first playout, the
number of complete tricks.
"""


class RawResults(NamedTuple):
    """The results, which the kernel fills in; the first axis of each array numbers the playouts."""

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
    """Return the cards of a hand that may be played: those of the first duty that it can meet.

    The processor cannot foresee who follows suit. So each step, from the last, selects the cards
    without a branch (1 ns a move). The first stands alone, as most games have no other (0.7 ns).
    """
    legal, steps = hand, U(follow.shape[3])
    if steps > ONE:
        for back in range(ONE, steps):
            allowed = hand & follow[rules, kind, led, steps - back, ONE]
            legal = (
                allowed if hand & follow[rules, kind, led, steps - back, ZERO] != ZERO else legal
            )
    allowed = hand & follow[rules, kind, led, ZERO, ONE]
    return allowed if hand & follow[rules, kind, led, ZERO, ZERO] != ZERO else legal


@inlined
def strongest(
    strength: Small, rules: Number, row: Number, table: Unsigned, played: Number
) -> tuple[Number, Number]:
    """Return the strength and the place of the best card on the table."""
    best, winning = ZERO, ZERO
    for place in range(played):
        found = U(strength[rules, row, table[place]])
        if found > best:
            best, winning = found, place
    return best, winning


@compiled
def play(
    # the number of the first playout; playouts ``s * n`` to ``s * n + n - 1`` begin at start ``s``
    first: int,
    last: int,  # the number after the last playout
    n: int,  # the number of playouts of each start
    seed: Number,  # the mixed seed
    starts: Starts,  # the positions
    tables: Tables,  # the rules
    # the preferences of the player; ``None`` if each legal move has the same chance
    choices: Preferences | None,
    # for each of the ``n`` playouts of a start the card that is played first; empty if no card is
    # forced
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
    deciders = U(strength.shape[1] // 5)
    pile = U(starts.pile.shape[2])
    has_dummies = starts.turned.shape[1] > 0
    leads_by_rule = follow[:, :, NO_SUIT, :, ZERO].max() > ZERO
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
        number = key_of(seed, facts[start, STATE], facts[start, PLAYOUT] + U(each % n))
        number += STEP * facts[start, MADE]
        for hand in range(hands):
            for level in range(levels):
                held[level, hand] = starts.held[start, level, hand]
            won[playout, hand] = 0
        if has_dummies:
            for hand in range(hands):
                turned[hand] = starts.turned[start, hand]
                next_up[hand] = piles[start, hand, ZERO]
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
                decider = lead[rules, table[place], ONE]
        # Each card is compared when it is played. A comparison of all at the end of the trick would
        # delay the next lead: by 1.8 of 14 ns a move in a game for two.
        row = led * deciders + decider
        best, winning = strongest(strength, rules, row, table, played)
        while True:
            while played < count:
                hand = ring[start, after(leader, played, count)]
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
                    names = ones(suits)
                    legal &= naming[rules, table[0], INSTEAD]
                elif played != ZERO or leads_by_rule:
                    legal = following(legal, follow, rules, kind, led)
                number += STEP
                if choices is not None and choices.style[start, hand] == RANDOM:
                    choice = draw(number, names + ones(legal))
                elif choices is not None and names != ZERO:
                    choice = draw(number, names)
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
                            and side[ring[start, after(leader, winning, count)]] == own_side,
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
                    choice = draw(number, names + ones(legal))
                if names != ZERO and choice < names:
                    led = select(suits, choice)
                    row = led * deciders + decider
                    best, winning = strongest(strength, rules, row, table, played)
                    if is_recorded:
                        record[playout, made] = NAMED + led
                    made += ONE
                    continue
                card = select(legal, choice - names)
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
                    led = lead[rules, card, ZERO]
                    row = led * deciders
                if decider == ZERO and lead[rules, card, ONE] != ZERO:
                    decider = lead[rules, card, ONE]
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
            taker = ring[start, after(leader, winning, count)]
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
                        points[playout, ring[start, after(leader, place, count)]] -= price
                        gain += price
                points[playout, taker] += gain
            leader = after(leader, leaders[rules, winning], count)
            played, led, decider, best, winning = ZERO, NO_SUIT, ZERO, ZERO, ZERO
            if held[ZERO, ring[start, leader]] == ZERO:
                break
        results.moves[playout] = facts[start, MADE] + made
