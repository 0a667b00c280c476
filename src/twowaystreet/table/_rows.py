"""Rows: tables of a database beside the texts of a store, for lists that grow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from sqlite3 import Connection
    from typing import LiteralString


T = TypeVar("T")


class Ask(Protocol):
    """A function that carries out one statement."""

    def __call__(self, query: LiteralString, *values: object) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a statement, whose values stand for its question marks.

        Any: the types of the columns.
        """
        ...


@runtime_checkable
class Rows(Protocol):
    """The tables of a database that understands the SQL of SQLite and of PostgreSQL."""

    def ask(self, query: LiteralString, *values: object) -> Sequence[tuple[Any, ...]]:
        """Carry out one statement. Any: as above.

        Raises:
            StoreError: if the database fails. Then nothing has changed.
        """
        ...

    def transact(self, function: Callable[[Ask], T]) -> T:
        """Call a function whose statements change all or nothing; it may be called twice.

        Raises:
            StoreError: if the database fails. Then nothing has changed.
        """
        ...

    def clean(self) -> None:
        """Keep no copy of what was deleted, where the database keeps one.

        Raises:
            StoreError: if the database fails.
        """
        return


CLEANING: Final = "PRAGMA wal_checkpoint(TRUNCATE)"
"""The statement by which SQLite ends its log of changes, which has earlier rows."""


def transact(database: Connection, function: Callable[[Ask], T]) -> T:
    """Call a function in a transaction of SQLite, which no other process interrupts."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        return function(lambda query, *values: database.execute(query, values).fetchall())
