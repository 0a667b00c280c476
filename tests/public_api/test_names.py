"""Tests of the public names: docstrings, the page of names, and ``dir``."""

from __future__ import annotations

import pickle
import random
import re
import traceback
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import twowaystreet as tws
from docs._ext.public_names import GAMES, PUBLIC, public_names, public_path
from tests.extras import ARRAYS, FAST, OPENSPIEL, RL, WEB
from twowaystreet import authoring
from twowaystreet.errors import IllegalMove
from twowaystreet.players import PlayerError, by_name
from twowaystreet.reasons import Malformed
from twowaystreet.table import TableError

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
NEED_NUMBA = ("twowaystreet.fast", "twowaystreet.solve")
NEED_WEB = ("twowaystreet.web",)
NEED_ARRAYS = ("twowaystreet.rl",)
NEED_RL = tuple(f"twowaystreet.rl.{name}" for name in ("gymnasium", "pettingzoo", "vector_env"))
NEED_OPENSPIEL = ("twowaystreet.rl.openspiel",)
MISSING = (
    *NEED_NUMBA * FAST.is_missing,
    *NEED_ARRAYS * ARRAYS.is_missing,
    *NEED_RL * RL.is_missing,
    *NEED_OPENSPIEL * OPENSPIEL.is_missing,
    *NEED_WEB * WEB.is_missing,
)
IMPORTED = [module for module in PUBLIC if module not in MISSING]
EVERY_GAME_HAS = {
    *("GAME", "Rules", "State", "View", "new_game"),
    *("HandData", "HandScore", "SeatScore", "score"),
}


@pytest.mark.parametrize("module", IMPORTED)
def test_names_are_in_order_and_exist(module: str) -> None:
    listed = list(public_names(module))
    found = import_module(module)
    assert listed == found.__all__
    assert listed == sorted(
        listed, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert [name for name in listed if not hasattr(found, name)] == []


@pytest.mark.parametrize("module", IMPORTED)
def test_every_public_name_has_a_docstring(module: str) -> None:
    assert import_module(module).__doc__
    assert [name for name, each in public_names(module).items() if not each.docstring] == []


@pytest.mark.parametrize("module", IMPORTED)
def test_dir_shows_public_names_only(module: str) -> None:
    assert dir(import_module(module)) == sorted(public_names(module))


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


def test_names_are_followed_to_where_they_are_defined() -> None:
    assert public_names("twowaystreet")["cards"].path == "twowaystreet._core.cards.cards.cards"
    assert public_path("twowaystreet._core.cards.cards.Card.parse") == "twowaystreet.Card.parse"
    assert public_path("Trick", "twowaystreet.games.spades") == "twowaystreet.games.spades.Trick"
    assert public_path("Trick") == "twowaystreet.Trick"
    assert public_path("nothing") is None


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


@pytest.mark.parametrize("game", tws.GAMES)
def test_a_random_hand_of_every_game_is_scored(game: str) -> None:
    state = fresh = tws.GAMES[game].new_game()
    rng = random.Random(7)
    while not state.hand_over:
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        state = tws.apply(state, move)
    score = tws.score_hand(state)
    assert state.scores == tuple(map(sum, zip(fresh.scores, score.points, strict=True)))
    assert len(score.seats) == len(state.scores)


# Exceptions carry the public module that exports them, for tracebacks and pickles.


EXCEPTIONS = {
    (module, name): thing
    for module in IMPORTED
    for name in import_module(module).__all__
    if isinstance(thing := getattr(import_module(module), name), type)
    and issubclass(thing, BaseException)
}


def test_there_are_exceptions_in_several_packages() -> None:
    assert len({module for module, _ in EXCEPTIONS}) > 4


@pytest.mark.parametrize(("module", "name"), EXCEPTIONS)
def test_every_exception_carries_a_public_module_that_exports_it(module: str, name: str) -> None:
    error = EXCEPTIONS[module, name]
    assert error.__module__ in PUBLIC
    assert getattr(import_module(error.__module__), error.__qualname__) is error
    assert pickle.loads(pickle.dumps(error)) is error


def test_a_traceback_shows_the_public_name() -> None:
    with pytest.raises(PlayerError) as caught:
        by_name("simpel")
    (line,) = traceback.format_exception_only(caught.value)
    assert line.startswith("twowaystreet.players.PlayerError: player 'simpel': expected simple,")


@pytest.mark.parametrize(
    "error",
    [
        TableError("the game is over"),
        PlayerError("simpel", "expected simple"),
        IllegalMove("QS", Malformed(None, "a move")),
    ],
    ids=type,
)
def test_exceptions_come_back_from_pickles(error: Exception) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error) and copy.args == error.args and str(copy) == str(error)
