"""Estimates of the worth of moves, from the results of playouts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._util.numbers import mean_and_error
from twowaystreet._util.values import Value


def _comparable(number: float) -> float | None:
    """Return a number, or ``None`` for ``nan``, which would not equal itself."""
    return None if math.isnan(number) else number


@attrs.frozen
class Estimate(Value):
    """The estimated worth of a move.

    Moves that were tried in the same worlds share the luck of these worlds, which the error of a
    loss leaves out. Compare moves by it, and not by the errors of their means.

    Attributes:
        mean: the mean of the payoffs to the player, as :func:`twowaystreet.payoffs` counts them;
            ``nan`` if the move was never tried.
        error: the standard error of this mean; ``nan`` if fewer than two results give none.
        loss: the difference to the mean of the best move, 0 or more; 0 for the best move, and
            ``nan`` if the move was never tried.
        loss_error: the standard error of this difference over the worlds that both moves share; 0
            for the best move. It is ``nan`` for moves that share no worlds, as in
            :class:`TreeSearch`, and if fewer than two worlds give none.
    """

    mean: float = attrs.field(eq=_comparable)
    error: float = attrs.field(eq=_comparable)
    loss: float = attrs.field(default=math.nan, eq=_comparable)
    loss_error: float = attrs.field(default=math.nan, eq=_comparable)


NO_ESTIMATE: Final = Estimate(math.nan, math.nan)
"""The estimate of a move that was never tried."""


def estimate(results: Sequence[float]) -> Estimate:
    """Estimate the mean from independent results.

    >>> estimate([1.0, 2.0, 3.0])
    Estimate(mean=2.0, error=0.5773502691896257, loss=nan, loss_error=nan)
    """
    return Estimate(*mean_and_error(results))


def paired(results: Mapping[Move, Sequence[float]], first: Move) -> dict[Move, Estimate]:
    """Estimate moves that were tried in the same worlds.

    ``first``: the move that is the best one of equally good moves.
    """
    means = {move: mean_and_error(each) for move, each in results.items()}
    best = max(means, key=lambda move: (means[move][0], move == first))
    of_best, (highest, _) = results[best], means[best]
    found: dict[Move, Estimate] = {}
    for move, (mean, error) in means.items():
        pairs = zip(of_best, results[move], strict=True)
        _, loss_error = mean_and_error([one - other for one, other in pairs])
        found[move] = Estimate(mean, error, highest - mean, 0.0 if move == best else loss_error)
    return found


def unpaired(estimates: Mapping[Move, Estimate]) -> dict[Move, Estimate]:
    """Add the losses to the estimates of moves that share no worlds."""
    highest = max([each.mean for each in estimates.values() if not math.isnan(each.mean)])
    return {move: attrs.evolve(each, loss=highest - each.mean) for move, each in estimates.items()}
