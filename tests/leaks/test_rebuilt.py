"""Views hold all that follows from what a seat has seen and heard."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import voids
from tests.leaks.courses import course_of, seats_of
from tests.leaks.rebuild import WATCHERS, rebuild

RULES = {
    "street": ("ST-7", "ST-8", "ST-11", "ST-13", "ST-16", "ST-18"),
    "duel": ("DU-2", "DU-5", "DU-7", "DU-8", "DU-9"),
    "twos": ("TW-3", "TW-4", "TW-6", "TW-9"),
    "spades": ("SP-5", "SP-10", "SP-12", "SP-13", "SP-14"),
    "twenty_down": ("TD-2", "TD-3", "TD-4", "TD-7"),
}


def test_no_game_is_forgotten() -> None:
    assert set(WATCHERS) == set(RULES) == set(tws.GAMES)


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.rule(*RULES[game])) for game in RULES]
)
def test_a_view_is_what_was_seen_and_heard(game: str, seed: int) -> None:
    course = course_of(game, 100 + seed)
    record = tws.Record(course.states[0], course.moves)
    seats = list(seats_of(course.states[0]))
    # Of a large table the spectator and three players.
    chosen = [None, *random.Random(seed).sample(seats[1:], min(3, len(seats) - 1))]
    for seat in chosen:
        assert rebuild(record.for_seat(seat)) == len(course.moves)


@pytest.mark.rule("ST-13", "ST-16", "ST-18", "TW-3", "TD-7", "SP-10")
def test_voids_of_every_kind_come_up() -> None:
    rules = set[str]()
    for game in RULES:
        for seed in range(12):
            shown = tws.view(course_of(game, seed).states[-1], None)
            rules |= {void.rule for void in voids(shown)}
    assert rules == {"ST-13", "ST-16", "TW-3", "TD-7", "SP-10"}
