"""Trials of moves in the worlds of a view: compiled, or in plain Python with the same results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from importlib import import_module
from time import perf_counter
from typing import Any, Final, Literal, Protocol, TypeAlias

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.parts import own_part_of
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply
from twowaystreet._players.rules_of_thumb import RuleOfThumb, own_rule_of
from twowaystreet._playouts import chance, results
from twowaystreet._playouts.policies import Policy, check_policy
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._util.values import Value
from twowaystreet._views.views import AnyView
from twowaystreet._views.views import view as view_of
from twowaystreet._worlds.worlds import Worlds, worlds

Engine: TypeAlias = Literal["auto", "fast", "python"]
ENGINES: Final[tuple[Engine, ...]] = ("auto", "fast", "python")

Streams: TypeAlias = Callable[[int, int, int], Iterable[random.Random]]
"""A function of the seed of worlds, the number of the first one, and the number of worlds."""
Rows: TypeAlias = list[list[float]]
"""For each move the payoffs in the order of the worlds."""


class HasRows(Protocol):
    """A way to try moves."""

    def rows(self, first: int, count: int) -> Rows:
        """Try all moves in some worlds.

        Args:
            first: the number of the first world.
            count: the number of worlds.
        """
        ...


@attrs.frozen(eq=False)
class Trials(Value):
    """Moves to try in the worlds of a view, with one playout for each move and world.

    A world depends on its seed and its number alone. A playout depends on its seed and the numbers
    of the world and of the move.

    Attributes:
        view: the view of the seat to move.
        of_view: its worlds. Any: of any game.
        moves: the moves.
        of_worlds: the seed of the worlds, 0 to 2**64 - 1.
        of_playouts: the seed of the playouts, 0 to 2**64 - 1.
        policy: the policy that finishes the hands.
        streams: the function that returns the random sources of worlds.
    """

    view: AnyView
    of_view: Worlds[Any]
    moves: tuple[Move, ...]
    of_worlds: int
    of_playouts: int
    policy: Policy
    streams: Streams = chance.streams

    @cached_property
    def first_world(self) -> AnyState:
        """The world number 0."""
        return self.sample(0, 1)[0]

    def sample(self, first: int, count: int) -> list[AnyState]:
        """Draw the worlds with some numbers.

        The moves of others that the player cannot see yet are those of the rule of thumb.
        """
        found = [self.of_view.sample(rng) for rng in self.streams(self.of_worlds, first, count)]
        rule = self._sealing
        return [_sealed(world, rule) for world in found] if rule else found

    @cached_property
    def _sealing(self) -> RuleOfThumb | None:
        """The rule that makes moves which nobody sees yet; ``None`` in games without them."""
        rule = own_rule_of(self.view._state)
        return rule if rule and rule.describes("unsealed") else None

    def rows(self, first: int, count: int) -> Rows:
        """Try all moves in some worlds, in plain Python."""
        seat, seed, policy = self.view.seat, self.of_playouts, self.policy
        assert seat is not None
        worlds = list(enumerate(self.sample(first, count), start=first))
        return [
            [
                results.payoffs_after(
                    apply(world, move), chance.key_of(seed, number, place), policy
                )[seat]
                for number, world in worlds
            ]
            for place, move in enumerate(self.moves)
        ]


def _sealed(world: AnyState, rule: RuleOfThumb) -> AnyState:
    """Return a world in which players by a rule have made the moves that nobody sees yet."""
    state = rule.unsealed(world)
    while state.actor != world.actor:
        assert state.actor is not None
        state = apply(state, rule(view_of(state, state.actor), random.Random(0)))
    return state


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


GROWTH: Final = 3
"""The most trials of a later round by the clock, for each trial before."""


class Rounds:
    """Rounds of trials, from now on: until there are enough, or until the time is over.

    A round by the clock has as many trials as the time allows at the speed so far. There is at
    least one round.

    Args:
        seconds: the time of a decision; ``None`` for no limit.
        most: the number of trials.
        first: the number of trials of the first round by the clock.
        largest: the most trials of a round.
    """

    def __init__(self, seconds: float | None, most: int, first: int, largest: int) -> None:
        self._begun, self._seconds = perf_counter(), seconds
        self._most, self._first, self._largest = most, first, largest

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield the number of the first trial of each round, and the number of its trials."""
        done, size = 0, self._largest if self._seconds is None else self._first
        while (size := min(size, self._largest, self._most - done)) > 0:
            yield done, size
            done += size
            if self._seconds is not None:
                passed = max(perf_counter() - self._begun, 1e-9)  # a clock may stand still
                size = min(int((self._seconds - passed) / passed * done), GROWTH * done)


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
        fast = import_module("twowaystreet.fast")
    except ImportError:
        return None
    return None if fast.compiling.IS_PLAIN else _matrix()


def is_compiled(engine: Engine) -> bool:
    """Return whether an engine takes compiled playouts."""
    return engine == "fast" or (engine == "auto" and compiled() is not None)


def streams_for(engine: Engine) -> Streams:
    """Return the function that returns random sources: the same numbers, fast if compiled."""
    if not is_compiled(engine):
        return chance.streams
    found: Streams = import_module("twowaystreet.fast.sampling").streams
    return found


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
    found: Callable[[Trials, int], HasRows] = import_module("twowaystreet.fast.matrix").Matrix
    return found
