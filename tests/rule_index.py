"""The index of rules: what the documentation says, and where code and tests answer to it.

The rules stand on the pages of the documentation, one paragraph each. Code names a rule in a
docstring or a comment, single or as a range such as ``ST-13 to ST-19``; tests carry
``@pytest.mark.rule``. Nothing is imported to find them: the files are only read.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

ROOT: Final = Path(__file__).resolve().parent.parent

PAGES: Final = {
    "AL": "common-rules",
    "ST": "games/street",
    "DU": "games/duel",
    "RA": "ratings",
    "TW": "games/twos",
    "SP": "games/spades",
    "TD": "games/twenty_down",
}
"""The page of the documentation on which the rules with each prefix stand."""

_PREFIXES: Final = "|".join(PAGES)
RULE: Final = re.compile(
    rf"^\*\*(?P<name>(?:{_PREFIXES})-\d+)\*\* \*\((?P<mark>[^)]+)\)\* (?P<text>.+?)(?=\n\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""A rule on its page: identifier, mark and text, to the end of the paragraph."""
_NAMED: Final = re.compile(
    rf"\b(?P<prefix>{_PREFIXES})-(?P<first>\d+)\b"
    r"(?:(?:\s+to\s+|\s*\.\.\s*|–)(?P=prefix)-(?P<last>\d+)\b)?"
)


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
    """

    path: str
    name: str

    @property
    def module(self) -> str:
        """The module, as it is imported."""
        parts = Path(self.path).with_suffix("").parts
        parts = parts[1:] if parts[0] == "src" else parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def __str__(self) -> str:
        return ".".join(filter(None, (self.module, self.name)))


@attrs.frozen
class Rule:
    """A rule as the documentation has it, and what answers to it.

    Attributes:
        name: the identifier.
        mark: where the rule comes from.
        text: what it says.
        code: the places in the package that name it.
        tests: the tests that carry it.
    """

    name: str
    mark: str
    text: str
    code: tuple[Place, ...]
    tests: tuple[Place, ...]


def named_in(text: str) -> Iterator[str]:
    """Every identifier that a text names, those inside a range included.

    >>> list(named_in("see ST-3, DU-1 to DU-3 and ST-13..ST-14"))
    ['ST-3', 'DU-1', 'DU-2', 'DU-3', 'ST-13', 'ST-14']
    """
    for found in _NAMED.finditer(text):
        first = int(found["first"])
        for number in range(first, int(found["last"] or first) + 1):
            yield f"{found['prefix']}-{number}"


def _definitions(body: list[ast.stmt], inside: str = "") -> Iterator[Definition]:
    """The functions, classes and values of a module or class, outer ones first."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                first = min(part.lineno for part in (node, *node.decorator_list))
                yield Definition(inside + node.name, first, _last(node))
                if isinstance(node, ast.ClassDef):
                    yield from _definitions(node.body, f"{inside}{node.name}.")
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


def _place(path: str, tree: ast.Module, line: int) -> Place:
    """The innermost definition round a line, its decorators included."""
    found = Place(path, "")
    for each in _definitions(tree.body):
        if each.first <= line <= each.last:
            found = Place(path, each.name)
    return found


def _prose(source: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a file, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
            case _:
                pass
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _marked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The identifiers in marks, wherever they stand: on tests, classes, modules, parameters."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        yield node.lineno, str(argument.value)
            case _:
                pass


def _files(folder: str) -> Iterator[tuple[str, str, ast.Module]]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        yield path.relative_to(ROOT).as_posix(), source, ast.parse(source)


def code_places() -> dict[str, list[Place]]:
    """For every identifier the places in the package that name it, in the order of files."""
    places: dict[str, list[Place]] = {}
    for path, source, tree in _files("src"):
        for line, text in sorted(_prose(source, tree)):
            for name in named_in(text):
                found, place = places.setdefault(name, []), _place(path, tree, line)
                if place not in found:
                    found.append(place)
    return places


def marked_tests() -> dict[str, list[Place]]:
    """For every identifier the tests that carry it, in the order of files."""
    places: dict[str, list[Place]] = {}
    for path, _, tree in _files("tests"):
        for line, name in sorted(_marked(tree)):
            found, place = places.setdefault(name, []), _place(path, tree, line)
            if place not in found:
                found.append(place)
    return places


def rules() -> tuple[Rule, ...]:
    """Every rule of the documentation, in the order of its pages."""
    code, tests = code_places(), marked_tests()
    return tuple(
        Rule(
            found["name"],
            found["mark"],
            " ".join(found["text"].split()),
            tuple(code.get(found["name"], ())),
            tuple(tests.get(found["name"], ())),
        )
        for page in PAGES.values()
        for found in RULE.finditer((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    )


def mentioned() -> dict[str, list[str]]:
    """For every identifier that stands anywhere in code or tests, the files that it stands in."""
    files: dict[str, list[str]] = {}
    for folder in ("src", "tests"):
        for path, source, _ in _files(folder):
            for name in dict.fromkeys(named_in(source)):
                files.setdefault(name, []).append(path)
    return files
