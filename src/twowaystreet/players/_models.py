"""Models of players: the chance that somebody makes a move, for weighted worlds."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.players import Player, RuleOfThumb, at_random
from twowaystreet._core.playouts.policies import lazy_view
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._core.worlds.weighted import Chances
from twowaystreet.errors import RulesError
from twowaystreet.players._names import by_name
from twowaystreet.players._seated import fresh
from twowaystreet.players._simple import rule_for, simple

UNKNOWN: Final = "unknown"


def chances_of(model: object) -> Chances:
    """Return the chances of a model: a player, its name, or the shares of several."""
    if model == UNKNOWN:
        return _unknown
    if isinstance(model, str):
        return chances_of(by_name(model))
    if isinstance(model, Mapping | tuple):
        return _mixed(model)
    if model is at_random:
        return _unknown
    if model is simple:
        return _simple
    if isinstance(model, RuleOfThumb):
        return _by_rule(model)
    made: Any = model  # Any: `fresh` checks it
    fresh(made)

    def chance(state: AnyState, move: Move) -> float:
        player, seen = fresh(made), _seen(state)
        if hasattr(player, "chances"):
            chances: Mapping[Move, float] = cast(Any, player).chances(seen, random.Random(0))
            return chances.get(move, 0.0)
        return float(player(seen, random.Random(0)) == move)

    return chance


def _unknown(state: AnyState, move: Move) -> float:
    return 1 / len(legal_moves(state))


def _simple(state: AnyState, move: Move) -> float:
    rule = rule_for(_seen(state))
    return _by_rule(rule)(state, move) if rule else _unknown(state, move)


def _by_rule(rule: Player) -> Chances:
    """Return the chances of a rule of thumb, which needs few facts of its view."""

    def chance(state: AnyState, move: Move) -> float:
        assert state.actor is not None
        return float(rule(lazy_view(state, state.actor), random.Random(0)) == move)

    return chance


def _seen(state: AnyState) -> AnyView:
    return view(state, state.actor)


def _mixed(model: Mapping[Any, float] | Iterable[tuple[Any, float]]) -> Chances:
    some = [*dict(model).items()]
    wrong = [each for _, each in some if type(each) not in {int, float} or not 0 <= each < math.inf]
    total = 0.0 if wrong else math.fsum([share for _, share in some])
    if not total:
        raise RulesError("model", model, "players with their shares, numbers above 0")
    parts = [(share / total, chances_of(each)) for each, share in some]
    return lambda state, move: math.fsum([share * of(state, move) for share, of in parts])
