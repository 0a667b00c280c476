"""Hosts: tables in memory and in stores, put away and found again, and stores that fail or hang."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any, Final, Protocol
from unittest.mock import Mock

import pytest
from typing_extensions import override

from tests.processes import PATIENCE, comes
from tests.table.test_stores import DictStore
from tests.web.halls import DUEL, Evening, Failing, Hall, life, two_halls
from tests.web.hosting import LOOK, Line, Site, awaited, settle, steady
from twowaystreet.players import MonteCarlo
from twowaystreet.table import (
    FileStore,
    LeaseError,
    SQLiteStore,
    Store,
    StoreError,
    Table,
    TableError,
)
from twowaystreet.table._stores import Rows
from twowaystreet.web import pages, server, work
from twowaystreet.web.hosts import PREFIX, TableHost, write
from twowaystreet.web.server import application

MOVED, UNKNOWN, BUSY = 1012, 4401, 1013
BRIEF: Final = 2.0  # the seconds after which a table is idle


def duel(**options: Any) -> Table:  # Any: see Table
    return steady(Table(DUEL, dealer=0, **options))


# Names and places


def test_a_table_is_found_again_with_the_same_tokens_until_it_is_removed() -> None:
    host, table = TableHost(store := DictStore({}, set())), duel()
    ann = table.join("Ann")
    name, other = host.add(table), host.add(duel(), "other")
    assert host.find(name) is table and host.holds(name) and len(host) == 2
    assert (host.of_token(ann), host.of_token("x")) == (name, None)
    ben = table.join("Ben")
    for _ in range(2):  # a second time changes nothing
        host.put_away(name)
    assert ([*host], host.holds(name), host.of_token(ann)) == ([other], False, None)
    assert host.names() == tuple(sorted((name, other)))
    again = host.find(name)
    assert again is not None and again is not table
    assert (again.seat(ann), again.seat(ben), [*host]) == (0, 1, [other, name])
    with pytest.raises(LeaseError):
        table.play(ann, "deal")
    again.play(ann, "deal")
    for gone in (name, "nobody"):
        host.remove(gone)
    assert (host.find(name), host.names(), store.list()) == (None, (other,), (PREFIX + other,))
    host.put_away(other)
    host.remove(other)
    assert store.list() == ()
    host.add(duel())
    host.close()
    assert [*host] == []


def test_a_host_without_a_store_keeps_tables_until_they_are_put_away() -> None:
    host = TableHost()
    name = host.add(duel(), "friday")
    assert host.holds(name) and not host.holds("x") and host.find("x") is None
    with pytest.raises(TableError, match="a name that no table has"):
        host.add(duel(), name)
    host.remove(name)
    assert host.names() == () and host.find(name) is None
    host.close()


def test_a_host_has_as_many_tables_as_it_may() -> None:
    host = TableHost(store := DictStore({}, set()), most=2)
    first, _ = host.add(duel()), host.add(duel())
    write(store, f"{PREFIX}waiting", duel().to_text())
    for call in (lambda: host.add(duel()), lambda: host.find("waiting")):
        with pytest.raises(TableError, match="at most 2 tables"):
            call()
    host.put_away(first)
    assert host.find(first) is not None


@pytest.mark.parametrize(
    "options",
    [
        *({"most": 0}, {"most": 1.0}, {"most": True}, {"idle": 0}, {"idle": "9"}, {"kept_days": 1}),
        *({"listed_days": 0}, {"kept_days": "9"}, {"listed_days": 91}, {"kept_days": 40_000}),
    ],
)
def test_a_number_of_a_host_that_does_not_fit_is_refused(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(TableError, match="_days=" if "days" in name else f"^{name}="):
        TableHost(**options)


def test_a_table_that_cannot_be_saved_is_not_added() -> None:
    host = TableHost(store := DictStore({}, set()))
    write(store, f"{PREFIX}taken", "text")
    for name, words in (("a/b", "1 to 100 letters"), ("taken", "exists already")):
        with pytest.raises(StoreError, match=words):
            host.add(duel(), name)
    assert [*host] == [] and not store.holds(f"{PREFIX}taken")


def test_a_table_does_not_save_to_a_file_that_somebody_has_replaced(tmp_path: Path) -> None:
    table = Table(DUEL, path=(path := tmp_path / "table.json"))
    ann, other = table.join("Ann"), Table.load(path)
    other.join("Ben")
    with pytest.raises(TableError, match="another table has replaced it"):
        table.leave(ann)
    assert Table.load(path).names == other.names


# Connections


def refusal(line: Line) -> str:
    found = [each for each in map(json.loads, line.texts) if each["type"] == "refused"]
    return str(found[-1]["text"]) if found else ""


@pytest.mark.parametrize("bot", ["montecarlo:worlds=10001", "montecarlo:colour=red", "montecarlo"])
async def test_a_table_with_a_bot_that_does_not_fit_is_not_opened(bot: str) -> None:
    host = TableHost(store := DictStore({}, set()))
    name = host.add(duel(bots={1: "simple"}))
    host.put_away(name)
    store.texts[PREFIX + name] = store.texts[PREFIX + name].replace("simple", bot)
    line = await Site(application(host)).connect(name, "x")
    assert line.closed == (UNKNOWN if bot == "montecarlo" else BUSY)


async def test_people_read_that_a_move_is_not_saved_and_nothing_changes() -> None:
    async with Evening(store=Failing({}, set())) as evening:
        (ann, ben), texts = evening.lines, evening.store.texts
        before = texts[PREFIX + evening.name]
        evening.store.broken = PREFIX
        await ann.make("deal")
        assert "cannot be read or saved" in refusal(ann) and not refusal(ben)
        assert "no space" not in refusal(ann)  # this is for the host
        assert "twowaystreet_unsaved_total 1.0\n" in (await evening.ask("GET", "/metrics"))[1]
        assert texts[PREFIX + evening.name] == before and ann.closed is ben.closed is None
        evening.store.broken = "nothing"
        await ann.make("deal")
        assert ann.number == ben.number == 3


async def test_leases_of_others_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A connection to a database that is lost ends all leases, and nobody else has them."""
    one, two = two_halls()
    key, member = one.enrolled("Ann")[0]
    name = one.listed(member, bots=1)
    form, review = b"token=x", f"/api/tables/{name}/review"
    elsewhere = [
        await two.ask("POST", f"/api/tables/{name}/join", two.club.enrol("Ben")),
        await two.ask("POST", review, body=form),
    ]
    assert [status for status, _ in elsewhere] == [503] * 2
    assert all("nother process has this table" in str(answer) for _, answer in elsewhere)
    line = await two.connect(name, "x")
    assert line.refused == 503
    lost = LeaseError("the connection to the database was lost, and all leases with it")
    monkeypatch.setattr(one.store, "save", Mock(side_effect=lost))
    status, answer = await one.ask("POST", f"/api/tables/{name}/leave", key, {})
    assert status == 500 and "the store of the tables cannot be reached" in answer["error"]


