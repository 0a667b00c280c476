"""Objects by their place: ``whist.py:GAME``, in a file, or ``package.module:GAME``, in a module.

Players and games have such places, outside any registry. Digests of their sources tell whether
their code has changed.
"""

from __future__ import annotations

import ast
import inspect
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b, sha256
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source, module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

from twowaystreet._util.faults import ends_program, message_of
from twowaystreet._util.imports import forget

_MOST: Final = 200
"""The most files of a digest, as a player may use a large framework."""
_OURS: Final = __name__.partition(".")[0]
_Stamp: TypeAlias = tuple[Path, int, int]
"""A file, the time of its last change and its size."""

_known: Final[dict[tuple[Path, str], tuple[list[_Stamp], str]]] = {}
"""The digests of files, which hold while nothing in them changes."""
_loaded: Final[dict[int, tuple[object, str]]] = {}
"""The digests of modules as they were loaded, by the address of their variables, which stay."""


def digest_of(found: Any) -> str | None:  # Any: inspect tells what it is
    """Return a digest of the source of a function or a class, as it was when it was loaded.

    The module of the object counts as a whole, with the modules that it imports from its folder or
    package, also later. What a script does below ``if __name__ == "__main__"`` does not count.
    """
    own = next(_functions_of(found), None)
    module = sys.modules.get(getattr(found, "__module__", None) or "")
    variables: dict[str, Any] = own.__globals__ if own else vars(module) if module else {}
    if id(variables) in _loaded:
        return _loaded[id(variables)][1]
    file, spec = variables.get("__file__"), variables.get("__spec__")
    name: str = spec.name if spec else ""
    if name.partition(".")[0] == _OURS:
        return _digest_of_library()
    if file and not (own and own.__code__.co_filename.startswith("<")):
        return remember(variables, digest_of_file(Path(file).resolve(), name))
    code = repr(list(_code_of(found, set()))) if own else ""
    return blake2b(code.encode(), digest_size=8).hexdigest() if code else None


def remember(variables: dict[str, Any], digest: str | None) -> str | None:
    """Return the digest with which a module was loaded: its code stays if its file changes."""
    if digest is None:
        return None
    return _loaded.setdefault(id(variables), (variables, digest))[1]


def _functions_of(found: Any) -> Iterator[FunctionType]:  # Any: as above
    """Yield a function, or the functions in the body of a class; none that a library has made."""
    if inspect.isclass(found):
        parts = [getattr(each, "__func__", each) for each in vars(found).values()]
        parts = [each.fget if isinstance(each, property) else each for each in parts]
    else:
        parts = [found]
    for each in parts:
        if inspect.isfunction(each) and each.__globals__.get("__name__") == found.__module__:
            yield each


def _code_of(found: Any, seen: set[int]) -> Iterator[object]:  # Any: as above
    """Yield the code of a function or class of a notebook, and of what it uses there."""
    if id(found) in seen:
        return
    seen.add(id(found))
    uses: list[Any] = []
    if inspect.isclass(found):
        yield sorted(f"{key}={value!r}" for key, value in vars(found).items() if is_plain(value))
        uses += found.__bases__
    for function in _functions_of(found):
        codes = [function.__code__]
        for code in codes:  # which grows
            codes += [each for each in code.co_consts if isinstance(each, CodeType)]
            yield code.co_code, code.co_names, list(filter(is_plain, code.co_consts))
            uses += [function.__globals__.get(name) for name in code.co_names]
    for each in uses:
        if is_plain(each):
            yield each
        elif getattr(each, "__module__", None) == found.__module__:
            yield from _code_of(each, seen)


def is_plain(value: Any) -> bool:  # Any: also the parts of a tuple
    """Return whether the text of a value is the same in each process."""
    if issubclass(type(value), tuple):
        return all(map(is_plain, value))
    return type(value) in (int, float, str, bytes, bool, type(None))


@cache
def _digest_of_library() -> str:
    folder = Path(__file__).parents[1]
    return _digest_of_files(folder, folder.rglob("*.py"))


def digest_of_file(path: Path, name: str = "") -> str | None:
    """Return the digest of a file and of the files that it imports from its folder or package.

    It is the same wherever the folder lies. ``name`` is that of the module; empty for a file alone.
    """
    known = _known.get((path, name))
    if known and [_stamp(file) for file, _, _ in known[0]] == known[0]:
        return known[1]
    if not path.is_file():
        return None
    parts = name.split(".") if name else [path.stem]
    parts += ["__init__"] if name and path.stem == "__init__" else []
    if [*path.parent.parts, path.stem][-len(parts) :] != parts:
        parts = [path.stem]
    folder = path.parents[len(parts) - 1]
    files = _files_from(path, parts, folder)
    stamps = list(map(_stamp, files))
    digest = _digest_of_files(folder, files)
    _known[path, name] = stamps, digest
    return digest


def files_of(path: Path, name: str = "") -> frozenset[Path]:
    return frozenset(file for file, _, _ in _known.get((path, name), ([], ""))[0])


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except OSError:
        return path, -1, -1
    return path, found.st_mtime_ns, found.st_size


