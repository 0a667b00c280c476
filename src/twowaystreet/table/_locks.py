"""Locks of files, which the operating system frees when their program ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from io import FileIO
from types import TracebackType
from typing import Final, Self
from weakref import WeakSet

from twowaystreet._util.files import for_me_alone
from twowaystreet.table._errors import LeaseError, StoreError
from twowaystreet.table._files import path_of

# Each system has its own module for locks.
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
    """Open and lock a file; return ``None`` if another one has the lock."""
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
    """A lock of a file, which only one program at a time can have.

    The lock is on a second file beside it, with the ending ``.lock``. The operating system frees
    it when the program ends, also when it is killed. A process that starts by a fork does not
    have the locks of its parent.

    Args:
        path: the path of the file, which need not exist.
        wait: ``True`` to wait until the lock is free; on Windows for ten seconds at most.

    Raises:
        TableError: if the object is not a path.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, FileLock(Path(folder, "x.json")):
    ...     FileLock(Path(folder, "x.json")).acquire()
    Traceback (most recent call last):
    ...
    twowaystreet.table.LeaseError: another program uses 'x.json'
    """

    def __init__(self, path: str | os.PathLike[str], *, wait: bool = False) -> None:
        self._path = path_of(path)
        self._wait = wait
        self._file: FileIO | None = None

    def acquire(self) -> None:
        """Lock the file.

        Raises:
            LeaseError: if another program or another lock of this program has it.
            StoreError: if the file system refuses the lock.
        """
        try:
            file = None if self._file else _locked(f"{self._path}.lock", wait=self._wait)
        except (OSError, ValueError) as error:  # the latter for a path that no file can have
            reason = getattr(error, "strerror", None) or error
            raise StoreError(f"cannot lock {str(self._path)!r}: {reason}") from error
        if file is None:
            raise LeaseError(f"another program uses {self._path.name!r}")
        self._file = file
        _HELD.add(self)

    def release(self) -> None:
        """Unlock the file, if it is locked."""
        self._end(_drop)

    def _end(self, end: Callable[[FileIO], None]) -> None:
        """Give the locked file to a function that ends its use, if it is locked."""
        if file := self._file:
            self._file = None
            _HELD.discard(self)
            end(file)

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


_HELD: Final[WeakSet[FileLock]] = WeakSet()
"""The locks of this process."""


def _forget_all() -> None:
    """Close the files of all locks in a new process, so that they end with the old one."""
    for lock in [*_HELD]:
        lock._end(FileIO.close)


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_forget_all)
