"""Compilation: the only access to numba, with the types of the functions kept.

``NUMBA_DISABLE_JIT=1`` runs the same functions as plain Python, for debugging and coverage.
"""

from __future__ import annotations

import importlib
import pickle
import sys
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from inspect import unwrap
from itertools import chain
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, TypeAlias, TypeVar

# Any: functions of every kind.
Function: TypeAlias = Callable[..., Any]
FunctionT = TypeVar("FunctionT", bound=Function)
# Any: numba and llvmlite have no annotations.
Numba: TypeAlias = Any

NEEDED: Final = (
    "twowaystreet.fast and twowaystreet.solve need numba and numpy: pip install "
    "'twowaystreet[fast]' (browsers have no numba)"
)

try:
    importlib.import_module("numpy")
    _numba: Final[Numba] = importlib.import_module("numba")
    _caching: Final[Numba] = importlib.import_module("numba.core.caching")
    _events: Final[Numba] = importlib.import_module("numba.core.event")
except ImportError as error:
    raise ImportError(NEEDED) from error

IS_PLAIN: Final[bool] = bool(_numba.config.DISABLE_JIT)  # True if the functions run as plain Python


def _stamp_of(package: Path) -> tuple[int, int]:
    """Return the time of the newest source on which compiled code depends, and the size of all."""
    patterns = "fast/*.py", "solve/*.py", "_core/playouts/*.py", "games/*/*.py"
    found = [each.stat() for each in chain.from_iterable(map(package.glob, patterns))]
    return max((each.st_mtime_ns for each in found), default=0), sum(each.st_size for each in found)


_STAMP: Final = _stamp_of(Path(__file__).parents[1])
_Files: Final[Numba] = _caching.IndexDataCacheFile


