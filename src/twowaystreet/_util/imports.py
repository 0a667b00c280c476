"""Imports of packages that may be missing, and of modules whose source has changed."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Final


@contextmanager
def needing(extra: str, module: str) -> Generator[None]:
    """Name the extra in the ModuleNotFoundError if an import of other packages fails.

    >>> with needing("rl", "my_module"):
    ...     import no_such_package
    Traceback (most recent call last):
    ...
    ModuleNotFoundError: no_such_package is missing; my_module needs pip install 'twowaystreet[rl]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == "twowaystreet":
            raise
        needs = f"{module} needs pip install 'twowaystreet[{extra}]'"
        raise ModuleNotFoundError(f"{package} is missing; {needs}", name=package) from None


def annotated(base: type, **names: object) -> None:
    """Give the module of a foreign class what it imports for type checkers, for get_type_hints."""
    for name, found in names.items():
        vars(sys.modules[base.__module__]).setdefault(name, found)


_forgotten: Final[set[str]] = set()
"""The names of modules whose source has changed, and which are loaded anew."""


def forget(modules: dict[str, ModuleType]) -> None:
    """Let the next import of each module load it anew."""
    for name, module in modules.items():
        _forgotten.add(name)
        if sys.modules.get(name) is module:
            del sys.modules[name]


def is_outdated(cls: type) -> bool:
    """Return whether the source of a class has changed, and has been loaded anew since."""
    module = sys.modules.get(cls.__module__)
    return cls.__module__ in _forgotten and getattr(module, cls.__qualname__, None) is not cls
