"""Rooms of a server: turns at the desk, threads in which bots think, and what they count."""

import asyncio
import gc
import json
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.processes import PATIENCE as WAIT
from tests.processes import comes
from tests.web.hosting import LOOK, Instant, awaited, run, run_slowly, settle, steady
from twowaystreet._page import engine
from twowaystreet.table import LeaseError, Table
from twowaystreet.web import rooms, work  # optional packages
from twowaystreet.web.counts import Counts  # after the skip
from twowaystreet.web.rooms import Client, Room  # optional packages
from twowaystreet.web.work import MOST, Desk, Thinkers, Waiting  # after the skip

DUEL = tws.GAMES["duel"]
Bot = Callable[[Any, object], tws.Move]
"""A bot. Any: the view of a game."""


def first(view: Any, rng: object) -> tws.Move:
    return tws.legal_moves(view)[0]


class Slow:
    """A bot that thinks until the test goes on."""

    def __init__(self) -> None:
        self.thoughts: list[int] = []
        self.goes_on = threading.Event()

    def __call__(self, view: Any, rng: object) -> tws.Move:  # Any: the view of a game
        self.thoughts.append(view.seat)
        assert self.goes_on.wait(WAIT)
        return tws.legal_moves(view)[-1]


def room_of(bot: Bot, thinkers: Thinkers, patience: float = 10.0) -> Room:
    table = steady(Table(DUEL, bots={1: bot}, dealer=1))
    table.play(table.join("Ann"), "deal", bots=False)
    room = Room(table, Desk(), thinkers, Counts(), pace=0, patience=patience)
    room.wake()
    return room


def said(move: str, seen: int) -> str:
    return json.dumps({"do": "play", "move": move, "seen": seen})


async def moved(room: Room) -> list[str]:
    await comes(lambda: len(room.table.record.moves) >= 2)
    return [text for _, text in room.table.faults]


async def ended(before: int) -> None:
    """Wait until all threads have ended but those that stay."""
    await comes(lambda: threading.active_count() <= before + MOST)


def test_time_that_passes_at_once_reaches_each_deadline() -> None:
    async def wait() -> None:
        now = asyncio.get_running_loop().time
        for number in range(3000):
            deadline = now() + (15.0, 0.1, 0.3)[number % 3]
            for _ in range(2):
                with suppress(TimeoutError):
                    await asyncio.wait_for(asyncio.Event().wait(), deadline - now())
            assert now() >= deadline

    run(wait())


@awaited
async def test_a_table_has_one_thread_at_most() -> None:
    bot = Slow()
    room = room_of(bot, Thinkers(), patience=0.1)
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
    assert len(bot.thoughts) == 1
    bot.goes_on.set()


@awaited
async def test_a_player_looks_and_takes_back_a_move_while_a_bot_thinks() -> None:
    bot = Slow()
    table = Table(DUEL, bots={1: bot}, dealer=0)
    room = Room(table, Desk(), Thinkers(), Counts(), pace=0)
    ann = Client(table.join("Ann"), 0)
    room.enter(ann)
    for message in (said("deal", 1), said("no bid", 2)):
        await room.receive(ann, message)
    await comes(lambda: bot.thoughts)
    again = Client(ann.token, 0)
    await room.receive(again, LOOK)
    room.enter(again)
    (picture,) = await asyncio.wait_for(room.news(again), WAIT)
    assert json.loads(picture)["undo"]["can"]
    await asyncio.wait_for(room.receive(ann, '{"do": "undo", "seen": 3}'), WAIT)
    actor = table.actor
    bot.goes_on.set()
    assert room._driver
    await asyncio.wait_for(room._driver, WAIT)
    happened = [str(event.happened) for event in table.events(ann.token)]
    assert (happened, actor) == (["join", "move", "undo"], 0) and bot.thoughts == [1]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, asyncio.CancelledError, OSError])
