"""The parts of a game beside its rules: words and facts, a player, compiled code, an example.

A part is loaded on first use: ``DISPLAY`` in the module ``display`` beside that of the state class,
or what a game has passed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import Final
from weakref import WeakKeyDictionary

from twowaystreet._util.values import OfGame

_parts: Final[WeakKeyDictionary[type, dict[str, OfGame]]] = WeakKeyDictionary()
"""The parts of each class itself, by kind: those that games have passed, and those found before."""


def give_parts(state: type, parts: Mapping[str, object]) -> None:
    """Add the parts that a game passes; they come before modules beside its state class."""
    _parts.setdefault(state, {}).update(parts)


def part_of(state: type, kind: str) -> OfGame:
    """Return the part of a game from its state class, or from the nearest base that has one."""
    parts = (own_part_of(cls, kind) for cls in state.__mro__)
    return next((part for part in parts if part is not None), None)


def own_part_of(state: type, kind: str) -> OfGame:
    """Return the part of this class itself, as compiled code is; a text is imported now."""
    kept = _parts.setdefault(state, {})
    if kind not in kept:
        beside = f"{package_of(state)}.{kind}"
        found = getattr(import_module(beside), kind.upper(), None) if _exists(beside) else None
        return kept.setdefault(kind, found)
    if isinstance(kept[kind], str):
        kept[kind] = resolve_name(kept[kind])
    return kept[kind]


def _exists(module: str) -> bool:
    try:
        return not module.startswith(".") and find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def package_of(cls: type) -> str:
    """Return the package with the module of a class; an empty text for a module in no package."""
    module = cls.__module__
    is_package = hasattr(sys.modules.get(module), "__path__")
    return module if is_package else module.rpartition(".")[0]
