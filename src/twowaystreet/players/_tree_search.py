"""Information set Monte Carlo tree search with a single observer.

The algorithm is SO-ISMCTS of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search" (IEEE Transactions on Computational Intelligence and AI in Games, 2012). Each iteration
samples a world of the view and walks down one tree, in which only moves that are legal in this
world are available.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from typing import Final

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves
from twowaystreet._playouts import chance
from twowaystreet._playouts.lazy_views import lazy_view
from twowaystreet._playouts.policies import POLICIES, Policy
from twowaystreet._playouts.results import payoffs_after
from twowaystreet._util.values import Value
from twowaystreet._views.views import AnyView
from twowaystreet._worlds.worlds import worlds
from twowaystreet.players._candidates import MOST, Candidates, candidates
from twowaystreet.players._estimates import NO_ESTIMATE, Estimate, estimate
from twowaystreet.players._options import number, word

EXPLORATION: Final = 0.7
"""The weight of exploration, for payoffs from 0 to 1; the value of the paper."""


class Node:
    """A move in the tree, with the results of all iterations through it.

    Attributes:
        results: the payoffs to the player of the move.
        total: their sum.
        available: the number of iterations in which the move was legal.
        children: the nodes of the next moves.
    """

    __slots__ = ("available", "children", "results", "total")

    def __init__(self) -> None:
        self.results: list[float] = []
        self.total = 0.0
        self.available = 0
        self.children: dict[Move, Node] = {}


@attrs.define
class Range:
    """The least and the greatest payoff so far, by which payoffs are scaled to 0 to 1."""

    least: float = math.inf
    most: float = -math.inf

    def add(self, payoffs: Iterable[float]) -> None:
        """Add the payoffs of a playout."""
        self.least = min(self.least, *payoffs)
        self.most = max(self.most, *payoffs)

    def bound(self, node: Node) -> float:
        """Return the upper confidence bound of a node (UCB1, with its availability)."""
        visits = len(node.results)
        mean = (node.total / visits - self.least) / ((self.most - self.least) or 1.0)
        return mean + EXPLORATION * math.sqrt(math.log(node.available) / visits)


@attrs.frozen
class TreeSearch(Value):
    """A player that searches a tree of moves in sampled worlds.

    Each iteration draws a world of the view, walks down the tree, adds one move, and finishes the
    hand with the playout policy. On the way every seat prefers moves that were good for it and
    moves that were seldom tried. The player makes the move that was tried most.

    It searches bids, declarations and exchanges, too. Where there are more than 30 legal moves, it
    compares 30 of them, as :class:`MonteCarlo` does. A single legal move costs no playouts. Before
    the play of Twenty Down it makes the moves of :func:`simple`.

    The player keeps nothing in memory. Its moves depend on its options, the view and the random
    source alone.

    Args:
        iterations: the number of iterations, at least 1.
        playouts: the policy that finishes a hand, ``simple`` or ``random``.

    Raises:
        RulesError: if an option is wrong.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> player = TreeSearch(iterations=50)
    >>> player(tws.view(state, state.actor), rng) in tws.legal_moves(state)
    True
    """

    iterations: int = number(200, at_least=1)
    playouts: Policy = word("simple", POLICIES)

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        """Choose a move.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Raises:
            RulesError: if the view has no legal moves.
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.
        """
        found = candidates(view, rng)
        if not found.is_searched:
            return found.first
        tried = self._search(view, rng, found).children

        def worth(move: Move) -> tuple[int, float, bool]:
            node = tried[move]
            return len(node.results), node.total, move == found.first

        return max([move for move in found.moves if move in tried], key=worth)

    def evaluate(self, view: AnyView, rng: random.Random) -> dict[Move, Estimate]:
        """Estimate the worth of each move.

        The same view and random source give the estimates of the search by which the player
        chooses. As later iterations play better, the estimates of moves that were seldom tried are
        too low. The player makes the move that was tried most, which need not have the best mean.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Returns:
            The estimates, in the order of legal moves; of at most 30 moves. The mean of a move that
            was never tried is ``nan``.

        Raises:
            RulesError: if the view has no legal moves.
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.
        """
        found = candidates(view, rng)
        tried = self._search(view, rng, found).children
        return {
            move: estimate(tried[move].results) if move in tried else NO_ESTIMATE
            for move in found.moves
        }

    def _search(self, view: AnyView, rng: random.Random, found: Candidates) -> Node:
        """Return the root of the tree after all iterations."""
        of_view, root, scale = worlds(view), Node(), Range()
        seed = rng.getrandbits(64)
        for iteration in range(self.iterations):
            state: AnyState = of_view.sample(rng)
            path: list[tuple[int, Node]] = []
            node, moves, is_new = root, found.moves, False
            while not is_new:
                actor = state.actor
                assert actor is not None
                move = chosen(node, moves, scale)
                is_new = move is None
                if move is None:
                    untried = [each for each in moves if each not in node.children]
                    move = untried[chance.below(rng.getrandbits(64), len(untried))]
                    node.children[move] = Node()
                    node.children[move].available = 1
                node = node.children[move]
                path.append((actor, node))
                state = apply(state, move)
                if state.hand_over or state.needs_deal:
                    break
                moves = _moves(state, rng)
            payoffs = payoffs_after(state, chance.key_of(seed, iteration, 0), self.playouts)
            scale.add(payoffs)
            for actor, visited in path:
                visited.results.append(payoffs[actor])
                visited.total += payoffs[actor]
        return root


def _moves(state: AnyState, rng: random.Random) -> tuple[Move, ...]:
    """Return the moves that the search compares in a state within the tree."""
    moves = legal_moves(state)
    if len(moves) <= MOST:
        return moves
    assert state.actor is not None
    return candidates(lazy_view(state, state.actor), rng).moves


def chosen(node: Node, moves: tuple[Move, ...], scale: Range) -> Move | None:
    """Return the move of the greatest bound; ``None`` if one was never tried.

    All these moves count as available once more.
    """
    children = node.children
    best: Move | None = None
    highest = -math.inf
    is_complete = True
    for move in moves:
        child = children.get(move)
        if child is None:
            is_complete = False
            continue
        child.available += 1
        bound = scale.bound(child)
        if bound > highest:
            best, highest = move, bound
    return best if is_complete else None
