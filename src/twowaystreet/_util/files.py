"""Files that are replaced in one step, and JSON that grows."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Callable
from errno import EEXIST
from typing import Final, Generic, TypeVar

import attrs

T = TypeVar("T")

TEMPORARY: Final = ".twowaystreet-"


def for_me_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def temporary_of(path: str | os.PathLike[str]) -> str:
    folder, name = os.path.split(os.path.realpath(path))
    return os.path.join(folder, f"{TEMPORARY}{name}")


def replace_file(
    path: str | os.PathLike[str],
    content: str | bytes,
    *,
    sync: bool = True,
    private: bool = True,
    temporary: str | None = None,
    is_new: bool = False,
) -> None:
    """Replace the content of a file in one step, so that the file is never incomplete.

    ``sync`` waits until the content is on the disk, 7 milliseconds instead of 0.4; without it some
    file systems may lose it at a power cut. ``private`` lets only the owner read a new file.
    ``is_new`` raises FileExistsError for a file that exists.
    """
    opener = for_me_alone if private else None
    data = content if isinstance(content, bytes) else content.encode("utf-8")
    target = os.path.realpath(path)
    if is_new and (os.path.exists(path) or os.path.lexists(target)):
        raise FileExistsError(EEXIST, os.strerror(EEXIST), target)
    if os.path.exists(target) and not os.path.isfile(target):  # a device or a pipe stays one
        with open(target, "wb") as file:
            file.write(data)
        return
    # In the same directory, because a file can replace another only on the same file system.
    # The name exists before the file does, so that a signal in between leaves no file behind.
    if temporary is None:
        temporary = os.path.join(os.path.dirname(target), f"{TEMPORARY}{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb", opener=opener) as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if is_new:
            _link_new(temporary, target)
            return
        with contextlib.suppress(FileNotFoundError):  # the file was removed meanwhile
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:  # signals, too
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _link_new(temporary: str, target: str) -> None:
    try:
        os.link(temporary, target)
    except OSError:  # a file system without links, where the name is taken before the content comes
        open(target, "xb").close()
        os.replace(temporary, target)
    else:
        os.unlink(temporary)


@attrs.define
class GrowingList(Generic[T]):
    """The JSON text of a list that grows, such as of moves, of which only new items are encoded."""

    encode: Callable[[T], str]  # the function that gives the JSON of an item
    _items: tuple[T, ...] = attrs.field(default=(), init=False)
    _texts: list[str] = attrs.field(factory=list[str], init=False)

    def text(self, items: tuple[T, ...]) -> str:
        if items[: len(self._items)] != self._items:  # its end has changed
            pairs = enumerate(zip(items, self._items, strict=False))
            same = next((at for at, (new, old) in pairs if new != old), len(items))
            del self._texts[same:]
        self._texts += map(self.encode, items[len(self._texts) :])
        self._items = items
        return f"[{', '.join(self._texts)}]"
