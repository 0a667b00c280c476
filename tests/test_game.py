"""The registry of games, and additions to it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.hostile import Hostile
from twowaystreet._engine import game as registry
from twowaystreet.games import duel, street

OTHER = attrs.evolve(street.GAME, name="avenue", title="One Way Avenue")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer a game from another package, and one with a name of ours."""
    points = [
        EntryPoint("avenue", "tests.test_game:OTHER", registry.ENTRY_POINTS),
        EntryPoint("street", "tests.test_game:OTHER", registry.ENTRY_POINTS),
    ]

    def entry_points(group: str) -> list[EntryPoint]:
        return points if group == "twowaystreet.games" else []

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)


@pytest.mark.parametrize(("name", "module"), [("street", street), ("duel", duel)])
def test_our_games_are_registered(name: str, module: Any) -> None:
    game = tws.GAMES[name]
    assert game is module.GAME and game is tws.GAMES[name]
    assert (game.name, game.title) == (name, module.State.title)
    parts = (game.Rules, game.State, game.View, game.new_game)
    assert parts == (module.Rules, module.State, module.View, module.new_game)
    state = game.new_game(game.Rules(), dealer=1, scores=None)
    assert type(state) is game.State and type(tws.view(state, 0)) is game.View


def test_games_as_a_mapping() -> None:
    names = list(tws.GAMES)
    assert names[:2] == ["street", "duel"]
    assert len(tws.GAMES) == len(names) == len(set(names))
    assert "street" in tws.GAMES and "chess" not in tws.GAMES
    for name in ("chess", "", "Street", anything(None)):
        with pytest.raises(KeyError):
            tws.GAMES[name]
    assert [game.name for game in tws.GAMES.values()] == names


def test_registering_a_game() -> None:
    before = list(tws.GAMES)
    tws.register(OTHER)
    assert tws.GAMES["avenue"] is OTHER and list(tws.GAMES) == [*before, "avenue"]
    tws.register(OTHER)
    assert len(tws.GAMES) == len(before) + 1


def test_a_used_name_is_refused() -> None:
    tws.register(OTHER)
    for again in (attrs.evolve(OTHER, title="Another"), attrs.evolve(OTHER, name="street")):
        with pytest.raises(tws.RulesError) as caught:
            tws.register(again)
        assert (caught.value.field, caught.value.value) == ("name", again.name)
    tws.register(street.GAME)
    assert tws.GAMES["street"] is street.GAME and tws.GAMES["avenue"] is OTHER


def test_values_that_are_not_games_are_refused() -> None:
    for thing in (None, "street", street, street.State, Hostile()):
        with pytest.raises(tws.RulesError, match=r"twowaystreet\.Game"):
            tws.register(anything(thing))


@pytest.mark.usefixtures("installed")
def test_games_of_installed_packages_are_found() -> None:
    assert tws.GAMES["avenue"] is OTHER
    assert tws.GAMES["street"] is street.GAME
    assert list(tws.GAMES)[:2] == ["street", "duel"] and list(tws.GAMES)[-1] == "avenue"


def test_games_are_frozen() -> None:
    change: Callable[..., None] = setattr
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        change(street.GAME, "name", "other")
    with pytest.raises(TypeError):
        anything(tws.GAMES)["street"] = OTHER
