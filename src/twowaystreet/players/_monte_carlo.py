"""A player that tries each move in sampled worlds, and finishes the hand with playouts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply
from twowaystreet._playouts.policies import POLICIES, Policy
from twowaystreet._playouts.results import ENGINES, Engine, payoffs_of
from twowaystreet._util.values import Value
from twowaystreet._views.views import AnyView
from twowaystreet._worlds.worlds import worlds
from twowaystreet.players._candidates import Candidates, candidates
from twowaystreet.players._estimates import Estimate, estimate
from twowaystreet.players._options import number, word
from twowaystreet.players._simple import rule_for


@attrs.frozen
class MonteCarlo(Value):
    """A player that tries each move in sampled worlds, and chooses the best mean payoff.

    For each decision it draws :func:`~twowaystreet.worlds` of its view. In each world it makes
    each move, and finishes the hand with the playout policy. All moves are tried in the same
    worlds. A payoff is the lead over the other seats in the points of the hand. Of equally good
    moves the one that :func:`simple` prefers comes first, then the first legal move.

    It bids, declares and exchanges in the same way. If there are more than 30 legal moves, it
    compares 30 of them: half of them have most in common with the move of :func:`simple`, and the
    others lie evenly among the rest. A single legal move costs no playouts. Where the rule of thumb
    of a game says that a search does not help, as before the play of Twenty Down, it makes the
    moves of :func:`simple`.

    The player keeps nothing in memory. Its moves depend on its options, the view and the random
    source alone: they are the same in other processes, on other versions of Python, and with or
    without compiled playouts.

    Args:
        worlds: the number of worlds, at least 1.
        playouts: the policy that finishes a hand, ``simple`` or ``random``. Random players waste
            their cards, so that ``random`` needs many more worlds.
        endgame: the number of cards in hand from which on the play of the Duel is solved exactly in
            each world, instead of played out; 0 for never. It needs the extra ``fast``. Other
            games, and a Duel with two equal Jokers, are always played out.
        engine: ``auto`` takes the compiled playouts of :mod:`twowaystreet.fast` if they are
            installed, ``fast`` insists on them, ``python`` does without. The choices are the same.

    Raises:
        RulesError: if an option is wrong.
        ImportError: if the options need the extra ``fast``, and it is not installed.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> player = MonteCarlo(worlds=10)
    >>> player(tws.view(state, state.actor), rng) in tws.legal_moves(state)
    True
    """

    worlds: int = number(50, at_least=1)
    playouts: Policy = word("simple", POLICIES)
    endgame: int = number(0, at_least=0)
    engine: Engine = word("auto", ENGINES)

    def __attrs_post_init__(self) -> None:
        """Refuse options without the packages that they need."""
        if self.engine == "fast" or self.endgame:
            import_module("twowaystreet.fast")

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
        results = self._results(view, rng, found)
        means = {move: estimate(each).mean for move, each in results.items()}

        def worth(move: Move) -> tuple[float, bool]:
            return means[move], move == found.first

        return max(found.moves, key=worth)

    def evaluate(self, view: AnyView, rng: random.Random) -> dict[Move, Estimate]:
        """Estimate the worth of each move.

        The same view and random source give the estimates by which the player chooses.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Returns:
            The estimates, in the order of legal moves; of at most 30 moves.

        Raises:
            RulesError: if the view has no legal moves.
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.

        >>> import twowaystreet as tws
        >>> from twowaystreet.games import street
        >>> state = street.new_game()
        >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
        >>> seen = tws.view(state, state.actor)
        >>> for move, found in MonteCarlo(worlds=20).evaluate(seen, random.Random(1)).items():
        ...     print(f"{move}: {found.mean:.1f} ± {found.error:.1f}")
        high: -1.0 ± 0.7
        low: -0.7 ± 0.4
        """
        results = self._results(view, rng, candidates(view, rng))
        return {move: estimate(each) for move, each in results.items()}

    def _results(
        self, view: AnyView, rng: random.Random, found: Candidates
    ) -> dict[Move, list[float]]:
        """Return for each move the payoffs in all worlds."""
        of_view, count = worlds(view), self.worlds
        sample = [of_view.sample(rng) for _ in range(count)]
        seed = rng.getrandbits(64)
        if self._solves(view):
            results = _solved(sample, found.moves)
        else:
            assert view.seat is not None
            after = [apply(world, move) for move in found.moves for world in sample]
            results = payoffs_of(after, view.seat, seed, self.playouts, self.engine)
        return {
            move: results[place * count : place * count + count]
            for place, move in enumerate(found.moves)
        }

    def _solves(self, view: AnyView) -> bool:
        """Return whether the worlds of this view are solved exactly."""
        rule = rule_for(view)
        is_late = len(view.hand or ()) <= self.endgame
        return is_late and rule is not None and rule.is_solvable(view)


def _solved(sample: Sequence[AnyState], moves: Sequence[Move]) -> list[float]:
    """Return the exact payoffs: for each move those in each world."""
    solve = import_module("twowaystreet.solve")
    found = [solve.values(world) for world in sample]
    return [float(values[move]) for move in moves for values in found]
