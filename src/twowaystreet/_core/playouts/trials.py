"""Trials of moves in the worlds of a view, in plain Python; compiled ones have the same results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from time import perf_counter
from typing import TypeAlias

import attrs

from twowaystreet._core.display.values import HandEnd
from twowaystreet._core.engine.match import payoffs_of
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply
from twowaystreet._core.engine.verbs import payoffs as payoffs_at
from twowaystreet._core.players import RuleOfThumb, own_rule_of
from twowaystreet._core.playouts import chance, policies, table_play
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.table_play import Played
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import Worlds
from twowaystreet._util.values import OfGame, Value

Streams: TypeAlias = Callable[[int, int, int], Iterable[random.Random]]
"""A function of the seed of worlds, the number of the first one, and the number of worlds."""
Rows: TypeAlias = list[list[float]]  # for each move the payoffs in the order of the worlds


class PlainPlayouts:
    def __init__(self, policy: Policy, state: AnyState) -> None:
        self._rules = policies.rules_of(policy, state)
        self._whole = policies.rule_with_payoffs(policy, state)
        """The rule of thumb that plays the rest of a hand at once; ``None`` without one."""
        has_tricks = isinstance(state, TrickState)
        # Random playouts go through `apply`, which is about as fast as tables.
        by_tables = has_tricks and any(rule is not None for rule in self._rules)
        self._card_play = table_play.card_play_of(policy, state) if by_tables else None

    def payoffs(self, state: AnyState, key: int) -> tuple[float, ...]:
        last, played, is_whole = self._played(state, key)
        if is_whole:
            assert self._whole
            return self._whole.payoffs(last)
        return table_play.payoffs(last, played) if played else payoffs_at(last)

    def hand_end(self, state: AnyState, key: int) -> HandEnd:
        last, played, is_whole = self._played(state, key)
        if is_whole:
            assert self._whole
            return HandEnd(self._whole.payoffs(last))
        tricks: tuple[OfGame, ...] = getattr(last, "tricks", ())
        if not played:
            return HandEnd(payoffs_at(last), tricks, last.score)
        score = table_play.score(last, played)
        done = table_play.done(last, played)
        return HandEnd(payoffs_of(score, last.rules), (*tricks, *done), score)

    def _played(self, state: AnyState, key: int) -> tuple[AnyState, list[Played], bool]:
        """Return the last state, the tricks of tables after it, and True if the rule plays on."""
        last, made, in_play = state, 0, False
        steps: Iterator[tuple[Move, AnyState]] | None = None
        while last._match.score is None:
            if not in_play and last.actor is not None:
                if self._whole:
                    return last, [], True
                playing: OfGame = last
                in_play = self._card_play is not None and bool(playing._order)
                found = self._by_tables(last, key, made) if in_play else []
                if found:
                    return last, found, False
            steps = steps or policies.moves_by(self._rules, state, key)
            _, last = next(steps)
            made += 1
        return last, [], False

    def _by_tables(self, state: OfGame, key: int, made: int) -> list[Played]:
        assert self._card_play
        choices = self._card_play(state)
        tables = table_play.tables_of(state) if choices.values else None
        return table_play.play(state, tables, choices, key, made) if tables else []


def payoffs_after(state: AnyState, key: int, policy: Policy) -> tuple[float, ...]:
    return PlainPlayouts(policy, state).payoffs(state, key)


@attrs.frozen(eq=False)
class Trials(Value):
    view: AnyView  # the view of the seat to move
    of_view: Worlds[OfGame]
    moves: tuple[Move, ...]
    of_worlds: int  # the seed of the worlds, 0 to 2**64 - 1
    of_playouts: int  # the seed of the playouts, 0 to 2**64 - 1
    policy: Policy  # the policy that finishes the hands
    streams: Streams = chance.streams  # the function that returns the random sources of worlds

    @cached_property
    def first_world(self) -> AnyState:
        return self.sample(0, 1)[0]

    def sample(self, first: int, count: int) -> list[AnyState]:
        """Draw worlds, in which the rule of thumb makes the moves of others that are unseen yet."""
        found = [self.of_view.sample(rng) for rng in self.streams(self.of_worlds, first, count)]
        rule = self._sealing
        return [_sealed(world, rule) for world in found] if rule else found

    @cached_property
    def playouts(self) -> PlainPlayouts:
        return PlainPlayouts(self.policy, self.first_world)

    @cached_property
    def _sealing(self) -> RuleOfThumb | None:
        rule = own_rule_of(self.view._state)
        return rule if rule and rule.describes("unsealed") else None

    def rows(self, first: int, count: int) -> Rows:
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
    state = rule.unsealed(world)
    while state.actor != world.actor:
        assert state.actor is not None
        state = apply(state, rule(policies.lazy_view(state, state.actor), random.Random(0)))
    return state


class Rounds:
    """Rounds of trials until there are enough, or the time is over; by the clock they grow."""

    def __init__(self, seconds: float | None, most: int, first: int, largest: int) -> None:
        self._begun, self._seconds = perf_counter(), seconds
        self._most, self._first, self._largest = most, first, largest

    def __iter__(self) -> Iterator[tuple[int, int]]:
        done, size = 0, self._largest if self._seconds is None else self._first
        while (size := min(size, self._largest, self._most - done)) > 0:
            yield done, size
            done += size
            if self._seconds is not None:
                passed = max(perf_counter() - self._begun, 1e-9)  # a clock may stand still
                size = min(int((self._seconds - passed) / passed * done), 3 * done)
