"""Objects by their place: ``whist.py:GAME``, in a file, or ``package.module:GAME``, in a module.

Players and games have such places, outside any registry.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source, module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Final

from twowaystreet._util.sources import digest_of_file, files_of, remember

_PYTHON: Final = ".py"
_OURS: Final = __name__.partition(".")[0]
_MAINS: Final = ("__main__", "__mp_main__")


class NotLoaded(LookupError):
    """A place without an object; the message gives the reason in words."""


def is_in_file(text: str) -> bool:
    """Return whether a text has the form of a place in a file, such as ``whist.py:GAME``."""
    return text.rpartition(":")[0].endswith(_PYTHON)


def is_place(text: str) -> bool:
    """Return whether a text has the form of a place.

    >>> [is_place(text) for text in ("whist.py:GAME", "my.whist:GAME", "whist.py", "a b:GAME")]
    [True, True, False, False]
    """
    where, colon, _ = text.rpartition(":")
    return is_in_file(text) or (bool(colon) and all(map(str.isidentifier, where.split("."))))


def object_at(text: str, kind: str) -> object:
    """Return the object at a place.

    ``text``: the place: a file, or a module that is installed or lies in the current folder; a
    colon; and the name of the object there.

    Raises:
        NotLoaded: if the module cannot be loaded, or has no object of this name.

    >>> object_at("twowaystreet.games.twos:GAME", "a game").title
    'Twos'
    """
    where, _, name = text.rpartition(":")
    try:
        module = module_at(where) if is_in_file(text) else _imported_module(where)
        found: object = getattr(module, name, _NOTHING)
    # A module can raise anything, and a script calls sys.exit.
    except (Exception, SystemExit) as error:
        raise NotLoaded(f"cannot be loaded: {type(error).__name__}: {error}") from error
    if found is _NOTHING:
        raise NotLoaded(f"the module has no {name!r}: expected the name of {kind}")
    return found


_NOTHING: Final = object()


def _imported_module(name: str) -> ModuleType:
    """Import a module, anew if its source has changed; one in the current folder is found, too."""
    if "" not in sys.path:
        sys.path.append("")
    with _lock:
        module = import_module(name)
        if name.partition(".")[0] == _OURS:
            return module
        path = Path(getattr(module, "__file__", None) or "").resolve()  # built-in ones have none
        return _up_to_date(module, path, name, lambda: import_module(name))


def module_at(path: str) -> ModuleType:
    """Return the module in a file; it is loaded once, and anew when its source has changed.

    The module can import its neighbours, the modules in the same folder. Two files with the same
    name in different folders are two modules, and each has its own neighbours.

    Raises:
        OSError: if the file cannot be read.
        Exception: any that the module raises.
    """
    with _lock:
        found = Path(path).resolve(strict=True)
        module = _files[found] = _up_to_date(
            _files.get(found), found, "", lambda: loaded(found, name_for(found))
        )
        return module


def _up_to_date(
    module: ModuleType | None, path: Path, name: str, load: Callable[[], ModuleType]
) -> ModuleType:
    """Load a module, unless its source is the one with which it was loaded."""
    before = files_of(path, name)
    digest = digest_of_file(path, name)
    if module is None or remember(vars(module), digest) != digest:
        if module is not None:
            _forget(before | files_of(path, name))
        module = load()
        remember(vars(module), digest)
    return module


_lock: Final = RLock()
"""The lock of loading, as threads may ask for the same module; a module may ask for others."""
_files: Final[dict[Path, ModuleType]] = {}
"""The loaded modules by their files."""
_forgotten: Final[set[str]] = set()
"""The names of modules whose source has changed, and which are loaded anew."""


def _forget(files: frozenset[Path]) -> None:
    """Let the next import of some modules load them anew."""
    for modules in (sys.modules, *_neighbours_in.values()):
        for name, module in list(modules.items()):
            file: str | None = getattr(module, "__file__", None)
            if file and Path(file).resolve() in files and name not in _MAINS:
                del modules[name]
                _forgotten.add(name)
                # Python takes the bytecode of a file that changed within a second for the new one.
                with suppress(OSError, NotImplementedError):
                    os.unlink(cache_from_source(file))


def is_outdated(cls: type) -> bool:
    """Return whether the source of a class has changed, and has been loaded anew since."""
    module = sys.modules.get(cls.__module__)
    return cls.__module__ in _forgotten and getattr(module, cls.__qualname__, None) is not cls


def loaded(path: Path, name: str) -> ModuleType:
    """Load a file as the module of a name."""
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec  # there is one with any loader
    module = module_from_spec(spec)
    with _neighbours(path.parent):
        sys.modules[name] = module
        try:
            # Not from bytecode, for the same reason.
            exec(loader.source_to_code(path.read_bytes(), str(path)), vars(module))
        except BaseException:
            del sys.modules[name]
            raise
    return module


def name_for(path: Path) -> str:
    """Return the name of the module in a file, the same in every process.

    Args:
        path: the path of the file, without links.
    """
    return f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"


_neighbours_in: Final[dict[Path, dict[str, ModuleType]]] = {}
"""The neighbours that modules have imported, by folder and name."""


@contextmanager
def _neighbours(folder: Path) -> Generator[None]:
    """Let a module import those of its folder, and none of other folders."""
    own = _neighbours_in.setdefault(folder, {})
    others = [modules for other, modules in _neighbours_in.items() if other != folder]
    hidden = {name: module for modules in others for name, module in modules.items()}
    entries = {*map(str, _neighbours_in)}
    before = [entry for entry in sys.path if entry != str(folder)]
    known = {name: module for name, module in sys.modules.items() if name not in hidden}
    for name in hidden:
        sys.modules.pop(name, None)
    sys.modules.update(own)
    sys.path[:] = [str(folder), *(entry for entry in before if entry not in entries)]
    writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
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
