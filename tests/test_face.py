"""What users rely on: the public names, and what they offer."""

from __future__ import annotations

import inspect
import random
from enum import StrEnum
from functools import cache
from importlib import import_module
from types import ModuleType

import attrs
import pytest

import twowaystreet as tws
from tests.public_api import names
from tests.public_api.listing import COMMAND, FILE, describe, difference, hooks, listing
from tests.public_api.names import GAMES, PUBLIC, Name, public_names

EVERY_GAME_HAS = {
    *("GAME", "Rules", "State", "View", "new_game"),
    *("HandScore", "SeatScore", "score"),
}


def test_the_face_is_as_it_is_written_down() -> None:
    found = difference(FILE.read_text(encoding="utf-8"), listing())
    if found:
        pytest.fail(
            "the public face is not what it was. If that is wanted, write it down anew with\n"
            f"    {COMMAND}\nand say in the changelog what it means for users.\n\n{found}",
            pytrace=False,
        )


@pytest.mark.parametrize("module", PUBLIC)
def test_lists_of_names(module: str) -> None:
    listed = list(names.listed(module))
    assert sorted(listed, key=lambda name: (not name.isupper(), not name[0].isupper(), name)) == (
        listed
    )
    assert [name for name in listed if not hasattr(import_module(module), name)] == []


@pytest.mark.parametrize("module", PUBLIC)
def test_every_name_is_found_and_described(module: str) -> None:
    for name in public_names(module):
        home = import_module(name.home)
        assert name.is_module or hasattr(home, name.name)
        assert name.summary, f"nothing is said of {name}"


@pytest.mark.parametrize("game", GAMES)
def test_games_have_the_same_shape(game: str) -> None:
    listed = names.listed(game)
    assert set(listed) >= EVERY_GAME_HAS
    module = import_module(game)
    assert (module.GAME.Rules, module.GAME.State) == (module.Rules, module.State)
    assert (module.GAME.View, module.GAME.new_game) == (module.View, module.new_game)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_lists_its_public_names_alone(game: str) -> None:
    assert dir(import_module(game)) == sorted(names.listed(game))


def test_the_hooks_of_games_are_in_the_face() -> None:
    """Those that the guide lists, and those that its game uses without a word."""
    assert {
        "_decisions",
        "_deal_hands",
        "_strengths",
        "_score",
        "_duty",
        "_hand_data",
        "_deal_packets",
    } <= hooks()
    assert "_legal" not in hooks()


class Colour(StrEnum):
    RED = "red"


@attrs.frozen
class Lid:
    """Something with all that the listing tells of."""

    colour: Colour
    _secret: int = 3
    size: int = attrs.field(default=4, kw_only=True)

    @property
    def area(self) -> float:
        return self.size / 2

    def turn(self, times: int = 1) -> Lid:
        return self

    def _hide(self) -> None: ...


def test_the_listing_tells_all_that_users_see() -> None:
    assert list(describe("Lid", Lid, ())) == [
        "class Lid()",
        "    colour: Colour",
        "    size: int = 4, by keyword",
        "    area -> float, a property",
        "    turn(self, times: int = 1) -> Lid",
    ]
    assert list(describe("Colour", Colour, ())) == ["class Colour(StrEnum)", "    RED = 'red'"]
    assert list(describe("turn", Lid.turn, ())) == ["turn(self, times: int = 1) -> Lid"]
    assert list(describe("turn", cache(Lid.turn), ())) == ["turn(self, times: int = 1) -> Lid"]
    assert list(describe("LIMIT", 3, ())) == ["LIMIT = 3"]


def test_a_change_is_shown_as_a_difference() -> None:
    assert difference("a\nb\nc\n", "a\nb\nc\n") == ""
    assert difference("a\nb\nc\n", "a\nB\nc\n").splitlines()[3:] == [" a", "-b", "+B", " c"]


def test_names_are_followed_to_where_they_are_defined() -> None:
    def found(module: str, name: str) -> Name:
        return next(each for each in public_names(module) if each.name == name)

    assert found("twowaystreet", "cards").defined_as == "twowaystreet._cards.cards.cards"
    assert found("twowaystreet.authoring", "reasons").is_module
    case = found("twowaystreet.games.street", "Case")
    assert case.defined_as == "twowaystreet.games.street.scoring.Case"
    assert found("twowaystreet", "GAMES").summary.startswith("Every game by name")
    assert found("twowaystreet.games.street", "GAME").summary.startswith("A game: what belongs")


def test_every_module_that_is_not_private_says_what_it_is() -> None:
    modules = [import_module(name) for name in PUBLIC]
    assert [module for module in modules if not inspect.getdoc(module)] == []
    assert all(isinstance(module, ModuleType) for module in modules)


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
