"""The files of stores: what a kill leaves, what other programs wrote, and locks."""

import errno
import os
import signal
import sqlite3
import stat
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.processes import POSIX
from tests.table.stores import KINDS, line_of, process
from twowaystreet._util.files import temporary_of
from twowaystreet.table import FileStore, LeaseError, SQLiteStore, StoreError, TableError, _stores
from twowaystreet.table._errors import LARGEST
from twowaystreet.table._file_stores import _OURS, FileLock

OTHER_PROGRAM = "another program uses 't.json'"


@pytest.fixture
def store(tmp_path: Path) -> Generator[FileStore]:
    with closing(FileStore(tmp_path)) as store:
        store.lease("t")
        store.save("t", "old")
        yield store


def left(folder: Path) -> list[str]:
    """Return the names of the files of a folder, without those of texts."""
    return sorted(file.name for file in folder.iterdir() if file.suffix != ".json")


@POSIX
def test_a_folder_has_one_private_file_for_each_text(tmp_path: Path) -> None:
    folder = tmp_path / "one" / "two"
    with closing(FileStore(folder)) as store:
        store.lease("t")
        store.save("t", "a text\r\n")
        assert (folder / "t.json").read_bytes() == b"a text\r\n"
        for file in folder.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [file.name for file in folder.iterdir()] == ["t.json"]


@POSIX
def test_other_files_of_the_folder_are_no_texts(tmp_path: Path) -> None:
    for name in ("t.txt", "t", ".json", "a b.json", "é.json", ".twowaystreet-0123.json.tmp"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    with closing(FileStore(tmp_path)) as store:
        for name in ("folder", "pipe"):
            with pytest.raises(StoreError, match="nothing is saved"):
                store.load(name)
        assert store.list() == ()


def test_other_content_and_places_are_refused(tmp_path: Path) -> None:
    with closing(FileStore(tmp_path)) as store:
        for content in (b"\xff", b"a\0", b"x" * (LARGEST + 1), b"\xed\xa0\x80"):
            (tmp_path / "t.json").write_bytes(content)
            with pytest.raises(StoreError):
                store.load("t")
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "below", "a\0b"):
        with pytest.raises(StoreError, match="cannot use the folder"):
            FileStore(place)
    for path in (tmp_path / "missing" / "t.json", "a\0b"):
        with pytest.raises(StoreError, match="cannot lock"):
            FileLock(path).acquire()
    number: Any = 7  # Any: no path
    for make in (FileStore, SQLiteStore, FileLock):
        with pytest.raises(TableError, match="path 7"):
            make(number)


