"""Threads in which bots think: bots that hang, fail, or come back too late."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

import twowaystreet as tws
from tests.processes import PATIENCE as WAIT
from tests.processes import comes
from tests.web.hosting import Instant, run, settle, steady
from twowaystreet.table import Table
from twowaystreet.web import work
from twowaystreet.web.metrics import Counts
from twowaystreet.web.rooms import Client, Room
from twowaystreet.web.work import MOST, Desk, Thinkers

Bot = Callable[[Any, object], tws.Move]
"""A bot. Any: the view of a game."""


def first(view: Any, rng: object) -> tws.Move:
    return tws.legal_moves(view)[0]


def room_of(bot: Bot, thinkers: Thinkers, patience: float = 10.0) -> Room:
    """Return a room in which a bot is to move."""
    table = steady(Table(tws.GAMES["duel"], bots={1: bot}, dealer=1))
    table.play(table.join("Ann"), "deal", bots=False)
    return Room(table, Desk(), thinkers, Counts(), pace=0, patience=patience)


async def moved(room: Room) -> None:
    """Wait until a table has two moves."""
    await comes(lambda: len(room.table.record.moves) >= 2)


def test_a_bot_that_hangs_is_a_fault_and_tables_beside_it_go_on() -> None:
    go_on = threading.Event()

    def hangs(view: Any, rng: object) -> tws.Move:
        assert go_on.wait(WAIT)
        return tws.legal_moves(view)[-1]

    async def evening() -> None:
        thinkers, before = Thinkers(), threading.active_count()
        rooms = [room_of(hangs, thinkers, patience=0.3) for _ in range(MOST)]
        for room in rooms:
            room.wake()
        last = room_of(first, thinkers)
        last.wake()
        await moved(last)
        for room in rooms:
            await moved(room)
            faults = [text for _, text in room.table.faults]
            assert faults[0] == "the bot took longer than 0.3 seconds"
        chosen = [room.table.record for room in rooms]
        go_on.set()  # the thoughts come too late, and change nothing
        await comes(lambda: threading.active_count() <= before + MOST)
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
        room.wake()
        await moved(room)
        assert room._driver
        await room._driver
        (ann,) = room.table.people

        def has_thought_in_the_next_hand() -> bool:
            if not room.table.bot_is_to_move:
                room.table.act_for(room.table.actor)
            elif room._driver is None or room._driver.done():
                room.wake()
            faults = [text for _, text in room.table.faults]
            return "the bot still thinks about an earlier move" in faults

        await comes(has_thought_in_the_next_hand)
        assert len(running) == 1 and ann == 0
        go_on.set()

    asyncio.run(evening())


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, asyncio.CancelledError, OSError])
def test_whatever_a_bot_raises_is_a_fault(error: type[BaseException]) -> None:
    def fails(view: Any, rng: object) -> tws.Move:
        raise error("no idea")

    async def evening() -> list[str]:
        room = room_of(fails, Thinkers())
        room.wake()
        await moved(room)
        return [text for _, text in room.table.faults]

    assert asyncio.run(evening()) == [f"{error.__name__}: no idea"]


def test_another_thread_serves_others_while_a_call_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work, "LONG", 0.05)
    go_on = threading.Event()

    async def evening() -> None:
        thinkers, before = Thinkers(), threading.active_count()
        hanging = [
            asyncio.create_task(thinkers.call(lambda: go_on.wait(WAIT), WAIT)) for _ in range(8)
        ]
        assert await thinkers.call(lambda: 7, WAIT) == 7
        with pytest.raises(TimeoutError):
            await thinkers.call(lambda: go_on.wait(WAIT), 0.1)
        go_on.set()
        assert await asyncio.gather(*hanging) == [True] * 8
        await comes(lambda: threading.active_count() <= before + MOST)

    asyncio.run(evening())


def test_a_late_error_that_nobody_waits_for_is_not_reported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    go_on = threading.Event()

    def fails() -> None:
        assert go_on.wait(WAIT)
        raise LookupError("too late")

    async def evening() -> None:
        before = threading.active_count()
        with pytest.raises(TimeoutError):
            await Thinkers().call(fails, 0.05)
        go_on.set()
        await comes(lambda: threading.active_count() <= before + MOST)
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
