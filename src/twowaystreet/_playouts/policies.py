"""Policies: ways to choose the moves of playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

from twowaystreet._engine.game import game_with_view
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._playouts.moves import player_moves, random_moves
from twowaystreet.errors import RulesError

Policy: TypeAlias = Literal["random", "simple"]
POLICIES: Final[tuple[Policy, ...]] = ("random", "simple")


def checked_policy(policy: str) -> None:
    """Refuse a policy that does not exist."""
    if policy not in POLICIES:
        raise RulesError("policy", policy, ", ".join(POLICIES))


def moves(
    policy: Policy, state: AnyState, key: int, made: int = 0
) -> Iterator[tuple[Move, AnyState]]:
    """Yield the moves of a playout through ``apply``, each with the state after it."""
    if policy == "random":
        return random_moves(state, key, made)
    return player_moves(simple_players().player_of(type(state).View), state, key, made)


def payoffs_function(
    policy: Policy, state: AnyState
) -> Callable[[AnyState], tuple[float, ...]] | None:
    """Return the function for whole playouts of a game; ``None`` if the game has none.

    It takes a state in the play, and returns the payoffs at the end of the hand.
    """
    if policy == "random":
        return None
    cls: Any = type(state)  # Any: its View
    game, rules = game_with_view(cls.View), simple_players()
    found: Callable[[AnyState], tuple[float, ...]] | None
    found = rules.PAYOFFS.get(game.name) if game and game.State is cls else None
    return found


@cache
def simple_players() -> Any:  # Any: a module
    """Return the module of the simple players.

    The import is late, as players stand above games, and games above this package.
    """
    return import_module("twowaystreet.players._simple")
