"""A player that tries every move in sampled worlds, and finishes them with a playout policy."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.verbs import apply
from twowaystreet._playouts.policies import Policy
from twowaystreet._playouts.results import Engine, payoffs_of
from twowaystreet._util.values import Value
from twowaystreet._views.views import AnyView
from twowaystreet._worlds.worlds import worlds
from twowaystreet.players._candidates import Candidates, candidates


@attrs.frozen
class Estimate(Value):
    """The estimated worth of a move.

    Attributes:
        mean: the mean payoff of the hand, as :func:`~twowaystreet.payoffs` counts it.
        error: the standard error of the mean; ``nan`` if a single playout gives none.
    """

    mean: float
    error: float


def estimate(results: Sequence[float]) -> Estimate:
    """Estimate the mean of a distribution from some independent results."""
    count = len(results)
    mean = math.fsum(results) / count
    if count == 1:
        return Estimate(mean, math.nan)
    squares = math.fsum((result - mean) ** 2 for result in results)
    return Estimate(mean, math.sqrt(squares / (count - 1) / count))


@attrs.frozen
class MonteCarlo(Value):
    worlds: int = 50
    playouts: Policy = "simple"
    engine: Engine = "auto"

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        found = candidates(view, rng)
        if len(found.moves) == 1:
            return found.first
        estimates = self._estimates(view, rng, found)

        def worth(move: Move) -> tuple[float, bool]:
            return estimates[move].mean, move == found.first

        return max(found.moves, key=worth)

    def evaluate(self, view: AnyView, rng: random.Random) -> dict[Move, Estimate]:
        return self._estimates(view, rng, candidates(view, rng))

    def _estimates(
        self, view: AnyView, rng: random.Random, found: Candidates
    ) -> dict[Move, Estimate]:
        assert view.seat is not None
        of_view = worlds(view)
        sample = [of_view.sample(rng) for _ in range(self.worlds)]
        after = [apply(world, move) for move in found.moves for world in sample]
        results = payoffs_of(after, view.seat, rng.getrandbits(64), self.playouts, self.engine)
        size = self.worlds
        return {
            move: estimate(results[number * size : number * size + size])
            for number, move in enumerate(found.moves)
        }