def test_whatever_a_bot_raises_is_a_fault_that_the_host_learns(
    error: type[BaseException], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The server's own log has settings of uvicorn once another test has made a server.
    monkeypatch.setattr(rooms, "_LOG", logging.getLogger("tests.rooms"))

    def fails(view: Any, rng: object) -> tws.Move:
        raise error("no idea")

    async def evening() -> list[str]:
        room = room_of(fails, Thinkers())
        faults = await moved(room)
        await comes(lambda: room._counts.faults)
        return faults

    assert run_slowly(evening()) == [f"{error.__name__}: no idea"]
    assert caplog.messages == [f"Bot 1: {error.__name__}: no idea"]


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

    run_slowly(evening())
    assert not caplog.records


@awaited
async def test_calls_that_end_in_time_leave_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """They end after the limit, and before the event loop goes on."""
    wait, thinkers, before = asyncio.wait, Thinkers(), threading.active_count()

    async def late(calls: Any, timeout: float) -> Any:  # Any: see asyncio.wait
        found = await wait(calls, timeout=0)
        goes_on.set()
        threading.Event().wait(0.01)
        return found

    monkeypatch.setattr(work, "LONG", 0.0)
    monkeypatch.setattr(asyncio, "wait", late)
    for _ in range(2 * MOST):
        goes_on = threading.Event()
        assert await thinkers.call(goes_on.wait, WAIT)
    await ended(before)


@awaited
async def test_cancelled_work_is_no_unseen_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that waits for its table is not made, and the log has the error of one that was."""
    monkeypatch.setattr(work, "_LOG", log := Mock())
    unseen, goes_on, made = Mock(), threading.Event(), list[int]()
    asyncio.get_running_loop().set_exception_handler(unseen)
    waiting = Waiting(in_threads=True)

    def fails() -> None:
        made.append(1)
        assert goes_on.wait(WAIT)
        raise LeaseError("the table was closed")

    calls = [asyncio.create_task(waiting.call(fails, "t")) for _ in range(3)]
    await comes(lambda: made)
    assert all([each.cancel() for each in calls])
    await asyncio.wait(calls)
    assert waiting.lock("t").locked()  # until the thread ends
    goes_on.set()
    async with waiting.lock("t"):
        pass
    await asyncio.sleep(0)
    del calls
    gc.collect()
    assert made == [1] and not unseen.mock_calls
    (logged,) = log.warning.mock_calls
    assert logged.args[1:3] == ("table t", "LeaseError")


@awaited
async def test_a_look_back_is_made_once_for_equal_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, last_hand = list[threading.Thread](), engine.last_hand

    def noted(*of: Any) -> Any:  # Any: see the function
        threads.append(threading.current_thread())
        return last_hand(*of)

    monkeypatch.setattr(engine, "last_hand", noted)
    table = steady(Table(DUEL, dealer=0))
    room = Room(table, Desk(), Thinkers(), Counts())
    clients = [Client(table.join("Ann"), 0), *(Client(table.spectate(), None) for _ in "12")]
    for client in clients:
        await room.receive(client, LOOK)
    for text in ("deal", "past"):
        await room.receive(clients[0], json.dumps({"do": text}))
    assert "hand is over" in (clients[0].answer or "")
    table.join("Ben")
    while not table.hand_scores:
        table.act_for(table.actor)
    await asyncio.gather(*(room.receive(each, '{"do": "past"}') for each in clients * 3))
    assert [json.loads(each.answer or "")["type"] for each in clients] == ["past"] * 3
    assert len(threads) == 2 and threading.main_thread() not in threads
    room.tell_anew()  # names have changed
    await room.receive(clients[0], '{"do": "past"}')
    assert len(threads) == 3


@pytest.mark.parametrize(
    ("thoughts", "searches", "steps"),
    [
        ([0.0, 0.9, 0.01, 0.5, 0.3], 0, [1.0] * 5),
        ([0.0, 1.7, 0.01, 0.5], 0, [1.0] + [2.0] * 3),  # a long one lengthens all that follow
        ([0.01] * 7, 4, [0.5] * 3 + [1.0] * 4),  # a seat begins to search after four moves
    ],
)
async def test_moves_with_and_without_a_choice_come_at_the_same_steps(
    thoughts: list[float], searches: int, steps: list[float]
) -> None:
    left, bots = iter(thoughts), dict.fromkeys(range(4), "simple" if searches else first)
    table = steady(Table(tws.GAMES["twos"], bots=bots, dealer=0))
    room = Room(table, Desk(), Instant(lambda: next(left, 0.0)), Counts(), pace=0.5)
    client = Client(table.spectate(), None)
    room.enter(client)
    times: list[float] = []
    while len(times) <= len(thoughts):  # the deal takes no thought
        if len(table.record.moves) > len(times):
            times.append(asyncio.get_running_loop().time())
            if len(times) == searches:
                table.replace(1, bot=first)
        await settle(0.01)
    room.leave(client)
    room.close(1000, "")
    assert [round(two - one, 1) for one, two in pairwise(times)] == steps


async def test_a_room_counts_what_happens_and_keeps_one_refusal_for_who_never_reads() -> None:
    counts = Counts()
    table = steady(Table(DUEL, dealer=0))
    tokens = table.join("Ann"), table.join("Ben")
    room = Room(table, Desk(), Instant(), counts)
    ann = Client(tokens[0], 0)
    room.enter(ann)
    for text in ('{"do": "look"}', *["{}"] * 50, said("deal", 2)):
        await room.receive(ann, text)
    found = await room.news(ann)
    assert [json.loads(text)["type"] for text in found] == ["table", "refused"]
    assert (counts.messages, counts.refusals, counts.moves, counts.answers) == (52, 50, 1, 2)
