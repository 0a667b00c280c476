"""The engines of playouts: compiled code where it is installed, or plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, Final, Literal, Protocol, TypeAlias

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.parts import own_part_of
from twowaystreet._core.players.rules_of_thumb import RuleOfThumb, own_rule_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy, check_policy
from twowaystreet._core.playouts.trials import Rows, Streams, Trials
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import worlds

Engine: TypeAlias = Literal["auto", "fast", "python"]
ENGINES: Final[tuple[Engine, ...]] = ("auto", "fast", "python")


class HasRows(Protocol):
    """A way to try moves."""

    def rows(self, first: int, count: int) -> Rows:
        """Try all moves in some worlds.

        Args:
            first: the number of the first world.
            count: the number of worlds.
        """
        ...


def trials_in(
    view: AnyView, moves: tuple[Move, ...], rng: random.Random, playouts: Policy, engine: Engine
) -> Trials:
    """Return the trials of a decision.

    Args:
        view: the view of the seat to move.
        moves: the moves to try.
        rng: the source of the two seeds.
        playouts: the policy that finishes the hands.
        engine: the engine of the player.

    Raises:
        RulesError: if the policy does not fit the game.
        WorldsError: if the game does not say where its hidden cards may lie.
    """
    check_policy("playouts", playouts, view._state, len(view.scores))
    seeds = rng.getrandbits(64), rng.getrandbits(64)
    policy = policy_for(engine, playouts, view._state)
    return Trials(view, worlds(view), moves, *seeds, policy, streams_for(engine))


def in_fastest_way(trials: Trials, engine: Engine, threads: int) -> HasRows:
    """Return the fastest way to make some trials.

    Args:
        trials: the trials.
        engine: ``fast`` for compiled playouts, ``python`` for plain ones, ``auto`` for compiled
            ones where they are installed. The results are the same. Only games with tricks of cards
            have them; other games may have a compiled policy, from :func:`policy_for`.
        threads: the number of threads of compiled playouts.
    """
    make = None
    if issubclass(trials.view._state, TrickState):
        make = _matrix() if engine == "fast" else compiled() if engine == "auto" else None
    return make(trials, threads) if make else trials


@cache
def compiled() -> Callable[[Trials, int], HasRows] | None:
    """Return the function for compiled trials; ``None`` if it is missing, or not compiled."""
    try:
        from twowaystreet.fast import compiling  # noqa: PLC0415  # an extra
    except ImportError:
        return None
    return None if compiling.IS_PLAIN else _matrix()


def is_compiled(engine: Engine) -> bool:
    """Return whether an engine takes compiled playouts."""
    return engine == "fast" or (engine == "auto" and compiled() is not None)


def streams_for(engine: Engine) -> Streams:
    """Return the function that returns random sources: the same numbers, fast if compiled."""
    if not is_compiled(engine):
        return chance.streams
    from twowaystreet.fast import sampling  # noqa: PLC0415  # an extra

    return sampling.streams


# Any: the class of the states of any game.
def policy_for(engine: Engine, policy: Policy, cls: type[Any]) -> Policy:
    """Return a policy with the same results, compiled if the game has its rule of thumb compiled.

    Games with tricks have none: the tables of their play suffice.
    """
    part: Any = own_part_of(cls, "compiled") if is_compiled(engine) else None  # Any: any part
    is_rule = issubclass(type(part), RuleOfThumb) and policy in ("simple", own_rule_of(cls))
    found: Policy = part if is_rule else policy
    return found


def _matrix() -> Callable[[Trials, int], HasRows]:
    from twowaystreet.fast.matrix import Matrix  # noqa: PLC0415  # an extra

    return Matrix