@pytest.mark.parametrize("bots", [0, 1])
async def test_connections_of_a_lost_table_end_and_pages_find_it_again(bots: int) -> None:
    """A person, or a bot, makes a move there."""
    async with Evening(bots=bots) as evening:
        lines, host, name = evening.lines, evening.host, evening.name
        for move in ("deal", "no bid")[: 1 + bots]:
            lines[0].play(move)
            await settle(0.1)
        number, old = lines[0].number, host.find(name)
        evening.store.release(PREFIX + name)  # as when a database is lost
        assert not host.holds(name)
        if not bots:
            lines[0].play("no bid")
        await settle(6)
        assert bots or "store of the tables cannot be reached" in refusal(lines[0])
        assert {(line.closed, line.reason) for line in lines} == {(MOVED, "the table has moved")}
        assert [*host] == []
        again = await evening.connect(name, evening.tokens[0], number)
        assert host.find(name) is not old
        if not bots:
            again.play("no bid")
        await settle(6)
        assert again.number > number


async def test_a_bot_moves_once_its_move_can_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(bots=1, store=Failing({}, set())) as evening:
        (line,) = evening.lines
        for move in ("deal", "no bid"):
            line.play(move)
            await settle(0.1)
        number, evening.store.broken = line.number, PREFIX
        monkeypatch.setattr(work, "_LOG", log := Mock())
        await settle(12)
        assert line.number == number
        evening.store.broken = "nothing"
        await settle(6)
        assert line.number > number
        assert "twowaystreet_unsaved_total 3.0\n" in (await evening.ask("GET", "/metrics"))[1]
        (logged,) = log.warning.mock_calls
        assert evening.name in str(logged) and "no space" in str(logged)


