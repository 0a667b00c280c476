"""Where a table is saved: a file of its own, or a store."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from typing_extensions import override

from twowaystreet._util.files import replace_file, temporary_of
from twowaystreet.table._errors import LeaseError, TableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from twowaystreet.table._stores import Store


def is_saved(store: Store, name: str) -> bool:
    """Return whether a store has a text of this name."""
    has: Callable[[str], bool] | None = getattr(store, "has", None)
    return name in store.list(name) if has is None else has(name)


class Keeper(Protocol):
    """The place of one table."""

    def save(self, text: str) -> None:
        """Replace the text of the table.

        Raises:
            TableError: if it cannot be saved; then the earlier text stays.
        """
        ...

    def close(self) -> None:
        """End the use of the place."""
        ...


class FileKeeper(Keeper):
    """A file that one table replaces.

    It notices when anybody else has replaced the file, and then saves no more. Two tables that
    replaced one file would otherwise forget each other's moves. It removes the temporary file that
    a killed program has left.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp = self._found()
        with suppress(OSError, ValueError):  # a path can have characters that no file can have
            os.unlink(temporary_of(path))

    def _found(self) -> tuple[int, int] | None:
        """Return what tells one version of the file from the next; ``None`` without a file."""
        try:
            found = os.stat(self._path)
        except (OSError, ValueError):  # a path can have characters that no file can have
            return None
        return found.st_ino, found.st_mtime_ns

    @override
    def save(self, text: str) -> None:
        found = self._found()
        # Players read these texts, and they do not name the folder of the host.
        if found is not None and found != self._stamp:
            raise TableError(f"cannot save to {self._path.name!r}: another table has replaced it")
        try:
            replace_file(self._path, text, sync=False, temporary=temporary_of(self._path))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise TableError(f"cannot save to {self._path.name!r}: {reason}") from error
        self._stamp = self._found()

    @override
    def close(self) -> None:
        """Do nothing: the file belongs to whoever loads it next."""


class StoreKeeper(Keeper):
    """A name in a store, which one table leases.

    Args:
        store: the store.
        name: the name.

    Raises:
        LeaseError: if anybody else has the lease.
        StoreError: if the store cannot be reached.
    """

    def __init__(self, store: Store, name: str) -> None:
        store.lease(name)
        self._store = store
        self._name = name
        self._is_open = True

    @override
    def save(self, text: str) -> None:
        if not self._is_open:  # another table of this program may have leased the name since
            raise LeaseError(f"cannot save {self._name!r}: the table was closed")
        self._store.save(self._name, text)

    @override
    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._store.release(self._name)
