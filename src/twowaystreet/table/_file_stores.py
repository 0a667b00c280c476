"""Stores in files: a folder with a file for each text, or one database of SQLite."""

from __future__ import annotations

import os
import stat
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeVar
from weakref import WeakSet

from typing_extensions import override

from twowaystreet._util.files import TEMPORARY, for_me_alone, replace_file, temporary_of
from twowaystreet.table._errors import LARGEST, LeaseError, StoreError
from twowaystreet.table._files import absolute, path_of
from twowaystreet.table._stores import Ask, GuardedStore, Row, checked_text, is_name

if TYPE_CHECKING:
    from sqlite3 import Connection

T = TypeVar("T")

_LISTS: Final = "lists.sqlite"  # database of a club's lists, in the folder of the texts
_ENDING: Final = ".json"
_MOST_BYTES: Final = 4 * LARGEST
_OURS: Final = (0x54575374, 1)  # number of our databases, and the version of their tables
_NEW: Final = f"""
BEGIN;
CREATE TABLE texts (name TEXT PRIMARY KEY, text TEXT NOT NULL);
PRAGMA application_id = {_OURS[0]};
PRAGMA user_version = {_OURS[1]};
COMMIT;
"""

# Locks. Each system has its own module for them.
if sys.platform == "win32":
    import msvcrt

    def _lock(file: FileIO, *, wait: bool) -> bool:
        """Lock an open file; return ``False`` if another one has the lock."""
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _drop(file: FileIO) -> None:
        """Unlock a file and remove it, unless another program has opened it."""
        file.close()
        with suppress(OSError):
            os.unlink(file.name)

