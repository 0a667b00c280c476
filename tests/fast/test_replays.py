"""Compiled playouts are those that ``apply`` makes with the same random numbers."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from tests.fast.replays import OPTIONS, differences, plays, whole_differences
from twowaystreet.fast.compiling import IS_PLAIN

STATES, PLAYOUTS = (4, 5) if IS_PLAIN else (20, 20)


@pytest.mark.nightly
@pytest.mark.parametrize("name", OPTIONS)
def test_playouts_equal_apply_move_by_move(name: str) -> None:
    states = islice(plays(name, random.Random(name)), STATES)
    for number, state in enumerate(states):
        assert not list(differences(state, PLAYOUTS, seed=number, number=number))


@pytest.mark.parametrize("name", OPTIONS)
def test_whole_hands_equal_apply(name: str) -> None:
    assert not list(whole_differences(name, STATES * PLAYOUTS // 4, seed=len(name)))


@pytest.mark.nightly
@pytest.mark.parametrize("name", OPTIONS)
def test_simple_players_choose_the_same_moves_through_apply(name: str) -> None:
    for number, state in enumerate(islice(plays(name, random.Random(name)), STATES)):
        # Simple players draw random numbers only to name a suit, so two playouts are enough.
        assert not list(differences(state, 2, seed=number, number=number, policy="simple"))


@pytest.mark.parametrize("name", OPTIONS)
def test_whole_hands_of_simple_players_equal_apply(name: str) -> None:
    assert not list(whole_differences(name, STATES, seed=len(name), policy="simple"))
