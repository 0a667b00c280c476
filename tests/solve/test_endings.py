"""Solved endings equal brute force through ``apply``, and whole Duels an independent search."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from tests.fast.replays import OPTIONS as PLAYED
from tests.fast.replays import plays_of
from tests.solve.endings import OPTIONS, differences, endings, forced, short_hands
from tests.solve.whole_duels import tricks_of_leader
from twowaystreet import solve
from twowaystreet.fast.compiling import IS_PLAIN

ENDINGS = 8 if IS_PLAIN else 20


@pytest.mark.parametrize("name", OPTIONS)
def test_endings_equal_brute_force(name: str) -> None:
    rng = random.Random(name)
    for state in islice(endings(name), ENDINGS):
        assert not list(differences(state, rng))


@pytest.mark.parametrize("name", ["street, held suits", "duel, held suits", "twos", "spades"])
def test_short_hands_of_rare_cards_equal_brute_force(name: str) -> None:
    rng = random.Random(name)
    for state in islice(short_hands(name), 40):
        side = frozenset(seat for seat in range(len(state.scores)) if rng.random() < 0.5)
        for low in (False, True):
            assert solve.tricks(state, side, low=low) == forced(state, side, low=low)


@pytest.mark.skipif(IS_PLAIN, reason="whole hands take minutes in plain Python")
@pytest.mark.parametrize("name", ["duel", "duel, two alike"])
def test_whole_duels_equal_an_independent_search(name: str) -> None:
    for seed in range(3):
        state = next(plays_of(PLAYED[name], seed))
        expected = tricks_of_leader(state)
        assert solve.tricks(state, {state.dealer}) == expected
        assert solve.tricks(state, {1 - state.dealer}) == 10 - expected


@pytest.mark.skipif(IS_PLAIN, reason="long endings take minutes in plain Python")
@pytest.mark.parametrize("name", ["twos", "spades", "street", "oh_hell"])
def test_both_sides_agree_on_long_endings(name: str) -> None:
    """Two searches for opposite sides visit other positions, and share all tricks."""
    for seed in range(20):
        states = list(plays_of(PLAYED[name], seed))
        state = next((each for each in states if len(each.tricks) == 5), states[0])
        left = len(states[-1].tricks) + 1 - len(state.tricks)
        others = set(range(1, len(state.scores)))
        assert solve.tricks(state, {0}) + solve.tricks(state, others) == left
