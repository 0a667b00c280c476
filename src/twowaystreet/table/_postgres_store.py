"""A store that keeps all texts in a database of PostgreSQL."""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, LiteralString, TypeVar

from typing_extensions import override

from twowaystreet.errors import quoted
from twowaystreet.table._errors import LeaseError, StoreError
from twowaystreet.table._stores import Ask, GuardedStore, Row

if TYPE_CHECKING:
    from psycopg import Connection, Cursor

T = TypeVar("T")

_VERSION: Final = 1
_PATIENCE: Final = 30.0  # seconds until a database that gives no answer counts as lost
_DEFAULTS: Final = {
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,  # milliseconds
    "application_name": "twowaystreet",
    "client_encoding": "utf8",
}
"""The parts of the connection string, where it does not set them."""
_SETTINGS: Final = """
SET statement_timeout = '20s';
SET lock_timeout = '2s';
SET tcp_keepalives_idle = 10;
SET tcp_keepalives_interval = 5;
SET tcp_keepalives_count = 3
"""
"""With the last three the server frees the leases of a computer that has lost its power."""
_NEW: Final = """
CREATE TABLE twowaystreet_store (version integer NOT NULL);
CREATE TABLE twowaystreet_texts (name text PRIMARY KEY, text bytea NOT NULL)
"""
"""Bytes in UTF-8 are exact in a database of any encoding."""
_SAVE: Final = """
INSERT INTO twowaystreet_texts VALUES (%s, %b) ON CONFLICT (name) DO UPDATE SET text = EXCLUDED.text
"""


