"""Places of names in files: in docstrings and comments of code, and in marks of tests.

The search reads the files and imports nothing.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Final, TypeAlias

import attrs

ROOT: Final = Path(__file__).resolve().parents[2]

Found: TypeAlias = dict[str, list["Place"]]


@attrs.frozen
class Definition:
    """A definition in a module, with its first and last line."""

    name: str
    first: int
    last: int


@attrs.frozen
class Place:
    """A module or definition that names a rule.

    Attributes:
        path: the path of the file from the root of the repository.
        name: the dotted name inside the module; empty for the module itself.
        line: the first line.
    """

    path: str
    name: str
    line: int = attrs.field(default=1, eq=False)

    @property
    def module(self) -> str:
        """The name of the module for imports."""
        parts = Path(self.path).with_suffix("").parts
        parts = parts[1:] if parts[0] == "src" else parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def __str__(self) -> str:
        return ".".join(filter(None, (self.module, self.name)))


@attrs.frozen
class Source:
    """A Python file.

    Attributes:
        path: the path of the file from the root of the repository.
        text: the content of the file.
    """

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree of the file."""
        return ast.parse(self.text)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """The definitions in the file."""
        return tuple(definitions(self.tree.body))

    def place(self, line: int) -> Place:
        """Return the innermost definition that contains a line, decorators included."""
        found = Place(self.path, "")
        for each in self.definitions:
            if each.first <= line <= each.last:
                found = Place(self.path, each.name, each.first)
        return found


@cache
def sources(folder: str) -> tuple[Source, ...]:
    """Return the Python files below a folder."""
    return tuple(
        Source(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*.py"))
    )


def in_prose(folder: str, named_in: Callable[[str], Iterable[str]]) -> Found:
    """Return the places whose docstrings or comments contain each name, in the order of files.

    Args:
        folder: the folder to search.
        named_in: a function that returns the names in a text.
    """
    return _collected(
        (name, source.place(line))
        for source in sources(folder)
        if any(named_in(source.text))  # to parse a file takes long
        for line, text in sorted(prose(source))
        for name in named_in(text)
    )


def in_marks(folder: str) -> Found:
    """Return the tests with each name as a mark, in the order of files."""
    return _collected(
        (name, source.place(line))
        for source in sources(folder)
        if "mark.rule" in source.text
        for line, name in sorted(marks(source))
    )


def _collected(named: Iterable[tuple[str, Place]]) -> Found:
    found: Found = {}
    for name, place in named:
        places = found.setdefault(name, [])
        if place not in places:
            places.append(place)
    return found


def definitions(body: list[ast.stmt], inside: str = "") -> Iterator[Definition]:
    """Yield the functions, classes and values of a module or class, outer ones first."""
    for node, after in zip_longest(body, body[1:]):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                first = min(part.lineno for part in (node, *node.decorator_list))
                yield Definition(inside + node.name, first, _last(node))
                if isinstance(node, ast.ClassDef):
                    yield from definitions(node.body, f"{inside}{node.name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                match after:
                    case ast.Expr(value=ast.Constant(value=str())):  # the docstring of the value
                        yield Definition(inside + name, node.lineno, _last(after))
                    case _:
                        yield Definition(inside + name, node.lineno, _last(node))
            case _:
                pass


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def prose(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a file, with their lines."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
            case _:
                pass
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def marks(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the identifiers in the marks of tests, classes, modules and parameters."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        yield node.lineno, str(argument.value)
            case _:
                pass
