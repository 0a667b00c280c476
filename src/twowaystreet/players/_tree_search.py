"""Information set Monte Carlo tree search with a single observer.

The algorithm is SO-ISMCTS of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search" (IEEE Transactions on Computational Intelligence and AI in Games, 2012). Each iteration
walks down one tree in a world of the view; only moves that are legal in this world are available.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from math import fsum
from typing import Any, Final, Protocol

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves, payoffs
from twowaystreet._playouts import chance
from twowaystreet._playouts.policies import Policy
from twowaystreet._playouts.results import payoffs_after
from twowaystreet._playouts.trials import ENGINES, Engine, Rounds, Trials, is_compiled, trials_in
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._util.numbers import GREATEST
from twowaystreet._util.values import Value
from twowaystreet._views.views import AnyView
from twowaystreet.players import _trees
from twowaystreet.players._candidates import (
    MOST,
    Candidates,
    Searched,
    candidates,
    reason_unsearched,
)
from twowaystreet.players._estimates import NO_ESTIMATE, Estimate, estimate, unpaired
from twowaystreet.players._options import MOST_THREADS, number, phases, policy, seconds, word

ITERATIONS: Final = 200
"""The number of iterations of a search without a clock, if nothing else is said."""
FIRST_ROUND: Final = 20
"""The number of iterations of the first round of a search by the clock."""
ROUND: Final = 4000
"""The most iterations of a round, so that their worlds need little memory."""


class Tree(Protocol):
    """A tree of moves, compiled or not.

    Attributes:
        results: for each move at the root that was tried the payoffs to the seat that makes it.
    """

    results: dict[Move, array[float]]

    def grow(self, first: int, last: int) -> bool:
        """Do some iterations; return False if their worlds need another kind of tree."""
        ...


@attrs.frozen
class TreeSearch(Value):
    """A player that searches a tree of moves in sampled worlds.

    Each iteration walks down the tree in a world of the view, adds one move, and finishes the hand
    with the playout policy. On the way every seat prefers moves that were good for it and moves
    that were seldom tried. The player makes the move that was tried most.

    It searches bids and declarations in the same way. A search that begins before the play of cards
    ends there, or at the first phase that is not searched, and playouts do the rest. So in Two Way
    Street it compares the declarations alone. Where the player itself has more than 30 legal moves,
    it compares 30 of them, as :class:`MonteCarlo` does; where another seat has, the walk ends. A
    single legal move costs no playouts. Where the rule of thumb of a game says that a search does
    not help, it makes the moves of :func:`simple`: before the play of Twenty Down, and in the
    exchange of Two Way Street.

    In the play of cards each iteration has a world of its own. In other searches four iterations
    share a world, as a world takes long there.

    The player keeps nothing in memory. Without a clock its moves depend on its options, the view
    and the random source alone: they are the same in other processes, on other versions of Python,
    with any number of threads, and with or without compiled playouts.

    Args:
        iterations: the number of iterations, at least 1; by default 200. With ``seconds`` it is the
            most, and by default there is no limit.
        playouts: the policy that finishes a hand: ``simple``, ``random`` or a rule of thumb, or a
            list with that of each seat.
        engine: ``auto`` takes the compiled code of :mod:`twowaystreet.fast` if it is installed,
            ``fast`` insists on it, ``python`` does without. Brag has none. The
            choices are the same.
        seconds: the time of a decision, such as 0.05; ``None`` to do all iterations, however long
            it takes. There is at least one round of iterations. The choices then depend on the
            speed of the machine. The first decision may compile, which takes longer.
        threads: the number of threads that sample worlds for compiled code in the play of cards,
            1 to 256. A tree grows in one thread. The choices are the same.
        searched: the names of the phases that are searched, as for :class:`MonteCarlo`.

    Raises:
        RulesError: if an option is wrong.
        ImportError: if the engine is ``fast``, and it is not installed.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> player = TreeSearch(iterations=50)
    >>> player(tws.view(state, state.actor), rng) in tws.legal_moves(state)
    True
    """

    iterations: int | None = number(None, at_least=1)
    playouts: Policy = policy("simple")
    engine: Engine = word("auto", ENGINES)
    seconds: float | None = seconds()
    threads: int = number(1, at_least=1, at_most=MOST_THREADS)
    searched: Searched = phases()

    def __attrs_post_init__(self) -> None:
        """Refuse options without the packages that they need."""
        if self.engine == "fast":
            import_module("twowaystreet.fast")

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        """Choose a move.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Raises:
            RulesError: if the view has no legal moves, or ``searched`` or ``playouts`` does not fit
                the game.
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.
        """
        rounds = self._rounds()
        found = candidates(view, rng, self.searched)
        if not found.is_searched:
            return found.first
        tried = self._search(view, rng, found, rounds)

        def worth(move: Move) -> tuple[int, float, bool]:
            return len(tried[move]), fsum(tried[move]), move == found.first

        return max([move for move in found.moves if move in tried], key=worth)

    def evaluate(self, view: AnyView, rng: random.Random) -> dict[Move, Estimate]:
        """Estimate the worth of each move.

        The same view and random source give the estimates of the search by which the player
        chooses. Moves share few worlds, so that the errors of losses are ``nan``. As later
        iterations play better, the estimates of moves that were seldom tried are too low. The
        player makes the move that was tried most, which need not have the best mean.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Returns:
            The estimates, in the order of legal moves; of at most 30 moves. The mean of a move that
            was never tried is ``nan``.

        Raises:
            RulesError: if the view has no legal moves, or ``searched`` or ``playouts`` does not fit
                the game.
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.
        """
        rounds = self._rounds()
        found = candidates(view, rng, self.searched)
        tried = self._search(view, rng, found, rounds)
        return unpaired(
            {move: estimate(tried[move]) if move in tried else NO_ESTIMATE for move in found.moves}
        )

    def _search(
        self, view: AnyView, rng: random.Random, found: Candidates, rounds: Rounds
    ) -> dict[Move, array[float]]:
        """Return the payoffs of the iterations through each move."""
        trials = trials_in(view, found.moves, rng, self.playouts, self.engine)
        world = trials.first_world
        in_play = isinstance(world, TrickState) and bool(world._order)
        tree = self._tree(trials, in_play)
        if not all(tree.grow(first, first + count) for first, count in rounds):
            tree = self._plain(trials, in_play)
            all(tree.grow(first, first + count) for first, count in rounds)
        return tree.results

    def _rounds(self) -> Rounds:
        most = self.iterations or (ITERATIONS if self.seconds is None else GREATEST)
        return Rounds(self.seconds, most, FIRST_ROUND, ROUND)

    def _tree(self, trials: Trials, in_play: bool) -> Tree:
        """Return an empty tree: a compiled one in the play of cards, where it is possible."""
        if in_play and self._is_compiled:
            fast = import_module("twowaystreet.fast.trees")
            made: Tree = fast.Tree(trials, MOST, self.threads)
            return made
        return self._plain(trials, in_play)

    def _plain(self, trials: Trials, in_play: bool) -> Tree:
        """Return an empty tree that grows through ``apply``."""
        if in_play or not issubclass(trials.view._state, TrickState):
            return _trees.Tree(trials, _moves, partial(_one_by_one, trials), shares=not in_play)
        values = partial(_together, trials, self._is_compiled)
        return _trees.Tree(trials, self._moves_before_play, values, shares=True, batch=_trees.BATCH)

    @property
    def _is_compiled(self) -> bool:
        return is_compiled(self.engine)

    def _moves_before_play(self, state: Any) -> Sequence[Move]:
        """Return the moves to compare in a search that begins before the play, and ends there.

        Any: a state of any trick-taking game.
        """
        ends = state._order or reason_unsearched(type(state), state.phase, self.searched)
        return () if ends else _moves(state)


def _moves(state: AnyState) -> Sequence[Move]:
    """Return the moves that the search compares in a state within the tree."""
    moves = legal_moves(state)
    return moves if len(moves) <= MOST else ()


def _one_by_one(trials: Trials, states: Sequence[AnyState], first: int) -> list[tuple[float, ...]]:
    """Return the payoffs after playouts in plain Python."""
    return [
        payoffs_after(state, chance.key_of(trials.of_playouts, iteration, 0), trials.policy)
        for iteration, state in enumerate(states, start=first)
    ]


def _together(
    trials: Trials, compiles: bool, states: Sequence[AnyState], first: int
) -> list[tuple[float, ...]]:
    """Return the payoffs after playouts from before the play; the hands of some may be over."""
    seed, policy = chance.at(trials.of_playouts, first), trials.policy
    begun = [state for state in states if not state.hand_over]
    if compiles and begun:
        play: Callable[..., Any] = import_module("twowaystreet.fast").playouts  # Any: its results
        found = iter(play(begun, 1, seed=seed, policy=policy).payoffs[:, 0].tolist())
    else:
        found = (
            payoffs_after(state, chance.key_of(seed, number, 0), policy)
            for number, state in enumerate(begun)
        )
    return [payoffs(state) if state.hand_over else tuple(next(found)) for state in states]
