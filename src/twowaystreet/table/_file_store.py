"""A store that keeps each text in a file of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from typing_extensions import override

from twowaystreet._util.files import TEMPORARY, replace_file, temporary_of
from twowaystreet.table._errors import LeaseError, StoreError
from twowaystreet.table._files import LARGEST, path_of
from twowaystreet.table._locks import FileLock
from twowaystreet.table._rows import CLEANING, Ask, transact
from twowaystreet.table._stores import GuardedStore, checked_text, is_name

if TYPE_CHECKING:
    from sqlite3 import Connection

T = TypeVar("T")

_DATABASE: Final = "lists.sqlite"
"""The database of a club's lists, in the folder of the texts."""
_ENDING: Final = ".json"
_MOST_BYTES: Final = 4 * LARGEST
"""The most bytes of a text in UTF-8."""


class FileStore(GuardedStore):
    """A store in a folder, with a file ``NAME.json`` for each text.

    The lists of a club stand in the database ``lists.sqlite`` beside them.

    Any number of processes on one computer can share the folder. A lease is a lock of the
    operating system on the file ``NAME.json.lock``. The system frees it when the process ends,
    also when it is killed.

    A file is always complete, also after a kill, and only its owner may read it. After a power cut
    the texts of the last seconds may be missing, and on file systems that write a name before its
    content, the whole file: see :class:`SQLiteStore` for safer texts. On a file system that does
    not tell ``A`` from ``a``, use names that differ in more than that.

    Args:
        folder: the folder, which is made if it does not exist.

    Raises:
        StoreError: if the folder cannot be used.
        TableError: if the object is not a path.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = FileStore(folder)
    ...     store.lease("table-1")
    ...     store.save("table-1", "A text.")
    ...     store.list("table"), store.load("table-1")
    ...     store.close()
    (('table-1',), 'A text.')
    """

    _cleaning = CLEANING

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        super().__init__(OSError, ValueError)  # the latter for bytes and paths that cannot be
        self._folder = path_of(folder)
        self._locks: dict[str, FileLock] = {}
        self._database: Connection | None = None
        self._opening = FileLock(self._folder / TEMPORARY, wait=True)
        with self._access(f"use the folder {str(self._folder)!r}"):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._tidy()

    def _tidy(self) -> None:
        """Remove what writers have left that were killed; a living one has the lock of its name."""
        files = os.listdir(self._folder)
        left = [file.removeprefix(TEMPORARY) for file in files if file.startswith(TEMPORARY)]
        if names := [*self._names_in(left)]:
            with self._opening:
                for name in names:
                    with suppress(LeaseError), FileLock(self._path(name)):
                        self._remove_temporary(name)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_ENDING}"

    def _remove_temporary(self, name: str) -> None:
        with suppress(OSError):
            os.unlink(temporary_of(self._path(name)))

    @staticmethod
    def _names_in(files: Iterable[str]) -> Iterable[str]:
        """Yield the names of the texts in files with these names."""
        for file in files:
            name = file.removesuffix(_ENDING)
            if name != file and is_name(name):
                yield name

    @override
    def _names(self, prefix: str) -> Iterable[str]:
        with os.scandir(self._folder) as files:
            return self._names_in([file.name for file in files if file.is_file()])

    @override
    def has(self, name: str) -> bool:
        # The system may find the file of "a" as that of "A".
        return super().has(name) and name in self.list(name)

    @override
    def _read(self, name: str) -> str | None:
        path = self._path(name)
        if not path.is_file():  # the data of a pipe or a device never ends
            return None
        with path.open("rb") as file:
            return checked_text(file.read(_MOST_BYTES + 1).decode())

    @override
    def _write(self, name: str, text: str) -> None:
        path = self._path(name)
        replace_file(path, text, sync=False, temporary=temporary_of(path))

    @override
    def _delete(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    @override
    def _take(self, name: str) -> None:
        lock = FileLock(self._path(name))
        try:
            lock.acquire()
        except LeaseError:  # it may be a store that opens, and tests the locks one by one
            with self._opening:
                lock.acquire()
        self._remove_temporary(name)
        self._locks[name] = lock

    @override
    def _give_back(self, name: str) -> None:
        self._locks.pop(name).release()

    @override
    def _rows(self, query: str, values: tuple[object, ...]) -> Sequence[tuple[Any, ...]]:
        with self._lists() as database:
            return database.execute(query, values).fetchall()

    @override
    def _transact(self, function: Callable[[Ask], T]) -> T:
        with self._lists() as database:
            return transact(database, function)

    @contextmanager
    def _lists(self) -> Generator[Connection]:
        """Give the database of a club's lists, which most folders do not have."""
        import sqlite3  # noqa: PLC0415  # only clubs need it

        from twowaystreet.table._sqlite_store import opened  # noqa: PLC0415  # as above

        try:
            if self._database is None:
                self._database = opened(self._folder / _DATABASE)
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("PRAGMA synchronous = NORMAL")
            yield self._database
        except sqlite3.Error as error:
            raise StoreError(f"cannot use the lists of the folder: {error}") from error

    @override
    def _end(self) -> None:
        if self._database is not None:
            self._database.close()
        while self._locks:
            self._locks.popitem()[1].release()
