"""Stores: one suite for all of them, with processes that compete for leases and are killed."""

import random
import string
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.processes import until
from tests.table.postgres import Server
from tests.table.stores import KINDS, line_of, number_in, process
from twowaystreet.table import FileStore, LeaseError, Store, StoreError
from twowaystreet.table._errors import LARGEST
from twowaystreet.table._files import is_saved
from twowaystreet.table._stores import GuardedStore, checked_name, checked_text

Open = Callable[[], Store]
NAMES = ("a", "A", "a.b", "a-1", "b", "9", "table_7", "t" * 100)
NO_NAMES: tuple[Any, ...] = (
    *("", ".", ".a", "-a", "_a", "a/b", "..", "a b", "a\n", "é", "a\0", "t" * 101, "\ud800"),
    *(None, 7, b"a", ["a"]),
)
"""Any: texts and objects that are no names."""
NO_TEXTS: tuple[Any, ...] = ("a\0", "\0", "\ud800", "a\udfffb", None, 7, b"a")
"""Any: texts and objects that no store keeps."""


class DictStore:
    """A store in two collections, which all stores of a test share."""

    def __init__(self, texts: dict[str, str], leased: set[str]) -> None:
        self.texts, self.leased = texts, leased
        self.mine: set[str] | None = set()
        self.guard = threading.Lock()

    def list(self, prefix: str = "") -> tuple[str, ...]:
        self.need()
        return tuple(sorted(name for name in self.texts if name.startswith(prefix)))

    def has(self, name: str) -> bool:
        return name in self.list()

    def load(self, name: str) -> str:
        self.need()
        if checked_name(name) not in self.texts:
            raise StoreError(f"nothing is saved as {name!r}")
        return self.texts[name]

    def save(self, name: str, text: str) -> None:
        self.need(checked_name(name))
        self.texts[name] = checked_text(text)

    def lease(self, name: str) -> None:
        with self.guard:
            if checked_name(name) in self.leased:
                raise LeaseError(f"somebody has leased {name!r}")
            self.need().add(name)
            self.leased.add(name)

    def holds(self, name: str) -> bool:
        return name in (self.mine or ())

    def release(self, name: str) -> None:
        if self.holds(checked_name(name)):
            self.leased.discard(name)
            self.need().discard(name)

    def remove(self, name: str) -> None:
        self.need(checked_name(name))
        self.texts.pop(name, None)

    def close(self) -> None:
        self.leased -= self.mine or set()
        self.mine = None

    def need(self, name: str | None = None) -> set[str]:
        if self.mine is None:
            raise StoreError("the store is closed")
        if name is not None and name not in self.mine:
            raise LeaseError(f"lease {name!r} first")
        return self.mine


