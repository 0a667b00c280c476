"""Objects by their place: ``whist.py:GAME``, in a file, or ``package.module:GAME``, in a module."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Final

from twowaystreet._util.faults import ends_program, forget, message_of

_lock: Final = RLock()  # of loading, as threads may ask for the same module
_files: Final[dict[Path, tuple[ModuleType, dict[Path, bytes]]]] = {}
"""The modules in files, with the sources of all that they loaded."""
_neighbours_in: Final[dict[Path, dict[str, ModuleType]]] = {}
"""The neighbours that modules have imported, by folder and name."""
_NOTHING: Final = object()


class NotLoaded(LookupError):
    """A place without an object, with the reason in words."""


def is_in_file(text: str) -> bool:
    return text.rpartition(":")[0].endswith(".py")


def is_place(text: str) -> bool:
    """Return whether a text has the form of a place in a file or a module."""
    where, colon, _ = text.rpartition(":")
    return is_in_file(text) or (bool(colon) and all(map(str.isidentifier, where.split("."))))


def object_at(text: str, kind: str) -> object:
    """Return the object of a kind at a place, installed or in the current folder."""
    where, _, name = text.rpartition(":")
    try:
        with _lock:
            if not is_in_file(text) and "" not in sys.path:
                sys.path.append("")
            module = module_at(where) if is_in_file(text) else import_module(where)
        found: object = getattr(module, name, _NOTHING)
    # A module can raise anything, and a script calls sys.exit.
    except BaseException as error:
        raise NotLoaded(not_loaded(error)) from error
    if found is _NOTHING:
        missing = f"the module has no {name[:60]!r}: expected the name of {kind}"
        raise NotLoaded(f"cannot be found: {missing}")
    return found


def not_loaded(error: BaseException) -> str:
    """Return why foreign code cannot be loaded; raise what ends the program."""
    if ends_program(error):
        raise error
    return f"cannot be loaded: {message_of(error, 400)}"


def module_at(path: str) -> ModuleType:
    """Return the module in a file, loaded anew when its or a neighbour's source has changed."""
    with _lock:
        found = Path(path).resolve(strict=True)
        module, sources = _files.pop(found, (None, dict[Path, bytes]()))
        if module is None or _sources(sources) != sources:
            if module is not None:
                forget({module.__name__: module} | _neighbours_in.pop(found.parent, {}))
            module = loaded(found, name_for(found))
            sources = _sources(files_of(found))
        _files[found] = module, sources
        return module


def _sources(files: Iterable[Path]) -> dict[Path, bytes]:
    return {file: file.read_bytes() if file.is_file() else b"" for file in files}


def files_of(path: Path) -> set[Path]:
    modules = _neighbours_in.get(path.parent, {}).values()
    return {path, *(Path(str(module.__file__)).resolve() for module in modules)}


def loaded(path: Path, name: str) -> ModuleType:
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec  # there is one with any loader
    module = module_from_spec(spec)
    with _neighbours(path.parent, name):
        sys.modules[name] = module
        try:
            # Not from bytecode, which Python takes for that of a file that changed within a second.
            exec(loader.source_to_code(path.read_bytes(), str(path)), vars(module))
        except BaseException:
            del sys.modules[name]
            raise
    return module


def name_for(path: Path) -> str:
    """Return the name of the module in a file, without links: the same in every process."""
    return f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"


@contextmanager
def _neighbours(folder: Path, name: str) -> Generator[None]:
    """Let the module of this name import those of its folder, and none of other folders."""
    own = _neighbours_in.setdefault(folder, {})
    others = [modules for other, modules in _neighbours_in.items() if other != folder]
    hidden = {name: module for modules in others for name, module in modules.items()}
    entries = {*map(str, _neighbours_in)}
    before = [entry for entry in sys.path if entry != str(folder)]
    known = {name, *(each for each in sys.modules if each not in hidden)}
    for each in hidden:
        sys.modules.pop(each, None)
    sys.modules.update(own)
    sys.path[:] = [str(folder), *(entry for entry in before if entry not in entries)]
    writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        new = {key: each for key, each in sys.modules.items() if key not in known}
        own.update((key, each) for key, each in new.items() if _is_in(each, folder))
        sys.path[:] = [*before, str(folder)]  # for later imports, such as those in functions
        sys.modules.update(hidden)


def _is_in(module: ModuleType, folder: Path) -> bool:
    """Return whether a module, or its package, lies directly in a folder, and not below it."""
    path = Path(getattr(module, "__file__", None) or "/").resolve()
    depth = module.__name__.count(".") + (path.stem == "__init__")
    return folder in path.parents[depth : depth + 1]
