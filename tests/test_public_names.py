"""Tests of the public names: docstrings, the page of names, and ``dir``."""

import inspect
import pickle
import re
import sys
import traceback
from fractions import Fraction
from importlib import import_module
from inspect import getmembers_static
from pathlib import Path
from types import ModuleType
from typing import get_type_hints
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from docs._ext.public_names import GAMES, PUBLIC, public_names, public_paths
from tests import public_members
from tests.extras import ANALYSIS, ARRAYS, FAST, OPENSPIEL, RL, WEB
from tests.public_members import members
from twowaystreet._util.publishing import homes, publish
from twowaystreet.players import PlayerError, by_name

NEEDS = {
    FAST: ("fast", "fast.authoring", "solve"),
    ANALYSIS: ("balance",),
    ARRAYS: ("rl",),
    RL: ("rl.gymnasium", "rl.pettingzoo", "rl.vector_env"),
    OPENSPIEL: ("rl.openspiel",),
    WEB: ("web",),
}
"""The public modules that need an extra."""
MISSING = {f"twowaystreet.{name}" for extra in NEEDS if extra.is_missing for name in NEEDS[extra]}
IMPORTED = [module for module in PUBLIC if module not in MISSING]
EVERY_GAME_HAS = {
    *("GAME", "Rules", "State", "View", "new_game"),
    *("HandData", "HandScore", "SeatScore", "score"),
}


@pytest.mark.parametrize("module", IMPORTED)
def test_names_are_in_order_with_docstrings_and_alone_in_dir(module: str) -> None:
    listed, found = public_names(module), import_module(module)
    assert list(listed) == found.__all__
    assert [*listed] == sorted(
        listed, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert [name for name in listed if not hasattr(found, name)] == []
    assert found.__doc__ and [name for name in listed if not listed[name].docstring] == []
    assert dir(found) == sorted(listed)


@pytest.mark.parametrize("module", IMPORTED)
def test_annotations_are_types_that_python_finds(module: str) -> None:
    if module == "twowaystreet.players":
        pytest.importorskip("numpy", reason="networks need NumPy")
    found = import_module(module)
    for name in found.__all__:
        public = getattr(found, name)
        if isinstance(public, type):
            get_type_hints(public)
            for each, value in getmembers_static(public):  # those of foreign bases, too
                if isinstance(value, property) and not each.startswith("_"):
                    get_type_hints(value.fget)
        for _, function in members(public):
            get_type_hints(function)


def test_a_docstring_that_names_only_the_root_of_an_error_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = tws.GAMES["twos"].new_game()
    with pytest.raises(tws.IllegalMove) as caught:
        tws.apply(state, tws.Play(tws.CARDS[0]))
    assert [*public_members.unnamed(caught.value)] == []
    monkeypatch.setattr(public_members, "raised", Mock(return_value={"TwoWayStreetError"}))
    assert [*public_members.unnamed(caught.value)] == ["twowaystreet.apply: IllegalMove"]


def test_every_module_is_public_or_private_or_below_a_public_one() -> None:
    root = Path(tws.__file__).parent
    paths = (path.relative_to(root.parent).with_suffix("") for path in root.rglob("*.py"))
    modules = {".".join(path.parts).removesuffix(".__init__") for path in paths}
    named = {module for module in modules if not re.search(r"\._", module)} - {*PUBLIC}
    known = ("arena", "fast", "games", "rl", "schemas", "solve", "svg", "table", "testing", "web")
    below = tuple(f"{tws.__name__}.{name}" for name in (*known, "balance"))
    assert {name for name in named if not name.startswith(below)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_games_have_the_same_shape(game: str) -> None:
    assert set(public_names(game)) >= EVERY_GAME_HAS
    module = import_module(game)
    assert (module.GAME.Rules, module.GAME.State) == (module.Rules, module.State)
    assert (module.GAME.View, module.GAME.new_game) == (module.View, module.new_game)


@pytest.mark.parametrize("module", IMPORTED)
def test_public_names_say_where_the_reference_describes_them(module: str) -> None:
    """Tracebacks, ``help`` and the links of other projects' documentation show it."""
    for name, definition in public_names(module).items():
        public = getattr(import_module(module), name)
        is_ours = str(getattr(public, "__module__", "")).startswith(tws.__name__)
        if is_ours and (isinstance(public, type) or inspect.isroutine(inspect.unwrap(public))):
            place = public_paths()[definition.path]
            assert f"{public.__module__}.{public.__qualname__}" == place
            assert pickle.loads(pickle.dumps(public)) is public
            assert getattr(import_module(homes.get(public, module)), public.__qualname__) is public


def test_public_names_for_things_of_others_leave_them_where_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = ModuleType("whist")
    vars(module).update(__all__=["Number"], Number=Fraction)
    monkeypatch.setitem(sys.modules, "whist", module)
    publish("whist")
    assert Fraction.__module__ == "fractions"


def test_an_exception_of_another_process_is_the_same() -> None:
    with pytest.raises(PlayerError) as caught:
        by_name("simpel")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is PlayerError and str(again) == str(caught.value)
    (line,) = traceback.format_exception_only(again)
    assert line.startswith("twowaystreet.players.PlayerError: player 'simpel': expected simple,")
