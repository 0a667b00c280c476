"""Foreign code: its exceptions, packages that are missing, and sources that have changed."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Final

LONGEST_MESSAGE: Final = 120
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]+")


class Terminated(SystemExit):
    """The end of the program because of a signal; like Ctrl-C it is no fault of a player."""


NO_FAULTS: Final = (KeyboardInterrupt, Terminated)
"""The exceptions that end the program in the middle of a player's move."""


def ends_program(error: BaseException) -> bool:
    """Return whether an exception ends the program; only the main thread is interrupted."""
    if isinstance(error, KeyboardInterrupt):
        return threading.current_thread() is threading.main_thread()
    return isinstance(error, Terminated)


def message_of(error: BaseException, most: int = LONGEST_MESSAGE) -> str:
    """Return the class and the text of an exception on one line; the same on every run."""
    try:
        text = f"{type(error).__name__}: {error}"
    except BaseException as second:  # the text of a foreign exception may raise anything
        if ends_program(second):
            raise
        text = f"{type(error).__name__}: an exception without text"
    return " ".join(without_addresses(text).split())[:most]


def without_addresses(text: str) -> str:
    return _ADDRESS.sub("0x...", text)


@contextmanager
def needing(extra: str, module: str) -> Generator[None]:
    """Name the extra in the ModuleNotFoundError if an import of other packages fails."""
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


_forgotten: Final[set[str]] = set()  # modules whose source has changed, and which are loaded anew


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
