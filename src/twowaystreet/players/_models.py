"""Models of players: the chance that somebody makes a move, for weighted worlds."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.players import Player, RuleOfThumb, at_random, rule_of
from twowaystreet._core.playouts.policies import lazy_view
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._core.worlds.weighted import Chances
from twowaystreet.errors import RulesError
from twowaystreet.players._names import by_name
from twowaystreet.players._seated import fresh
from twowaystreet.players._simple import simple

UNKNOWN: Final = "unknown"


def chances_of(model: object) -> Chances:
    """Return the chances of a model: a player, its name, or the shares of several."""
    made: Any = model  # Any: checked here, or by `fresh`
    if model == UNKNOWN:
        return _unknown
    if isinstance(model, str):
        return chances_of(by_name(model))
    if isinstance(model, Mapping | tuple):
        return _mixed(made)
    if model is at_random:
        return _unknown
    if model is simple:
        return _simple
    if isinstance(model, RuleOfThumb):
        return _by_rule(made)
    fresh(made)

    def chances(state: AnyState) -> Mapping[Move, float]:
        player, seen = fresh(made), _seen(state)
        if hasattr(player, "chances"):
            found: Mapping[Move, float] = cast(Any, player).chances(seen, random.Random(0))
            return found
        return {player(seen, random.Random(0)): 1.0}

    return chances


def _unknown(state: AnyState) -> Mapping[Move, float]:
    moves = legal_moves(state)
    return dict.fromkeys(moves, 1 / len(moves))


def _simple(state: AnyState) -> Mapping[Move, float]:
    rule = rule_of(type(state))
    return _by_rule(rule)(state) if rule else _unknown(state)


def _by_rule(rule: Player) -> Chances:
    """Return the chances of a rule of thumb, which needs few facts of its view."""

    def chances(state: AnyState) -> Mapping[Move, float]:
        assert state.actor is not None
        return {rule(lazy_view(state, state.actor), random.Random(0)): 1.0}

    return chances


def _seen(state: AnyState) -> AnyView:
    return view(state, state.actor)


def _mixed(model: Mapping[Any, float] | Iterable[tuple[Any, float]]) -> Chances:
    some = [*dict(model).items()]
    wrong = [each for _, each in some if type(each) not in {int, float} or not 0 <= each < math.inf]
    total = 0.0 if wrong else math.fsum([share for _, share in some])
    if not total:
        raise RulesError("model", model, "players with their shares, numbers above 0")
    parts = [(share / total, chances_of(each)) for each, share in some]

    def chances(state: AnyState) -> Mapping[Move, float]:
        found = dict[Move, float]()
        for share, of in parts:
            for move, chance in of(state).items():
                found[move] = found.get(move, 0.0) + share * chance
        return found

    return chances
