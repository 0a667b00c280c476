"""Random games compared with the reference implementation, position by position."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.differential import PAIRS
from tests.differential.common import compare
from tests.games import rules_of
from tests.helpers import nightly_but_every, some_move

MOST_HANDS = 4


def _marked(game: str) -> object:
    return pytest.param(game, marks=pytest.mark.rule(*rules_of(game)))


@pytest.mark.rule("AL-2", "AL-4")
@pytest.mark.parametrize("seed", nightly_but_every(5, range(15)))
@pytest.mark.parametrize("game", [*map(_marked, PAIRS)])
def test_both_engines_agree_at_every_position(game: str, seed: int) -> None:
    pair = PAIRS[game]
    rng = random.Random(f"differential {seed}")
    state, reference = pair.opening(rng)
    compare(pair, state, reference)
    hands = 0
    while not state.is_over and hands < MOST_HANDS:
        move = some_move(state, rng)
        state = tws.apply(state, move)
        reference.play(str(move))
        compare(pair, state, reference)
        hands += state.hand_over
    assert hands


@pytest.mark.parametrize("game", PAIRS)
def test_the_reference_refuses_moves_that_the_engine_does_not_offer(game: str) -> None:
    pair = PAIRS[game]
    rng = random.Random(3)
    state, reference = pair.opening(rng)
    while not state.hand_over:
        move = some_move(state, rng)
        state = tws.apply(state, move)
        reference.play(str(move))
        offered = set(map(str, tws.legal_moves(state)))
        for card in state.rules.pack.cards:
            if str(card) not in offered:
                with pytest.raises(ValueError, match=r"^not legal|^a deal is due"):
                    reference.play(str(card))
                with pytest.raises(tws.IllegalMove):
                    tws.apply(state, tws.Play(card))