# Stores that hang


class Hanging(FileStore):
    """A store of a database whose work on some texts hangs until the test goes on."""

    names = "nothing"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.hangs, self.goes_on = threading.Event(), threading.Event()

    def _wait(self, name: str) -> None:
        if name.startswith(self.names):
            assert threading.current_thread() is not threading.main_thread(), "all tables stop"
            self.hangs.set()
            assert self.goes_on.wait(PATIENCE)

    @override
    def save(self, name: str, text: str) -> None:
        self._wait(name)
        super().save(name, text)

    @override
    def ask(self, query: Any, *values: object) -> Any:  # Any: see Rows
        self._wait("rows")
        return super().ask(query, *values)


@pytest.mark.parametrize("is_all", [False, True], ids=["one table", "all"])
@awaited
async def test_a_store_that_hangs_stops_no_other_table(is_all: bool, tmp_path: Path) -> None:
    store = Hanging(tmp_path)
    async with Evening(store=store) as here:
        ann, ben = here.lines
        other = here.listed(here.people[0])
        token = here.table(other).another_token(0)
        here.club.sit(other, here.people[1])
        looker = await here.connect(other, token)
        store.names = "" if is_all else PREFIX + here.name
        ann.play("deal")
        await comes(store.hangs.is_set)
        paths = [("POST", f"/api/tables/{here.name}/watch"), ("GET", "/api/tables")]
        waiting = [asyncio.create_task(here.ask(*each)) for each in paths[: 1 + is_all]]
        assert (await here.ask("GET", "/health"))[1]["connections"] == 3
        if not is_all:
            assert len((await here.ask(*paths[1]))[1]["tables"]) == 2
            looker.play("deal")
            await comes(lambda: looker.number == 3)
        shown = len(looker.texts)
        looker.send(LOOK.replace("800", "900"))
        await comes(lambda: len(looker.texts) > shown)
        fresh = await here.connect(other, token)
        await comes(lambda: fresh.number > 0)
        assert not any(each.done() for each in waiting) and ann.number == ben.number == 2
        store.goes_on.set()
        await comes(lambda: ann.number == ben.number == 3)
        assert [(await each)[0] for each in waiting] == [200] * len(waiting)
        store.names = "nothing"
        # A move that cannot be saved is refused, and changes nothing.
        store.release(PREFIX + here.name)
        before = here.duel.to_text()
        here.lines[here.duel.actor or 0].play("no bid")
        await comes(lambda: ann.closed == ben.closed == MOVED)
        assert here.duel.to_text() == before


def server_of(hall: Hall) -> server.Server:
    found: Any = hall.host.make_place  # Any: a method of the sweeper of the server
    return found.__self__._opened.__self__  # type: ignore[no-any-return]  # of a method


METHODS: Final = {*dir(Store), *dir(Rows), "has"} - {*dir(Protocol), "holds"}
"""The methods of a store that may wait."""


