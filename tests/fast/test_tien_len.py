"""The compiled rule of thumb of Tien Len: the results of the plain one."""

from __future__ import annotations

import random

import pytest

from tests.players.decisions import hand
from twowaystreet.games import tien_len, twos
from twowaystreet.games.tien_len.compiled import COMPILED
from twowaystreet.games.tien_len.player import PLAYER
from twowaystreet.players._searches import policy_for


@pytest.mark.parametrize("hands", [5, pytest.param(1000, marks=pytest.mark.nightly)])
def test_compiled_payoffs_are_the_plain_ones(hands: int) -> None:
    rng = random.Random(hands)
    for _ in range(hands):
        for state in hand(tien_len.new_game(), rng):
            assert COMPILED.payoffs(state) == PLAYER.payoffs(state), state


def test_only_the_own_rule_of_the_game_itself_is_replaced() -> None:
    class Derived(tien_len.State):
        pass

    assert policy_for("fast", "simple", tien_len.State) is COMPILED
    assert policy_for("fast", PLAYER, tien_len.State) is COMPILED
    assert policy_for("python", "simple", tien_len.State) == "simple"
    assert policy_for("fast", "random", tien_len.State) == "random"
    assert policy_for("fast", "simple", Derived) == "simple"
    assert policy_for("fast", "simple", twos.State) == "simple"
