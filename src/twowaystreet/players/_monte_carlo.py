"""A player that tries each move in sampled worlds, and finishes the hand with playouts."""

from __future__ import annotations

import math
import random
from array import array
from importlib import import_module
from typing import Final

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.trials import Rounds
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import GREATEST
from twowaystreet._util.values import Value
from twowaystreet.players._engines import ENGINES, Engine, in_fastest_way, trials_in
from twowaystreet.players._factories import MOST_THREADS, number, phases, policy, seconds, word
from twowaystreet.players._searches import Candidates, Estimate, Searched, candidates, paired

WORLDS: Final = 50
"""The number of worlds of a search without a clock, if nothing else is said."""
FIRST_ROUND: Final = 8
"""The number of worlds of the first round of a search by the clock."""
ROUND: Final = 1024
"""The most worlds of a round, so that their states need little memory."""


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
    of a game says that a search does not help, it makes the moves of :func:`simple`: before the
    play of Twenty Down, and in the exchange of Two Way Street.

    The player keeps nothing in memory. Without a clock its moves depend on its options, the view
    and the random source alone: they are the same in other processes, on other versions of Python,
    with any number of threads, and with or without compiled playouts.

    Args:
        worlds: the number of worlds, at least 1; by default 50. With ``seconds`` it is the most,
            and by default there is no limit.
        playouts: the policy that finishes a hand: ``simple``, ``random`` or a rule of thumb, or a
            list with that of each seat. Random players waste their cards, so that ``random`` needs
            many more worlds.
        engine: ``auto`` takes the compiled playouts of :mod:`twowaystreet.fast` if they are
            installed, ``fast`` insists on them, ``python`` does without. Brag has none. The
            choices are the same.
        seconds: the time of a decision, such as 0.05; ``None`` to try all worlds, however long it
            takes. The player adds worlds in rounds until the time is over. There is at least one
            round. The choices then depend on the speed of the machine. The first decision may
            compile, which takes longer.
        threads: the number of threads for compiled playouts, 1 to 256. The choices are the same.
        searched: the names of the phases that are searched, such as ``("declare", "play")`` or
            ``"declare+play"``; in other phases the player makes the moves of :func:`simple`.
            ``"all"`` stands for all phases, and ``None`` for those that the rule of thumb of the
            game leaves to a search.

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

    worlds: int | None = number(None, at_least=1)
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
        results = self._results(view, rng, found, rounds)
        totals = {move: math.fsum(each) for move, each in results.items()}

        def worth(move: Move) -> tuple[float, bool]:
            return totals[move], move == found.first

        return max(found.moves, key=worth)

    def evaluate(self, view: AnyView, rng: random.Random) -> dict[Move, Estimate]:
        """Estimate the worth of each move.

        The same view and random source give the estimates by which the player chooses. All moves
        are tried in the same worlds, so that the error of a loss is that of a paired comparison.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Returns:
            The estimates, in the order of legal moves; of at most 30 moves.

        Raises:
            RulesError: as a call of the player.
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.

        >>> import twowaystreet as tws
        >>> from twowaystreet.games import street
        >>> state = street.new_game()
        >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
        >>> seen = tws.view(state, state.actor)
        >>> for move, found in MonteCarlo(worlds=20).evaluate(seen, random.Random(1)).items():
        ...     print(f"{move}: {found.mean:.1f}, loss {found.loss:.1f} ± {found.loss_error:.1f}")
        high: 0.3, loss 0.0 ± 0.0
        low: -2.4, loss 2.7 ± 1.0
        """
        rounds = self._rounds()
        found = candidates(view, rng, self.searched)
        return paired(self._results(view, rng, found, rounds), found.first)

    def _results(
        self, view: AnyView, rng: random.Random, found: Candidates, rounds: Rounds
    ) -> dict[Move, array[float]]:
        """Return for each move the payoffs in all worlds."""
        trials = trials_in(view, found.moves, rng, self.playouts, self.engine)
        way = in_fastest_way(trials, self.engine, self.threads)
        results = {move: array("d") for move in found.moves}
        for first, count in rounds:
            for move, row in zip(found.moves, way.rows(first, count), strict=True):
                results[move].extend(row)
        return results

    def _rounds(self) -> Rounds:
        most = self.worlds or (WORLDS if self.seconds is None else GREATEST)
        return Rounds(self.seconds, most, FIRST_ROUND, ROUND)
