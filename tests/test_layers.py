"""Imports go down only, as the contracts in ``pyproject.toml`` say, and games share nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

grimp = pytest.importorskip("grimp", reason="import-linter is missing; pip install import-linter")
pytest.importorskip("importlinter", reason="import-linter is missing; pip install import-linter")

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports  # noqa: E402  # optional package

ROOT = Path(__file__).parents[1]
PACKAGE = "twowaystreet"
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


def test_the_import_contracts_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(cache_dir=None) == EXIT_STATUS_SUCCESS


def test_each_part_imports_only_allowed_libraries() -> None:
    graph = grimp.build_graph(PACKAGE, include_external_packages=True, cache_dir=None)
    outside = {name for name in graph.modules if graph.is_module_squashed(name)}
    for library in outside - sys.stdlib_module_names:
        for module in graph.find_modules_that_directly_import(library):
            part = module.split(".")[1:2]
            allowed = NEEDS.get("".join(part), CORE_NEEDS)
            if part == ["games"] and module.endswith(".compiled"):
                allowed = allowed | COMPILED_NEEDS
            assert library in allowed, f"{module} imports {library}"
