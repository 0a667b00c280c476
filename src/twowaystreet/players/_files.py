"""Modules of players in files of their own, outside any package."""

from __future__ import annotations

import sys
from collections.abc import Generator
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


_imported: Final[dict[Path, dict[str, ModuleType]]] = {}
"""The neighbours that modules have imported, by folder and name."""


@contextmanager
def _neighbours(folder: Path) -> Generator[None]:
    """Let a module import those of its folder, and none of other players' folders."""
    own = _imported.setdefault(folder, {})
    others = [modules for other, modules in _imported.items() if other != folder]
    hidden = {name: module for modules in others for name, module in modules.items()}
    entries = {*map(str, _imported)}
    before = [entry for entry in sys.path if entry != str(folder)]
    known = {name: module for name, module in sys.modules.items() if name not in hidden}
    for name in hidden:
        sys.modules.pop(name, None)
    sys.modules.update(own)
    sys.path[:] = [str(folder), *(entry for entry in before if entry not in entries)]
    try:
        yield
    finally:
        new = [(name, each) for name, each in sys.modules.items() if name not in known]
        own.update((name, each) for name, each in new if _is_in(each, folder))
        sys.path[:] = [*before, str(folder)]  # for later imports, such as those in functions
        sys.modules.update(hidden)


def _is_in(module: ModuleType, folder: Path) -> bool:
    """Return whether a module, or its package, lies directly in a folder.

    The packages of an environment below the folder do not.
    """
    file: str | None = getattr(module, "__file__", None)
    if file is None:
        return False
    path = Path(file).resolve()
    depth = module.__name__.count(".") + (path.stem == "__init__")
    return folder in path.parents[depth : depth + 1]
