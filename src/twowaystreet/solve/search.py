"""The compiled search for the tricks, or the worth of the hand, that a side can force.

The search asks again and again if the side can reach a given value. Each answer is a
lower or an upper bound, until both meet (MTD). It keeps the nodes of the current line in frames, as
compiled recursion cannot be cached.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from twowaystreet.fast import kernel
from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, Small, U, Unsigned, after, mixed, ones
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.kernel import DUTY, HELD_ONLY, INSTEAD, NAMEABLE, NO_SUIT, Starts, Tables
from twowaystreet.solve.problem import (
    MOST,
    SUITS,
    Problem,
    TrickWorth,
    bounds,
    gained,
    key_of,
    problem_of,
)

MOST_RANK: Final[Number] = U(255)  # a number that no rank exceeds, to turn the order of ranks round
FIRST_CHOICE: Final[Number] = U(1 << 40)
GOOD: Final[Number] = U(1 << 32)
"""The scores that order moves; smaller parts are the history of cutoffs, and the rank."""


@compiled
def promise(
    high: Number,
    played: Number,
    rank: Number,
    is_lowest: bool,
    wins: bool,
    is_ahead: bool,
    is_last: bool,
) -> Number:
    """Return a number that is greater for more promising cards, which the search tries first."""
    if played == ZERO:
        if high != ZERO:
            return rank
        return GOOD + MOST_RANK - rank if is_lowest else ZERO
    if high != ZERO and wins and not is_ahead:
        return GOOD + (MOST_RANK - rank if is_last else rank)
    if high != ZERO:
        return (GOOD if is_ahead and not wins else ZERO) + MOST_RANK - rank
    if not wins or (is_ahead and is_last):
        return GOOD + rank
    return rank if is_last else MOST_RANK - rank


NAMED: Final[Number] = U(64)  # the code of naming the first suit; smaller codes are cards
NO_MOVE: Final[Number] = U(127)
STOPPED: Final[Number] = U((1 << 16) - 1)
"""The answer of a search that has reached its limit of nodes."""
UPPER_SHIFT: Final[Number] = U(16)
MOVE_SHIFT: Final[Number] = U(32)
"""The places of the upper bound and of the best move in the memory, after the lower bound."""
POSITION, KNOWN = U(0), U(1)
"""The columns of the memory: the key of a position, and what is known of it."""
HISTORY_SHIFT: Final[Number] = U(8)
"""The place of the history of cutoffs in a score, after the rank."""

(LEADER, PLAYED, LED, DECIDER, SLOT, NEED, LEFT, TABLE, TAKEN, *_rest) = map(U, range(19))
(HAND, BEST, BEST_MOVE, COUNT, NEXT, GAIN, OPEN, UP, KEY, AIM) = _rest
COPIED: Final[Number] = U(9)
FIELDS: Final = 19
"""The columns of a frame, and the number of columns that a move hands on.

