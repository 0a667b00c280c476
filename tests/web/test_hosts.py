"""Hosts: tables in memory and in stores, put away and found again, and stores that fail or hang."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.processes import PATIENCE, comes
from tests.table.postgres import running_server
from tests.table.test_stores import DictStore
from tests.web.halls import Hall
from tests.web.hosting import LOOK, Line, Site, run, settle, steady, timeless
from twowaystreet._util.files import temporary_of
from twowaystreet.table import (
    FileStore,
    LeaseError,
    PostgresStore,
    SQLiteStore,
    Store,
    StoreError,
    Table,
    TableError,
)
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


def two_hosts() -> tuple[TableHost, TableHost]:
    """Return the hosts of two processes that share a store."""
    texts, leased = dict[str, str](), set[str]()
    return TableHost(DictStore(texts, leased)), TableHost(DictStore(texts, leased))


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
    one, two = two_hosts()
    name = one.add(duel())
    assert run(Site(application(two)).connect(name, "x")).refused == 503
    for call in (two.find, two.remove):
        with pytest.raises(LeaseError):
            call(name)
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


# Files of other programs


def test_a_table_saves_to_its_file_unless_somebody_has_replaced_it(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = Table(DUEL, path=path)
    ann = table.join("Ann")
    Path(temporary_of(path)).write_text("half a te", "utf-8")  # of a program that was killed
    other = Table.load(path)
    other.join("Ben")
    assert os.listdir(tmp_path) == ["table.json"]
    with pytest.raises(TableError, match="another table has replaced it"):
        table.leave(ann)
    assert Table.load(path).names == other.names


SPELLINGS: Final = (
    *("1000000000", "1_000_000_000", "+1000000000", " 1000000000 ", "0001000000000", "10001"),
    *("\uff11" + "\uff10" * 9, "\u0661" + "\u0660" * 9, "9" * 400),
)
"""Ways to write a large number."""


@pytest.mark.parametrize("bot", ["montecarlo:worlds={}", "montecarlo:playouts=random,worlds={}"])
def test_a_saved_game_does_not_start_a_bot_that_thinks_for_hours(bot: str, tmp_path: Path) -> None:
    host, path = TableHost(store := DictStore({}, set())), tmp_path / "table.json"
    for spelling in SPELLINGS:
        saved = duel(bots={1: "simple"}).to_text()
        text = saved.replace('"simple"', json.dumps(bot.format(spelling)))
        path.write_text(text, "utf-8")
        store.texts[f"{PREFIX}friday"] = text
        calls: list[tuple[Callable[[Any], object], object]] = [
            *((Table.load, path), (Table.from_text, text), (host.find, "friday")),
        ]
        for call, argument in calls:
            with pytest.raises(TableError, match="does not name the bot of seat 1"):
                call(argument)


# Connections


def refusal(line: Line) -> str:
    """Return the last refusal that a page got."""
    found = [each for each in map(json.loads, line.texts) if each["type"] == "refused"]
    return str(found[-1]["text"]) if found else ""


@timeless
async def test_a_table_without_visitors_leaves_the_memory_and_comes_back(store: Store) -> None:
    host, table = TableHost(store, idle=BRIEF), duel()
    tokens = table.join("Ann"), table.join("Ben")
    name, unvisited = host.add(table), host.add(duel())
    site = Site(application(host))
    lines = [await site.connect(name, token) for token in tokens]
    await settle(60)
    assert [*host] == [name] and unvisited in host.names()
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


@pytest.mark.parametrize("bot", ["montecarlo:worlds=x", "montecarlo:colour=red", "montecarlo"])
def test_a_table_with_a_bot_that_does_not_fit_is_not_opened(bot: str) -> None:
    async def evening() -> Line:
        host = TableHost(store := DictStore({}, set()))
        name = host.add(duel(bots={1: "simple"}))
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


class Dealt(Hall):
    """A club with one table, whose cards are dealt, and the pages of its people."""

    def __init__(self, bots: int = 0) -> None:
        super().__init__(Failing({}, set()))
        table = duel(bots={1: "simple"} if bots else None)
        self.tokens = [table.join(name) for name in ("Ann", "Ben")[: 2 - bots]]
        table.play(self.tokens[0], "deal", bots=False)
        self.name = self.host.add(table)
        self.lines: list[Line] = []

    async def open(self) -> list[Line]:
        self.lines = [await self.connect(self.name, token) for token in self.tokens]
        return self.lines

    async def close(self) -> None:
        for line in self.lines:
            await line.leave()
        self.host.close()


@timeless
async def test_people_read_that_a_move_is_not_saved_and_nothing_changes() -> None:
    club = Dealt()
    lines = await club.open()
    before = club.store.texts[PREFIX + club.name]
    club.store.fault = StoreError(f"cannot save 'table': {OSError(errno.ENOSPC, 'no space')}")
    lines[0].play("no bid")
    await settle()
    assert "cannot be saved" in refusal(lines[0]) and not refusal(lines[1])
    assert "no space" not in refusal(lines[0])  # this is for the host
    assert "unsaved_total 1" in (await club.ask("GET", "/metrics"))[1]
    assert club.store.texts[PREFIX + club.name] == before
    assert [line.closed for line in lines] == [None, None]
    club.store.fault = None
    lines[0].play("no bid")
    await settle()
    assert [line.number for line in lines] == [4, 4]
    await club.close()


@pytest.mark.parametrize("bots", [0, 1])
@timeless
async def test_connections_of_a_lost_table_end_and_pages_find_it_again(bots: int) -> None:
    """A person, or a bot, makes a move there."""
    club = Dealt(bots)
    lines, old = await club.open(), club.host.find(club.name)
    if bots:
        lines[0].play("no bid")
        await settle(0.1)
    number = lines[0].number
    club.store.release(PREFIX + club.name)  # as when a database is lost
    assert not club.host.holds(club.name)
    if not bots:
        lines[0].play("no bid")
    await settle(6)
    assert bots or "again in a moment" in refusal(lines[0])
    moved = (MOVED, "the table has moved")
    assert {(line.closed, line.reason) for line in lines} == {moved}
    assert [*club.host] == []
    again = await club.connect(club.name, club.tokens[0], number)
    assert club.host.find(club.name) is not old
    if not bots:
        again.play("no bid")
    await settle(6)
    assert again.number > number
    await again.leave()
    await club.close()


@timeless
async def test_a_bot_moves_once_its_move_can_be_saved() -> None:
    club = Dealt(1)
    (line,) = await club.open()
    line.play("no bid")
    await settle(0.1)
    club.store.fault = StoreError("no space")
    await settle(2)
    assert line.number == 3
    club.store.fault = None
    await settle(6)
    assert line.number > 3
    assert "unsaved_total 1" in (await club.ask("GET", "/metrics"))[1]
    await club.close()


# Stores that hang


class Hanging(FileStore):
    """A store of a database that hangs in changes of one text until the test goes on."""

    can_hang = True
    name = ""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.hangs, self.goes_on = threading.Event(), threading.Event()

    @override
    def save(self, name: str, text: str) -> None:
        if name == self.name:
            self.hangs.set()
            assert self.goes_on.wait(PATIENCE)
        super().save(name, text)


class Evening(Hall):
    """A club with two tables of two people each, whose pages are open."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.names: list[str] = []
        self.lines: list[list[Line]] = []
        self.tokens: list[list[str]] = []

    async def begin(self, seconds: int = 0) -> None:
        """Let everybody come, and deal at both tables."""
        for at in range(2):
            maker, other = [await self.person(f"P {2 * at + one}") for one in range(2)]
            name, token = await self.made(maker, seconds=seconds)
            joined = await self.asked("POST", f"/api/tables/{name}/join", other, {})
            self.names.append(name)
            self.tokens.append([token, joined["token"]])
            self.lines.append([await self.connect(name, each) for each in self.tokens[at]])
            await comes(partial(self.has_seen, at, 2))
            await self.move(at)

    async def asked(self, *words: Any, **body: Any) -> Any:  # Any: JSON
        status, answer = await self.ask(*words, **body)
        assert status == 200, answer
        return answer

    async def move(self, at: int) -> None:
        """Let the person to move play at a table, until everybody there has seen it."""
        await comes(partial(self.has_seen, at, self.send(at)))

    def has_seen(self, at: int, number: int) -> bool:
        """Return whether everybody at a table has seen an event."""
        return all(line.number >= number for line in self.lines[at])

    def send(self, at: int) -> int:
        """Let the person to move play; return the number of this event."""
        table = self.host.here(self.names[at])
        assert table is not None
        actor = table.actor or 0
        moves = table.view(self.tokens[at][actor]).legal_moves or ("deal",)
        self.lines[at][actor].play(str(moves[0]))
        return table.last_number + 1

    async def end(self) -> None:
        for line in (each for lines in self.lines for each in lines):
            await line.leave()
        self.host.close()


