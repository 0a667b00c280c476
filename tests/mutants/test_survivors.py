"""Every known survivor still changes a line of today's source."""

from __future__ import annotations

import ast
import tomllib

from tests.mutants.making import SOURCE
from tests.mutants.modules import MODULES
from tests.mutants.survivors import KNOWN, known


def test_every_survivor_changes_an_existing_line() -> None:
    for mutant in known():
        module, _, rest = mutant.partition(" ")
        where, _, change = rest.partition(": ")
        before, _, after = change.partition(" => ")
        assert module in MODULES
        assert before != after
        assert before in " ".join(_part((SOURCE / module).read_text("utf-8"), where).split()), (
            mutant
        )


def _part(source: str, where: str) -> str:
    """Return the text of a class or function of a module, or of the whole module."""
    node: ast.AST = ast.parse(source)
    for name in where.split(".") if where != "module" else ():
        node = next(each for each in ast.iter_child_nodes(node) if _name_of(each) == name)
    return ast.get_source_segment(source, node) or source


def _name_of(node: ast.AST) -> str:
    return node.name if isinstance(node, ast.ClassDef | ast.FunctionDef) else ""


def test_every_group_has_a_different_reason() -> None:
    groups = tomllib.loads(KNOWN.read_text("utf-8"))["group"]
    reasons = [group["reason"] for group in groups]
    assert all(len(reason) > 20 for reason in reasons)
    assert len(set(reasons)) == len(reasons)
    mutants = [mutant for group in groups for mutant in group["mutants"]]
    assert len(set(mutants)) == len(mutants)


def test_all_named_test_files_exist() -> None:
    root = SOURCE.parents[1]
    named = {test for module in MODULES.values() for stage in module for test in stage.tests}
    paths = [each for each in named if each.startswith(("tests", "src"))]
    assert len(paths) > 30
    assert [each for each in paths if not (root / each).exists()] == []
