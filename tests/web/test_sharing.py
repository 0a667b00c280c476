"""Clubs that share a store, as several processes do, and hosts that have lost their leases."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.processes import PATIENCE, comes

pytest.importorskip("starlette", reason="the server needs the extra web")
pytest.importorskip("uvicorn", reason="the server needs the extra web")
pytest.importorskip("websockets", reason="the server needs the extra web")

from twowaystreet.games import duel, twos  # after the skip
from twowaystreet.table import FileStore, LeaseError, Table, TableError  # after the skip
from twowaystreet.web import Limits, TableHost  # optional packages
from twowaystreet.web.club import FORMER, Club  # after the skip
from twowaystreet.web.listings import Result  # after the skip
from twowaystreet.web.rooms import MOVED, Client, Room  # optional packages
from twowaystreet.web.server import Server  # optional packages


@pytest.fixture
def hosts(tmp_path: Path) -> Generator[tuple[TableHost, TableHost]]:
    """Two hosts: neither can lease what the other has."""
    here, there = (TableHost(FileStore(tmp_path)) for _ in range(2))
    with closing(here), closing(there):
        yield here, there


def new_table(host: TableHost, club: Club, token: str) -> str:
    """Make a table of a person, who has the first seat."""
    member = club.member(token)
    table = Table(twos.GAME)
    table.join(member.name, 0)
    name = host.add(table)
    club.list_table(name, maker=member, options={}, is_public=True, clock=None)
    return name


def room_of(server: Server, name: str) -> Room | None:
    """Return a room, as the event loop would."""

    async def asked() -> Room | None:
        return server.room_of(name)

    return asyncio.run(asked())


def test_a_table_comes_back_with_the_people_who_sat_down_elsewhere(
    hosts: tuple[TableHost, TableHost],
) -> None:
    here, there = hosts
    club, other = Club(here), Club(there)
    name = new_table(here, club, club.enrol("Ann"))
    here.put_away(name)
    ben = other.member(other.enrol("Ben"))
    other.sit(name, ben)
    there.put_away(name)
    assert room_of(Server(here, Limits(), 0.5, club), name) is not None
    club.note(name)
    entry = club.entry(name)
    assert entry is not None
    assert ben.key in entry.people


def test_a_name_belongs_to_one_person_whoever_asks_first(
    hosts: tuple[TableHost, TableHost],
) -> None:
    clubs = [Club(each) for each in hosts]
    together = threading.Barrier(len(clubs))

    def enrolled(club: Club, name: str) -> str | None:
        together.wait(PATIENCE)
        try:
            return club.enrol(name)
        except TableError:
            return None

    with ThreadPoolExecutor(len(clubs)) as threads:
        for number in range(60):
            name = f"Person {number}"
            tokens = {*threads.map(partial(enrolled, name=name), clubs)} - {None}
            assert len(tokens) == 1
            for token in tokens:
                assert token is not None and clubs[0].member(token).name == name
            for club in clubs:
                with pytest.raises(TableError, match="somebody has the name"):
                    club.enrol(name.upper())


def test_a_deletion_reaches_the_tables_of_this_process_before_it_is_refused(
    hosts: tuple[TableHost, TableHost],
) -> None:
    here, there = hosts
    club, other = Club(here), Club(there)
    ann = club.enrol("Ann")
    tables = {new_table(*each, ann): each[0] for each in ((there, other), (here, club)) * 3}
    with pytest.raises(LeaseError):
        club.forget(ann)
    other.forget(ann)
    for name, host in tables.items():
        table = host.find(name)
        assert table is not None
        assert "Ann" not in table.names
        entry = club.entry(name)
        assert entry is not None
        assert not entry.people


def test_results_lose_the_name_of_a_person_whom_another_process_has_deleted(
    hosts: tuple[TableHost, TableHost],
) -> None:
    here, there = hosts
    club, other = Club(here), Club(there)
    ann = club.enrol("Ann")
    result = Result(
        key="20261123T180509Z-a-1",
        when="2026-11-23T18:05:09Z",
        game="duel",
        title="The Duel",
        names=("Ann", "Bot"),
        people=(club.member(ann).key, None),
        scores=(1, 2),
        winners=(1,),
        target=None,
        fewer_is_better=False,
    )
    club._save_result(result, "a-1")
    assert club.results()[0].names == ("Ann", "Bot")
    other.forget(ann)
    assert club.results()[0].names == (FORMER, "Bot")


def test_a_host_loads_a_table_again_whose_lease_was_lost(
    hosts: tuple[TableHost, TableHost],
) -> None:
    here, there = hosts
    name = here.add(Table(duel.GAME))
    server = Server(here, Limits(), 0.5, None)
    assert not here.lost()
    assert here.store is not None
    here.store.release(f"table-{name}")  # as a lost connection to a database does
    assert here.lost() == (name,)
    table = there.find(name)
    assert table is not None
    ann = table.join("Ann")
    with pytest.raises(LeaseError):
        room_of(server, name)
    there.put_away(name)
    room = room_of(server, name)
    assert room is not None
    assert room.table.knows(ann)


def test_the_server_lets_go_of_lost_tables_and_of_those_that_nobody_visits(tmp_path: Path) -> None:
    host = TableHost(FileStore(tmp_path), idle=0.05)
    server = Server(host, Limits(), 0.5, None)
    visited, lonely = (host.add(Table(duel.GAME)) for _ in range(2))
    table = host.find(visited)
    assert table is not None

    async def run() -> tuple[int, str] | None:
        server.tell(lonely)
        room = server.room_of(visited)
        assert room is not None
        client = Client(table.spectate(), None)
        room.enter(client)
        await comes(lambda: len(host) == 1)
        assert [*host] == [visited]
        assert host.store is not None
        host.store.release(f"table-{visited}")
        await comes(lambda: not len(host))
        return client.ended

    with closing(host):
        assert asyncio.run(run()) == MOVED
