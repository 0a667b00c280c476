"""Hosts: tables in memory and in stores, put away and found again, and stores that fail."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.table.test_stores import DictStore
from tests.web.hosting import Instant, Line, Site, run, settle, steady
from twowaystreet.table import (
    FileStore,
    LeaseError,
    SQLiteStore,
    Store,
    StoreError,
    Table,
    TableError,
)
from twowaystreet.web import server
from twowaystreet.web.hosts import PREFIX, TableHost, write
from twowaystreet.web.server import application

DUEL: Final = tws.GAMES["duel"]
STORES: Final[dict[str, Callable[[Path], Store]]] = {
    "dict": lambda _: DictStore({}, set()),
    "file": lambda folder: FileStore(folder / "store"),
    "sqlite": lambda folder: SQLiteStore(folder / "store.sqlite"),
}
MOVED, UNKNOWN, BUSY = 1012, 4401, 1013
BRIEF: Final = 2.0
"""The seconds after which a table is idle."""


@pytest.fixture(params=sorted(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Store]:
    """Give a new store of each kind, and close it at the end."""
    found = STORES[request.param](tmp_path)
    yield found
    found.close()


def duel(**options: Any) -> Table:  # Any: see Table
    """Return a table of two people, or of one and a bot."""
    return steady(Table(DUEL, dealer=0, **options))


def refusal(line: Line) -> str:
    """Return the last refusal that a page got."""
    found = [each for each in map(json.loads, line.texts) if each["type"] == "refused"]
    return str(found[-1]["text"]) if found else ""


# Names and places


def test_a_table_is_found_again_with_the_same_tokens(store: Store) -> None:
    host, table = TableHost(store), duel()
    ann = table.join("Ann")
    name = host.add(table)
    assert host.find(name) is table and host.holds(name) and len(host) == 1
    assert (host.of_token(ann), host.of_token("x")) == (name, None)
    ben = table.join("Ben")
    host.put_away(name)
    host.put_away(name)  # a second time changes nothing
    assert ([*host], host.names(), host.holds(name)) == ([], (name,), False)
    assert host.of_token(ann) is None
    again = host.find(name)
    assert again is not None and again is not table
    assert (again.seat(ann), again.seat(ben), [*host]) == (0, 1, [name])
    with pytest.raises(LeaseError):
        table.play(ann, "deal")
    again.play(ann, "deal")
    host.close()
    assert [*host] == []


def test_a_table_that_is_removed_is_gone(store: Store) -> None:
    host = TableHost(store)
    name, other = host.add(duel()), host.add(duel(), "other")
    host.remove(name)
    host.remove("nobody")
    assert (host.find(name), host.names(), store.list()) == (None, (other,), (PREFIX + other,))
    host.put_away(other)
    host.remove(other)
    assert store.list() == ()


def test_a_host_without_a_store_keeps_tables_until_they_are_put_away() -> None:
    host = TableHost()
    name = host.add(duel(), "friday")
    assert host.holds(name) and not host.holds("x") and host.find("x") is None
    with pytest.raises(TableError, match="a name that no table has"):
        host.add(duel(), name)
    host.remove(name)
    assert host.names() == () and host.find(name) is None
    host.close()


def test_a_host_has_as_many_tables_as_it_may(store: Store) -> None:
    host = TableHost(store, most=2)
    first = host.add(duel())
    host.add(duel())
    for call in (lambda: host.add(duel()), lambda: host.find("waiting")):
        write(store, f"{PREFIX}waiting", duel().to_text())
        with pytest.raises(TableError, match="at most 2 tables"):
            call()
        write(store, f"{PREFIX}waiting", None)
    host.put_away(first)
    assert host.find(first) is not None


def test_another_host_cannot_have_the_same_table() -> None:
    texts: dict[str, str] = {}
    leased: set[str] = set()
    one, two = (TableHost(DictStore(texts, leased)) for _ in range(2))
    name = one.add(duel())
    with pytest.raises(LeaseError):
        two.find(name)
    with pytest.raises(LeaseError):
        two.remove(name)
    one.put_away(name)
    assert two.find(name) is not None
    assert two.names() == one.names() == (name,)
    with pytest.raises(LeaseError):
        one.find(name)


@pytest.mark.parametrize(
    "options", [{"most": 0}, {"most": 1.0}, {"most": True}, {"idle": 0}, {"idle": "9"}]
)
def test_a_number_of_a_host_that_does_not_fit_is_refused(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(TableError, match=f"^{name}="):
        TableHost(**options)


def test_a_table_that_cannot_be_saved_is_not_added(store: Store) -> None:
    host = TableHost(store)
    with pytest.raises(StoreError, match="1 to 100 letters"):
        host.add(duel(), "a/b")
    write(store, f"{PREFIX}taken", "text")
    with pytest.raises(StoreError, match="exists already"):
        host.add(duel(), "taken")
    assert [*host] == [] and not store.holds(f"{PREFIX}taken")


def test_only_an_application_with_a_store_has_a_lobby() -> None:
    with pytest.raises(TableError, match="give one to the host"):
        application(TableHost(), lobby=True)
    for pace in (-1, 61, "1", None):
        wrong: Any = pace  # Any: of a wrong type
        with pytest.raises(TableError, match="0 to 60 seconds"):
            application(TableHost(), pace=wrong)


# Connections


def test_a_table_without_visitors_leaves_the_memory_and_comes_back(store: Store) -> None:
    async def evening() -> None:
        host, table = TableHost(store, idle=BRIEF), duel()
        tokens = table.join("Ann"), table.join("Ben")
        name = host.add(table)
        site = Site(application(host))
        lines = [await site.connect(name, token) for token in tokens]
        await settle(60)
        assert [*host] == [name]
        lines[0].play("deal")
        await settle()
        for line in lines:
            await line.leave()
        await settle(60)
        assert [*host] == [] and not store.holds(PREFIX + name)
        again = await site.connect(name, tokens[0], lines[0].number)
        assert json.loads(again.texts[0])["yours"] and again.number == 3
        assert (await site.ask("GET", "/health"))[1]["tables"] == 1
        await again.leave()
        host.close()

    run(evening())


def test_a_table_that_nobody_visits_leaves_the_memory() -> None:
    async def evening() -> None:
        host = TableHost(DictStore({}, set()), idle=BRIEF)
        site = Site(application(host))
        names = [host.add(duel()) for _ in range(5)]
        line = await site.connect(names[0], "x")
        assert line.closed == UNKNOWN
        await settle(60)
        assert [*host] == [] and host.names() == tuple(sorted(names))

    run(evening())


def test_a_table_of_another_process_is_refused_for_now() -> None:
    async def evening() -> None:
        texts: dict[str, str] = {}
        leased: set[str] = set()
        other = TableHost(DictStore(texts, leased))
        name = other.add(duel())
        site = Site(application(TableHost(DictStore(texts, leased))))
        assert (await site.connect(name, "x")).refused == 503

    run(evening())


@pytest.mark.parametrize("bot", ["montecarlo:worlds=x", "montecarlo:colour=red", "montecarlo"])
def test_a_table_with_a_bot_that_does_not_fit_is_not_opened(bot: str) -> None:
    async def evening() -> Line:
        table = duel(bots={1: "simple"})
        host = TableHost(store := DictStore({}, set()))
        name = host.add(table)
        host.put_away(name)
        text = store.texts[PREFIX + name].replace('"simple"', json.dumps(bot))
        store.texts[PREFIX + name] = text
        return await Site(application(host)).connect(name, "x")

    assert run(evening()).closed == (UNKNOWN if bot == "montecarlo" else BUSY)


class Failing(DictStore):
    """A store that fails when the test says so."""

    fault: StoreError | None = None

    def save(self, name: str, text: str) -> None:
        if self.fault is not None:
            raise self.fault
        super().save(name, text)


async def dealt(store: DictStore, **options: Any) -> tuple[TableHost, Site, str, list[str]]:
    """Return a host with one table, whose cards are dealt. Any: see Table."""
    table = duel(**options)
    tokens = [table.join(name) for name in ("Ann", "Ben")[: 2 - len(table.bots)]]
    table.play(tokens[0], "deal", bots=False)
    host = TableHost(store)
    name = host.add(table)
    return host, Site(application(host)), name, tokens


def test_people_read_why_a_move_is_not_saved_and_nothing_changes() -> None:
    async def evening() -> None:
        store = Failing({}, set())
        host, site, name, tokens = await dealt(store)
        lines = [await site.connect(name, token) for token in tokens]
        before = store.texts[PREFIX + name]
        store.fault = StoreError(f"cannot save 'table': {OSError(errno.ENOSPC, 'no space')}")
        lines[0].play("no bid")
        await settle()
        assert "no space" in refusal(lines[0]) and not refusal(lines[1])
        assert store.texts[PREFIX + name] == before
        assert [line.closed for line in lines] == [None, None]
        store.fault = None
        lines[0].play("no bid")
        await settle()
        assert [line.number for line in lines] == [4, 4]
        for line in lines:
            await line.leave()
        host.close()

    run(evening())


def test_connections_of_a_lost_table_end_and_pages_find_it_again() -> None:
    async def evening() -> None:
        store = DictStore({}, set())
        host, site, name, tokens = await dealt(store)
        lines = [await site.connect(name, token) for token in tokens]
        old = host.find(name)
        store.release(PREFIX + name)  # as when a database is lost
        assert not host.holds(name)
        lines[0].play("no bid")
        await settle()
        assert "Lease" in refusal(lines[0])
        assert [(line.closed, line.reason) for line in lines] == [
            (MOVED, "the table has moved") for _ in lines
        ]
        assert [*host] == []
        again = await site.connect(name, tokens[0], lines[0].number)
        assert host.find(name) is not old and again.number == 3
        again.play("no bid")
        await settle()
        assert again.number == 4
        await again.leave()
        host.close()

    run(evening())


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots think on the event loop."""
    monkeypatch.setattr(server, "Thinkers", Instant)


@pytest.mark.usefixtures("at_once")
def test_a_bot_moves_once_its_move_can_be_saved() -> None:
    async def evening() -> None:
        store = Failing({}, set())
        host, site, name, (ann,) = await dealt(store, bots={1: "simple"})
        line = await site.connect(name, ann)
        line.play("no bid")
        await settle(0.1)
        store.fault = StoreError("no space")
        await settle(2)
        assert line.number == 3
        store.fault = None
        await settle(6)
        assert line.number > 3
        assert "unsaved_total 1" in (await site.ask("GET", "/metrics"))[1]
        await line.leave()
        host.close()

    run(evening())


@pytest.mark.usefixtures("at_once")
def test_a_bot_of_a_lost_table_ends_the_connections() -> None:
    async def evening() -> None:
        store = DictStore({}, set())
        host, site, name, (ann,) = await dealt(store, bots={1: "simple"})
        line = await site.connect(name, ann)
        line.play("no bid")
        await settle(0.1)
        store.release(PREFIX + name)
        await settle(6)
        assert line.closed == MOVED
        await settle()
        assert [*host] == []
        host.close()

    run(evening())