def test_a_change_that_hangs_stops_no_other_table(tmp_path: Path) -> None:
    async def evening() -> None:
        store = Hanging(tmp_path)
        club = Evening(store)
        await club.begin()
        store.name = f"table-{club.names[0]}"
        goal = club.send(0)
        await comes(store.hangs.is_set)
        waiting = asyncio.create_task(club.asked("POST", f"/api/tables/{club.names[0]}/watch"))
        assert (await club.asked("GET", "/health"))["status"] == "ok"
        assert len((await club.asked("GET", "/api/tables"))["tables"]) == 2
        for _ in range(3):
            await club.move(1)
        fresh = await club.connect(club.names[1], club.tokens[1][0])
        await comes(lambda: fresh.number > 0)
        assert (await club.asked("POST", f"/api/tables/{club.names[1]}/watch"))["token"]
        assert not waiting.done() and all(line.number < goal for line in club.lines[0])
        store.goes_on.set()
        await comes(lambda: all(line.number == goal for line in club.lines[0]))
        assert (await waiting)["token"]
        for at in (0, 1):
            await club.move(at)
        # A move that cannot be saved is refused, and changes nothing.
        store.release(store.name)
        table = club.host.here(club.names[0])
        assert table is not None
        before = table.to_text()
        club.send(0)
        await comes(lambda: all(line.closed == MOVED for line in club.lines[0]))
        assert table.to_text() == before
        again = await club.connect(club.names[0], club.tokens[0][0])
        await comes(lambda: again.number > 0)
        for line in (again, fresh):
            await line.leave()
        await club.end()

    asyncio.run(evening())


