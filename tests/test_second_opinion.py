"""Random games beside the naive implementation, position by position."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import twowaystreet as tws
from tests.helpers import some_move
from tests.second_opinion import Naive, State, compare, random_duel, random_street

Opening = Callable[[random.Random], tuple[State, Naive]]

MOST_HANDS = 4


@pytest.mark.rule("AL-2", "AL-4")
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(
    "opening",
    [
        pytest.param(
            random_street,
            marks=pytest.mark.rule(*(f"ST-{number}" for number in range(1, 26))),
            id="street",
        ),
        pytest.param(
            random_duel,
            marks=pytest.mark.rule(*(f"DU-{number}" for number in range(1, 13))),
            id="duel",
        ),
    ],
)
def test_both_say_the_same_at_every_position(opening: Opening, seed: int) -> None:
    rng = random.Random(f"second opinion {seed}")
    state, naive = opening(rng)
    compare(state, naive)
    hands = 0
    while not state.is_over and hands < MOST_HANDS:
        move = some_move(state, rng)
        state = tws.apply(state, move)
        naive.play(str(move))
        compare(state, naive)
        hands += state.hand_over
    assert hands


@pytest.mark.parametrize("opening", [random_street, random_duel])
def test_the_naive_one_refuses_what_we_do_not_offer(opening: Opening) -> None:
    rng = random.Random(3)
    state, naive = opening(rng)
    while not state.hand_over:
        move = some_move(state, rng)
        state = tws.apply(state, move)
        naive.play(str(move))
        offered = set(map(str, tws.legal_moves(state)))
        for card in state.rules.pack.cards:
            if str(card) not in offered:
                with pytest.raises(ValueError, match=r"^not legal|^a deal is due"):
                    naive.play(str(card))
                with pytest.raises(tws.IllegalMove):
                    tws.apply(state, tws.Play(card))
