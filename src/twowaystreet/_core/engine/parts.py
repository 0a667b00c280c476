"""The parts of a game beside its rules: words and facts, a player, compiled code, an example.

The frameworks that need a part find it from the class of the states, and load it on first use. A
part is an object with the name of its kind in capitals, such as ``DISPLAY`` in the module
``display`` beside the module of the state class. A game in one file passes it to
:class:`~twowaystreet.Game` instead.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final
from weakref import WeakKeyDictionary

# Any: the framework that asks for a part knows and checks its type.
_given: Final[WeakKeyDictionary[type[Any], dict[str, Any]]] = WeakKeyDictionary()
"""The parts that games have passed, by state class and kind."""
_found: Final[WeakKeyDictionary[type[Any], dict[str, Any]]] = WeakKeyDictionary()
"""The parts of each state class that were found before, along its bases."""
_own: Final[WeakKeyDictionary[type[Any], dict[str, Any]]] = WeakKeyDictionary()
"""The parts of each class itself that were found before."""


def give_parts(state: type[Any], parts: Mapping[str, Any]) -> None:
    """Add the parts that a game passes; they come before modules beside its state class."""
    if parts:
        _given.setdefault(state, {}).update(parts)
        _found.clear()
        _own.clear()


def part_of(state: type[Any], kind: str) -> Any:
    """Return the part of a game from its state class, or from the nearest base that has one.

    Args:
        state: the class of the states.
        kind: the kind of the part, such as ``display``.

    Returns:
        The part; ``None`` if neither the class nor a base has one. Any: see above.
    """
    kept = _found.setdefault(state, {})
    if kind not in kept:
        parts = (own_part_of(cls, kind) for cls in state.__mro__)
        kept[kind] = next((part for part in parts if part is not None), None)
    return kept[kind]


def own_part_of(state: type[Any], kind: str) -> Any:
    """Return the part that belongs to this class itself, not to a base; ``None`` without one.

    Compiled code is such a part: it repeats the rules of one class, which a class derived from it
    may change.

    A part that is passed as text names a module and an object in it, such as
    ``"my_game.compiled:COMPILED"``, which is imported now.
    """
    kept = _own.setdefault(state, {})
    if kind not in kept:
        kept[kind] = _load(state, kind)
    return kept[kind]


def _load(state: type[Any], kind: str) -> Any:
    """Load the part of a class itself. Any: as above."""
    part = _given.get(state, {}).get(kind)
    if isinstance(part, str):
        module, _, name = part.partition(":")
        return getattr(import_module(module), name)
    if part is not None:
        return part
    beside = f"{package_of(state)}.{kind}"
    return getattr(import_module(beside), kind.upper(), None) if _exists(beside) else None


def _exists(module: str) -> bool:
    """Return whether a module can be found; a class in no package, or in a made one, has none."""
    try:
        return not module.startswith(".") and find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def package_of(cls: type[Any]) -> str:
    """Return the package with the module of a class; an empty text for a module in no package."""
    module = cls.__module__
    is_package = hasattr(sys.modules.get(module), "__path__")
    return module if is_package else module.rpartition(".")[0]
