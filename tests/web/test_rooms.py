"""Rooms of a server: threads in which bots think, and clubs that share a store with others."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.processes import PATIENCE as WAIT
from tests.processes import comes
from tests.web.hosting import Instant, run, settle, steady

pytest.importorskip("uvicorn", reason="the server needs the extra web")

from twowaystreet.table import FileStore, LeaseError, Table, TableError  # after the skip
from twowaystreet.web import TableHost, work  # optional packages
from twowaystreet.web.club import FORMER, Club  # after the skip
from twowaystreet.web.listings import Result  # after the skip
from twowaystreet.web.metrics import Counts  # after the skip
from twowaystreet.web.rooms import Client, Room  # optional packages
from twowaystreet.web.work import MOST, Desk, Thinkers  # after the skip

Bot = Callable[[Any, object], tws.Move]
"""A bot. Any: the view of a game."""


def first(view: Any, rng: object) -> tws.Move:
    return tws.legal_moves(view)[0]


def room_of(bot: Bot, thinkers: Thinkers, patience: float = 10.0) -> Room:
    """Return a room in which a bot is to move, and wake it."""
    table = steady(Table(tws.GAMES["duel"], bots={1: bot}, dealer=1))
    table.play(table.join("Ann"), "deal", bots=False)
    room = Room(table, Desk(), thinkers, Counts(), pace=0, patience=patience)
    room.wake()
    return room


async def moved(room: Room) -> list[str]:
    """Wait until a table has two moves, and return the faults."""
    await comes(lambda: len(room.table.record.moves) >= 2)
    return [text for _, text in room.table.faults]


async def ended(before: int) -> None:
    """Wait until all threads have ended but those that stay."""
    await comes(lambda: threading.active_count() <= before + MOST)


def test_a_bot_that_hangs_is_a_fault_and_tables_beside_it_go_on() -> None:
    go_on = threading.Event()

    def hangs(view: Any, rng: object) -> tws.Move:
        assert go_on.wait(WAIT)
        return tws.legal_moves(view)[-1]

    async def evening() -> None:
        thinkers, before = Thinkers(), threading.active_count()
        rooms = [room_of(hangs, thinkers, patience=0.3) for _ in range(MOST)]
        await moved(room_of(first, thinkers))
        for room in rooms:
            assert (await moved(room))[0] == "the bot took longer than 0.3 seconds"
        chosen = [room.table.record for room in rooms]
        go_on.set()  # the thoughts come too late, and change nothing
        await ended(before)
        assert [room.table.record for room in rooms] == chosen

    asyncio.run(evening())


def test_a_table_has_one_thread_at_most() -> None:
    go_on, running = threading.Event(), list[int]()

    def hangs(view: Any, rng: object) -> tws.Move:
        running.append(1)
        assert go_on.wait(WAIT)
        return tws.legal_moves(view)[0]

    async def evening() -> None:
        room = room_of(hangs, Thinkers(), patience=0.1)
        await moved(room)
        assert room._driver
        await room._driver

        def has_thought_in_the_next_hand() -> bool:
            if not room.table.bot_is_to_move:
                room.table.act_for(room.table.actor)
            elif room._driver is None or room._driver.done():
                room.wake()
            faults = [text for _, text in room.table.faults]
            return "the bot still thinks about an earlier move" in faults

        await comes(has_thought_in_the_next_hand)
        assert len(running) == 1
        go_on.set()

    asyncio.run(evening())


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, asyncio.CancelledError, OSError])
def test_whatever_a_bot_raises_is_a_fault(error: type[BaseException]) -> None:
    def fails(view: Any, rng: object) -> tws.Move:
        raise error("no idea")

    async def evening() -> list[str]:
        return await moved(room_of(fails, Thinkers()))

    assert asyncio.run(evening()) == [f"{error.__name__}: no idea"]


def test_another_thread_serves_others_while_calls_take_long_and_late_errors_are_not_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(work, "LONG", 0.05)
    go_on = threading.Event()

    def fails() -> None:
        assert go_on.wait(WAIT)
        raise LookupError("too late")

    async def evening() -> None:
        thinkers, before = Thinkers(), threading.active_count()
        calls = (thinkers.call(lambda: go_on.wait(WAIT), WAIT) for _ in range(8))
        hanging = [asyncio.create_task(each) for each in calls]
        assert await thinkers.call(lambda: 7, WAIT) == 7
        with pytest.raises(TimeoutError):
            await thinkers.call(fails, 0.1)
        go_on.set()
        assert await asyncio.gather(*hanging) == [True] * 8
        await ended(before)
        await asyncio.sleep(0)  # the loop takes the result

    asyncio.run(evening())
    assert not caplog.records


def test_the_desk_gives_results_and_errors_in_turn() -> None:
    async def evening() -> list[int]:
        desk, done = Desk(), list[int]()
        await asyncio.gather(*(desk.call(partial(done.append, number)) for number in range(5)))
        with pytest.raises(ZeroDivisionError):
            await desk.call(lambda: 1 // 0)
        return done

    assert run(evening()) == [*range(5)]


def test_a_seat_that_begins_to_search_has_longer_steps() -> None:
    async def evening() -> list[float]:
        table = steady(Table(tws.GAMES["twos"], bots=dict.fromkeys(range(4), "simple"), dealer=0))
        room = Room(table, Desk(), Instant(), Counts(), pace=0.5)
        client = Client(table.spectate(), None)
        room.enter(client)
        times: list[float] = []
        loop = asyncio.get_running_loop()
        while len(times) < 8:
            if len(table.record.moves) > len(times):
                times.append(loop.time())
                if len(times) == 4:
                    table.replace(1, bot=first)
            await settle(0.01)
        room.leave(client)
        room.close(1000, "")
        return [round(two - one, 1) for one, two in pairwise(times)]

    assert run(evening()) == [0.5] * 3 + [1.0] * 4


def test_numbers_of_a_room_count_what_happens() -> None:
    async def evening() -> Counts:
        counts = Counts()
        table = steady(Table(tws.GAMES["duel"], dealer=0))
        tokens = table.join("Ann"), table.join("Ben")
        room = Room(table, Desk(), Instant(), counts)
        ann = Client(tokens[0], 0)
        room.enter(ann)
        for text in ('{"do": "look"}', "{}", '{"do": "play", "move": "deal", "seen": 2}'):
            await room.receive(ann, text)
        found = await room.news(ann)
        assert [json.loads(text)["type"] for text in found] == ["table", "refused"]
        return counts

    counts = run(evening())
    assert (counts.messages, counts.refusals, counts.moves, counts.answers) == (3, 1, 1, 2)


# Clubs that share a store, as several processes do


@pytest.fixture
def hosts(tmp_path: Path) -> Generator[tuple[TableHost, TableHost]]:
    """Two hosts: neither can lease what the other has."""
    here, there = (TableHost(FileStore(tmp_path)) for _ in range(2))
    with closing(here), closing(there):
        yield here, there


def new_table(host: TableHost, club: Club, token: str) -> str:
    """Make a table of a person, who has the first seat."""
    member = club.member(token)
    table = Table(tws.GAMES["twos"])
    table.join(member.name, 0)
    name = host.add(table)
    club.list_table(name, maker=member, options={}, is_public=True, clock=None)
    return name


def test_a_name_belongs_to_one_person_whoever_asks_first(
    hosts: tuple[TableHost, TableHost],
) -> None:
    clubs = [Club(each) for each in hosts]
    together = threading.Barrier(len(clubs))

    def enrolled(club: Club, name: str) -> str | None:
        together.wait(WAIT)
        try:
            return club.enrol(name)
        except TableError:
            return None

    with ThreadPoolExecutor(len(clubs)) as threads:
        for number in range(60):
            name = f"Person {number}"
            found = [*threads.map(partial(enrolled, name=name), clubs)]
            (token,) = {*found} - {None}
            assert token is not None and clubs[0].member(token).name == name
            for club in clubs:
                with pytest.raises(TableError, match="somebody has the name"):
                    club.enrol(name.upper())


def test_a_deletion_reaches_results_and_the_tables_of_this_process_before_it_is_refused(
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
    tables = {new_table(*each, ann): each[0] for each in ((there, other), (here, club)) * 3}
    with pytest.raises(LeaseError):
        club.forget(ann)
    other.forget(ann)
    for name, host in tables.items():
        table, entry = host.find(name), club.entry(name)
        assert table is not None and "Ann" not in table.names
        assert entry is not None and not entry.people
    assert club.results()[0].names == (FORMER, "Bot")
