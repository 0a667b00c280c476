"""The moves between the deal and the play that compiled hands return."""

from __future__ import annotations

from typing import Final

import pytest

import twowaystreet as tws
from tests.fast.replays import OPTIONS, State
from tests.helpers import anything
from twowaystreet import fast
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import duel, spades, street, twenty_down

HANDS: Final = 2 if IS_PLAIN else 12
CHOICES: Final = ("spades", "street", "street, optional", "twenty_down", "duel, cards as markers")


def replayed(
    state: State, number: int, playout: int, policy: Policy
) -> tuple[tuple[int, tws.Move], ...]:
    """Return the moves before the play, each after its seat, made through ``apply``."""
    said: list[tuple[int, tws.Move]] = []
    for move, after in policy_moves(policy, state, chance.key_of(5, number, playout)):
        if state.actor is None:
            said = []
        elif not getattr(state, "_order", ()):
            said.append((state.actor, move))
        state = after
    return tuple(said)


def check(states: list[State], policy: Policy, hands: int = HANDS) -> None:
    found = fast.playouts(states, hands, seed=5, policy=policy, choices=True).choices
    assert found is not None
    for number, state in enumerate(states):
        for playout in range(hands):
            assert found[number, playout] == replayed(state, number, playout, policy)


@pytest.mark.parametrize("policy", ["simple", "random"])
@pytest.mark.parametrize("name", OPTIONS)
def test_moves_before_the_play_are_those_of_apply(name: str, policy: Policy) -> None:
    check([OPTIONS[name]()], policy)


@pytest.mark.parametrize("name", CHOICES)
def test_states_of_a_call_have_their_own_moves(name: str) -> None:
    state = OPTIONS[name]()
    after = tws.apply(state, next(policy_moves("random", state, 3))[0])
    check([after, state, after], "random", 2)


def test_states_in_the_play_have_no_moves_before_it() -> None:
    state = OPTIONS["twos"]()
    check([tws.apply(state, next(policy_moves("random", state, 3))[0])], "simple")


def test_results_are_the_same_with_and_without_choices() -> None:
    for game in (street.GAME, duel.GAME, spades.GAME, twenty_down.GAME):
        plain = fast.hands(game, HANDS, seed=4, policy="simple")
        found = fast.hands(game, HANDS, seed=4, policy="simple", choices=True, threads=2)
        assert (plain.payoffs == found.payoffs).all()
        assert (plain.moves == found.moves).all()
        said = found.choices
        assert said and said.made.shape[0] == HANDS and plain.choices is None
        with pytest.raises(ValueError, match="read-only"):
            said.seats[0] = 3


def test_the_rules_stand_after_or_before_the_number_of_hands() -> None:
    rules = street.Rules(players=3)
    wanted = fast.hands("street", 2, rules=rules, seed=1).points
    assert wanted.shape == (2, 3)
    for found in (
        fast.hands("street", rules, 2, seed=1),
        anything(fast.hands)("street", rules, n=2, seed=1),
        fast.hands("street", rules=rules, n=2, seed=1),
    ):
        assert (found.points == wanted).all()
    for given in ((), (rules,), (1, 2, 3)):
        with pytest.raises((TypeError, tws.RulesError), match="n"):
            anything(fast.hands)("street", *given, seed=1)
    with pytest.raises(TypeError, match="expected n, rules="):
        anything(fast.hands)("street", rules, 2, rules=rules, seed=1)
