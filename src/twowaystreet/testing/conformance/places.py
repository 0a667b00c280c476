"""The place that another process can load a game from."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from types import ModuleType
from typing import Any, Final

import attrs

from twowaystreet._engine.game import GAMES, Game

SCRIPT: Final = "__mp_main__"
"""The name that a script is loaded under, so that its ``__main__`` part does not run.

It is the name that :mod:`multiprocessing` uses.
"""


@attrs.frozen
class Place:
    """The place that a game can be loaded from.

    Attributes:
        game: the name of the game.
        module: the name of a module.
        file: the file of the module; ``None`` if it has none.
        attribute: the name of the game in the module; ``None`` if the module registers the game.
    """

    game: str
    module: str
    file: str | None
    attribute: str | None


def place_of(game: Game) -> Place:
    """Return the place of a game: the module of its states, before others that have its name."""
    home = game.State.__module__
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        for attribute, value in list(getattr(module, "__dict__", {}).items())
        if value is game
    ]
    found.sort(key=lambda each: (each[0] != home, each[0] == "__main__"))
    name, attribute = found[0] if found else (home, None)
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if name == "__main__":
        spec = getattr(module, "__spec__", None)
        name = spec.name if spec else SCRIPT
    return Place(game.name, name, file and os.path.abspath(file), attribute)


def was_typed_in(game: Game) -> bool:
    """Return whether a game was typed in at a prompt or in an example, so that no file has it."""
    main = sys.modules["__main__"]
    names: dict[str, Any] = vars(main)  # Any: a program gives names to anything
    typed = not os.path.isfile(getattr(main, "__file__", None) or "")
    if typed and any(value is game for value in list(names.values())):
        return True
    kinds = (game.State, game.View, game.Rules)
    return any(
        kind.__module__ == "__main__" and (typed or kind.__qualname__.split(".")[0] not in names)
        for kind in kinds
    )


def loaded(place: Place) -> Game | None:
    """Load the game of a place; ``None`` if it is not there."""
    module = _module(place.module, place.file)
    found = getattr(module, place.attribute, None) if place.attribute else None
    return found if isinstance(found, Game) else GAMES.get(place.game)


def _module(name: str, file: str | None) -> ModuleType:
    """Import a module by its name, or from its file if another file or none has the name."""
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:
        spec = None  # the package that it should be in is not there
    if file is None or (spec and os.path.realpath(spec.origin or "") == os.path.realpath(file)):
        return import_module(name)
    loader = SourceFileLoader(name, file)
    spec = spec_from_loader(name, loader)
    assert spec is not None  # this loader gives one for every file
    sys.modules[name] = module = module_from_spec(spec)
    loader.exec_module(module)
    return module
