"""Trials of moves in the worlds of a view, in plain Python; compiled ones have the same results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from time import perf_counter
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply
from twowaystreet._core.players import RuleOfThumb, own_rule_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.results import Playouts
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.views.views import view as view_of
from twowaystreet._core.worlds.worlds import Worlds
from twowaystreet._util.values import Value

Streams: TypeAlias = Callable[[int, int, int], Iterable[random.Random]]
"""A function of the seed of worlds, the number of the first one, and the number of worlds."""
Rows: TypeAlias = list[list[float]]
"""For each move the payoffs in the order of the worlds."""


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
    def playouts(self) -> Playouts:
        """The playouts in plain Python."""
        return Playouts(self.policy, self.first_world)

    @cached_property
    def _sealing(self) -> RuleOfThumb | None:
        """The rule that makes moves which nobody sees yet; ``None`` in games without them."""
        rule = own_rule_of(self.view._state)
        return rule if rule and rule.describes("unsealed") else None

    def rows(self, first: int, count: int) -> Rows:
        """Try all moves in some worlds, in plain Python."""
        seat, seed, payoffs = self.view.seat, self.of_playouts, self.playouts.payoffs
        assert seat is not None
        worlds = list(enumerate(self.sample(first, count), start=first))
        return [
            [
                payoffs(apply(world, move), chance.key_of(seed, number, place))[seat]
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
