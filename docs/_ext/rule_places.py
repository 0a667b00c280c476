"""Where files name something: in the docstrings and comments of code, in the marks of tests.

Nothing is imported to find that: the files are only read.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Final, TypeAlias

import attrs

ROOT: Final = Path(__file__).resolve().parents[2]

Found: TypeAlias = dict[str, list["Place"]]


@attrs.frozen
class Definition:
    """Something that a module defines, and the lines that it takes."""

    name: str
    first: int
    last: int


@attrs.frozen
class Place:
    """Where a rule is named: a module, or what it defines.

    Attributes:
        path: the file, from the root of the repository.
        name: the dotted name inside it; empty for the module itself.
        line: the line at which it begins.
    """

    path: str
    name: str
    line: int = attrs.field(default=1, eq=False)

    @property
    def module(self) -> str:
        """The module, as it is imported."""
        parts = Path(self.path).with_suffix("").parts
        parts = parts[1:] if parts[0] == "src" else parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def __str__(self) -> str:
        return ".".join(filter(None, (self.module, self.name)))


def _tree_of(source: Source) -> ast.Module:
    return ast.parse(source.text)


def _defined_in(source: Source) -> tuple[Definition, ...]:
    return tuple(definitions(source.tree.body))


@attrs.frozen
class Source:
    """A Python file.

    Attributes:
        path: the file, from the root of the repository.
        text: what it says.
    """

    path: str
    text: str
    tree: ast.Module = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_tree_of, takes_self=True)
    )
    """What its text is to Python."""
    definitions: tuple[Definition, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_defined_in, takes_self=True)
    )
    """What it defines."""

    def place(self, line: int) -> Place:
        """The innermost definition round a line, its decorators included."""
        found = Place(self.path, "")
        for each in self.definitions:
            if each.first <= line <= each.last:
                found = Place(self.path, each.name, each.first)
        return found


@cache
def sources(folder: str) -> tuple[Source, ...]:
    """The Python files below a folder."""
    return tuple(
        Source(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*.py"))
    )


def in_prose(folder: str, named_in: Callable[[str], Iterable[str]]) -> Found:
    """For each name the places whose docstrings or comments have it, in the order of files.

    Args:
        folder: where to look.
        named_in: the names in a text.
    """
    return _collected(
        (name, source.place(line))
        for source in sources(folder)
        for line, text in sorted(prose(source))
        for name in named_in(text)
    )


def in_marks(folder: str) -> Found:
    """For each name the tests that carry it as a mark, in the order of files."""
    return _collected(
        (name, source.place(line))
        for source in sources(folder)
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
    """The functions, classes and values of a module or class, outer ones first."""
    for node, after in zip_longest(body, body[1:]):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                first = min(part.lineno for part in (node, *node.decorator_list))
                yield Definition(inside + node.name, first, _last(node))
                if isinstance(node, ast.ClassDef):
                    yield from definitions(node.body, f"{inside}{node.name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                match after:
                    case ast.Expr(value=ast.Constant(value=str())):  # the text that describes it
                        yield Definition(inside + name, node.lineno, _last(after))
                    case _:
                        yield Definition(inside + name, node.lineno, _last(node))
            case _:
                pass


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def prose(source: Source) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a file, each with its line."""
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
    """The identifiers in marks, wherever they stand: on tests, classes, modules, parameters."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        yield node.lineno, str(argument.value)
            case _:
                pass