else:
    import fcntl

    def _lock(file: FileIO, *, wait: bool) -> bool:
        """Lock an open file; return ``False`` if another one has the lock."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    def _drop(file: FileIO) -> None:
        """Remove a file while its lock protects it, and unlock it."""
        with suppress(OSError):
            os.unlink(file.name)
        file.close()


def _locked(path: str, *, wait: bool) -> FileIO | None:
    while True:
        with ExitStack() as stack:
            file = stack.enter_context(FileIO(path, "a", opener=for_me_alone))
            if not _lock(file, wait=wait):
                return None
            # Its last owner may have removed the file meanwhile, which then protects nothing.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                    stack.pop_all()
                    return file


class FileLock:
    """A lock of a file, which only one program at a time can have, and which need not exist.

    The lock is on a second file beside it, with the ending ``.lock``. The operating system frees it
    when the program ends in any way; a process that starts by a fork does not have it. With
    ``wait`` it waits until the lock is free, on Windows for ten seconds at most.
    """

    def __init__(self, path: str | os.PathLike[str], *, wait: bool = False) -> None:
        self._path = absolute(path)
        self._wait = wait
        self._file: FileIO | None = None

    def acquire(self) -> None:
        """Lock the file; raise LeaseError if another program or lock has it."""
        try:
            file = None if self._file else _locked(f"{self._path}.lock", wait=self._wait)
        except (OSError, ValueError) as error:  # the latter for a path that no file can have
            reason = getattr(error, "strerror", None) or error
            raise StoreError(f"cannot lock {self._path!r}: {reason}") from error
        if file is None:
            raise LeaseError(f"another program uses {os.path.basename(self._path)!r}")
        self._file = file
        _HELD.add(self)

    def release(self, end: Callable[[FileIO], None] = _drop) -> None:
        """Unlock the file, if it is locked, by a function that ends the use of the second file."""
        if file := self._file:
            self._file = None
            _HELD.discard(self)
            end(file)

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


_HELD: Final[WeakSet[FileLock]] = WeakSet()


if sys.platform != "win32":

    def _forget_all() -> None:
        """Close the files of all locks in a new process, so that they end with the old one."""
        for lock in [*_HELD]:
            lock.release(FileIO.close)

    os.register_at_fork(after_in_child=_forget_all)


# Databases of SQLite


def _opened(file: Path) -> Connection:
    """Open a database, which only its owner may read, and which keeps nothing that was deleted."""
    import sqlite3  # noqa: PLC0415  # most tables need no database

    os.close(for_me_alone(str(file), os.O_RDWR | os.O_CREAT))
    # No transactions of the module's own; the guard of the store lets one thread in at a time.
    database = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA secure_delete = ON")
    return database


def transact(database: Connection, function: Callable[[Ask], T]) -> T:
    with database:
        database.execute("BEGIN IMMEDIATE")
        return function(lambda query, *values: database.execute(query, values).fetchall())


class _WithSQLite(GuardedStore):
    @property
    @abstractmethod
    def _database(self) -> Connection: ...

    @override
    def _rows(self, query: str, values: tuple[object, ...]) -> Sequence[Row]:
        return self._database.execute(query, values).fetchall()

    @override
    def _transact(self, function: Callable[[Ask], T]) -> T:
        return transact(self._database, function)

    @override
    def clean(self) -> None:
        self.ask("PRAGMA wal_checkpoint(TRUNCATE)")  # ends its log of changes, with earlier rows


class SQLiteStore(_WithSQLite):
    """A store in one file, a database of SQLite.

    The store locks the whole file for its process: processes that share texts need a
    :class:`FileStore` or a :class:`PostgresStore`. Only the owner may read the file.

    The file stays sound in any case, with all saved texts after a kill. After a power cut the texts
    of the last moments may be the ones before: SQLite waits for the disk after every 1000 changed
    pages, and the system writes the rest within seconds.

    Args:
        path: the file, which is made if it does not exist.
        durable: ``True`` to wait for the disk in each call that changes something: nothing is lost.

    Raises:
        LeaseError: if another program uses the file.
        StoreError: if the file cannot be used, or is not a store of this version.
        TableError: if the object is not a path.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = SQLiteStore(Path(folder, "tables.db"))
    ...     store.lease("table-1")
    ...     store.save("table-1", "A text.")
    ...     store.list("table"), store.load("table-1")
    ...     store.close()
    (('table-1',), 'A text.')
    """

    def __init__(self, path: str | os.PathLike[str], *, durable: bool = False) -> None:
        import sqlite3  # noqa: PLC0415  # as above

        super().__init__(sqlite3.Error, OSError)
        file = path_of(path)
        with self._access(f"open {str(file)!r}"), ExitStack() as stack:
            stack.enter_context(FileLock(file))
            self._connection = stack.enter_context(closing(_opened(file)))
            _prepare(self._connection)
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self._open_things = stack.pop_all()

    @property
    @override
    def _database(self) -> Connection:
        return self._connection

    @override
    def _names(self, prefix: str) -> Iterable[str]:
        # No character of a name comes after "~".
        between = (prefix, f"{prefix}~")
        rows = self._rows("SELECT name FROM texts WHERE name BETWEEN ? AND ?", between)
        return (name for (name,) in rows)

    @override
    def _read(self, name: str) -> str | None:
        found = self._rows("SELECT text FROM texts WHERE name = ?", (name,))
        return found[0][0] if found else None

    @override
    def _write(self, name: str, text: str) -> None:
        insert = "INSERT INTO texts VALUES (?, ?)"
        self._rows(f"{insert} ON CONFLICT (name) DO UPDATE SET text = excluded.text", (name, text))

    @override
    def _delete(self, name: str) -> None:
        self._rows("DELETE FROM texts WHERE name = ?", (name,))

    @override
    def _end(self) -> None:
        self._open_things.close()


def _prepare(database: Connection) -> None:
    names = ("application_id", "user_version")
    found = tuple(database.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    if found == (0, 0) and not database.execute("SELECT 1 FROM sqlite_master").fetchone():
        database.executescript(_NEW)
    elif found[0] != _OURS[0]:
        raise StoreError("expected a store of tables, found another database")
    elif found != _OURS:
        raise StoreError(f"expected a store of version {_OURS[1]}, found version {found[1]}")
    database.execute("PRAGMA journal_mode = WAL")


class FileStore(_WithSQLite):
    """A store in a folder, with a file ``NAME.json`` for each text.

    The lists of a club stand in the database ``lists.sqlite`` beside them. Any number of processes
    on one computer can share the folder. A lease is a lock of the operating system on the file
    ``NAME.json.lock``, which ends with the process, also when it is killed.

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

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        super().__init__(OSError, ValueError)  # the latter for bytes and paths that cannot be
        self._folder = path_of(folder)
        self._locks: dict[str, FileLock] = {}
        self._lists: Connection | None = None
        self._opening = FileLock(self._folder / TEMPORARY, wait=True)
        with self._access(f"use the folder {str(self._folder)!r}"):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._tidy()

    def _tidy(self) -> None:
        """Remove what writers have left that were killed; a living one has the lock of its name."""
        files = os.listdir(self._folder)
        left = [file.removeprefix(TEMPORARY) for file in files if file.startswith(TEMPORARY)]
        if names := [*_names_in(left)]:
            with self._opening:
                for name in names:
                    with suppress(LeaseError), FileLock(self._path(name)):
                        self._remove_temporary(name)

    def _path(self, name: str) -> str:
        # pathlib puts each name into a table of the interpreter, which takes 2 MB more in the end.
        return os.path.join(self._folder, f"{name}{_ENDING}")

    def _remove_temporary(self, name: str) -> None:
        with suppress(OSError):
            os.unlink(temporary_of(self._path(name)))

    @override
    def _names(self, prefix: str) -> Iterable[str]:
        with os.scandir(self._folder) as files:
            return _names_in([file.name for file in files if file.is_file()])

    @override
    def has(self, name: str) -> bool:
        # The system may find the file of "a" as that of "A".
        return super().has(name) and name in self.list(name)

    @override
    def _read(self, name: str) -> str | None:
        path = self._path(name)
        try:
            if not stat.S_ISREG(os.stat(path).st_mode):  # the data of a pipe or a device never ends
                return None
            with open(path, "rb") as file:
                return checked_text(file.read(_MOST_BYTES + 1).decode())
        except FileNotFoundError:
            return None

    @override
    def _write(self, name: str, text: str) -> None:
        path = self._path(name)
        replace_file(path, text, sync=False, temporary=temporary_of(path))

    @override
    def _delete(self, name: str) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._path(name))

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
        if name in self._locks:  # a second try may follow
            self._locks.pop(name).release()

    @property
    @override
    def _database(self) -> Connection:
        """The database of a club's lists, which most folders do not have."""
        import sqlite3  # noqa: PLC0415  # as above

        self._faults = (sqlite3.Error, OSError, ValueError)
        if self._lists is None:
            self._lists = _opened(self._folder / _LISTS)
            self._lists.execute("PRAGMA journal_mode = WAL")
            self._lists.execute("PRAGMA synchronous = NORMAL")
        return self._lists

    @override
    def _end(self) -> None:
        if self._lists is not None:
            self._lists.close()
        while self._locks:
            self._locks.popitem()[1].release()


def _names_in(files: Iterable[str]) -> Iterable[str]:
    for file in files:
        name = file.removesuffix(_ENDING)
        if name != file and is_name(name):
            yield name
