"""Tests of the public names: docstrings, the page of names, and ``dir``."""

from __future__ import annotations

import pickle
import re
import traceback
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import twowaystreet as tws
from docs._ext.public_names import GAMES, PUBLIC, public_names
from tests.extras import ARRAYS, FAST, OPENSPIEL, RL, WEB
from twowaystreet import authoring
from twowaystreet.players import PlayerError, by_name

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"
NEEDS = {
    FAST: ("fast", "solve"),
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


def test_every_module_is_public_or_private_or_below_a_public_one() -> None:
    root = Path(tws.__file__).parent
    paths = (path.relative_to(root.parent).with_suffix("") for path in root.rglob("*.py"))
    modules = {".".join(path.parts).removesuffix(".__init__") for path in paths}
    named = {module for module in modules if not re.search(r"\._", module)} - {*PUBLIC}
    known = ("arena", "fast", "games", "rl", "schemas", "solve", "svg", "table", "testing", "web")
    below = tuple(f"{tws.__name__}.{name}" for name in known)
    assert {name for name in named if not name.startswith(below)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_games_have_the_same_shape(game: str) -> None:
    assert set(public_names(game)) >= EVERY_GAME_HAS
    module = import_module(game)
    assert isinstance(module, ModuleType)
    assert (module.GAME.Rules, module.GAME.State) == (module.Rules, module.State)
    assert (module.GAME.View, module.GAME.new_game) == (module.View, module.new_game)


def test_the_changelog_renames_to_names_that_exist() -> None:
    _, _, rest = CHANGELOG.read_text(encoding="utf-8").partition("### Renamed\n")
    table, _, _ = rest.partition("\n### ")
    rows = re.findall(r"^\| `([\w.]+)` \| `([\w.]+)` \|$", table, re.MULTILINE)
    assert len(rows) > 30
    for old, new in rows:
        assert _exists(new), f"{old} has become {new}, which does not exist"
        assert not _exists(old), f"{old} still exists"


def _exists(name: str) -> bool:
    owner, *members = name.split(".")
    thing: object = authoring if owner == "authoring" else getattr(authoring, owner)
    for member in members:
        known = getattr(thing, "__annotations__", {})
        if not hasattr(thing, member) and member not in known:
            return False
        thing = getattr(thing, member, None)
    return True


# Exceptions carry the public module that exports them, for tracebacks and pickles.


EXCEPTIONS = {
    (module, name): thing
    for module in IMPORTED
    for name in import_module(module).__all__
    if isinstance(thing := getattr(import_module(module), name), type)
    and issubclass(thing, BaseException)
}


def test_every_exception_carries_a_public_module_that_exports_it() -> None:
    assert len({module for module, _ in EXCEPTIONS}) > 4
    for error in EXCEPTIONS.values():
        assert error.__module__ in PUBLIC
        assert getattr(import_module(error.__module__), error.__qualname__) is error
        assert pickle.loads(pickle.dumps(error)) is error


def test_a_traceback_shows_the_public_name() -> None:
    with pytest.raises(PlayerError) as caught:
        by_name("simpel")
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is PlayerError and str(error) == str(caught.value)
    (line,) = traceback.format_exception_only(error)
    assert line.startswith("twowaystreet.players.PlayerError: player 'simpel': expected simple,")
