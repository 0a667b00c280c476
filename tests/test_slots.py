"""Values hold only their fields: every class of values has slots."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import attrs

import twowaystreet
from tests.extras import is_left_out

ABOVE_GAMES = (
    "_cli",
    "svg",
    "table",
    "_page",
    "web",
    "testing",
    "arena",
    "players",
    "solve",
    "fast",
    "_spaces",
    "rl",
)
"""Packages that hold no rules."""
CORE_AND_GAMES = sorted(
    module.name
    for module in walk_packages(twowaystreet.__path__, "twowaystreet.")
    if module.name.split(".")[1] not in ABOVE_GAMES
    and not module.name.endswith(("__main__", ".compiled"))  # they need numba
    and not is_left_out(f"src/{module.name.replace('.', '/')}{'/__init__' * module.ispkg}.py")
)


def values(module: str) -> Iterator[type]:
    """Yield the classes of values that a module defines."""
    for thing in vars(import_module(module)).values():
        if inspect.isclass(thing) and thing.__module__ == module and attrs.has(thing):
            yield thing


def test_classes_of_values_are_found() -> None:
    assert sum(len(list(values(module))) for module in CORE_AND_GAMES) > 80


def test_values_have_slots() -> None:
    every = (each for module in CORE_AND_GAMES for each in values(module))
    assert [each for each in every if each.__dictoffset__] == []
