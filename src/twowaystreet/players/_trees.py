"""A tree of moves that grows in sampled worlds, through ``apply``."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply
from twowaystreet._playouts import chance
from twowaystreet._playouts.trees import EXPLORATION, NEW_MOVE, logs_to
from twowaystreet._playouts.trials import Trials

Moves: TypeAlias = Callable[[AnyState], Sequence[Move]]
"""A function that returns the moves that a search compares in a state; none to leave the tree."""
Values: TypeAlias = Callable[[Sequence[AnyState], int], Sequence[Sequence[float]]]
"""A function that returns the payoffs after playouts from the ends of some walks, by the number of
the first iteration."""
BATCH: Final = 20
"""The number of iterations of a batch."""
SHARE: Final = 4
"""The number of iterations in a world that is shared."""
SHARED: Final = 50
"""The number of worlds that the iterations take by turns, before they go on to other ones."""


class Node:
    """A move in the tree, with the results of all iterations through it.

    Attributes:
        visits: the number of these iterations.
        valued: the number of those whose payoffs are known.
        total: the sum of these payoffs to the player of the move.
        available: the number of iterations in which the move was legal.
        children: the nodes of the next moves.
    """

    __slots__ = ("_moves", "_row", "available", "children", "total", "valued", "visits")

    def __init__(self) -> None:
        self.visits = self.valued = self.available = 0
        self.total = 0.0
        self.children: dict[Move, Node] = {}
        self._moves: Sequence[Move] = ()
        self._row: list[Node | None] = []

    def row_of(self, moves: Sequence[Move]) -> list[Node | None]:
        """Return the node of each of some moves; ``None`` for a move that was never tried.

        It is kept for the same moves, as the hash of a move takes longer than its bound.
        """
        if moves is not self._moves:
            self._row = [*map(self.children.get, moves)]
            self._moves = moves
        return self._row

    def add(self, place: int) -> None:
        """Add the node of the move at a place of the last row."""
        made = self._row[place] = self.children[self._moves[place]] = Node()
        made.available = 1


@attrs.define
class Range:
    """The least and the greatest payoff so far, by which payoffs are scaled to 0 to 1."""

    least: float = math.inf
    most: float = -math.inf

    def add(self, payoffs: Iterable[float]) -> None:
        """Add the payoffs of a playout."""
        self.least = min(self.least, *payoffs)
        self.most = max(self.most, *payoffs)


def best_of(row: Sequence[Node | None], scale: Range) -> int:
    """Return the place of the node with the greatest upper confidence bound.

    The bound is UCB1, with the availability of the moves. Iterations whose payoffs are yet unknown
    count as visits, so that those of a batch take different ways. While no payoffs are known, the
    mean stands in the middle.

    All these moves count as available once more.

    Returns:
        The place, the first of equal ones; -1 if some move was never tried.
    """
    nodes = [node for node in row if node]
    for node in nodes:
        node.available += 1
    if len(nodes) < len(row):
        return -1
    least, span = scale.least, (scale.most - scale.least) or 1.0
    logs = logs_to(max([node.available for node in nodes]))
    bounds = [
        ((node.total / node.valued - least) / span if node.valued else 0.5)
        + EXPLORATION * math.sqrt(logs[node.available] / node.visits)
        for node in nodes
    ]
    return bounds.index(max(bounds))


class Tree:
    """A tree that grows through ``apply``.

    Args:
        trials: the moves at the root, the worlds and their seeds.
        moves_of: the function that returns the moves in other states.
        values: the function that returns the payoffs at the ends of walks.
        shares: True if four iterations share a world; False if each has its own.
        batch: the number of iterations whose payoffs are asked for at once.

    Attributes:
        root: the root.
        results: for each move at the root that was tried the payoffs to the seat that makes it.
    """

    def __init__(
        self,
        trials: Trials,
        moves_of: Moves,
        values: Values,
        *,
        shares: bool = False,
        batch: int = 1,
    ) -> None:
        self._trials, self._moves_of, self._values = trials, moves_of, values
        self._shares, self._batch = shares, batch
        self._scale = Range()
        self._kept: dict[int, AnyState] = {}
        self.root = Node()
        self.results: dict[Move, array[float]] = {}

    def grow(self, first: int, last: int) -> bool:
        """Do some iterations; return True.

        ``last``: the number after the last one.
        """
        for begin in range(first, last, self._batch):
            numbers = range(begin, min(begin + self._batch, last))
            walks = [self._walk(self._world(number), number) for number in numbers]
            values = self._values([walk.state for walk in walks], begin)
            for walk, payoffs in zip(walks, values, strict=True):
                self._note(walk, payoffs)
        return True

    def _world(self, iteration: int) -> AnyState:
        """Return the world of an iteration."""
        if not self._shares:
            return self._trials.sample(iteration, 1)[0]
        block, place = divmod(iteration, SHARED * SHARE)
        number = block * SHARED + place % SHARED
        if not place:
            self._kept.clear()
        if number not in self._kept:
            count = min(self._batch, SHARED - place % SHARED)
            self._kept |= enumerate(self._trials.sample(number, count), start=number)
        return self._kept[number]

    def _walk(self, state: AnyState, iteration: int) -> Walk:
        """Walk down the tree in a world, and add a move."""
        seed = self._trials.of_playouts
        path: list[tuple[int, Node]] = []
        node = self.root
        moves: Sequence[Move] = self._trials.moves
        first: Move | None = None
        while moves:
            actor = state.actor
            assert actor is not None
            row = node.row_of(moves)
            place = best_of(row, self._scale)
            is_new = place < 0
            if is_new:
                untried = [place for place, child in enumerate(row) if not child]
                number = chance.at(chance.key_of(seed, iteration, NEW_MOVE), 0)
                place = untried[chance.below(number, len(untried))]
                node.add(place)
            move = moves[place]
            first = first or move
            child = row[place]
            assert child
            node = child
            node.visits += 1
            path.append((actor, node))
            state = apply(state, move)
            if is_new or state.hand_over or state.needs_deal:
                break
            moves = self._moves_of(state)
        assert first is not None
        return Walk(state, path, first)

    def _note(self, walk: Walk, payoffs: Sequence[float]) -> None:
        """Add the payoffs of a walk to all its moves."""
        self._scale.add(payoffs)
        for actor, node in walk.path:
            node.valued += 1
            node.total += payoffs[actor]
        self.results.setdefault(walk.first, array("d")).append(payoffs[walk.path[0][0]])


class Walk(NamedTuple):
    """A walk down the tree."""

    state: AnyState
    path: list[tuple[int, Node]]
    first: Move
