"""Modules of players in files of their own, outside any package."""

from __future__ import annotations

import sys
from collections.abc import Generator, Set
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Final


def module_at(path: str) -> ModuleType:
    """Return the module in a file; it is loaded once.

    The module can import its neighbours, the modules in the same folder. Two files with the same
    name in different folders are two modules, and each has its own neighbours.

    Args:
        path: the path of the file.

    Raises:
        OSError: if the file cannot be read.
        Exception: any that the module raises.
    """
    with _lock:
        return _loaded(Path(path).resolve(strict=True))


_lock: Final = RLock()
"""The lock of loading, as threads may ask for the same module; a module may ask for others."""


@cache
def _loaded(path: Path) -> ModuleType:
    name = f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    assert spec and spec.loader
    module = module_from_spec(spec)
    with _neighbours(path.parent):
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return module


_folders: Final[set[Path]] = set()
"""The folders from which modules were loaded."""


@contextmanager
def _neighbours(folder: Path) -> Generator[None]:
    """Let a module import those of its folder, and none of other players' folders."""
    others = _folders - {folder}
    _folders.add(folder)
    before = [entry for entry in sys.path if entry != str(folder)]
    hidden = {name: module for name, module in list(sys.modules.items()) if _is_in(module, others)}
    for name in hidden:
        del sys.modules[name]
    sys.path[:] = [str(folder), *(entry for entry in before if Path(entry) not in others)]
    try:
        yield
    finally:
        sys.path[:] = [*before, str(folder)]  # for later imports, such as those in functions
        sys.modules.update(hidden)


def _is_in(module: ModuleType, folders: Set[Path]) -> bool:
    """Return whether a module, or its package, lies directly in one of some folders."""
    file: str | None = getattr(module, "__file__", None)
    if not (folders and file) or module.__name__ == "__main__":
        return False
    path = Path(file).resolve()
    return path.parents[module.__name__.count(".") + (path.stem == "__init__")] in folders
