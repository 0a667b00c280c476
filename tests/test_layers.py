"""The library is built in layers: imports go down only, and games stand beside each other."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.public_api import names
from tests.public_api.imports import PARTS, Graph, game_of, graph, layers, part_of

BELOW = {
    "core": {"core"},
    "games": {"core", "games"},
    "testing": {"core", "games", "testing"},
    "_cli": {"core", "games", "_cli"},
}
"""For each part of the library the parts that it may import: none the command line or the tests."""

NEEDS = {
    "core": {"attrs", "cattrs", "typing_extensions"},
    "games": {"attrs", "typing_extensions"},
    "testing": {"attrs", "cattrs", "hypothesis", "pytest", "typing_extensions"},
    "_cli": {"attrs", "click", "rich", "typing_extensions"},
}
"""What each part may import besides the standard library and this one."""


def faults(found: Graph) -> Iterator[str]:
    """Every import that goes up, or across from one game to another."""
    for module, needs in found.items():
        for need in needs:
            if part_of(need) not in BELOW[part_of(module)]:
                yield f"{module} imports {need}, which is above it"
            elif part_of(module) == "games" and game_of(need) not in (None, game_of(module)):
                yield f"{module} imports {need}, which is another game's"


def test_imports_go_down_and_games_stand_beside_each_other() -> None:
    assert sorted(faults(graph())) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    order = layers(graph())
    place = {module: number for number, layer in enumerate(order) for module in layer}
    assert sorted(place) == sorted(names.modules())
    assert [
        (module, need)
        for module, needs in graph().items()
        for need in needs
        if place[need] >= place[module]
    ] == []


@pytest.mark.parametrize(
    ("module", "need", "fault"),
    [
        ("_cards.cards", "games.street", "above"),
        ("_engine.verbs", "_cli.output", "above"),
        ("games.street", "testing", "above"),
        ("_cli.session", "testing.settings", "above"),
        ("testing.settings", "_cli", "above"),
        ("games.street", "games.duel", "another game's"),
        ("games.street", "games._duel_bids", "another game's"),
        ("games._twoway_cards", "games.street", "another game's"),
        ("games._twoway", "games._street_scoring", "another game's"),
    ],
)
def test_an_import_that_goes_up_or_across_is_found(module: str, need: str, fault: str) -> None:
    module, need = (f"{names.PACKAGE}.{name}" for name in (module, need))
    changed = {**graph(), module: {*graph()[module], need}}
    (found,) = faults(changed)
    assert found.startswith(f"{module} imports {need}, which is {fault}")


def test_a_circle_is_found() -> None:
    assert layers({"a": (), "b": ("a",), "c": ("a", "b"), "d": ("a",)}) == [
        ["a"],
        ["b", "d"],
        ["c"],
    ]
    with pytest.raises(ValueError, match="b, d, c"):
        layers({"a": (), "b": ("d", "a"), "c": ("b",), "d": ("c",), "e": ("b",)})


def test_the_parts_are_packages() -> None:
    assert {part_of(module) for module in names.modules()} == {"core", *PARTS}
    assert part_of(names.PACKAGE) == part_of("twowaystreet._engine.game") == "core"
    assert part_of("twowaystreet.__main__") == part_of("twowaystreet._cli.output") == "_cli"


def from_outside(module: str) -> set[str]:
    """What a module imports of others' libraries."""
    found: set[str] = set()
    for node in ast.walk(names.tree_of(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found - {names.PACKAGE, *sys.stdlib_module_names}


@pytest.mark.parametrize("module", names.modules())
def test_a_module_needs_no_more_than_its_part_may(module: str) -> None:
    assert from_outside(module) <= NEEDS[part_of(module)]
