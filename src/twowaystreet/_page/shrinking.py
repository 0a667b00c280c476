"""Code without what nobody reads in a browser: comments, docstrings, types and indents."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Final, TypeVar

from typing_extensions import override

_Def = TypeVar("_Def", ast.FunctionDef, ast.AsyncFunctionDef)
_Node = TypeVar("_Node", ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

_INDENT: Final = re.compile("^(?:    )+", re.MULTILINE)
_COMMENT: Final = re.compile(rb"^ *(?://[^\n]*|/\*\*.*?\*/)\n", re.MULTILINE | re.DOTALL)
"""A comment in a script, on lines of its own."""
_WITH_DOCS: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@lru_cache(maxsize=1024)  # for programs that write several pages
def for_browsers(
    source: bytes, *, types: bool = True, without: frozenset[str] = frozenset()
) -> bytes:
    r"""Return a module without comments and docstrings, and with short indents.

    Args:
        source: the module.
        types: ``False`` to leave out types, too: those of functions and of variables outside
            classes, overloads, and what only type checkers read. Attrs needs those in classes.
        without: the names of functions to leave out.

    >>> for_browsers(b"# Cards.\nclass Card:\n    'A card.'\n")
    b'class Card:\n pass'
    >>> for_browsers(b"HIGH: int = 14\ndef rank(card: Card) -> int: ...", types=False)
    b'HIGH = 14\ndef rank(card):\n ...'
    """
    tree = ast.parse(source)
    if not types:
        tree = _WithoutTypes().visit(tree)
    for node in ast.walk(tree):
        if isinstance(node, _WITH_DOCS):
            kept = [
                each
                for each in node.body
                if not (_is_text(each) or getattr(each, "name", None) in without)
            ]
            node.body = kept or [ast.Pass()]
    text = ast.unparse(tree)
    packed = _INDENT.sub(lambda found: " " * (len(found[0]) // 4), text.replace("\n\n", "\n"))
    return (packed if ast.dump(ast.parse(packed)) == ast.dump(ast.parse(text)) else text).encode()


def script_for_browsers(name: str, source: bytes) -> bytes:
    r"""Return a file of a page without the comments that have lines of their own.

    Args:
        name: the name of the file; only scripts change.
        source: its content.

    >>> script_for_browsers("page.js", b"// A page.\n/** Go. */\nconst go = 1; // on\n")
    b'const go = 1; // on\n'
    """
    return _COMMENT.sub(b"", source) if name.endswith(".js") else source


def _is_text(statement: ast.stmt) -> bool:
    """Return whether a statement is a text, as docstrings are."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case _:
            return False


class _WithoutTypes(ast.NodeTransformer):
    """Takes types out of a module; ``None`` as the answer of a method removes a statement."""

    def __init__(self) -> None:
        self._in_class = False

    @override
    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Keep the annotations of a class."""
        return self._inside(node, in_class=True)

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
        """Remove the types of a function, or a whole overload."""
        return self._function(node)

    @override
    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef | None:
        """Do the same for a coroutine."""
        return self._function(node)

    def _function(self, node: _Def) -> _Def | None:
        if any(
            isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list
        ):
            return None
        node.returns = None
        return self._inside(node, in_class=False)

    @override
    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Remove the type of a parameter."""
        node.annotation = None
        return node

    @override
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Remove the type of a variable outside classes."""
        if self._in_class:
            return node
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    @override
    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        """Remove what only type checkers read."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse or None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def _inside(self, node: _Node, *, in_class: bool) -> _Node:
        """Take types out of what a class or a function contains."""
        before, self._in_class = self._in_class, in_class
        self.generic_visit(node)
        self._in_class = before
        node.body = node.body or [ast.Pass()]
        return node
