"""`count`, `chance`, `all` and `sample` agree with all histories of small positions."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every
from tests.worlds import spades_histories
from tests.worlds.harness import check_position, check_worlds
from tests.worlds.random_positions import EVERY, MANY, TABLES
from twowaystreet.games import spades
from twowaystreet.games._twoway import worlds as twoway_worlds

WEIGHED = ("odd stock", "a stock of", "the last card")
RULES = {
    "twos": ("TW-3", "TW-4", "TW-5"),
    "tien_len": ("TL-1", "TL-2", "TL-5", "TL-9"),
    "brag": ("BR-7", "BR-8", "BR-9"),
    "twenty_down": ("TD-2", "TD-3", "TD-4", "TD-5", "TD-7", "TD-11"),
}


def cases() -> list[Any]:
    """Return all positions with their marks. Any: pytest has no public type for them."""
    found = list[Any]()
    for game, table in TABLES.items():
        for number, name in enumerate(table):
            is_late = number % EVERY.get(game, 1) > 0 or name.removeprefix("brag: ") in MANY
            marks = [pytest.mark.nightly] * is_late
            if game in RULES:
                marks.append(pytest.mark.rule(*RULES[game]))
            found.append(pytest.param(game, name, marks=marks, id=name))
    return found


@pytest.mark.parametrize(("game", "name"), cases())
def test_worlds_are_the_histories_that_look_the_same(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check_position(TABLES[game][name](monkeypatch))


def weighed(game: str) -> list[tuple[str, str]]:
    """Return the positions in which draws need weights."""
    names = [name for name in TABLES[game] if any(word in name for word in WEIGHED)]
    return [(game, name) for name in names if "copies" not in name]


@pytest.mark.rule("DU-7", "ST-11")
@pytest.mark.parametrize(
    ("game", "name"),
    [*nightly_but_every(3, weighed("duel")), *nightly_but_every(4, weighed("street"))],
)
def test_draws_by_weight_need_no_luck(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where quick draws fail, a sample comes from the weights of all divisions."""
    monkeypatch.setattr(twoway_worlds, "TRIES", 0)
    check_position(TABLES[game][name](monkeypatch), 300)


@pytest.mark.rule("SP-5", "SP-10", "SP-12", "SP-13", "SP-14")
@pytest.mark.parametrize(
    ("name", "viewer"), nightly_but_every(4, product(spades_histories.SMALL, (0, 1, None)))
)
def test_worlds_of_spades_are_the_histories_that_look_the_same(
    name: str, viewer: int | None
) -> None:
    position = spades_histories.position_of(name)
    found = spades_histories.histories(position, viewer)
    check_worlds(position.state, viewer, found, spades_histories.hands_of)