class _CheckedFiles(_Files):  # type: ignore[misc]  # numba has no annotations
    """The files of one compiled function, with digests: numba would run code with wrong bytes."""

    def save(self, key: Numba, data: Numba) -> None:
        try:
            _Files.save(self, key, data)
        except OSError as error:
            _notice.say(f"cannot keep compiled code: {error}")

    def _dump(self, obj: Numba) -> bytes:
        data: bytes = _Files._dump(self, obj)
        return data + sha256(data).digest()

    def _save_data(self, name: str, data: Numba) -> None:
        content: bytes = _Files._dump(self, data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(content + sha256(content + self._mark).digest())

    @property
    def _mark(self) -> bytes:
        """What ties compiled code to its function and sources: an index may name an older file."""
        return repr((self._index_name, self._source_stamp)).encode()

    def _load_index(self) -> Numba:
        path, version = Path(self._index_path), pickle.dumps(self._version, protocol=-1)
        return self._checked(partial(_Files._load_index, self), path, version) or {}

    def _load_data(self, name: str) -> Numba:
        path = Path(self._data_path(name))
        return self._checked(partial(_Files._load_data, self, name), path, mark=self._mark)

    def _checked(
        self, load: Callable[[], Numba], path: Path, start: bytes = b"", mark: bytes = b""
    ) -> Numba:
        """Return what a file holds after its start; ``None`` if the file is missing or damaged."""
        try:
            content = path.read_bytes()
            data, digest = content[len(start) : -_DIGEST], content[-_DIGEST:]
            if content.startswith(start) and sha256(data + mark).digest() == digest:
                return load()
        except FileNotFoundError:
            return None
        except (AttributeError, ImportError):  # it names a class that this version does not have
            pass
        except OSError as error:
            _notice.say(f"compiles again: {error}")
            return None
        _notice.say(f"compiles again: {path} is damaged or from another version")
        return None


_DIGEST: Final = sha256().digest_size


def compiled(function: FunctionT, **options: bool) -> FunctionT:
    """Compile a function on its first call, or load it from the cache.

    The function runs without the lock of the interpreter, so that threads run side by side.
    """
    try:
        made: FunctionT = _numba.njit(nogil=True, cache=True, **options)(function)
        if not IS_PLAIN:
            # numba asks only whether the file of the function has changed, but the compiled code
            # contains functions and constants from other files.
            file: Numba = made._cache._cache_file  # type: ignore[attr-defined]  # of numba
            file._source_stamp = file._source_stamp, _STAMP, getattr(function, "stamp", 0)
            file.__class__ = _CheckedFiles
    except RuntimeError:  # no folder for the cache is writable
        _notice.unwritable = True
        made = _numba.njit(nogil=True, **options)(function)
    return made


def inlined(function: FunctionT) -> FunctionT:
    """Compile a function into its callers: a call with many arrays takes longer than its work."""
    made: FunctionT = _numba.njit(nogil=True, inline="always")(function)
    return made


def embedded(function: FunctionT) -> FunctionT:
    """Compile a function that makes no arrays; the optimiser puts it into its callers.

    This takes less time to compile than copies of the source.
    """
    made: FunctionT = _numba.njit(nogil=True, forceinline=True, _nrt=False)(function)
    return made


def filled_in(function: FunctionT, **parts: Function) -> FunctionT:
    """Return a copy of a plain function that calls these functions for some names in its module."""
    # Any: functions of every kind.
    made: Any = FunctionType(function.__code__, {**function.__globals__, **parts})
    first, *others = map(unwrap, parts.values())
    # The compiled code of the copy is kept by these names.
    made.__qualname__ = ".".join((first.__module__, *(each.__name__ for each in (first, *others))))
    source = Path(first.__code__.co_filename)
    made.stamp = source.stat().st_mtime_ns if source.exists() else 0
    found: FunctionT = made
    return found


def compiled_copies(module: ModuleType, others: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    """Compile copies of the functions of a plain module, by name, which call each other.

    ``others`` are compiled functions for names that the module takes from elsewhere. The copies
    keep no results in memory. Any: of many types.
    """
    found = {**vars(module), **({} if IS_PLAIN else others)}
    for name, each in vars(module).items():
        function = unwrap(each)
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            found[name] = compiled(FunctionType(function.__code__, found, name))
    return found


def deposit() -> Numba:
    """Return the instruction PDEP, by two masks; ``None`` where it is missing or slow."""
    if IS_PLAIN:
        return None
    registry: Numba = importlib.import_module("numba.core.registry")
    _, processor, features = registry.cpu_target.target_context.codegen().magic_tuple()
    if "+bmi2" not in features.split(",") or processor in _SLOW_DEPOSITS:
        return None
    extending: Numba = importlib.import_module("numba.extending")
    ir: Numba = importlib.import_module("llvmlite.ir")

    def deposited(_: Numba, source: Numba, mask: Numba) -> tuple[Numba, Numba]:
        def build(_: Numba, builder: Numba, __: Numba, masks: Numba) -> Numba:
            number = ir.IntType(64)
            kind = ir.FunctionType(number, [number, number])
            name = "llvm.x86.bmi.pdep.64"
            found = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            return builder.call(found, masks)

        return _numba.types.uint64(source, mask), build

    return extending.intrinsic(deposited)


_SLOW_DEPOSITS: Final = ("bdver4", "znver1", "znver2")
"""Processors that need up to 250 cycles for the instruction; others need 3."""


class _Notice:
    """A line on the standard error stream when the first function compiles."""

    unwritable = _shown = _said = False

    def say(self, line: str) -> None:
        """Print the first fault of the cache; a damaged folder can have hundreds."""
        if not self._said:
            self._said = True
            print(f"twowaystreet {line}", file=sys.stderr)

    def notify(self, event: Numba) -> None:
        if self._shown or not event.is_start:
            return
        self._shown = True
        kept = "once, for all later runs"
        if self.unwritable:
            kept = (
                "in every run, as the folders of the package and of the user cannot be written; "
                "set NUMBA_CACHE_DIR to a folder that can"
            )
        part = _part_of(event.data["dispatcher"].py_func)
        needed = "up to 20 seconds for the first game, a few more for each other one"
        print(f"twowaystreet compiles {part}: {needed}, {kept} ...", file=sys.stderr)


def _part_of(function: Function) -> str:
    """Return what a function belongs to: a game of ours by its name, the solver or playouts.

    >>> from twowaystreet import solve
    >>> _part_of(compiled), _part_of(solve.tricks)
    ('playouts', 'the solver')
    """
    is_copy = function.__qualname__.startswith("twowaystreet.")  # as `filled_in` names it
    match (function.__qualname__ if is_copy else function.__module__).split("."):
        case ["twowaystreet", "games", game, *_]:
            return game
        case ["twowaystreet", "solve", *_]:
            return "the solver"
        case _:
            return "playouts"


_notice: Final = _Notice()
_events.Listener.register(_Notice)
_events.register("numba:compile", _notice)