class PostgresStore(GuardedStore):
    """A store in a database of PostgreSQL, which processes on many computers can share.

    The store keeps one connection, and makes the tables ``twowaystreet_store`` and
    ``twowaystreet_texts`` if they are missing. A lease is an advisory lock of this connection, so
    connect directly, or through a pooler that keeps sessions apart. If the connection is lost, all
    leases are, and changes raise ``LeaseError`` until the name is leased again, on a new one. A
    change that this interrupts may have happened or not.

    The database frees the leases of a killed process at once, unless one that it has forked lives,
    and those of a computer that has lost its power after 25 seconds. Connecting takes at most 10
    seconds for each address, a statement 20, and the wait for a lock of somebody else 2. After 30
    seconds without an answer the connection counts as lost.

    Args:
        conninfo: the address of the database, such as
            ``"postgresql://user:password@host/database"`` or ``"host=... dbname=..."``.

    Raises:
        ImportError: if the extra ``postgres`` is not installed.
        StoreError: if the database cannot be used, or has tables of another version.
    """

    def __init__(self, conninfo: str) -> None:
        try:
            import psycopg  # noqa: PLC0415  # only this class needs the extra
        except ImportError as error:
            raise ImportError(
                "PostgresStore needs the package psycopg: pip install 'twowaystreet[postgres]'"
            ) from error
        super().__init__(psycopg.Error)
        if type(conninfo) is not str:
            raise StoreError(f"conninfo {quoted(conninfo)}: expected a str")
        self._conninfo = conninfo
        with self._access("open the database"):
            self._connection = self._connected()

    def _connected(self) -> Connection:
        from psycopg import connect, conninfo  # noqa: PLC0415  # as above

        options: dict[str, Any] = {  # Any: psycopg declares it
            **_DEFAULTS,
            **conninfo.conninfo_to_dict(self._conninfo),
        }
        connection = connect(**options, autocommit=True)
        try:
            with _limited(connection), connection.transaction():
                connection.execute(_SETTINGS)
                # Two stores may open a new database.
                connection.execute("SELECT pg_advisory_xact_lock(%s)", [_key("")])
                is_new = "SELECT to_regclass('twowaystreet_store') IS NULL"
                if connection.execute(is_new).fetchone() == (True,):
                    connection.execute(_NEW)
                    connection.execute("INSERT INTO twowaystreet_store VALUES (%s)", [_VERSION])
                versions = connection.execute("SELECT version FROM twowaystreet_store").fetchall()
            if versions != [(_VERSION,)]:
                raise StoreError(f"expected tables of version {_VERSION}, found others")
        except BaseException:
            connection.close()
            raise
        return connection

    @override
    def _names(self, prefix: str) -> Iterable[str]:
        query: Final = "SELECT name FROM twowaystreet_texts WHERE starts_with(name, %s)"
        return (name for (name,) in self._ask(query, prefix))

    @override
    def _read(self, name: str) -> str | None:
        row = self._ask("SELECT text FROM twowaystreet_texts WHERE name = %s", name).fetchone()
        return None if row is None else row[0].decode()

    @override
    def _write(self, name: str, text: str) -> None:
        self._execute(_SAVE, name, text.encode())

    @override
    def _delete(self, name: str) -> None:
        self._execute("DELETE FROM twowaystreet_texts WHERE name = %s", name)

    @override
    def _take(self, name: str) -> None:
        if self._ask("SELECT pg_try_advisory_lock(%s)", _key(name)).fetchone() != (True,):
            raise LeaseError(f"another program uses {name!r}")

    @override
    def _give_back(self, name: str) -> None:
        with suppress(LeaseError):
            self._execute("SELECT pg_advisory_unlock(%s)", _key(name))

    @override
    def _end(self) -> None:
        if self._leases:
            # The database notices the end of a connection only a moment later.
            with suppress(LeaseError, *self._faults):
                self._execute("SELECT pg_advisory_unlock_all()")
        self._connection.close()

    @override
    def _rows(self, query: LiteralString, values: tuple[object, ...]) -> Sequence[Row]:
        return _found(self._ask(query.replace("?", "%s"), *values))

    @override
    def _transact(self, function: Callable[[Ask], T]) -> T:
        def ask(query: LiteralString, *values: object) -> Sequence[Row]:
            return _found(self._connection.execute(query.replace("?", "%s"), values, binary=True))

        def transaction() -> T:
            with self._connection.transaction():
                return function(ask)

        return self._again(partial(self._connected_for, transaction))

    def _connected_for(self, function: Callable[[], T]) -> T:
        """Call a function that uses the connection; with the connection all leases are lost."""
        try:
            with _limited(self._connection):
                return function()
        except self._faults as error:
            if not self._connection.closed:
                raise
            self._leases.clear()
            reason = "the connection to the database was lost, and all leases with it"
            raise LeaseError(reason) from error

    def _again(self, function: Callable[[], T]) -> T:
        """Call a function that may use a second connection if the first is lost."""
        with suppress(LeaseError):
            return function()
        self._connection = self._connected()
        try:
            return function()
        except LeaseError as error:  # this is no question of a lease
            raise StoreError(str(error)) from error

    def _execute(self, query: LiteralString, *values: object) -> Cursor[Row]:
        return self._connected_for(lambda: self._connection.execute(query, values, binary=True))

    def _ask(self, query: LiteralString, *values: object) -> Cursor[Row]:
        """Carry out a statement, on a second connection if the first is lost."""
        return self._again(partial(self._execute, query, *values))


def _found(cursor: Cursor[Row]) -> Sequence[Row]:
    return cursor.fetchall() if cursor.description else []


@contextmanager
def _limited(connection: Connection) -> Generator[None]:
    """End a connection if the database gives no answer in time, however it hangs."""
    late = threading.Timer(_PATIENCE, _hang_up, [connection])
    late.daemon = True
    late.start()
    try:
        yield
    finally:
        late.cancel()


def _hang_up(connection: Connection) -> None:
    line = partial(socket.fromfd, family=socket.AF_INET, type=socket.SOCK_STREAM)
    with suppress(OSError), line(connection.fileno()) as copy:  # of a number that may be used again
        copy.shutdown(socket.SHUT_RDWR)


def _key(name: str) -> int:
    digest = hashlib.sha256(f"twowaystreet store {name}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)
