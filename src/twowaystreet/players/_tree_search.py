"""Information set Monte Carlo tree search with a single observer.

The algorithm is SO-ISMCTS of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search" (IEEE Transactions on Computational Intelligence and AI in Games, 2012). Each iteration
walks down one tree in a world of the view; only moves that are legal in this world are available.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from math import ldexp, log
from typing import Final, NamedTuple, TypeAlias

import attrs
from typing_extensions import override

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.trials import Rounds, Trials
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._core.worlds.weighted import Chances
from twowaystreet._util.numbers import GREATEST
from twowaystreet._util.values import OfGame
from twowaystreet.players import _searches as search
from twowaystreet.players._learned import Prior, ViewValue, learned, payoffs_at_turns, proportions
from twowaystreet.players._network import Network
from twowaystreet.players._searches import Candidates, Engine, Estimate, Search, Searched

EXPLORATION: Final = 0.7
"""The weight of exploration, for payoffs from 0 to 1; the value of the paper."""
NEW_MOVE: Final = 1
"""The number of the sequence that chooses new moves; that of playouts has the number 0."""
ITERATIONS: Final = 200
"""The number of iterations of a search without a clock, if nothing else is said."""
ROUND: Final = 4000  # the most iterations of a round, so that their worlds need little memory


@attrs.frozen
class TreeSearch(Search):
    """A player that searches a tree of moves in sampled worlds.

    Each iteration walks down the tree in a world of the view, adds one move, and finishes the hand
    with the playout policy. On the way every seat prefers moves that were good for it and moves
    that were seldom tried. The player makes the move that was tried most. The tree grows in plain
    Python: a compiled one led :class:`MonteCarlo` in no game in equal time.

    It bids and declares in the same way. A search that begins before the play of cards ends there,
    or at the first phase that is not searched, and playouts do the rest. So in Two Way Street it
    compares the declarations alone. Where the player itself has more than 30 legal moves, it
    compares 30 of them, as :class:`MonteCarlo` does; where another seat has, the walk ends. Where
    :class:`MonteCarlo` makes the move of :func:`simple`, it makes this move as well.

    In the play of cards each iteration has a world of its own. In other searches four iterations
    share a world, as a world takes long there. The player keeps nothing in memory, and without a
    clock its moves are as reproducible as those of :class:`MonteCarlo`.

    Args:
        iterations: their number, 1 or more, by default 200; with ``seconds`` the most, if any.
        playouts: the policy that finishes a hand; it and the others are as for :class:`MonteCarlo`.
        engine: ``auto``, ``fast`` or ``python``, for playouts from before the play of cards.
        seconds: the time of a decision; ``None`` to do all iterations, however long it takes.
        searched: the names of the phases that are searched.
        value: what a view is worth, as for :class:`MonteCarlo`. Here the playout policy plays on
            until every seat has been to move, and each has the value of its own view then.
        prior: the chances of moves: a :class:`Network`, its file, or a function of the view of the
            seat to move that returns the chances of its legal moves, in any proportion. Every seat
            then prefers likely moves, the less the more often they were tried (PUCT). The view of
            another seat has its hand in this world; a move keeps the chance that it had in the
            first world where it was legal.

    Raises:
        RulesError: if an option is wrong.
        PlayerError: if ``value`` or ``prior`` is no file of a network.
        ImportError: if the engine is ``fast``, and it is not installed.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> player = TreeSearch(iterations=50)
    >>> player(tws.view(state, state.actor), rng) in tws.legal_moves(state)
    True
    """

    iterations: int | None = search.number(None, at_least=1)
    playouts: Policy = search.policy()
    engine: Engine = search.engine()
    seconds: float | None = search.seconds()
    searched: Searched = search.phases()
    value: ViewValue = learned("a list of views")
    prior: Prior = learned("a view")

    def evaluate(self, view: AnyView, rng: random.Random) -> dict[Move, Estimate]:
        """Estimate the worth of each move, in the order of legal moves; of at most 30 moves.

        The view is that of the seat to move, in any game. The same view and random source give the
        estimates of the search by which the player chooses. Moves share few worlds, so that the
        errors of losses are ``nan``, as is the mean of a move that was never tried. As later
        iterations play better, the estimates of moves that were seldom tried are too low. The
        player makes the move that was tried most, which need not have the best mean.

        Raises:
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.
            RulesError: as a call of the player.
            PlayerError: as a call of the player.
            TypeError: if ``view`` is not a view.
        """
        found, tried = self._search(view, rng, always=True)
        return search.unpaired({move: tried.get(move, ()) for move in found.moves})

    @override
    def _results(
        self, view: AnyView, rng: random.Random, found: Candidates, rounds: Rounds
    ) -> dict[Move, array[float]]:
        engine = self.engine if self.value is None else "python"
        trials = search.trials_in(view, found.moves, rng, self.playouts, engine)
        world = trials.first_world
        in_play = isinstance(world, TrickState) and bool(world._order)
        if in_play or not issubclass(view._state, TrickState):
            moves, batch, values = _moves, 1, partial(_one_by_one, trials)
        else:
            values = partial(_together, trials, search.is_compiled(engine, type(world)))
            moves, batch = self._moves_before_play, BATCH
        if self.value is not None:
            values = partial(_at_turns, trials, self.value)
        prior = self.prior.chances if isinstance(self.prior, Network) else self.prior
        tree = MoveTree(trials, moves, values, prior, not in_play, batch)
        for first, count in rounds:
            tree.grow(first, first + count)
        return tree.results

    @override
    def _worth(self, results: array[float]) -> tuple[float, ...]:
        return len(results), math.fsum(results)

    @override
    def _rounds(self) -> Rounds:
        most = self.iterations or (ITERATIONS if self.seconds is None else GREATEST)
        return Rounds(self.seconds, most, first=20, largest=ROUND)

    def _moves_before_play(self, state: OfGame) -> Sequence[Move]:
        ends = state._order or search.reason_unsearched(type(state), state.phase, self.searched)
        return () if ends else _moves(state)


def _moves(state: AnyState) -> Sequence[Move]:
    moves = legal_moves(state)
    return moves if len(moves) <= search.MOST else ()


def _one_by_one(trials: Trials, states: Sequence[AnyState], first: int) -> list[tuple[float, ...]]:
    return [
        trials.playouts.payoffs(state, chance.key_of(trials.of_playouts, iteration, 0))
        for iteration, state in enumerate(states, start=first)
    ]


def _together(
    trials: Trials, compiles: bool, states: Sequence[AnyState], first: int
) -> list[tuple[float, ...]]:
    seed = chance.at(trials.of_playouts, first)
    begun = [state for state in states if not state.hand_over]
    if compiles and begun:
        played = search.fast().playouts(begun, 1, seed=seed, policy=trials.policy)
        found = iter(played.payoffs[:, 0].tolist())
    else:
        found = (
            trials.playouts.payoffs(state, chance.key_of(seed, number, 0))
            for number, state in enumerate(begun)
        )
    return [payoffs(state) if state.hand_over else tuple(next(found)) for state in states]


def _at_turns(
    trials: Trials, value: ViewValue, states: Sequence[AnyState], first: int
) -> list[tuple[float, ...]]:
    begun = [
        (state, chance.key_of(trials.of_playouts, iteration, 0))
        for iteration, state in enumerate(states, start=first)
    ]
    return payoffs_at_turns(trials, value, begun, range(len(trials.view.scores)))


Moves: TypeAlias = Callable[[AnyState], Sequence[Move]]
"""The moves that a search compares in a state; none to leave the tree."""
Values: TypeAlias = Callable[[Sequence[AnyState], int], Sequence[Sequence[float]]]
"""The payoffs after playouts from the ends of some walks, by the number of the first iteration."""
BATCH: Final = 20
SHARE: Final = 4  # the number of iterations in a world that is shared
SHARED: Final = 50
"""The number of worlds that the iterations take by turns, before they go on to other ones."""


class Node:
    """A move in the tree.

    The ``total`` of the payoffs is that of the ``valued`` iterations, to the player of the move,
    which was legal in the ``available`` ones.
    """

    __slots__ = ("_moves", "_row", "available", "chances", "children", "total", "valued", "visits")

    def __init__(self) -> None:
        self.visits = self.valued = self.available = 0
        self.total = 0.0
        self.children: dict[Move, Node] = {}
        self.chances: dict[Move, float] = {}  # of the moves after this one, with a prior
        self._moves: Sequence[Move] = ()
        self._row: list[Node | None] = []

    def row_of(self, moves: Sequence[Move]) -> list[Node | None]:
        if moves is not self._moves:  # the hash of a move takes longer than its bound
            self._row = [*map(self.children.get, moves)]
            self._moves = moves
        return self._row

    def add(self, place: int) -> None:
        made = self._row[place] = self.children[self._moves[place]] = Node()
        made.available = 1


@attrs.define
class PayoffRange:
    """The least and the greatest payoff so far, by which payoffs are scaled to 0 to 1."""

    least: float = math.inf
    most: float = -math.inf

    def add(self, payoffs: Iterable[float]) -> None:
        self.least = min(self.least, *payoffs)
        self.most = max(self.most, *payoffs)


_DIGITS: Final = 40  # after the binary point; the last digits of logarithms differ among systems


@lru_cache
def _logs_below(end: int) -> tuple[float, ...]:
    logs = (ldexp(round(ldexp(log(number), _DIGITS)), -_DIGITS) for number in range(1, end))
    return (0.0, *logs)


def best_of(
    row: Sequence[Node | None], scale: PayoffRange, chances: Sequence[float] | None = None
) -> int:
    """Return the place of the greatest bound: PUCT with the chances of moves, without them UCB1.

    Without chances a move that was never tried comes first: it is -1 then.
    """
    nodes = [node for node in row if node]
    for node in nodes:
        node.available += 1
    least, span = scale.least, (scale.most - scale.least) or 1.0
    if chances is not None:
        valued = sum([node.valued for node in nodes])
        mean = math.fsum([node.total for node in nodes]) / valued if valued else 0.0
        worth = (mean - least) / span if valued else 0.5  # of a move that was never tried
        weight = EXPLORATION * math.sqrt(1 + sum([node.visits for node in nodes]))
        weight /= math.fsum(chances) or 1.0
        bounds = [
            ((node.total / node.valued - least) / span if node and node.valued else worth)
            + weight * chance / (1 + (node.visits if node else 0))
            for node, chance in zip(row, chances, strict=True)
        ]
    elif len(nodes) < len(row):
        return -1
    else:
        logs = _logs_below(1 << max([node.available for node in nodes]).bit_length())
        bounds = [
            ((node.total / node.valued - least) / span if node.valued else 0.5)
            + EXPLORATION * math.sqrt(logs[node.available] / node.visits)
            for node in nodes
        ]
    return bounds.index(max(bounds))


@attrs.define(eq=False)
class MoveTree:
    """A tree, whose iterations have a world each, or share it by fours."""

    _trials: Trials
    _moves_of: Moves
    _values: Values
    _prior: Chances | None
    _shares: bool
    _batch: int
    _scale: PayoffRange = attrs.field(factory=PayoffRange)
    _kept: dict[int, AnyState] = attrs.field(factory=dict[int, AnyState])
    root: Node = attrs.field(factory=Node)
    results: dict[Move, array[float]] = attrs.field(factory=dict[Move, "array[float]"])

    def grow(self, first: int, last: int) -> None:
        for begin in range(first, last, self._batch):
            numbers = range(begin, min(begin + self._batch, last))
            walks = [self._walk(self._world(number), number) for number in numbers]
            values = self._values([walk.state for walk in walks], begin)
            for walk, found in zip(walks, values, strict=True):
                self._note(walk, found)

    def _world(self, iteration: int) -> AnyState:
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

    def _walk(self, state: AnyState, iteration: int) -> TreeWalk:
        seed = self._trials.of_playouts
        path: list[tuple[int, Node]] = []
        node = self.root
        moves: Sequence[Move] = self._trials.moves
        first: Move | None = None
        while moves:
            actor = state.actor
            assert actor is not None
            row = node.row_of(moves)
            place = best_of(row, self._scale, self._chances(node, state, moves))
            is_new = place < 0 or row[place] is None
            if place < 0:
                untried = [place for place, child in enumerate(row) if not child]
                number = chance.at(chance.key_of(seed, iteration, NEW_MOVE), 0)
                place = untried[chance.below(number, len(untried))]
            if is_new:
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
        return TreeWalk(state, path, first)

    def _chances(self, node: Node, state: AnyState, moves: Sequence[Move]) -> list[float] | None:
        """Return the chances of moves; a move keeps those of the world where it was legal first."""
        if self._prior is None:
            return None
        if any(move not in node.chances for move in moves):
            found = self._prior(view(state, state.actor))
            known = proportions("prior", found, legal_moves(state), "legal moves")
            node.chances = known | node.chances
        return [node.chances[move] for move in moves]

    def _note(self, walk: TreeWalk, payoffs: Sequence[float]) -> None:
        self._scale.add(payoffs)
        for actor, node in walk.path:
            node.valued += 1
            node.total += payoffs[actor]
        self.results.setdefault(walk.first, array("d")).append(payoffs[walk.path[0][0]])


class TreeWalk(NamedTuple):
    state: AnyState
    path: list[tuple[int, Node]]
    first: Move
