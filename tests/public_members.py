"""The functions, methods and properties of public names, and the errors that their docstrings name.

An error that a test expects must stand under ``Raises`` of each public function that it left.
"""

import dis
import inspect
import re
import sys
import types
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import twowaystreet

SOURCE: Final = str(Path(twowaystreet.__file__).parent)
_LIBRARIES: Final = (SOURCE, sys.prefix, sys.base_prefix, "<attrs generated", "<frozen")
_RAISE: Final = dis.opmap["RAISE_VARARGS"]
_NAMED: Final = (ValueError, TypeError, OSError, ImportError)
_VAGUE: Final = {"TwoWayStreetError", "ValueError", "Exception", "BaseException"}
"""Bases that tell nothing about an error."""


def _is_ours(module: str) -> bool:
    return module.startswith(twowaystreet.__name__)


def members(public: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the functions of a public function or class by name. Any: of any kind.

    The function itself, and the constructor of a class, have no name.
    """
    if not isinstance(public, type):
        if isinstance(found := inspect.unwrap(public), types.FunctionType):
            yield "", found
        return
    for name in dir(public):
        found = inspect.getattr_static(public, name)
        found = getattr(found, "fget", None) or getattr(found, "__func__", found)
        found = inspect.unwrap(found.func if isinstance(found, cached_property) else found)
        is_public = name in {"__init__", "__call__"} or not name.startswith("_")
        if is_public and isinstance(found, types.FunctionType) and _is_ours(found.__module__):
            yield name.replace("__init__", ""), found


@cache
def _described(module: types.ModuleType) -> list[tuple[types.CodeType, str, str]]:
    """Return the code, the path and the docstrings of the public functions of a module."""
    found = list[tuple[types.CodeType, str, str]]()
    for public in getattr(module, "__all__", ()):
        value = vars(module).get(public)
        for name, function in members(value):
            described = (
                (getattr(value, name),) if name else (value, getattr(value, "__init__", None))
            )
            text = "\n\n".join(inspect.getdoc(each) or "" for each in described)
            path = f"{module.__name__}.{public}.{name}".rstrip(".")
            found.append((function.__code__, path, text))
    return found


@cache
def _docstrings(count: int) -> dict[types.CodeType, dict[str, str]]:
    """Return the docstrings of the public functions by their code, each by its path.

    They are those of the public modules among the first ``count`` modules, which are loaded.
    """
    found = dict[types.CodeType, dict[str, str]]()
    for module in [*sys.modules][:count]:
        if _is_ours(module) and "._" not in module:
            for code, path, text in _described(sys.modules[module]):
                found.setdefault(code, {})[path] = text
    return found


@cache
def raised(docstring: str) -> set[str]:
    """Return the names of the errors under ``Raises`` in a docstring."""
    sections = re.findall(r"^Raises:\n((?:\s+.*\n?|\n)+)", docstring, re.MULTILINE)
    return {name for each in sections for name in re.findall(r"^    (\w+):", each, re.MULTILINE)}


def unnamed(error: BaseException | None) -> Iterator[str]:
    """Yield the public functions that an error left, and whose docstrings do not name it.

    So for the errors from which it comes. An error of Python itself, such as of ``len(5)``, and one
    that a function of a test raised, need no name.
    """
    trace = error.__traceback__ if error else None
    seen = set[int]()
    while error is not None and id(error) not in seen:  # errors can come from one another
        seen.add(id(error))
        calls = list[tuple[types.CodeType, int]]()
        while trace is not None:
            calls.append((trace.tb_frame.f_code, trace.tb_lasti))
            trace = trace.tb_next
        if calls and isinstance(error, _NAMED):
            yield from _unnamed(type(error), calls[::-1])
        error = error.__cause__ or error.__context__
        # The outermost call has caught this one.
        trace = error.__traceback__.tb_next if error and error.__traceback__ else None


def _unnamed(kind: type[BaseException], calls: list[tuple[types.CodeType, int]]) -> Iterator[str]:
    """Yield the public functions among some calls, the last first, that do not name an error."""
    names = {base.__name__ for base in kind.__mro__} - _VAGUE | {kind.__name__}
    code, at = calls[0]
    if not code.co_filename.startswith(SOURCE) or code.co_code[at] != _RAISE:
        return
    for code, _ in calls:
        if not code.co_filename.startswith(_LIBRARIES):
            return
        for path, docstring in _docstrings(len(sys.modules)).get(code, {}).items():
            if not raised(docstring) & names:
                yield f"{path}: {kind.__name__}"
