"""Games outside the registry: the place of a game, from which other processes load it, too."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing import spawn
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import attrs

from twowaystreet._core.engine.game import GAMES, Game, is_game, register, spec_of
from twowaystreet._util.modules import NotLoaded, is_place, loaded, module_at, name_for, object_at
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, quoted

FORMS: Final = "whist.py:GAME or package.module:GAME"
_MAIN: Final = "__main__"
_MAIN_OF_WORKER: Final = "__mp_main__"  # of a script, where `multiprocessing` starts the process
_OF_MAIN: Final = ("sys_argv", "dir", "init_main_from_name", "init_main_from_path")


def game_at(text: str) -> Game:
    if not is_place(text):
        if text in GAMES:
            return GAMES[text]
        raise RulesError("game", text, f"{', '.join(GAMES)}, {FORMS}")
    try:
        game = object_at(text, "a game")
    except NotLoaded as error:
        raise RulesError("game", text, f"{FORMS}, but it {error}") from error.__cause__
    if not is_game(game):
        raise RulesError("game", text, f"a twowaystreet.Game there, not {quoted(game)}")
    return game


@attrs.frozen
class GamePlace(Value):
    """The place of a game in this process; the file or attribute can be missing."""

    game: str
    module: str
    file: str | None
    attribute: str | None

    def load(self) -> Game | None:
        """Return the game at this place; ``None`` if there is none."""
        module = _module(self.module, self.file)
        if self.attribute is None:
            return GAMES.get(self.game)  # the module may register it
        found = getattr(module, self.attribute, None)
        return found if is_game(found) else None


def place_of(game: Game) -> GamePlace:
    """Return the place of a game; the modules with its state class come before others."""
    home = game.State.__module__
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        for attribute, value in list(getattr(module, "__dict__", {}).items())
        if value is game
    ]

    def order(place: tuple[str, str]) -> tuple[bool, bool, bool]:
        name, _ = place
        return name != home, not home.startswith(f"{name}."), name in (_MAIN, _MAIN_OF_WORKER)

    name, attribute = min(found, key=order) if found else (home, None)
    if name == _MAIN_OF_WORKER:
        name = _MAIN
    file = getattr(sys.modules.get(name), "__file__", None)
    return GamePlace(game.name, name, file and os.path.abspath(file), attribute)


def _module(name: str, file: str | None) -> ModuleType:
    """Import a module by its name, or from its file if the name leads to another file or none."""
    if name == _MAIN:
        return sys.modules.get(_MAIN_OF_WORKER) or sys.modules[_MAIN]
    if file and name == name_for(Path(os.path.realpath(file))):
        return module_at(file)
    spec = spec_of(name)
    if file is None or (spec and os.path.realpath(spec.origin or "") == os.path.realpath(file)):
        return import_module(name)
    return loaded(Path(file), name)


def main_for(sent: bytes) -> dict[str, Any]:
    """Return what another process needs to load the main module, if sent data comes from it."""
    from_main = any(name.encode() in sent for name in (_MAIN, _MAIN_OF_WORKER))
    found = spawn.get_preparation_data("other") if from_main else {}
    return {key: found[key] for key in _OF_MAIN if key in found}


def load_main(given: dict[str, Any]) -> None:
    if given:
        spawn.prepare(given)


def sent(game: Game) -> tuple[Callable[[GamePlace, bool], Game], tuple[GamePlace, bool]]:
    """Return :func:`received`, which finds a game in another process, and what it needs for it."""
    place = place_of(game)
    if place.attribute is None:
        raise pickle.PicklingError(
            f"the game {game.name!r} has no place for other processes: expected a name at the top "
            "of a module, as in GAME = Game(...)"
        )
    return received, (place, GAMES.get(game.name) is game)


def received(place: GamePlace, is_registered: bool) -> Game:
    """Return the game that another process has sent, and register it here if it was there."""
    game = place.load()
    if game is None or game.name != place.game:
        where = f"{place.module}:{place.attribute}"
        raise pickle.UnpicklingError(f"there is no game {place.game!r} at {where}")
    if is_registered:
        register(game)
    return game
