"""Packages of extras, which may be missing."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def needing(extra: str, module: str) -> Generator[None]:
    """Name the extra if an import of other packages fails.

    Raises:
        ModuleNotFoundError: if a package is missing.

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
