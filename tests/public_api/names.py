"""Where the public names stand: which modules have them, and where each of them is defined.

Nothing is imported to find this out, the files are only read: the documentation is built without
what :mod:`twowaystreet.testing` needs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import attrs

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "src"
PACKAGE: Final = "twowaystreet"

GAMES: Final = tuple(
    f"{PACKAGE}.games.{name}" for name in ("street", "duel", "twos", "spades", "twenty_down")
)
PUBLIC: Final = (
    PACKAGE,
    *GAMES,
    *(f"{PACKAGE}.{name}" for name in ("reasons", "ratings", "schemas", "authoring", "testing")),
    f"{PACKAGE}.testing.conformance",
)
"""The modules that users import from. What stands in any other may change at any time."""


@attrs.frozen
class Name:
    """A public name.

    Attributes:
        module: the public module that has it.
        name: the name there.
        home: the module that defines it; of a module, the module itself.
        is_module: whether it is a module.
    """

    module: str
    name: str
    home: str
    is_module: bool

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def defined_as(self) -> str:
        """Its full name where it is defined."""
        return self.home if self.is_module else f"{self.home}.{self.name}"

    @property
    def said(self) -> str:
        """What the source says of it; empty if nothing."""
        return said_of(self.home, "" if self.is_module else self.name)

    @property
    def summary(self) -> str:
        """The first sentence that is said of it, or else of the class that it is made of."""
        told = self.said or said_of_class(self.home, self.name)
        return first_sentence(told)


def modules() -> tuple[str, ...]:
    """Every module of the library by its name, private ones included."""
    found: list[str] = []
    for path in (SOURCE / PACKAGE).rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return tuple(sorted(found))


def file_of(module: str) -> Path | None:
    """The file of a module; ``None`` if there is no such module here."""
    base = SOURCE.joinpath(*module.split("."))
    paths = (base / "__init__.py", base.with_suffix(".py"))
    return next((path for path in paths if path.is_file()), None)


@cache
def tree_of(module: str) -> ast.Module:
    """The source of a module, parsed."""
    path = file_of(module)
    assert path is not None, f"there is no module {module}"
    return ast.parse(path.read_text(encoding="utf-8"))


def public_names(module: str) -> tuple[Name, ...]:
    """The public names of a module: those in ``__all__``, or else what it defines itself."""
    return tuple(_name(module, name) for name in listed(module) or sorted(_defined(module)))


def listed(module: str) -> tuple[str, ...]:
    """What stands in ``__all__``; nothing if there is none."""
    for names, node in _assigned(module):
        if "__all__" in names and node.value:
            found: list[str] = ast.literal_eval(node.value)
            return tuple(found)
    return ()


def said_of(module: str, name: str = "") -> str:
    """What the source says of a module, or of what it defines; empty if nothing."""
    if not name:
        return ast.get_docstring(tree_of(module)) or ""
    for node in tree_of(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            said = ast.get_docstring(node)
            if said:  # overloads of a function say nothing
                return said
    for names, node in _assigned(module):
        if name in names:
            return _said_below(module, node)
    return ""


def said_of_class(module: str, name: str) -> str:
    """What the source says of the class that a value is made of; empty if it is made otherwise."""
    for names, node in _assigned(module):
        if name in names and isinstance(node.value, ast.Call):
            made_of = _name(module, ast.unparse(node.value.func))
            return made_of.said
    return ""


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".:")


def _name(module: str, name: str) -> Name:
    """A name, followed through the imports to where it is defined."""
    home, called = module, name
    while came_from := _imported(home).get(called):
        home, called = came_from
        if file_of(f"{home}.{called}"):
            return Name(module, name, f"{home}.{called}", is_module=True)
    return Name(module, name, home, is_module=False)


@cache
def _imported(module: str) -> dict[str, tuple[str, str]]:
    """From which module, and under which name, a module has what it imports from this library."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in tree_of(module).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE)
        for alias in node.names
        if node.module
    }


def _defined(module: str) -> Iterator[str]:
    """What a module defines for others; type variables are for nobody else."""
    for node in tree_of(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name
    for names, node in _assigned(module):
        if not _is_type_variable(node.value):
            yield from (name for name in names if not name.startswith("_"))


def _is_type_variable(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func) in ("TypeVar", "ParamSpec")


@cache
def _assigned(module: str) -> tuple[tuple[tuple[str, ...], ast.Assign | ast.AnnAssign], ...]:
    """What a module assigns, with the names it is assigned to."""
    return tuple(
        (tuple(target.id for target in _targets(node) if isinstance(target, ast.Name)), node)
        for node in tree_of(module).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
    )


def _targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return [node.target] if isinstance(node, ast.AnnAssign) else node.targets


def _said_below(module: str, node: ast.stmt) -> str:
    """The docstring that stands below an assignment."""
    body = tree_of(module).body
    after = body[body.index(node) + 1 :][:1]
    for said in after:
        if isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
            return str(said.value.value)
    return ""
