"""Making of the mutants of a module."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs

from tests.mutants.operators import operators

SOURCE: Final = Path(__file__).parents[2] / "src" / "twowaystreet"
SAME_WITHOUT: Final = {
    "abstractmethod",
    "override",
    "overload",
    "cache",
    "lru_cache",
    "runtime_checkable",
}
"""Decorators that matter only to type checkers or for speed."""

Position = tuple[int, int]


@attrs.frozen
class Mutant:
    """A module with one change.

    Attributes:
        module: the file of the module, such as ``games/twos/state.py``.
        where: the function or class that contains the change.
        change: the lines before and after; numbered if a change occurs several times.
        code: the full text of the mutated module.
        line: the number of the line.
    """

    module: str
    where: str
    change: str
    code: str = attrs.field(repr=False, eq=False)
    line: int = attrs.field(eq=False)

    def __str__(self) -> str:
        return f"{self.module} {self.where}: {self.change}"


def mutants_of(module: str) -> list[Mutant]:
    """Return every mutant of a module, each change once."""
    source = (SOURCE / module).read_text("utf-8")
    tools = import_module("cosmic_ray.ast"), import_module("cosmic_ray.mutating")
    skipped = list(_skipped(ast.parse(source)))
    seen = {_meaning(source)}
    found = list[Mutant]()
    for operator in operators().values():
        nodes = list(tools[0].ast_nodes(tools[0].get_ast(source)))
        positions = [each for node in nodes for each in operator.mutation_positions(node)]
        for occurrence, (start, _) in enumerate(positions):
            if any(first <= tuple(start) < last for first, last in skipped):
                continue
            code = tools[1].mutate_code(source, operator, occurrence)
            meaning = code and _meaning(code)
            if not code or not meaning or meaning in seen:
                continue
            seen.add(meaning)
            where, change = _where(source, start[0]), _change(source, code)
            found.append(Mutant(module, where, change, code, start[0]))
    return _numbered(sorted(found, key=lambda mutant: mutant.line))


def _numbered(mutants: list[Mutant]) -> list[Mutant]:
    """Number equal descriptions, so that every mutant has its own text."""
    seen = Counter[str]()
    numbered = list[Mutant]()
    for mutant in mutants:
        seen[str(mutant)] += 1
        number = seen[str(mutant)]
        again = f" ({number})" if number > 1 else ""
        numbered.append(attrs.evolve(mutant, change=mutant.change + again))
    return numbered


def _meaning(code: str) -> str | None:
    """Return the syntax tree of some code as text; ``None`` if it is not Python."""
    try:
        return ast.dump(ast.parse(code))
    except SyntaxError:
        return None


def _span(node: Any) -> tuple[Position, Position]:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _skipped(tree: ast.AST) -> Iterator[tuple[Position, Position]]:
    """Yield the spans without behaviour, such as annotations and type names."""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=annotation, target=ast.Name(id=name)):
                yield _span(annotation)
                if name == "__all__" or "TypeAlias" in ast.dump(annotation):
                    yield _span(node)
            case ast.arg(annotation=annotation) if annotation:
                yield _span(annotation)
            case ast.FunctionDef(returns=returns, decorator_list=decorators):
                if returns:
                    yield _span(returns)
                for each in decorators:
                    if _name(each) in SAME_WITHOUT:
                        yield (each.lineno, 0), (each.lineno + 1, 0)
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                yield _span(node)
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
                yield _span(node)
            case ast.Call(func=ast.Name(id="cast"), args=[cast_type, _]):
                yield _span(cast_type)
            case ast.Import() | ast.ImportFrom():
                yield _span(node)
            case ast.ClassDef(bases=bases) if "Protocol" in map(_name, bases):
                yield _span(node)
            case ast.Assert() | ast.keyword(arg="strict"):  # they only repeat known facts
                yield _span(node)
            case _:
                pass


def _name(thing: ast.expr) -> str:
    """Return the name of a decorator or a base class."""
    match thing:
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return _name(inner)
        case ast.Attribute(attr=attr):
            return attr
        case ast.Name(id=name):
            return name
        case _:
            return ""


def _where(source: str, line: int) -> str:
    """Return the functions and classes around a line, as a dotted name."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first <= line <= (node.end_lineno or line):
                names.append(node.name)
    return ".".join(names) or "module"


def _change(source: str, code: str) -> str:
    """Return the changed lines, before and after."""
    before, after = source.splitlines(), code.splitlines()
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    gone, come = (" ".join(" ".join(lines[same:]).split()) for lines in (before, after))
    return f"{gone} => {come}"
