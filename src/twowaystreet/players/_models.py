"""Models of players: the chance that somebody makes a move, for weighted worlds."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.players import RuleOfThumb, at_random, rule_of
from twowaystreet._core.playouts.policies import lazy_view
from twowaystreet._core.views.views import view
from twowaystreet._core.worlds.weighted import Chances
from twowaystreet.errors import RulesError
from twowaystreet.players._learned import proportions
from twowaystreet.players._names import UNKNOWN, by_name
from twowaystreet.players._seated import fresh
from twowaystreet.players._simple import simple


def chances_of(model: object) -> Chances:
    """Return the chances of a model: a player, its name, or the shares of several."""
    made: Any = model  # Any: checked here, or by `fresh`
    if model == UNKNOWN or model is at_random:
        return _unknown
    if isinstance(model, str):
        return chances_of(by_name(model))
    if isinstance(model, Mapping):
        return _mixed(made)
    fresh(made)
    # Rules of thumb need few facts of a view.
    look = lazy_view if model is simple or isinstance(model, RuleOfThumb) else view

    def chances(state: AnyState) -> Mapping[Move, float]:
        assert state.actor is not None
        if model is simple and rule_of(type(state)) is None:
            return _unknown(state)
        player: Any = fresh(made)  # Any: it may have chances
        seen, rng = look(state, state.actor), random.Random(0)
        moves = legal_moves(state)
        if hasattr(player, "chances"):
            return proportions("model", player.chances(seen, rng), moves, "legal moves")
        if not isinstance(move := player(seen, rng), Move) or move not in moves:
            raise RulesError("model", move, "a legal move")
        return {move: 1.0}

    return chances


def _unknown(state: AnyState) -> Mapping[Move, float]:
    moves = legal_moves(state)
    return dict.fromkeys(moves, 1 / len(moves))


def _mixed(model: Mapping[Any, Any]) -> Chances:  # Any: not checked yet
    shares = proportions("model", model, model, "players")
    parts = [(share, chances_of(each)) for each, share in shares.items()]

    def chances(state: AnyState) -> Mapping[Move, float]:
        found = dict[Move, float]()
        for share, of in parts:
            for move, chance in of(state).items():
                found[move] = found.get(move, 0.0) + share * chance
        return found

    return chances
