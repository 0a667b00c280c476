"""What searches share: the moves that they compare, and the estimates of their values."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.engine.moves import Move, Phase, groups_of
from twowaystreet._core.players.rules_of_thumb import rule_of
from twowaystreet._core.views.views import AnyView, View, not_a_view
from twowaystreet._util.numbers import mean_and_error
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.players._simple import simple

MOST: Final = 30
"""The greatest number of moves that a search compares."""
ALL: Final = "all"
"""The word for all phases."""

Searched: TypeAlias = str | tuple[str, ...] | None
"""The names of the phases that are searched; ``None`` for those that a game leaves to a search."""


@attrs.frozen
class Candidates:
    """The moves that a search compares.

    Attributes:
        moves: the moves, in the order of legal moves.
        first: the move that the simple player prefers, one of them.
        is_searched: False if a player makes this move in any case.
    """

    moves: tuple[Move, ...]
    first: Move
    is_searched: bool


def candidates(view: AnyView, rng: random.Random, searched: Searched = None) -> Candidates:
    """Return the moves that a search compares in a view.

    Raises:
        RulesError: if the view has no legal moves, or the game has no phase that is searched.
        TypeError: if ``view`` is not a view.
    """
    if not isinstance(view, View):
        raise not_a_view(view)
    unsearched = bool(reason_unsearched(view._state, view.phase, searched))
    if not view.legal_moves:
        raise RulesError("view", view, "the view of the seat to move")
    moves = view.legal_moves
    first = moves[0] if len(moves) == 1 else simple(view, rng)
    return Candidates(some_of(moves, first), first, len(moves) > 1 and not unsearched)


def reason_unsearched(cls: Any, phase: Phase, searched: Searched = None) -> str:
    """Return why a search makes the move of the simple player in a phase; an empty text if not.

    Raises:
        RulesError: if the game has none of these phases, or no game has one of them.
    """
    if searched is not None:
        return "" if phase.value in _phases(cls, searched) else "this phase is not named"
    rule = rule_of(cls)
    # Phases of other games with the same names are equal, but not the same.
    reasons = rule.unsearched.items() if rule else ()
    return next((reason for each, reason in reasons if phase is each), "")


@lru_cache(maxsize=64)
def _phases(cls: Any, searched: str | tuple[str, ...]) -> frozenset[str]:
    """Return the names of the phases of a game that are searched."""
    names = frozenset(searched.split("+") if isinstance(searched, str) else searched)
    known = frozenset(each.value for each in cls._decisions)
    found = known if ALL in names else known & names
    others = chain.from_iterable(game.State._decisions for game in GAMES.values())
    if not found or names - known - {ALL, *(each.value for each in others)}:
        expected = f"phases of {cls.title}: {', '.join(sorted(known))}; or {ALL}"
        raise RulesError("searched", searched, expected)
    return found


def some_of(moves: tuple[Move, ...], first: Move) -> tuple[Move, ...]:
    """Return at most 30 of some moves.

    Half of them are the simple player's choice and those that have most in common with it: cards,
    or whole hands in Brag. The others lie evenly among the rest.
    """
    if len(moves) <= MOST:
        return moves
    wanted = _parts(first)

    def strange(number: int) -> tuple[bool, int]:
        move = moves[number]
        return move != first, -len(wanted & _parts(move))

    order = sorted(range(len(moves)), key=strange)
    near, far = order[: MOST // 2], sorted(order[MOST // 2 :])
    count = MOST - len(near)
    spread = [far[place * len(far) // count] for place in range(count)]
    return tuple(moves[number] for number in sorted(near + spread))


def _parts(move: Move) -> set[object]:
    """Return the cards of a move; its groups of cards if it has several."""
    groups = groups_of(move)
    return {*groups} if len(groups) > 1 else set(chain(*groups))


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
