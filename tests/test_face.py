"""What users rely on: the names of the package itself."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from twowaystreet import authoring
from twowaystreet.games import duel, spades, street, twenty_down, twos

NAMES = (
    "GAMES register apply legal_moves shuffle score_hand parse_move view Record GameState Card "
    "cards Deal Play Trick HandScore SeatScore IllegalMove ParseError RulesError SeatError "
    "HandNotOver RecordError TwoWayStreetError draw_dealer"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_public_names(name: str) -> None:
    assert name in tws.__all__
    assert getattr(tws, name) is not None


@pytest.mark.parametrize("module", [tws, street, duel, twos, spades, twenty_down, authoring])
def test_lists_of_names(module: object) -> None:
    names: list[str] = vars(module)["__all__"]
    assert sorted(names, key=lambda name: (not name.isupper(), name)) == names
    assert all(hasattr(module, name) for name in names)


@pytest.mark.parametrize("game", tws.GAMES)
def test_the_loop_of_every_game(game: str) -> None:
    state = fresh = tws.GAMES[game].new_game()
    rng = random.Random(7)
    while not state.hand_over:
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        state = tws.apply(state, move)
    score = tws.score_hand(state)
    assert state.scores == tuple(map(sum, zip(fresh.scores, score.points, strict=True)))
    assert len(score.seats) == len(state.scores)