def test_time_runs_out_also_where_a_store_may_hang(tmp_path: Path) -> None:
    async def evening() -> None:
        club = Evening(Hanging(tmp_path))
        await club.begin(1)
        (ann, ben), table = club.lines[0], club.host.here(club.names[0])
        assert table is not None
        ann.send('{"do": "replace", "seat": 1}')
        await comes(lambda: refusal(ann))
        number = ben.number
        await comes(lambda: ben.number > number)
        assert "run out of time" in str(ben.texts)
        await club.end()

    asyncio.run(evening())


def test_a_database_that_hangs_stops_nobody_who_only_looks(tmp_path: Path) -> None:
    async def evening(store: PostgresStore) -> None:
        club = Evening(store)
        await club.begin()
        row = store._connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        os.kill(row[0], signal.SIGSTOP)
        try:
            goal = club.send(0)
            listing = asyncio.create_task(club.asked("GET", "/api/tables"))
            assert (await club.asked("GET", "/health"))["connections"] == 4
            looker = club.lines[1][0]
            shown = len(looker.texts)
            looker.send(LOOK.replace("800", "900"))
            await comes(lambda: len(looker.texts) > shown)
            fresh = await club.connect(club.names[1], club.tokens[1][0])
            await comes(lambda: fresh.number > 0)
            assert (await club.asked("GET", "/health"))["connections"] == 5
            assert not listing.done() and all(line.number < goal for line in club.lines[0])
        finally:
            os.kill(row[0], signal.SIGCONT)
        await comes(lambda: all(line.number == goal for line in club.lines[0]))
        await fresh.leave()
        assert len((await listing)["tables"]) == 2
        await club.end()

    with ExitStack() as ends:
        server = ends.enter_context(running_server())
        asyncio.run(evening(PostgresStore(server.new_database())))
