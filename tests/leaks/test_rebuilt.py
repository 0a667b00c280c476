"""Views hold everything that follows from the events of a seat."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import voids
from tests.leaks.playouts import playout_of, seats_of
from tests.leaks.rebuild import WATCHERS, rebuild

RULES = {
    "street": ("ST-7", "ST-8", "ST-11", "ST-13", "ST-16", "ST-18"),
    "duel": ("DU-2", "DU-5", "DU-7", "DU-8", "DU-9"),
    "twos": ("TW-3", "TW-4", "TW-6", "TW-9"),
    "spades": ("SP-5", "SP-10", "SP-12", "SP-13", "SP-14"),
    "twenty_down": ("TD-2", "TD-3", "TD-4", "TD-7"),
    "tien_len": ("TL-2", "TL-5", "TL-6", "TL-8", "TL-9"),
    "brag": ("BR-3", "BR-7", "BR-9", "BR-12"),
}


def test_every_game_has_a_watcher() -> None:
    assert set(WATCHERS) == set(RULES) == set(tws.GAMES)


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.rule(*RULES[game])) for game in RULES]
)
def test_a_view_follows_from_the_events(game: str, seed: int) -> None:
    playout = playout_of(game, 100 + seed)
    record = tws.Record(playout.states[0], playout.moves)
    seats = list(seats_of(playout.states[0]))
    # A large table is checked for the spectator and three players.
    chosen = [None, *random.Random(seed).sample(seats[1:], min(3, len(seats) - 1))]
    for seat in chosen:
        assert rebuild(record.for_seat(seat)) == len(playout.moves)


@pytest.mark.rule("ST-13", "ST-16", "ST-18", "TW-3", "TD-7", "SP-10")
def test_random_hands_show_voids_by_every_rule() -> None:
    rules = set[str]()
    for game in RULES.keys() - {"tien_len", "brag"}:
        for seed in range(12):
            shown = tws.view(playout_of(game, seed).states[-1], None)
            rules |= {void.rule for void in voids(shown)}
    assert rules == {"ST-13", "ST-16", "TW-3", "TD-7", "SP-10"}