The place of the leader in the ring; the numbers of cards on the table, of the suit led and of the
decider; the place of the first card of the trick; the value that the side needs, and the tricks
left; the cards on the table as a mask; the number of the tricks taken so far. Then the hand to
play, the best value so far and its move, the numbers of moves and of moves tried, the value gained
by the last move, the open cards of the dummy and the place in its pile before it turned up cards,
the key of the position, and 1 if the hand wants the side to have a high value.
"""

ENTER, AFTER, FORWARD = U(0), U(1), U(2)
"""The steps of the search: a new node, a value for the last move, the next move."""


class Task(NamedTuple):
    side: Number  # the hands of the side, as a mask
    high: Number  # 1 if the side wants a high value, 0 if it wants a low one
    limit: Number  # the greatest number of nodes
    salt: Number  # a number that no search before has used with this memory
    # the values of positions: rows of a key and bounds. Their number is a power of two.
    memory: Unsigned


class Line(NamedTuple):
    """The current line of a search."""

    table: Unsigned  # the cards played, in their order
    frames: Unsigned  # the nodes
    moves: Unsigned  # the moves of each node, the most promising first
    scores: Unsigned  # the promises of the moves of a node
    history: Unsigned  # the cutoffs of each card


@compiled
def solve(
    starts: Starts,  # the position
    tables: Tables,  # the rules
    order: Unsigned,  # all cards in the order of their chains, each with the number of its chain
    task: Task,
    worth: TrickWorth | None,  # the worth of tricks; ``None`` if each is worth 1
    guess: Number,  # the value to begin with
    nodes: Number,  # the number of nodes of searches before
    taken: Number,  # the number of the tricks taken so far, as the worth counts them
) -> tuple[Number, Number]:
    """Return the value that a side can force, and the number of nodes, those before included."""
    problem = problem_of(starts, tables, order)
    ring, played = problem.ring, U(len(problem.table))
    remaining: Number = ZERO
    for place in range(U(len(ring))):
        remaining |= problem.held[ring[place]]
    decider: Number = ZERO
    table = np.empty(len(problem.table) + int(ones(remaining)) + 1, np.uint64)
    on_table: Number = ZERO
    for place in range(played):
        table[place] = problem.table[place]
        on_table |= ONE << table[place]
        decider = decider or problem.tables.lead[ZERO, table[place], kernel.DECIDER]
    left = ones(problem.held[ring[after(ZERO, played, U(len(ring)))]])
    frames = np.empty((2 * int(ones(remaining)) + 4, FIELDS), np.uint64)
    root = frames[1]
    root[LEADER], root[PLAYED], root[LED], root[DECIDER] = ZERO, played, problem.led, decider
    root[SLOT], root[LEFT], root[TABLE], root[TAKEN] = ZERO, left, on_table, taken
    moves = np.empty((len(frames), 4 + len(problem.first)), np.uint64)
    scores = np.empty(4 + len(problem.first), np.uint64)
    history = np.zeros((4, 4 + int(NAMED)), np.uint64)
    least, most = ZERO, left
    if worth is not None:
        cards, held = problem.tables.worth[0], problem.held
        least, most = bounds(worth, cards, ring, held, task.side, on_table, left, taken)
    line = Line(table, frames, moves, scores, history)
    while least < most:
        need = min(max(guess, least + ONE), most)
        root[NEED] = need
        value, nodes = search(problem, task, worth, line, nodes)
        if value == STOPPED:
            return value, nodes
        if value >= need:
            least, guess = value, value + ONE
        else:
            most, guess = value, value
    return least, nodes


@compiled
def winning(strength: Small, table: Unsigned, begin: Number, end: Number, row: Number) -> Number:
    best: Number = ZERO
    found: Number = ZERO
    for place in range(begin, end):
        power = U(strength[ZERO, row, table[place]])
        if power > best:
            best, found = power, U(place) - begin
    return found


@compiled
def search(
    problem: Problem, task: Task, worth: TrickWorth | None, line: Line, nodes: Number
) -> tuple[Number, Number]:
    """Search whether a side can reach the value that it needs from the first frame on.

    The result is a lower bound of its value if it can, else an upper bound; and the nodes.
    """
    side, high, salt, memory = task.side, task.high, task.salt, task.memory
    table, frames, moves, scores = line.table, line.frames, line.moves, line.scores
    ring, held, turned, next_up = problem.ring, problem.held, problem.turned, problem.next_up
    pile, suits, tables, history = problem.pile, problem.suits, problem.tables, line.history
    first, chains, orders = problem.first, problem.chains, problem.orders
    follow, wanted, lead, leaders = tables.follow, tables.wanted, tables.lead, tables.leader
    strength, naming, cards = tables.strength, tables.naming, tables.worth[0]
    count, hidden, limit = U(len(ring)), U(pile.shape[1]), task.limit
    deciders, places = kernel.deciders_in(strength), U(len(memory)) - ONE
    remaining: Number = ZERO
    for place in range(count):
        remaining |= held[ring[place]]
    depth, step, value = ONE, ENTER, ZERO
    while depth != ZERO:
        need, left, played = frames[depth, NEED], frames[depth, LEFT], frames[depth, PLAYED]
        if step == ENTER:
            nodes += ONE
            if nodes > limit:
                return STOPPED, nodes
            hint = NO_MOVE
            if played == ZERO:  # look the position up
                leader = frames[depth, LEADER]
                key = key_of(salt, leader, remaining, ring, next_up, pile, first, chains, orders)
                if worth is not None:
                    key = mixed(key + STEP * frames[depth, TAKEN])
                frames[depth, KEY] = key
                spot = key & places
                if memory[spot, POSITION] == key:
                    known = memory[spot, KNOWN]
                    hint = known >> MOVE_SHIFT
                    if known & MOST >= need:
                        value, step = known & MOST, AFTER
                    elif known >> UPPER_SHIFT & MOST < need:
                        value, step = known >> UPPER_SHIFT & MOST, AFTER
                    if step == AFTER:
                        depth -= ONE
                        continue
            step = FORWARD
            leader, led = frames[depth, LEADER], frames[depth, LED]
            slot, decider = frames[depth, SLOT], frames[depth, DECIDER]
            hand = ring[after(leader, played, count)]
            frames[depth, HAND] = hand
            frames[depth, UP], frames[depth, OPEN] = next_up[hand], turned[hand]
            aim = ONE if side >> hand & ONE == high else ZERO
            frames[depth, AIM] = aim
            frames[depth, BEST] = ZERO if aim == ONE else MOST
            frames[depth, BEST_MOVE], frames[depth, NEXT] = NO_MOVE, ZERO
            # The legal moves
            legal, kind = held[hand], ZERO
            if next_up[hand] != ZERO:
                kind = ONE
                legal = turned[hand]
                if legal & wanted[ZERO, led] == ZERO:
                    while next_up[hand] < hidden:
                        bit = ONE << pile[hand, next_up[hand]]
                        next_up[hand] += ONE
                        legal |= bit
                        if bit & wanted[ZERO, led] != ZERO:
                            break
                    turned[hand] = legal
            found, joker = ZERO, table[slot]
            if led == NO_SUIT and played > ZERO and legal & naming[ZERO, joker, DUTY] != ZERO:
                for suit in range(U(SUITS)):
                    is_held = legal & suits[suit] != ZERO or naming[ZERO, joker, HELD_ONLY] == ZERO
                    if is_held and naming[ZERO, joker, NAMEABLE] >> U(suit) & ONE != ZERO:
                        moves[depth, found], scores[found] = NAMED + U(suit), GOOD
                        found += ONE
                legal &= naming[ZERO, joker, INSTEAD]
            else:
                legal = kernel.following(legal, follow, ZERO, kind, led)
            outside = (remaining ^ held[hand]) | frames[depth, TABLE]
            row = led * deciders + decider
            top, is_ahead, is_last = ZERO, False, True
            for place in range(played + ONE, count):
                if side >> ring[after(leader, U(place), count)] & ONE != side >> hand & ONE:
                    is_last = False
            if played != ZERO:
                place = winning(strength, table, slot, slot + played, row)
                top = U(strength[ZERO, row, table[slot + place]])
                is_ahead = side >> ring[after(leader, place, count)] & ONE == side >> hand & ONE
            tried = aim << ONE | (ONE if played == ZERO else ZERO)
            previous, end = NO_MOVE, ZERO
            while legal != ZERO:
                bit = legal & (~legal + ONE)
                card = ones(bit - ONE)
                legal ^= bit
                if (  # of equivalent cards the lowest one is enough
                    previous != NO_MOVE
                    and first[card] == first[previous]
                    and (bit - end) & outside == ZERO
                ):
                    previous, end = card, bit << ONE
                    continue
                previous, end = card, bit << ONE
                rank, wins, is_lowest = card - first[card], False, False
                if played == ZERO:
                    is_lowest = outside & (bit - (ONE << first[card])) == ZERO
                else:
                    own = row
                    if decider == ZERO:
                        own += lead[ZERO, card, kernel.DECIDER]
                    wins = U(strength[ZERO, own, card]) > top
                score = history[tried, card] << HISTORY_SHIFT
                score += promise(high, played, rank, is_lowest, wins, is_ahead, is_last)
                if card == hint:
                    score += FIRST_CHOICE
                place = found
                while place > ZERO and scores[place - ONE] < score:
                    scores[place] = scores[place - ONE]
                    moves[depth, place] = moves[depth, place - ONE]
                    place -= ONE
                scores[place], moves[depth, place] = score, card
                found += ONE
            frames[depth, COUNT] = found
        elif step == AFTER:  # the value of the last move is known
            hand, move = frames[depth, HAND], moves[depth, frames[depth, NEXT] - ONE]
            if move < NAMED:
                bit = ONE << move
                held[hand] |= bit
                remaining |= bit
                if next_up[hand] != ZERO:
                    turned[hand] |= bit
            value += frames[depth, GAIN]
            step = FORWARD
            if frames[depth, AIM] == ONE:
                if value > frames[depth, BEST]:
                    frames[depth, BEST], frames[depth, BEST_MOVE] = value, move
                is_cut = value >= need
            else:
                if value < frames[depth, BEST]:
                    frames[depth, BEST], frames[depth, BEST_MOVE] = value, move
                is_cut = value < need
            if is_cut:
                frames[depth, COUNT] = frames[depth, NEXT]
                tried = frames[depth, AIM] << ONE | (ONE if played == ZERO else ZERO)
                history[tried, move] += left * left
        elif frames[depth, NEXT] == frames[depth, COUNT]:  # all moves are known
            value, hand = frames[depth, BEST], frames[depth, HAND]
            next_up[hand], turned[hand] = frames[depth, UP], frames[depth, OPEN]
            if played == ZERO:
                key = frames[depth, KEY]
                spot = key & places
                least, most = ZERO, MOST
                if memory[spot, POSITION] == key:
                    least, most = (
                        memory[spot, KNOWN] & MOST,
                        memory[spot, KNOWN] >> UPPER_SHIFT & MOST,
                    )
                if value >= need:
                    least = max(least, value)
                else:
                    most = min(most, value)
                memory[spot, POSITION] = key
                memory[spot, KNOWN] = (
                    frames[depth, BEST_MOVE] << MOVE_SHIFT | most << UPPER_SHIFT | least
                )
            depth -= ONE
            step = AFTER
        else:  # make the next move
            hand, move = frames[depth, HAND], moves[depth, frames[depth, NEXT]]
            next_depth = depth + ONE
            for field in range(COPIED):
                frames[next_depth, field] = frames[depth, field]
            frames[depth, NEXT] += ONE
            frames[depth, GAIN] = ZERO
            step = ENTER
            if move >= NAMED:
                frames[next_depth, LED] = move - NAMED
                depth = next_depth
                continue
            bit = ONE << move
            held[hand] ^= bit
            remaining ^= bit
            if next_up[hand] != ZERO:
                turned[hand] ^= bit
            leader, slot = frames[depth, LEADER], frames[depth, SLOT]
            led, decider = frames[depth, LED], frames[depth, DECIDER]
            end = slot + played
            table[end] = move
            end += ONE
            if played == ZERO:
                led = lead[ZERO, move, kernel.SUIT]
            if decider == ZERO:
                decider = lead[ZERO, move, kernel.DECIDER]
            if played + ONE < count:
                frames[next_depth, PLAYED] = played + ONE
                frames[next_depth, TABLE] |= bit
                frames[next_depth, LED], frames[next_depth, DECIDER] = led, decider
                depth = next_depth
                continue
            place = winning(strength, table, slot, end, led * deciders + decider)
            gain = side >> ring[after(leader, place, count)] & ONE
            lower, upper, taken = ZERO, left - ONE, ZERO
            if worth is not None:
                gain = gained(worth, cards, ring, side, table, slot, leader, place)
                taken = frames[depth, TAKEN] + worth.step[ring[after(leader, place, count)]]
                lower, upper = bounds(worth, cards, ring, held, side, ZERO, left - ONE, taken)
            frames[depth, GAIN] = gain
            if gain + lower >= need:
                value, step = lower, AFTER
            elif gain + upper < need:
                value, step = upper, AFTER
            else:
                depth = next_depth
                frames[depth, LEADER] = after(leader, leaders[ZERO, place], count)
                frames[depth, SLOT] = end
                frames[depth, NEED], frames[depth, LEFT] = need - gain, left - ONE
                frames[depth, TAKEN] = taken
                frames[depth, LED], frames[depth, DECIDER] = NO_SUIT, ZERO
                frames[depth, PLAYED], frames[depth, TABLE] = ZERO, ZERO
    return value, nodes
