"""Two processes that share a database, behind nginx: kills, restarts and a database that stops."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tests.processes import PATIENCE as WAIT
from tests.processes import until
from tests.web.site import Site, TableOf, running_site

client = pytest.importorskip("websockets.asyncio.client", reason="the server needs the extra web")

from websockets.exceptions import ConnectionClosed, InvalidHandshake  # noqa: E402  # optional

ENDLESS = "1000000"
GAMES: tuple[tuple[str, int, int, dict[str, str]], ...] = (
    ("twos", 2, 2, {"max_hands": "100"}),
    ("duel", 2, 0, {"target": ENDLESS}),
    ("street", 3, 1, {"target": ENDLESS, "players": "4"}),
    ("street", 4, 0, {"target": ENDLESS, "players": "4"}),
)
"""The game, people, bots and options of each fourth table."""
TEN_SECONDS = 10.0
LOOK = '{"do": "look", "width": 800, "height": 600}'
KNOWN = ("form", "you", "actor", "over", "number")
FAR = 250
"""The events that a person looks back at in the end, fewer than the server tells at once."""


class Forked(AssertionError):
    """An event was told twice, in different words."""


class Person:
    """A person who plays at random, and remembers each line that the server has told.

    Attributes:
        told: the lines of the log by the numbers of the events.
        number: the number of the last event.
    """

    def __init__(self, site: Site, table: str, token: str, pause: float) -> None:
        self._site = site
        self.table = table
        self._token = token
        self._pause = pause
        self._rng = random.Random(token)
        self.told: dict[int, list[str]] = {}
        self.number = 0

    @asynccontextmanager
    async def connected(self, since: int) -> AsyncGenerator[Any]:  # Any: an optional package
        place = self._site.place
        url = f"ws://{place}/ws?table={self.table}&token={self._token}&since={since}"
        async with client.connect(url, origin=f"http://{place}", open_timeout=WAIT) as connection:
            await connection.send(LOOK)
            yield connection

    async def play(self) -> None:
        """Play until the task is cancelled, and connect again as the page does."""
        wait = 0.25
        while True:
            known: dict[str, Any] = {}  # Any: JSON
            with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError):
                async with self.connected(self.number) as connection:
                    async for text in connection:
                        wait = 0.25
                        await self._take(connection, json.loads(text), known)
            await asyncio.sleep(wait)
            wait = min(2 * wait, 8.0)

    # Any: JSON, and an optional package.
    async def _take(self, connection: Any, message: dict[str, Any], known: dict[str, Any]) -> None:
        before = known.get("number")
        if message["type"] == "table":
            self._remember(message)
            known.update((key, message[key]) for key in KNOWN if key in message)
        if message["type"] == "table" and before == known["number"]:
            return
        move = self._choice(known)
        if move is not None:
            await asyncio.sleep(self._pause * (0.5 + self._rng.random()))
            wish = {"do": "play", "move": move, "seen": known["number"]}
            await connection.send(json.dumps(wish))

    def _choice(self, known: dict[str, Any]) -> str | None:  # Any: JSON
        form = known["form"]
        if known["over"] or (known["actor"] or 0) != known["you"] or not form:
            return None
        choices: list[Any] = [*form["moves"], *form["options"]]  # Any: JSON
        choice = self._rng.choice(choices)
        move: str = choice if isinstance(choice, str) else choice["move"]
        return move

    def _remember(self, message: dict[str, Any]) -> None:  # Any: JSON
        for step in message["steps"]:
            if "log" in step and self.told.setdefault(step["number"], step["log"]) != step["log"]:
                raise Forked(f"{step['number']}: {self.told[step['number']]}, {step['log']}")
        self.number = message["number"]

    async def first_message(self, since: int) -> dict[str, Any]:  # Any: JSON
        """Return what the server tells first; wait where one address may not ask more often."""
        while True:
            with suppress(InvalidHandshake):
                async with self.connected(since) as connection:
                    text = await asyncio.wait_for(connection.recv(), WAIT)
                    message: dict[str, Any] = json.loads(text)
                    return message
            await asyncio.sleep(1)

    async def lost(self) -> list[int]:
        """Return the numbers of the events that the server has told and does not know any more.

        Raises:
            Forked: if it tells another event with one of these numbers.
        """
        since = max(0, max(self.told, default=0) - FAR)
        before = {number for number in self.told if number > since}
        other = Person(self._site, self.table, self._token, 0.0)
        message = await other.first_message(since)
        assert len(message["steps"]) < 300, "the person has not looked back to the first event"
        other._remember(message)
        for number in before & other.told.keys():
            if self.told[number] != other.told[number]:
                raise Forked(f"{number}: {self.told[number]}, {other.told[number]}")
        return sorted(before - other.told.keys())


class Play:
    """People who play at all tables of a site, and what they have found.

    Attributes:
        people: the people at each table.
        figures: the seconds until the last table went on, by what had happened.
    """

    def __init__(self, site: Site, tables: Sequence[TableOf], pause: float) -> None:
        self.site = site
        self.people = [
            [Person(site, table.name, token, pause) for token in table.tokens] for table in tables
        ]
        self.figures: dict[str, float] = {}

    @asynccontextmanager
    async def going_on(self) -> AsyncGenerator[None]:
        """Let all people play meanwhile."""
        tasks = [asyncio.create_task(each.play()) for table in self.people for each in table]
        try:
            await self.everybody_plays("start", 9)
            yield
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def everybody_plays(self, after: str, events: int = 3) -> None:
        """Wait until each table has gone on by some events, and keep the time of the last one."""
        began = time.monotonic()
        goals = [max(each.number for each in table) + events for table in self.people]
        while standing := [
            table[0].table
            for table, goal in zip(self.people, goals, strict=True)
            if min(each.number for each in table) < goal
        ]:
            assert time.monotonic() < began + WAIT, f"after the {after}: {standing}"
            await asyncio.sleep(0.05)
        self.figures[after] = time.monotonic() - began

    async def lost(self) -> list[int]:
        """Return the numbers of all lost events of all people."""
        found = [await each.lost() for table in self.people for each in table]
        return [number for numbers in found for number in numbers]


@pytest.fixture
def site() -> Generator[Site]:
    """Start a site for one test, which counts its tables."""
    with running_site() as site:
        yield site


def new_tables(site: Site, count: int) -> list[TableOf]:
    return [
        site.new_table(game, people, bots, **options)
        for game, people, bots, options in (GAMES[each % len(GAMES)] for each in range(count))
    ]


def check_owners(site: Site) -> None:
    """Wait until each table in memory belongs to its process, and to no other."""

    def is_clear() -> bool:
        leases = site.leases()
        assert len(leases) == len(set(leases))
        tables: int = sum(process.health()["tables"] for process in site.processes)
        return len(leases) == tables

    until(is_clear)


@pytest.mark.nightly
def test_tables_of_a_killed_process_go_on_in_the_other(site: Site) -> None:
    tables = new_tables(site, 8)
    while not all(process.health()["tables"] for process in site.processes):
        tables += new_tables(site, 1)  # nginx chooses the process of each table by chance
    play = Play(site, tables, pause=0.05)
    first, second = site.processes

    async def run() -> list[int]:
        async with play.going_on():
            first.kill()
            await play.everybody_plays("kill")
            assert second.health()["tables"] == len(tables)
            first.start()
            await play.everybody_plays("restart")
            check_owners(site)
        return await play.lost()

    assert asyncio.run(run()) == []
    assert "ERROR" not in site.logged()


@pytest.mark.nightly
def test_fifty_tables_outlive_kills_and_a_stop_of_the_database(site: Site) -> None:
    tables = new_tables(site, 50)
    play = Play(site, tables, pause=0.5)

    async def run() -> list[int]:
        async with play.going_on():
            for each, process in enumerate(site.processes, 1):
                process.kill()
                await play.everybody_plays(f"kill {each}")
                process.start()
                await play.everybody_plays(f"restart {each}")
                check_owners(site)
            site.postgres.stop()
            await asyncio.sleep(TEN_SECONDS)
            site.postgres.start()
            await play.everybody_plays("stop of the database")
            check_owners(site)
        return await play.lost()

    assert asyncio.run(run()) == []
    print(f"seconds until the last table went on: {play.figures}")
