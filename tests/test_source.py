"""The source: frameworks name no game, each part imports only its libraries, one version."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import twowaystreet as tws

SRC = Path(tws.__file__).parent
NAMES = {game.name for game in tws.GAMES.values()} | {game.title for game in tws.GAMES.values()}
EXCEPTIONS = {
    "_core/engine/game.py": "the registry",
    "_spaces/__main__.py": "the rules whose layouts are fixed",
    "ratings.py": "the ratings of Two Way Street",
}
"""The modules that may name games, with the reason."""
POSSIBLE = re.compile(rf"twowaystreet\.games|[\"'](?:{'|'.join(NAMES)})[\"']")
CORE_NEEDS = {"attrs", "cattrs", "typing_extensions"}
NEEDS = {
    "fast": {"attrs", "numba", "numpy", "typing_extensions"},
    "solve": {"numpy"},
    "_spaces": {"attrs", "numpy", "typing_extensions"},
    "players": {*CORE_NEEDS, "numpy"},
    "rl": {"PIL", "attrs", "gymnasium", "numpy", "pettingzoo", "pyspiel", "typing_extensions"},
    "games": {"attrs", "typing_extensions"},
    "testing": {"attrs", "cattrs", "hypothesis", "pytest", "time_machine", "typing_extensions"},
    "svg": {"attrs", "cattrs", "resvg_py", "typing_extensions"},
    "web": {
        *("attrs", "cattrs", "h11", "orjson", "prometheus_client", "segno", "starlette"),
        *("typing_extensions", "uvicorn", "websockets"),
    },
    "table": {"attrs", "psycopg", "typing_extensions"},
    "_cli": {"attrs", "click", "rich", "typing_extensions"},
    "__main__": set[str](),
}
"""The libraries that each part of the package may import; all other parts are the core."""
COMPILED_NEEDS = {"numpy"}
"""The libraries that the compiled openings and steps of games may import besides."""


def names_in(path: Path) -> Iterator[str]:
    """Yield the imports of games, and their names in quotes, outside docstrings."""
    text = path.read_text(encoding="utf-8")
    if not POSSIBLE.search(text):
        return  # to parse a file takes long
    tree = ast.parse(text)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(name)) | ast.alias(name=name):
                found = name.startswith("twowaystreet.games")
            case ast.Constant(value=str(name)) if id(node) not in alone:
                found = name in NAMES - {"spades"} or name.startswith("twowaystreet.games.")
            case _:
                found, name = False, ""
        if found:
            yield f"{path.relative_to(SRC).as_posix()}: {name}"


def test_frameworks_name_no_game() -> None:
    allowed = {SRC / name for name in EXCEPTIONS}
    others = {path for path in SRC.rglob("*.py") if path.relative_to(SRC).parts[0] != "games"}
    assert [name for path in sorted(others - allowed) for name in names_in(path)] == []
    assert any(name.endswith(": brag") for path in allowed for name in names_in(path))


def test_each_part_imports_only_allowed_libraries() -> None:
    grimp = pytest.importorskip("grimp", reason="import-linter is missing")
    graph = grimp.build_graph("twowaystreet", include_external_packages=True, cache_dir=None)
    outside = {name for name in graph.modules if graph.is_module_squashed(name)}
    for library in outside - sys.stdlib_module_names:
        for module in graph.find_modules_that_directly_import(library):
            part = module.split(".")[1:2]
            allowed = NEEDS.get("".join(part), CORE_NEEDS)
            if part == ["games"] and module.endswith(".compiled"):
                allowed = allowed | COMPILED_NEEDS
            assert library in allowed, f"{module} imports {library}"


def test_the_version_is_known_without_a_search_through_installed_packages() -> None:
    assert version("twowaystreet") == tws.__version__
    look = "import sys, twowaystreet; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
