"""The frameworks name no game: everything about a game stands in its folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import twowaystreet as tws

SRC = Path(tws.__file__).parent
NAMES = {game.name for game in tws.GAMES.values()} | {game.title for game in tws.GAMES.values()}
EXCEPTIONS = {
    "_core/engine/game.py": "the registry",
    "_spaces/__main__.py": "the rules whose layouts are fixed",
    "ratings.py": "the ratings of Two Way Street",
}
"""The modules that may name games, with the reason."""
MODULES = sorted(
    path
    for path in SRC.rglob("*.py")
    if path.relative_to(SRC).parts[0] != "games"
    and path.relative_to(SRC).as_posix() not in EXCEPTIONS
)
POSSIBLE = re.compile(rf"twowaystreet\.games|[\"'](?:{'|'.join(NAMES)})[\"']")


def docstrings(tree: ast.Module) -> set[int]:
    """Return the numbers of the lines of all texts that stand alone, such as docstrings."""
    alone = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]
    return {number for node in alone for number in range(node.lineno, (node.end_lineno or 0) + 1)}


def names_in(path: Path) -> Iterator[str]:
    """Yield the imports of games, and their names in quotes, outside docstrings."""
    text = path.read_text(encoding="utf-8")
    if not POSSIBLE.search(text):
        return  # to parse a file takes long
    tree = ast.parse(text)
    outside = docstrings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith("twowaystreet.games"):
                yield f"line {node.lineno}: from {module}"
            case ast.Import(names=names):
                for name in names:
                    if name.name.startswith("twowaystreet.games"):
                        yield f"line {node.lineno}: import {name.name}"
            case ast.Constant(value=str(text)) if node.lineno not in outside:
                if text in NAMES - {"spades"} or text.startswith("twowaystreet.games."):
                    yield f"line {node.lineno}: {text!r}"
            case _:
                pass


def test_frameworks_name_no_game() -> None:
    found = {path.relative_to(SRC).as_posix(): list(names_in(path)) for path in MODULES}
    assert {path: names for path, names in found.items() if names} == {}


def test_the_search_finds_names() -> None:
    found = [name for each in EXCEPTIONS for name in names_in(SRC / each)]
    assert any("'brag'" in name for name in found)
