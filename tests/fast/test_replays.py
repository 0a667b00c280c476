"""Compiled playouts are those that ``apply`` makes with the same random numbers."""

from __future__ import annotations

import pytest

from tests.fast.replays import OPTIONS, whole_differences
from twowaystreet.fast.compiling import IS_PLAIN

STATES, PLAYOUTS = (4, 5) if IS_PLAIN else (20, 20)


@pytest.mark.parametrize("name", OPTIONS)
def test_whole_hands_equal_apply(name: str) -> None:
    assert not list(whole_differences(name, STATES * PLAYOUTS // 4, seed=len(name)))


@pytest.mark.parametrize("name", OPTIONS)
def test_whole_hands_of_simple_players_equal_apply(name: str) -> None:
    assert not list(whole_differences(name, STATES, seed=len(name), policy="simple"))