def _files_from(path: Path, parts: list[str], folder: Path) -> list[Path]:
    # The packages of an environment lie side by side, and are no neighbours.
    only = parts[0] if str(folder) in _folders_of_packages() else None
    found, todo = {path.resolve(): None}, [(path, parts)]
    for file, own in todo:  # which grows
        for name in _imports_of(file, own[:-1]):
            if name[0] not in (_OURS, "") and only in (None, name[0]) and len(found) < _MOST:
                for each, module in _files_at(folder, name):
                    if each.resolve() not in found:
                        found[each.resolve()] = None
                        todo.append((each, module))
    return list(found)


def _imports_of(path: Path, package: list[str]) -> Iterator[list[str]]:
    try:
        nodes = list(ast.walk(_parsed(path.read_bytes())))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            yield from ([*base, alias.name] for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            function, text = ast.unparse(node.func), node.args[0].value
            if function.endswith(("import_module", "__import__")) and isinstance(text, str):
                yield text.split(".")


_parsing: Final = RLock()
"""Python 3.11 counts the depth of the trees of all threads as one, and refuses a wrong count."""
if hasattr(os, "register_at_fork"):  # a child must not wait for a thread that it does not have
    os.register_at_fork(
        before=_parsing.acquire, after_in_parent=_parsing.release, after_in_child=_parsing.release
    )


def _parsed(source: bytes) -> ast.Module:
    with _parsing:
        return ast.parse(source)


def _files_at(folder: Path, name: list[str]) -> Iterator[tuple[Path, list[str]]]:
    for count in range(1, len(name) + 1):
        part = folder.joinpath(*name[:count])
        for file, parts in (
            (part.with_name(part.name + ".py"), name[:count]),
            (part / "__init__.py", [*name[:count], "__init__"]),
        ):
            if file.is_file():
                yield file, parts


@cache
def _folders_of_packages() -> frozenset[str]:
    import sysconfig  # noqa: PLC0415  # late: few programs need it

    return frozenset(os.path.realpath(path) for path in sysconfig.get_paths().values())


def _digest_of_files(folder: Path, files: Iterable[Path]) -> str:
    digest = blake2b(digest_size=8)
    for file in sorted({each.resolve() for each in files}):
        name = file.relative_to(folder) if file.is_relative_to(folder) else Path(file.name)
        text = _without_script(file.read_bytes().replace(b"\r\n", b"\n"))
        digest.update(f"{name.as_posix()} {len(text)} ".encode() + text)
    return digest.hexdigest()


_GUARDS: Final = ("__name__ == '__main__'", "'__main__' == __name__")
_CODE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def _without_script(text: bytes) -> bytes:
    """Return a source without the part that runs as a script, such as a longer match.

    A part that defines functions stays, as players may be among them.
    """
    if b"__main__" not in text:
        return text
    try:
        found = _parsed(text).body
    except (SyntaxError, ValueError, RecursionError):
        return text
    lines = text.splitlines(keepends=True)
    for each in reversed(found):  # so that the numbers of earlier lines stay
        if (
            isinstance(each, ast.If)
            and not each.orelse
            and ast.unparse(each.test) in _GUARDS
            and not any(isinstance(node, _CODE) for node in ast.walk(each))
        ):
            del lines[each.lineno - 1 : each.end_lineno]
    return b"".join(lines)


# Objects by their place

_PYTHON: Final = ".py"
_MAINS: Final = ("__main__", "__mp_main__")


class NotLoaded(LookupError):
    """A place without an object; the message gives the reason in words."""


def is_in_file(text: str) -> bool:
    """Return whether a text has the form of a place in a file, such as ``whist.py:GAME``."""
    return text.rpartition(":")[0].endswith(_PYTHON)


def is_place(text: str) -> bool:
    """Return whether a text has the form of a place in a file or a module."""
    where, colon, _ = text.rpartition(":")
    return is_in_file(text) or (bool(colon) and all(map(str.isidentifier, where.split("."))))


def object_at(text: str, kind: str) -> object:
    """Return the object at a place, or raise :class:`NotLoaded`.

    A module is installed or lies in the current folder. ``kind`` is that of the object, in words.
    """
    where, _, name = text.rpartition(":")
    try:
        module = module_at(where) if is_in_file(text) else _imported_module(where)
        found: object = getattr(module, name, _NOTHING)
    # A module can raise anything, and a script calls sys.exit.
    except BaseException as error:
        raise NotLoaded(not_loaded(error)) from error
    if found is _NOTHING:
        missing = f"the module has no {name[:60]!r}: expected the name of {kind}"
        raise NotLoaded(f"cannot be found: {missing}")
    return found


def not_loaded(error: BaseException) -> str:
    """Return why foreign code cannot be loaded; raise an exception that ends the program again."""
    if ends_program(error):
        raise error
    return f"cannot be loaded: {message_of(error, _LONGEST_REASON)}"


_LONGEST_REASON: Final = 400
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


def _forget(files: frozenset[Path]) -> None:
    for modules in (sys.modules, *_neighbours_in.values()):
        for name, module in list(modules.items()):
            file: str | None = getattr(module, "__file__", None)
            if file and Path(file).resolve() in files and name not in _MAINS:
                forget(modules, name)
                # Python takes the bytecode of a file that changed within a second for the new one.
                with suppress(OSError, NotImplementedError):
                    os.unlink(cache_from_source(file))


def loaded(path: Path, name: str) -> ModuleType:
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
    """Return the name of the module in a file, without links: the same in every process."""
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
