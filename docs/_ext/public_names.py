"""The public names, with their modules and definitions."""

from __future__ import annotations

import ast
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import griffe

from twowaystreet._core.engine.game import OURS

SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
PACKAGE: Final = "twowaystreet"
GAMES: Final = tuple(place.partition(":")[0] for place in OURS.values())
PUBLIC: Final = (
    PACKAGE,
    *GAMES,
    *(
        f"{PACKAGE}.{name}"
        for name in (
            *("errors", "reasons", "ratings", "schemas", "authoring"),
            *("players", "arena", "balance", "svg", "table", "web", "fast", "solve", "testing"),
        )
    ),
    f"{PACKAGE}.fast.authoring",
    f"{PACKAGE}.testing.conformance",
    f"{PACKAGE}.rl",
    *(f"{PACKAGE}.rl.{name}" for name in ("pettingzoo", "gymnasium", "vector_env", "openspiel")),
)
"""The modules that users import from."""


class _Columns(griffe.Extension):
    """The names that one assignment with a docstring gives to many values: griffe skips them."""

    # Any: a node of the source; and what griffe passes besides.
    def on_module_members(self, *, node: Any, mod: griffe.Module, **_: Any) -> None:
        for one, two in pairwise(node.body):
            match one, two:
                case ast.Assign([ast.Tuple(names)]), ast.Expr(ast.Constant(str(text))):
                    for each in names:
                        assert isinstance(each, ast.Name)
                        attribute = griffe.Attribute(each.id, docstring=griffe.Docstring(text))
                        mod.set_member(each.id, attribute)
                case _:
                    pass


@cache
def _package() -> griffe.Module:
    """Read the package from its source, without an import."""
    extensions = griffe.load_extensions(_Columns())
    found = griffe.load(PACKAGE, search_paths=[SOURCE], resolve_aliases=True, extensions=extensions)
    assert isinstance(found, griffe.Module)
    return found


def public_names(module: str) -> dict[str, griffe.Object]:
    """Return the names in ``__all__`` of a module, in order, with their definitions."""
    found = _package()
    for part in module.split(".")[1:]:
        found = found.modules[part]
    names = {str(name): found[str(name)] for name in found.exports or ()}
    return {
        name: each.final_target if isinstance(each, griffe.Alias) else each
        for name, each in names.items()
    }


@cache
def public_paths() -> dict[str, str]:
    """Return the first public name of every definition, by the path of the definition.

    A game comes last, as the hand data of Twos are those of any game.
    """
    paths = {module: module for module in PUBLIC}
    for module in sorted(PUBLIC, key=GAMES.__contains__):
        for name, each in public_names(module).items():
            paths.setdefault(each.path, f"{module}.{name}")
    return paths


@cache
def first_names() -> dict[str, griffe.Object]:
    """Return the definition of every public name, by its first public path."""
    return {
        f"{module}.{name}": each
        for module in PUBLIC
        for name, each in public_names(module).items()
        if public_paths()[each.path] == f"{module}.{name}"
    }


def public_path(target: str, module: str = PACKAGE) -> str | None:
    """Return the public path of a definition, or of a member of one; ``None`` if it has none.

    Args:
        target: a path, or a short name.
        module: the first module to search for a short name, before all public modules in order.

    >>> public_path("twowaystreet._core.cards.cards.Card.parse")
    'twowaystreet.Card.parse'
    >>> public_path("Trick"), public_path("Trick", "twowaystreet.games.spades")
    ('twowaystreet.Trick', 'twowaystreet.games.spades.Trick')
    """
    paths = public_paths()
    names = first_names()
    head, tail = target, ""
    while head:
        if head in paths:
            return paths[head] + tail
        for path in (head, f"{module}.{head}", *(f"{each}.{head}" for each in PUBLIC)):
            if path in names:
                return path + tail
        head, _, last = head.rpartition(".")
        tail = f".{last}{tail}"
    return None
