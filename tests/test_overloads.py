"""The reference shows functions with overloads by their overloads."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import TypeGuard

import pytest

pytest.importorskip("sphinx_autodoc_typehints")

ROOT = Path(__file__).parents[1]
EXTENSIONS = "overloads,sphinx.ext.autodoc,sphinx.ext.napoleon,sphinx_autodoc_typehints"
PAGE = """
.. autofunction:: twowaystreet._engine.verbs.legal_moves
.. autofunction:: twowaystreet._views.views.view
"""


def test_the_documentation_is_built_so() -> None:
    tree = ast.parse((ROOT / "docs" / "conf.py").read_text("utf-8"))
    assigned = {ast.unparse(one.targets[0]): one.value for one in tree.body if _assigns(one)}
    used: list[str] = ast.literal_eval(assigned["extensions"])
    assert used.index("overloads") < used.index("sphinx_autodoc_typehints")


def _assigns(node: ast.stmt) -> TypeGuard[ast.Assign]:
    return isinstance(node, ast.Assign)


def test_each_overload_is_a_signature_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "index.rst").write_text(PAGE, "utf-8")
    paths = [str(ROOT / "docs" / "_ext"), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    options = ["-D", f"extensions={EXTENSIONS}", "-D", "always_use_bars_union=1"]
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-qC", *options, "-b", "text", tmp_path, tmp_path / "out"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        check=True,
        capture_output=True,
    )
    text = (tmp_path / "out" / "index.txt").read_text("utf-8")
    signatures = [line for line in text.splitlines() if line.startswith("twowaystreet.")]
    assert [line.partition("(state: ")[2].partition("[")[0] for line in signatures] == [
        "GameState",
        "Seen) -> tuple",
        "GameState",
        "GameState",
    ]
    assert [line.rpartition("-> ")[2] for line in signatures] == [
        "tuple[Move, ...]",
        "tuple[Move, ...]",
        "ViewT",
        "View",
    ]
    words = " ".join(text.split())
    assert '| "Seen") -- a state; or the view of a seat' in words
    assert "Any" not in words
