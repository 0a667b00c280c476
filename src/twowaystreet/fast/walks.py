"""Walks down the tree of a search, from moves in bit masks.

The tree has a node for each sequence of moves that it has tried. A move has a code: a suit that is
named has its number, and a card its place after the suits. Codes are in the order of legal moves.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from twowaystreet._core.playouts.trials import EXPLORATION
from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, U, Unsigned, draw, ones, select
from twowaystreet.fast.compiling import borrowing

Floats: TypeAlias = npt.NDArray[np.float64]

SUITS: Final[Number] = U(4)
"""The code of the first card."""
CODES: Final = 4 + 64
"""The number of codes."""


class WalkArrays(NamedTuple):
    """The tree, and the walk of this iteration. Node 0 is the root, and stands for none as well.

    Attributes:
        facts: the numbers below.
        code: by node the code of its move.
        child: by node the last of its children.
        sibling: by node the child of the same parent before it.
        visits: by node the number of iterations through it.
        available: by node the number of iterations in which its move was legal.
        total: by node the sum of the payoffs to the seat that made the move.
        scale: the least and the greatest payoff so far.
        logs: the logarithms of whole numbers.
        path: the nodes of the walk.
        mover: the seats that made their moves.
        seat: the seat of each hand.
    """

    facts: Unsigned
    code: Unsigned
    child: Unsigned
    sibling: Unsigned
    visits: Signed
    available: Signed
    total: Floats
    scale: Floats
    logs: Floats
    path: Unsigned
    mover: Unsigned
    seat: Unsigned


WALKS: Final[Number] = U(0)
NODE: Final[Number] = U(1)
DEPTH: Final[Number] = U(2)
NODES: Final[Number] = U(3)
DRAW: Final[Number] = U(4)
FACTS: Final = 5
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
