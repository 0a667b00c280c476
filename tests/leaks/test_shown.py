"""Views show everything that a seat may know, as it is."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.games import OURS, facts_of
from tests.helpers import nightly_but_every, voids
from tests.leaks.playouts import playout_of, seats_of
from tests.leaks.shown import check_shown


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("seed", nightly_but_every(3, range(6)))
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.rule(*facts_of(game).shown_rules)) for game in OURS],
)
def test_a_view_shows_the_facts_of_the_state(game: str, seed: int) -> None:
    playout = playout_of(game, 100 + seed)
    seats = list(seats_of(playout.states[0]))
    # A large table is checked for the spectator and three players.
    chosen = [None, *random.Random(seed).sample(seats[1:], min(3, len(seats) - 1))]
    for before, state in zip((None, *playout.states), playout.states, strict=False):
        for seat in chosen:
            check_shown(before, state, seat)


@pytest.mark.rule("ST-13", "ST-16", "ST-18", "TW-3", "TD-7", "SP-10")
def test_random_hands_show_voids_by_every_rule() -> None:
    rules = set[str]()
    for game in (name for name in OURS if issubclass(tws.GAMES[name].State, tws.TrickState)):
        for seed in range(12):
            state = playout_of(game, seed).states[-1]
            rules |= {void.rule for void in voids(tws.view(state, None))}
    assert rules == {"ST-13", "ST-16", "TW-3", "TD-7", "SP-10"}
