"""Fixtures: a game from outside the library, and the record of a hand of each game."""

from collections.abc import Iterator

import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.games import ALL
from tests.records.playing import one_hand
from twowaystreet._core.engine import game as registry


@pytest.fixture(scope="module", autouse=True)
def oh_hell_registered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry._games, "_registered", dict(registry._games._registered))
        tws.register(oh_hell.GAME)
        yield


@pytest.fixture(params=ALL, scope="module")
def record(request: pytest.FixtureRequest) -> tws.Record:
    return one_hand(request.param, 0)
