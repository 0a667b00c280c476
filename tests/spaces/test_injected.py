"""Deliberately broken numbers and arrays fail the checks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.helpers import AnyState, AnyView
from tests.spaces.checks import check_numbers, check_relative, check_worlds
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Arrays, Observation

GAMES = ("street", "twos", "twenty_down")


class TooSmall(Actions):
    """The mask leaves out the last of several legal numbers."""

    @override
    def legal(self, view: AnyView, begun: Sequence[int] = ()) -> Sequence[int]:
        found = super().legal(view, begun)
        return found[:-1] if len(found) > 1 else found


class TooLarge(Actions):
    """The mask shows a number that is not legal."""

    @override
    def legal(self, view: AnyView, begun: Sequence[int] = ()) -> Sequence[int]:
        found = super().legal(view, begun)
        others = [number for number in range(self.size) if number not in found]
        return [*found, *others[:1]] if found else found


class Shifted(Actions):
    """The names stand at other numbers."""

    def __init__(self, game: str, rules: object = None) -> None:
        super().__init__(game, rules)
        self.names = (*self.names[1:], self.names[0])


class NotRelative(Observation):
    """Each viewer sees as seat 0."""

    @override
    def encode(self, view: AnyView, begun: Sequence[int] = (), out: Arrays | None = None) -> Arrays:
        return super().encode(attrs.evolve(view, seat=view.seat and 0), begun, out)


def check_all(actions: Actions, states: Sequence[AnyState]) -> None:
    for state in states:
        check_numbers(actions, state, random.Random(1))


def all_relative(observation: Observation, states: Sequence[AnyState]) -> None:
    for state in states:
        check_relative(observation, state)


def all_worlds(actions: Actions, observation: Observation, states: Sequence[AnyState]) -> None:
    rng = random.Random(4)
    for state in states:
        check_worlds(actions, observation, state, rng)


def _plain(game: str) -> Sequence[AnyState]:
    rng, state = random.Random(2), tws.GAMES[game].new_game()
    states = [state]
    while not state.hand_over:
        moves = (tws.shuffle(state, rng),) if state.needs_deal else tws.legal_moves(state)
        state = tws.apply(state, rng.choice(moves))
        states.append(state)
    return states


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("broken", [TooSmall, TooLarge, Shifted])
def test_broken_numbers_are_found(game: str, broken: type[Actions]) -> None:
    states = _plain(game)
    check_all(Actions(game), states)
    with pytest.raises((AssertionError, tws.IllegalMove)):
        check_all(broken(game), states)


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_are_not_relative_are_found(game: str) -> None:
    states = _plain(game)
    all_relative(Observation(game), states)
    with pytest.raises(AssertionError):
        all_relative(NotRelative(game), states)


@pytest.mark.parametrize("game", GAMES)
def test_a_leaked_card_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    actions, observation = Actions(game), Observation(game)
    states = _plain(game)[1:-1]
    all_worlds(actions, observation, states)
    honest = tws.view

    def leaking(state: Any, seat: Any) -> Any:
        """Return a view that has the hand of the next seat."""
        hands = state.hands
        return attrs.evolve(honest(state, seat), hand=hands[(seat + 1) % len(hands)])

    def _same(state: Any, view: Any) -> bool:
        return bool(leaking(state, view.seat) == view)

    real = tws.worlds

    def worlds(view: Any) -> Any:
        """Return the worlds of the honest view."""
        return real(honest(next(each for each in states if _same(each, view)), view.seat))

    monkeypatch.setattr(tws, "view", leaking)
    monkeypatch.setattr(tws, "worlds", worlds)
    with pytest.raises(AssertionError):
        all_worlds(actions, observation, states)
