"""The choices in compiled playouts: by the ranks of plays, and by walks down the tree of a search.

The tree has a node for each sequence of moves that it has tried. A move has a code: a suit that is
named has its number, and a card its place after the suits. Codes are in the order of legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.playouts import table_play
from twowaystreet._core.playouts.table_play import COLUMNS, Ranks, ranks_of
from twowaystreet._core.playouts.trials import EXPLORATION
from twowaystreet._core.tricks.play_tables import CardPlay
from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, Small, U, Unsigned, draw, ones, select
from twowaystreet.fast.compiling import borrowing, inlined

Floats: TypeAlias = npt.NDArray[np.float64]

RANDOM: Final[Number] = U(2**31)
"""The style of a hand that is played at random."""
NEVER: Final[Number] = np.int64(2**31)
"""The number of further tricks that is never enough."""


class Preferences(NamedTuple):
    """The choices of a player, as ranks: the player makes the legal play of the greatest rank."""

    rank: Small  # by row, the ranks of the cards if they lose, and then if they take the trick
    row: Unsigned  # by style and situation, the row of ``rank``
    mark: Unsigned  # the mark of each card
    style: Unsigned  # by start and hand the style; ``RANDOM`` for random play
    side: Unsigned  # the side of each hand
    # by start and hand the number of further tricks after which its side has enough; ``NEVER`` if
    # it never has
    goal: Signed


LEADS: Final[Number] = U(table_play.LEADS)
"""The number of a lead among the suits led, after the four suits and no known suit."""
LEDS: Final[Number] = U(table_play.LEDS_AND_LEAD)
ENOUGH: Final[Number] = U(table_play.ENOUGH)
AHEAD: Final[Number] = U(table_play.AHEAD)
LAST: Final[Number] = U(table_play.LAST)
SITUATIONS: Final[Number] = (ENOUGH + AHEAD + LAST + ONE) * LEDS
"""The number of situations with the same marks on the table."""
TAKES: Final[Number] = U(COLUMNS)
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
    """Return the legal card of the greatest rank, by a row of the ranks.

    ``played`` cards are on the table, the best of them has the strength ``best``, and ``first`` is
    the first row of strengths for the suit led.
    """
    highest, chosen = ZERO, ZERO
    while legal != ZERO:
        bit = legal & (~legal + ONE)
        legal ^= bit
        card = ones(bit - ONE)
        own, to_beat = decider, best
        if played != ZERO and decider == ZERO and lead[rules, card, ONE] != ZERO:
            own, to_beat = lead[rules, card, ONE], ZERO  # the card itself decides
            for place in range(played):
                to_beat = max(to_beat, U(strength[rules, first + own, table[place]]))
        takes = played == ZERO or U(strength[rules, first + own, card]) > to_beat
        found = U(rank[row, card + (TAKES if takes else ZERO)])
        if found > highest:
            highest, chosen = found, card
    return chosen


# Any: the states of any trick-taking game.
State: TypeAlias = Any
# Any: numpy knows the types of elements, but not of arrays of several dimensions.
Values: TypeAlias = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def choices_of(
    plays: Sequence[CardPlay], states: Sequence[State], which: Signed | None = None
) -> Preferences | None:
    """Return the tables of the card play from some starts of one game; ``None`` if it is random.

    There are states with all packs of the starts, and either the card play of each start, or that
    of each kind of start and the kinds.
    """
    first = plays[0]
    if not first.values:
        return None
    marks = first.marks or (0,) * len(CARDS)
    ranks, rows = _arrays(ranks_of(first, _all_cards(states)))
    goal: Signed = np.array(
        [[int(NEVER) if number is None else number for number in each.wanted] for each in plays],
        np.int64,
    )
    style: Unsigned = np.array(
        [[int(RANDOM) if number is None else number for number in each.of_hand] for each in plays],
        np.uint64,
    )
    mark, side = np.array(marks, np.uint64), np.array(first.sides, np.uint64)
    if which is not None:
        style, goal = style[which], goal[which]
    return Preferences(ranks, rows, mark, style, side, goal)


def _all_cards(states: Sequence[State]) -> Pack:
    found = (state.rules.pack for state in states)
    pack, *others = {id(pack): pack for pack in found}.values()
    return Pack(chain(pack.cards, *(each.cards for each in others))) if others else pack


@lru_cache(maxsize=64)
def _arrays(ranks: Ranks) -> Values:
    return np.array([list(row) for row in ranks.different], np.uint8), np.array(
        ranks.rows, np.uint64
    )


SUITS: Final[Number] = U(4)
"""The code of the first card."""
CODES: Final = 4 + 64
"""The number of codes."""


class WalkArrays(NamedTuple):
    """The tree, and the walk of this iteration. Node 0 is the root, and stands for none as well."""

    facts: Unsigned  # the numbers below
    code: Unsigned  # by node the code of its move
    child: Unsigned  # by node the last of its children
    sibling: Unsigned  # by node the child of the same parent before it
    visits: Signed  # by node the number of iterations through it
    available: Signed  # by node the number of iterations in which its move was legal
    total: Floats  # by node the sum of the payoffs to the seat that made the move
    scale: Floats  # the least and the greatest payoff so far
    logs: Floats  # the logarithms of whole numbers
    path: Unsigned  # the nodes of the walk
    mover: Unsigned  # the seats that made their moves
    seat: Unsigned  # the seat of each hand


FACTS: Final = 5
(WALKS, NODE, DEPTH, NODES, DRAW) = map(U, range(FACTS))
"""The facts of a walk: 1 while it is in the tree, the last node, the number of nodes on the path,
the number of nodes of the tree, and the random number that chooses among moves never tried."""


@borrowing
def step(walk: WalkArrays, suits: Number, legal: Number, hand: Number) -> Number:
    """Choose a move within the tree, and go there.

    All legal moves with a node count as available. If a move has none, the tree gets one, and the
    walk ends. Otherwise the walk goes on with the move of the greatest upper confidence bound
    (UCB1), of equal ones with the first in the order of legal moves.
    """
    facts = walk.facts
    parent, depth = facts[NODE], facts[DEPTH]
    new_suits, new_cards = suits, legal
    least = walk.scale[0]
    span = walk.scale[1] - least
    if span == 0.0:
        span = 1.0
    highest, best, chosen = -np.inf, U(CODES), ZERO
    node = walk.child[parent]
    while node != ZERO:
        code = walk.code[node]
        is_legal = False
        if code < SUITS:
            bit = ONE << code
            is_legal = suits & bit != ZERO
            new_suits &= ~bit
        else:
            bit = ONE << (code - SUITS)
            is_legal = legal & bit != ZERO
            new_cards &= ~bit
        if is_legal:
            walk.available[node] += 1
            visits = np.float64(walk.visits[node])
            mean = (walk.total[node] / visits - least) / span
            bound = mean + EXPLORATION * np.sqrt(walk.logs[walk.available[node]] / visits)
            if bound > highest or (bound == highest and code < best):
                highest, best, chosen = bound, code, node
        node = walk.sibling[node]
    names = ones(new_suits)
    count = names + ones(new_cards)
    if count != ZERO:
        number = draw(facts[DRAW], count)
        if number < names:
            best = select(new_suits, number)
        else:
            best = SUITS + select(new_cards, number - names)
        chosen = facts[NODES]
        facts[NODES] = chosen + ONE
        walk.code[chosen] = best
        walk.child[chosen] = ZERO
        walk.sibling[chosen] = walk.child[parent]
        walk.child[parent] = chosen
        walk.visits[chosen], walk.available[chosen], walk.total[chosen] = 0, 1, 0.0
        facts[WALKS] = ZERO
    walk.path[depth], walk.mover[depth] = chosen, walk.seat[hand]
    facts[NODE], facts[DEPTH] = chosen, depth + ONE
    return best
