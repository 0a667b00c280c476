"""Stores: texts by name, each of which one program at a time may change."""

from __future__ import annotations

import os
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, Final, LiteralString, Protocol, TypeAlias, TypeVar, runtime_checkable

from typing_extensions import override

from twowaystreet.errors import quoted
from twowaystreet.table._errors import LARGEST, LeaseError, StoreError
from twowaystreet.table._files import Store

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]  # row of a table of a database. Any: the types of the columns.

_PATIENCE: Final = 30.0  # seconds that a call of a store waits for others at most
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def is_name(text: object) -> bool:
    """Return ``True`` if an object can be a name."""
    return type(text) is str and _NAME.fullmatch(text) is not None


def checked_name(name: str) -> str:
    if not is_name(name):
        expected = "1 to 100 letters, digits and signs from '-_.', the first no sign"
        raise StoreError(f"name {quoted(name)}: expected {expected}")
    return name


def checked_text(text: str) -> str:
    """Return a text that every store can keep; refuse all else."""
    if type(text) is not str:
        raise StoreError(f"text {quoted(text)}: expected a str")
    if len(text) > LARGEST:
        raise StoreError(f"text {quoted(text)}: expected at most {LARGEST} characters")
    if "\0" in text:
        raise StoreError(f"text {quoted(text)}: expected no NUL")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise StoreError(f"text {quoted(text)}: expected no lone surrogate") from None
    return text


class Ask(Protocol):
    """Carries out a statement, whose values stand for its question marks, and returns its rows."""

    def __call__(self, query: LiteralString, *values: object) -> Sequence[Row]: ...


@runtime_checkable
class Rows(Protocol):
    """The tables of a database beside the texts of a store, for lists that grow.

    It understands the SQL of SQLite and of PostgreSQL, and StoreError means that nothing changed.
    """

    def ask(self, query: LiteralString, *values: object) -> Sequence[Row]: ...

    def transact(self, function: Callable[[Ask], T]) -> T:
        """Call a function whose statements change all or nothing; it may be called twice."""
        ...

    def clean(self) -> None:
        """Keep no copy of what was deleted, where the database keeps one."""
        return


class GuardedStore(Store, Rows, ABC):
    """The base of our stores: it checks names, texts and leases, and lets one thread in at a time.

    A process that starts by a fork cannot use the store, and does not hold its leases.
    """

    def __init__(self, *faults: type[Exception]) -> None:
        self._faults = faults
        self._guard = threading.Lock()
        self._process = os.getpid()
        self._is_open = True
        self._leases: set[str] = set()

    @abstractmethod
    def _names(self, prefix: str) -> Iterable[str]:
        """Return the names that begin with a prefix, in any order, and perhaps others."""

    @abstractmethod
    def _read(self, name: str) -> str | None: ...

    @abstractmethod
    def _write(self, name: str, text: str) -> None: ...

    @abstractmethod
    def _delete(self, name: str) -> None: ...

    def _take(self, name: str) -> None:
        """Take a lease from all other stores, if there can be any; ``LeaseError`` if one has it."""
        return

    def _give_back(self, name: str) -> None:
        return

    @abstractmethod
    def _rows(self, query: LiteralString, values: tuple[object, ...]) -> Sequence[Row]: ...

    @abstractmethod
    def _transact(self, function: Callable[[Ask], T]) -> T: ...

    @abstractmethod
    def _end(self) -> None:
        """Give all leases back, and end the use of the files or the database."""

    @override
    def list(self, prefix: str = "") -> tuple[str, ...]:
        if type(prefix) is not str:
            raise StoreError(f"prefix {quoted(prefix)}: expected a str")
        if prefix and not is_name(prefix):  # no name begins with it
            return ()
        with self._access("list the texts"):
            return tuple(sorted(name for name in self._names(prefix) if name.startswith(prefix)))

    def has(self, name: str) -> bool:
        """Return whether there is a text of this name, at the same speed among any number."""
        if not is_name(name):
            return False
        with self._access(f"look for {name!r}"):
            return self._read(name) is not None

    @override
    def load(self, name: str) -> str:
        checked_name(name)
        with self._access(f"load {name!r}"):
            text = self._read(name)
        if text is None:
            raise StoreError(f"nothing is saved as {name!r}")
        return text

    @override
    def save(self, name: str, text: str) -> None:
        checked_name(name)
        checked_text(text)
        with self._leased(f"save {name!r}", name):
            self._write(name, text)

    @override
    def lease(self, name: str) -> None:
        checked_name(name)
        with self._access(f"lease {name!r}"):
            if name in self._leases:
                raise LeaseError(f"{name!r} is leased already")
            self._take(name)
            self._leases.add(name)

    @override
    def holds(self, name: str) -> bool:
        return name in self._leases and self._process == os.getpid()

    @override
    def release(self, name: str) -> None:
        checked_name(name)
        if self.holds(name):
            with self._access(f"release {name!r}"):
                if name in self._leases:
                    self._give_back(name)
                    self._leases.discard(name)

    @override
    def remove(self, name: str) -> None:
        checked_name(name)
        with self._leased(f"remove {name!r}", name):
            self._delete(name)

    @override
    def ask(self, query: LiteralString, *values: object) -> Sequence[Row]:
        with self._access("use a table of the database"):
            return self._rows(query, values)

    @override
    def transact(self, function: Callable[[Ask], T]) -> T:
        with self._access("use the tables of the database"):
            return self._transact(function)

    @override
    def close(self) -> None:
        if self._is_open and self._process == os.getpid():
            with self._access("close the store"):
                self._is_open = False
                self._end()
                self._leases.clear()

    @contextmanager
    def _access(self, purpose: str) -> Generator[None]:
        """Let one thread in, and turn errors of the files or the database into our own."""
        if self._process != os.getpid():
            raise StoreError(f"cannot {purpose}: another process has opened the store")
        if not self._guard.acquire(timeout=_PATIENCE):
            raise StoreError(f"cannot {purpose}: the calls before take too long")
        try:
            if not self._is_open:
                raise StoreError(f"cannot {purpose}: the store is closed")
            try:
                yield
            except StoreError:
                raise
            except self._faults as error:
                reason = getattr(error, "strerror", None) or str(error).strip()
                raise StoreError(f"cannot {purpose}: {reason}") from error
        finally:
            self._guard.release()

    @contextmanager
    def _leased(self, purpose: str, name: str) -> Generator[None]:
        """Do the same for a change of a text, which needs the lease."""
        with self._access(purpose):
            if name not in self._leases:
                raise LeaseError(f"cannot {purpose}: lease it first")
            yield
