"""The lists of a club in a store without a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Final, LiteralString, TypeVar

from typing_extensions import override

from twowaystreet.table import LeaseError, Store, StoreError
from twowaystreet.table._file_stores import transact
from twowaystreet.table._files import StoreKeeper
from twowaystreet.table._stores import Ask, Row, Rows
from twowaystreet.web.hosts import ElsewhereError

T = TypeVar("T")
_NAME: Final = "club"


class RowsInText(Rows):
    """Tables for a store without a database: one text, read and written as a whole."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._guard = Lock()

    @override
    def ask(self, query: LiteralString, *values: object) -> Sequence[Row]:
        return self.transact(lambda ask: ask(query, *values))

    @override
    def transact(self, function: Callable[[Ask], T]) -> T:
        with self._guard:
            if self._store.holds(_NAME):  # it could not be released the last time
                self._store.release(_NAME)
            while True:
                found, before, after = self._tried(function, self._text())
                if after == before or self._replaces(before, after):
                    return found

    def _text(self) -> str:
        return self._store.load(_NAME) if self._store.list(_NAME) else ""

    def _replaces(self, before: str, after: str) -> bool:
        try:
            keeper = StoreKeeper(self._store, _NAME)
        except LeaseError as error:
            raise ElsewhereError("another process changes this") from error
        try:
            if self._text() != before:
                return False
            keeper.save(after)
            return True
        finally:
            with suppress(StoreError, OSError):
                keeper.close()

    def _tried(self, function: Callable[[Ask], T], before: str) -> tuple[T, str, str]:
        import sqlite3  # noqa: PLC0415  # tables without a lobby need no database

        database = sqlite3.connect(":memory:", isolation_level=None)
        try:
            database.executescript(before)
            found = transact(database, function)
            after = "\n".join(database.iterdump())
        except sqlite3.Error as error:
            raise StoreError(f"cannot use the text {_NAME!r}: {error}") from error
        finally:
            database.close()
        return found, before, after