@pytest.fixture(params=sorted(KINDS))
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Return the kind and the place of a new store that processes can share."""
    return request.param, new_place(request, tmp_path)


def new_place(request: pytest.FixtureRequest, folder: Path) -> str:
    """Return the place of a new store of the kind that the fixture has as its parameter."""
    if request.param != "postgres":
        return str(folder / "store")
    server: Server = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(params=[*sorted(KINDS), "dict"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Open]:
    """Return a function that opens one more store at the same new place; close all at the end."""
    texts: dict[str, str] = {}
    leased: set[str] = set()
    stores: list[Store] = []
    place = new_place(request, tmp_path)

    def another() -> Store:
        is_dict = request.param == "dict"
        stores.append(DictStore(texts, leased) if is_dict else KINDS[request.param](place))
        return stores[-1]

    yield another
    for store in stores:
        store.close()


def soon(call: Callable[[], Any]) -> Any:
    """Return what a call gives as soon as the lease of a dead process has ended."""
    found = list[Any]()

    def is_free() -> bool:
        with suppress(LeaseError):
            found.append(call())
        return bool(found)

    until(is_free)
    return found[0]


def leased_by(kind: str, place: str) -> Store:
    store = KINDS[kind](place)
    try:
        store.lease("t")
    except LeaseError:
        store.close()
        raise
    return store


@pytest.mark.smoke
def test_a_store_gives_what_was_saved(opened: Open) -> None:
    store = opened()
    assert store.list() == ()
    for name in NAMES:
        store.lease(name)
        store.save(name, f"text of {name}")
    assert store.list() == tuple(sorted(NAMES)) and store.list("a") == ("a", "a-1", "a.b")
    assert store.list("%") == store.list("x") == ()
    others = ("B", "table", *NO_NAMES)
    assert all(is_saved(store, name) for name in NAMES)
    assert not any(is_saved(store, name) for name in others)
    store.save("a", "another text")
    store.remove("b")
    store.close()
    again = opened()
    assert {name: again.load(name) for name in again.list()} == {
        **{name: f"text of {name}" for name in NAMES if name != "b"},
        "a": "another text",
    }


def test_other_names_and_texts_are_refused(opened: Open) -> None:
    store = opened()
    calls: tuple[Callable[[Any], object], ...] = (
        *(store.load, store.lease, store.release, store.remove),
        lambda name: store.save(name, "x"),
    )
    for name in NO_NAMES:
        for call in calls:
            with pytest.raises(StoreError) as caught:
                call(name)
            assert not isinstance(caught.value, LeaseError)
    assert store.list() == ()
    prefixes: tuple[Any, ...] = (None, 7, ("a", "b"))
    for prefix in prefixes if isinstance(store, GuardedStore) else ():
        with pytest.raises(StoreError, match="prefix"):
            store.list(prefix)
    store.lease("t")
    store.save("t", "old")
    for text in (*NO_TEXTS, "x" * (LARGEST + 1)):
        with pytest.raises(StoreError, match=r"^text "):
            store.save("t", text)
    assert store.load("t") == "old"


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=50)
STEPS = st.tuples(
    st.sampled_from(("save", "load", "has", "lease", "release", "remove", "list")),
    st.sampled_from(("a", "A.b", "b")) | st.text(string.ascii_lowercase + "-", max_size=2),
    TEXTS,
)


def outcome(call: Callable[[], object]) -> object:
    """Return what a call gives, or the class of the error that it raises."""
    try:
        return call()
    except StoreError as error:
        return type(error)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=st.lists(STEPS, max_size=30))
def test_every_store_does_what_a_dict_does(opened: Open, steps: list[tuple[str, str, str]]) -> None:
    store, model = opened(), DictStore({}, set())
    try:
        for name in store.list():
            store.lease(name)
            store.remove(name)
            store.release(name)
        for kind, name, text in steps:
            arguments = (name, text) if kind == "save" else (name,)
            ours, theirs = (partial(getattr(one, kind), *arguments) for one in (store, model))
            assert outcome(ours) == outcome(theirs) and store.holds(name) == model.holds(name)
            assert store.list() == model.list()
    finally:
        store.close()


def test_only_the_lease_allows_changes_and_ends_with_the_store(opened: Open) -> None:
    store = opened()
    changes: list[Callable[[], None]] = [lambda: store.save("t", "y"), lambda: store.remove("t")]
    for is_released in (False, True):
        for change in changes:
            with pytest.raises(LeaseError):
                change()
        store.lease("t")
        assert store.holds("t") and not store.holds("u")
        store.save("t", "x")
        with pytest.raises(LeaseError):
            store.lease("t")
        with pytest.raises(LeaseError):
            opened().lease("t")
        assert store.holds("t") and store.load("t") == "x"
        if not is_released:
            store.release("t")
            store.release("t")
            assert not store.holds("t")
    store.close()
    store.close()
    assert not store.holds("t")
    store.release("t")
    requests: list[Callable[[], object]] = [*changes, store.list, lambda: is_saved(store, "t")]
    requests += [lambda: store.load("t"), lambda: store.lease("t")]
    for request in requests:
        with pytest.raises(StoreError):
            request()
    other = opened()
    other.lease("t")
    assert other.load("t") == "x"


def test_threads_share_a_store(opened: Open) -> None:
    store = opened()
    barrier = threading.Barrier(8)

    def work(number: int) -> bool:
        barrier.wait()
        won = outcome(lambda: store.lease("t")) is None
        own = f"own-{number}"
        store.lease(own)
        for text in map(str, range(20)):
            store.save(own, text)
            assert store.load(own) == text
        store.release(own)
        return won

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 1
    assert len(store.list("own")) == 8


def test_one_thread_at_a_time_uses_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = list[str]()

    def read(name: str) -> str:
        inside.append(name)
        time.sleep(0.001)  # for another thread, if it could come in
        return f"{len(inside)} {inside.pop()}"

    with closing(FileStore(tmp_path)) as store, ThreadPoolExecutor(8) as pool:
        monkeypatch.setattr(store, "_read", read)
        assert {*pool.map(store.load, ["t"] * 40)} == {"1 t"}


@pytest.mark.nightly
@pytest.mark.parametrize("kills", [5, 100])
def test_a_kill_leaves_the_last_text_or_the_one_before(shared: tuple[str, str], kills: int) -> None:
    rng = random.Random(kills)
    for _ in range(kills):
        with process("write", *shared) as writer:
            told = [line_of(writer) for _ in range(rng.randrange(1, 30))]
            time.sleep(rng.random() / 200)
            writer.kill()
            assert writer.stdout
            told += writer.stdout
        store = soon(lambda: leased_by(*shared))
        found = number_in(store.load("t"))
        assert found - int(told[-1]) in (0, 1) and store.list() == ("t",)
        store.close()
