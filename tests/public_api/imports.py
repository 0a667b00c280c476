"""What the modules of the library import of each other, read from their source."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Final, TypeAlias

from tests.public_api.names import GAMES, PACKAGE, file_of, modules, tree_of

Graph: TypeAlias = Mapping[str, Collection[str]]

PARTS: Final = ("games", "testing", "_cli")
"""The packages in the package, from the lowest up; the other modules are the core."""

_STARTS: Final = {"__main__": "_cli", "_hypothesis": "testing"}
"""What is started from outside, by Python or by Hypothesis, and the part that it only calls."""


@cache
def imports_of(module: str) -> frozenset[str]:
    """The modules of the library that a module imports, anywhere in it and if only for types.

    What is started from outside may import what stands above it when it is called.
    """
    tree = tree_of(module)
    nodes = tree.body if module.partition(".")[2] in _STARTS else ast.walk(tree)
    return frozenset(_imported(nodes)) - {module}


def graph() -> dict[str, frozenset[str]]:
    """For every module what it imports."""
    return {module: imports_of(module) for module in modules()}


def _imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _is_ours(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and _is_ours(node.module):
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                yield below if file_of(below) else node.module


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == PACKAGE


def part_of(module: str) -> str:
    """Which part of the library a module belongs to: one of ``PARTS``, or ``core``."""
    _, _, below = module.partition(".")
    part = _STARTS.get(below, below.partition(".")[0])
    return part if part in PARTS else "core"


def game_of(module: str) -> str | None:
    """Which game a module of the games is of; ``None`` for what several share, and for others."""
    for game in GAMES:
        package, _, name = game.rpartition(".")
        own = f"{package}._{name}_"
        if module == game or module.startswith(own):
            return name
    return None


def layers(found: Graph) -> list[list[str]]:
    """The modules from the bottom up: each stands above all that it imports, as low as it can.

    Raises:
        ValueError: if some import each other in a circle, with their names.
    """
    rest: dict[str, set[str]] = {
        module: {one for one in needs if one in found} for module, needs in found.items()
    }
    order: list[list[str]] = []
    while rest:
        lowest = sorted(module for module, needs in rest.items() if not needs)
        if not lowest:
            raise ValueError(f"a circle of imports: {', '.join(_circle(rest))}")
        order.append(lowest)
        rest = {
            module: needs.difference(lowest)
            for module, needs in rest.items()
            if module not in lowest
        }
    return order


def _circle(rest: Graph) -> list[str]:
    """A way from a module through what it imports back to it; every module here imports another."""
    way = [min(rest)]
    while (after := min(rest[way[-1]])) not in way:
        way.append(after)
    return way[way.index(after) :]
