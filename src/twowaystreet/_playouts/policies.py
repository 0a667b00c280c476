"""Policies: ways to choose the moves of playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._players.protocol import at_random
from twowaystreet._players.rules_of_thumb import own_rule_of, rule_of
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
    return player_moves(rule_of(type(state)) or at_random, state, key, made)


def payoffs_function(
    policy: Policy, state: AnyState
) -> Callable[[AnyState], tuple[float, ...]] | None:
    """Return the function for whole playouts of a game; ``None`` if the game has none.

    It takes a state in the play, and returns the payoffs at the end of the hand.
    """
    if policy == "random":
        return None
    rule = own_rule_of(type(state))
    return rule.payoffs if rule and rule.describes("payoffs") else None