def watched(kind: type[Any], on_loop: list[str]) -> type[Any]:  # Any: a class of a store
    """Return a store that notes the methods which the event loop calls."""

    class Watched(kind):  # type: ignore[misc]  # of any class
        def __getattribute__(self, name: str) -> Any:
            is_here = threading.current_thread() is threading.main_thread()
            if name in METHODS and is_here and asyncio._get_running_loop() is not None:
                on_loop.append(name)
            return object.__getattribute__(self, name)

    return Watched


@pytest.mark.parametrize("kind", [DictStore, FileStore, SQLiteStore])
async def test_no_call_of_a_store_is_made_on_the_event_loop(
    kind: type[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(1, engine="python"))
    on_loop = list[str]()
    made = watched(kind, on_loop)
    place: Any = ({}, set()) if kind is DictStore else (tmp_path / "store",)  # Any: of the kind
    hall = Hall(made(*place), most=1, per_address=10_000)
    hall.host.idle = BRIEF
    on_loop.clear()  # to here the test made the calls
    await life(hall, players="2")
    (lost, token), _ = [await hall.made(await hall.person(each)) for each in ("Cem", "Dora")]
    await settle()
    line = await hall.connect(lost, token)  # it takes the place of the other table
    assert [*hall.host] == [lost] and on_loop == []
    hall.store.release(PREFIX + lost)  # as when a database is lost
    on_loop.clear()
    line.play("deal")
    await settle(60)
    assert line.closed == MOVED and [*hall.host] == [] and on_loop == []
    await line.leave()
    hall.host.close()


@pytest.mark.parametrize(
    ("method", "error"),
    [
        *(("release", each) for each in (StoreError, OSError, KeyError)),
        *(("load", OSError), ("has", StoreError), ("has", OSError), ("lease", OSError)),
    ],
)
async def test_an_error_of_a_store_ends_no_work_in_the_background_and_is_logged_once(
    method: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "_LOG", log := Mock())
    async with Evening(store=DictStore({}, set())) as evening:
        evening.host.idle = BRIEF
        for line in evening.lines[method == "load" :]:
            await line.leave()
        await settle()  # the list notes that they were there
        broken = Mock(side_effect=error("no space"))
        with monkeypatch.context() as patch:
            if method in ("has", "lease"):  # a change from outside, which nobody waits for
                server_of(evening).tell(evening.name)
                evening.host.put_away(evening.name)
                evening.host.add(duel())  # the sweeper has work
            patch.setattr(evening.store, method, broken)
            await settle(60)
        assert broken.mock_calls
        (logged,) = log.warning.mock_calls
        assert "no space" in str(logged) and (method == "load" or evening.name in str(logged))
        line = await evening.connect(evening.name, evening.tokens[0])
        assert line.number == 2
        for each in (line, evening.lines[0]):
            await each.leave()
        await settle(60)
        assert not evening.store.leased and [*evening.host] == []


@pytest.mark.parametrize("was_lost", [False, True])
async def test_a_table_stays_for_somebody_who_comes_before_it_is_put_away(was_lost: bool) -> None:
    async with Evening(store=DictStore({}, set())) as evening:
        for line in evening.lines:
            await line.leave()
        async with server_of(evening).waiting.lock(evening.name):
            if was_lost:
                evening.store.release(PREFIX + evening.name)
            await settle(2 * evening.host.idle)
            if was_lost:
                evening.store.lease(PREFIX + evening.name)
            line = await evening.connect(evening.name, evening.tokens[0])
        await settle(60)
        assert (line.closed, [*evening.host]) == (None, [evening.name])


async def test_a_lost_table_stays_until_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    name, sweeper = hall.host.add(duel()), server_of(hall).sweeper
    hall.store.release(PREFIX + name)
    monkeypatch.setattr(hall.store, "release", Mock(side_effect=StoreError("no line")))
    with pytest.raises(StoreError, match="no line"):
        await sweeper.put_away(name)
    assert [*hall.host] == [name] and not sweeper._rooms
    monkeypatch.undo()
    await sweeper.put_away(name)
    assert [*hall.host] == []