def test_a_full_disk_leaves_the_old_text(
    store: FileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(StoreError, match="cannot save 't': No space left on device"):
            store.save("t", "new")
    assert store.load("t") == "old" and left(tmp_path) == ["t.json.lock"]
    store.save("t", "new")


def killed_writer(folder: Path) -> Path:
    """Let a process be killed while it saves; return the path of the file that it leaves."""
    with process("die", "file", str(folder)) as writer:
        assert writer.wait() == -signal.SIGKILL
    path = Path(temporary_of(folder / "t.json"))
    assert path.read_text(encoding="utf-8") == "new"
    return path


@POSIX
def test_a_store_that_opens_or_a_lease_removes_what_a_kill_left(tmp_path: Path) -> None:
    path = killed_writer(tmp_path)
    others = [tmp_path / ".twowaystreet-0123456789abcdef", tmp_path / ".twowaystreet--.json"]
    for other in others:
        other.touch()
    with closing(FileStore(tmp_path)) as store:
        assert not path.exists() and all(other.exists() for other in others)
        path = killed_writer(tmp_path)
        store.lease("u")
        assert path.exists()
        store.lease("t")
        assert not path.exists()
        store.save("t", "newer")
        assert store.load("t") == "newer"


def test_what_a_living_process_writes_stays(tmp_path: Path) -> None:
    with process("pause", "file", str(tmp_path)) as writer:
        assert line_of(writer) == "paused"
        with closing(FileStore(tmp_path)) as store:
            assert Path(temporary_of(tmp_path / "t.json")).exists()
            with pytest.raises(LeaseError, match=OTHER_PROGRAM):
                store.lease("t")
            assert writer.stdin
            writer.stdin.write("go on\n")
            writer.stdin.flush()
            assert line_of(writer) == "saved" and store.load("t") == "new"


def test_a_lease_waits_for_a_store_that_opens(tmp_path: Path) -> None:
    opening = FileLock(tmp_path / "t.json")
    opening.acquire()

    class Opening(FileLock):
        """The lock of a store that ends its test of the name at this moment."""

        def acquire(self) -> None:
            super().acquire()
            opening.release()

    with closing(FileStore(tmp_path)) as store:
        store._opening = Opening(tmp_path / "opening")
        store.lease("t")
        assert store.holds("t")


def test_a_lock_of_a_file_keeps_others_out(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    lock = FileLock(path)
    with lock:
        for other in (lock, FileLock(path), FileLock(str(path))):
            with pytest.raises(LeaseError, match=f"^{OTHER_PROGRAM}$"):
                other.acquire()
    assert not [*tmp_path.iterdir()]
    lock.release()
    with lock, FileLock(tmp_path / "u.json"):
        pass


def test_a_lock_that_was_removed_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, opened, files = FileLock(tmp_path / "t"), os.open, list[int]()
    first.acquire()

    def late(path: str, flags: int, mode: int) -> int:
        files.append(opened(path, flags, mode))
        first.release()  # after the other one has opened the file
        return files[-1]

    monkeypatch.setattr(os, "open", late)
    with FileLock(tmp_path / "t"):
        assert len(files) == 2
        with pytest.raises(LeaseError):
            FileLock(tmp_path / "t").acquire()


@POSIX
@pytest.mark.parametrize("kind", ["file", "sqlite"])
def test_a_forked_process_has_neither_the_store_nor_its_leases(kind: str, tmp_path: Path) -> None:
    place = str(tmp_path / "store")
    with process("fork", kind, place) as parent:
        refused = [line_of(parent) for _ in range(3)]
        assert [line.partition(":")[0] for line in refused] == [
            *("cannot save 't'", "cannot load 't'", "cannot lease 'u'")
        ]
        assert line_of(parent) == "False" and line_of(parent) == str(parent.pid)
        with pytest.raises(LeaseError):
            KINDS[kind](place).lease("t")
        parent.kill()
        parent.wait()
        # The child lives on, and waits for its input.
        with closing(KINDS[kind](place)) as store:
            store.lease("t")


def test_a_release_can_be_tried_again(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    release = FileLock.release

    def late(lock: FileLock) -> None:
        release(lock)
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(FileLock, "release", late)
        with pytest.raises(StoreError, match="cannot release 't': Input/output error"):
            store.release("t")
    assert store.holds("t")
    store.release("t")
    assert not store.holds("t")
    monkeypatch.setattr(_stores, "_PATIENCE", 0.01)
    with store._guard, pytest.raises(StoreError, match="cannot load 't': the calls before take"):
        store.load("t")
    with monkeypatch.context() as patch:
        patch.setattr(store, "_process", 0)
        with pytest.raises(StoreError, match="cannot load 't': another process has opened the"):
            store.load("t")
        assert not store.holds("t")
    assert store.load("t") == "old"
    monkeypatch.setattr(store, "holds", {"t": True}.get)
    store.release("t")  # another thread was faster


def test_a_database_belongs_to_one_store(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with closing(SQLiteStore(path)):
        assert os.name != "posix" or stat.S_IMODE(path.stat().st_mode) == 0o600
        with pytest.raises(LeaseError, match=r"another program uses 'tables\.db'"):
            SQLiteStore(path)
    assert [file.name for file in tmp_path.iterdir()] == ["tables.db"]


def test_other_databases_are_refused_and_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    for statement, reason in (
        ("CREATE TABLE others (x)", "found another database"),
        ("PRAGMA user_version = 1", "found another database"),
        ("PRAGMA application_id = 7", "found another database"),
        (f"PRAGMA application_id = {_OURS[0]}; PRAGMA user_version = 2", "found version 2"),
    ):
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as database:
            database.executescript(statement)
        before = path.read_bytes()
        with pytest.raises(StoreError, match=reason):
            SQLiteStore(path)
        assert path.read_bytes() == before
        assert [file.name for file in tmp_path.iterdir()] == ["tables.db"]
    path.write_bytes(b"no database" * 1000)
    for place in (path, tmp_path, tmp_path / "missing" / "tables.db"):
        with pytest.raises(StoreError, match=r"^cannot (open|lock)"):
            SQLiteStore(place)
    assert path.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize(("durable", "level"), [(False, 1), (True, 2)])
def test_a_durable_database_waits_for_the_disk(durable: bool, level: int, tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "tables.db", durable=durable)) as store:
        pragmas = ("synchronous", "journal_mode")
        found = [store._database.execute(f"PRAGMA {each}").fetchone()[0] for each in pragmas]
        assert found == [level, "wal"]


def test_a_full_database_keeps_the_old_text(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "tables.db")) as store:
        store.lease("t")
        store.save("t", "old")
        store._database.execute("PRAGMA max_page_count = 10")
        with pytest.raises(StoreError, match="cannot save 't': database or disk is full"):
            store.save("t", "x" * 100_000)
        assert store.load("t") == "old"
        store.save("t", "new")
        assert store.load("t") == "new"
