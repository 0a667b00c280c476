"""A store that keeps all texts in one file, as a database of SQLite."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from typing_extensions import override

from twowaystreet._util.files import for_me_alone
from twowaystreet.table._errors import StoreError
from twowaystreet.table._files import path_of
from twowaystreet.table._locks import FileLock
from twowaystreet.table._rows import CLEANING, Ask, transact
from twowaystreet.table._stores import GuardedStore

if TYPE_CHECKING:
    from sqlite3 import Connection

T = TypeVar("T")

_OURS: Final = (0x54575374, 1)
"""The number of our databases, and the version of their tables."""
_NEW: Final = f"""
BEGIN;
CREATE TABLE texts (name TEXT PRIMARY KEY, text TEXT NOT NULL);
PRAGMA application_id = {_OURS[0]};
PRAGMA user_version = {_OURS[1]};
COMMIT;
"""
_LIST: Final = "SELECT name FROM texts WHERE name BETWEEN ? AND ?"
_LOAD: Final = "SELECT text FROM texts WHERE name = ?"
_SAVE: Final = """
INSERT INTO texts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text
"""
_REMOVE: Final = "DELETE FROM texts WHERE name = ?"


class SQLiteStore(GuardedStore):
    """A store in one file, a database of SQLite.

    The store locks the whole file for its process. So two processes that share texts need a
    :class:`FileStore` or a :class:`PostgresStore`. Only the owner may read the file.

    The file stays sound in any case. After a kill all saved texts are there. After a power cut the
    texts of the last moments may be the ones before: SQLite waits for the disk after every 1000
    changed pages, and the system writes the rest within seconds. With ``durable`` each call waits
    for the disk, and nothing is lost.

    Args:
        path: the file, which is made if it does not exist.
        durable: ``True`` to wait for the disk in each call that changes something.

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

    _cleaning = CLEANING

    def __init__(self, path: str | os.PathLike[str], *, durable: bool = False) -> None:
        import sqlite3  # noqa: PLC0415  # tables without this store need no database

        super().__init__(sqlite3.Error, OSError)
        file = path_of(path)
        with self._access(f"open {str(file)!r}"), ExitStack() as stack:
            stack.enter_context(FileLock(file))
            self._database = database = stack.enter_context(closing(opened(file)))
            _prepare(database)
            database.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self._open_things = stack.pop_all()

    @override
    def _names(self, prefix: str) -> Iterable[str]:
        # No character of a name comes after "~".
        names = self._database.execute(_LIST, (prefix, f"{prefix}~"))
        return (name for (name,) in names)

    @override
    def _read(self, name: str) -> str | None:
        row: tuple[str] | None = self._database.execute(_LOAD, (name,)).fetchone()
        return row and row[0]

    @override
    def _write(self, name: str, text: str) -> None:
        self._database.execute(_SAVE, (name, text))

    @override
    def _delete(self, name: str) -> None:
        self._database.execute(_REMOVE, (name,))

    @override
    def _take(self, name: str) -> None:
        """Do nothing, as the file belongs to this process."""

    @override
    def _give_back(self, name: str) -> None:
        """Do nothing."""

    @override
    def _rows(self, query: str, values: tuple[object, ...]) -> Sequence[tuple[Any, ...]]:
        return self._database.execute(query, values).fetchall()

    @override
    def _transact(self, function: Callable[[Ask], T]) -> T:
        return transact(self._database, function)

    @override
    def _end(self) -> None:
        self._open_things.close()


def opened(file: Path) -> Connection:
    """Open a database, which only its owner may read, and which keeps nothing that was deleted."""
    import sqlite3  # noqa: PLC0415  # tables without this store need no database

    os.close(for_me_alone(str(file), os.O_RDWR | os.O_CREAT))
    # No transactions of the module's own; the guard of the store lets one thread in at a time.
    database = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA secure_delete = ON")
    return database


def _prepare(database: Connection) -> None:
    """Make the table in a new file, and refuse files of other programs and versions."""
    found = tuple(
        database.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("application_id", "user_version")
    )
    if found == (0, 0) and not database.execute("SELECT 1 FROM sqlite_master").fetchone():
        database.executescript(_NEW)
    elif found[0] != _OURS[0]:
        raise StoreError("expected a store of tables, found another database")
    elif found != _OURS:
        raise StoreError(f"expected a store of version {_OURS[1]}, found version {found[1]}")
    database.execute("PRAGMA journal_mode = WAL")
