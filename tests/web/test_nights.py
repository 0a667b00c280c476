"""Nights of a club in a few minutes: people play at many tables, and processes are killed.

People do not pause to think, so the minutes have the moves of an hour. A file has one process,
which starts again at once. A database has two, and stops once. ``HOUR_SEED`` repeats the wishes of
people, but chance remains in the order of their messages. ``HOUR_MINUTES=60`` makes it an hour.
"""

import asyncio
import json
import os
import random
import sys
from contextlib import closing, suppress
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.extras import WEB
from tests.processes import PATIENCE, comes, until
from tests.web.pages import moves_in
from tests.web.serving import ABOUT
from tests.web.site import Site, ask, running_site
from twowaystreet.ratings import rate
from twowaystreet.table import PostgresStore, SQLiteStore

if WEB.is_missing:
    pytest.skip("the server needs the extra web", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("only Linux kills a process as its memory runs out", allow_module_level=True)

from websockets.asyncio.client import connect  # optional package
from websockets.exceptions import ConnectionClosed, InvalidHandshake  # optional package

from tests.web.hosting import LOOK  # optional packages
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.ledger import FIRST_RATING

pytestmark = pytest.mark.nightly
SEED: Final = int(os.environ.get("HOUR_SEED", random.SystemRandom().randrange(10**6)))
MINUTES: Final = float(os.environ.get("HOUR_MINUTES", "1.5"))
KILLS: Final = 8
STOP: Final = 10.0  # the seconds for which the database stops
KINDS: Final[tuple[tuple[str, int, int], ...]] = (
    *(("duel", 2, 0),) * 10,
    *(("street", 3, 0),) * 5,
    *(("twos", 2, 2), ("brag", 2, 2)) * 3,
    *(("spades", 2, 0), ("tien_len", 2, 2), ("twenty_down", 4, 0), ("duel", 1, 1)),
)
"""The game, people and bots of each table."""
AGAIN: Final = 100
"""The events that a page asks for again when it connects, and compares with those before."""
MORE: Final = 3  # the events that show that a table goes on


class Person:
    """Somebody who plays at random at one table, and connects again whatever happens."""

    def __init__(self, night: "Night", table: str, token: str) -> None:
        self.table = table
        self._night = night
        self._url = f"ws://{night.site.place}/ws?table={table}&token={token}"
        self._rng = random.Random(f"{SEED} {len(night.people)}")
        self.told: dict[int, list[str]] = {}
        self.number = 0
        self.facts: dict[str, Any] = {}  # what the page shows; Any: JSON
        self.ends: set[tuple[int, ...]] = set()

    @property
    def last_game(self) -> set[int]:
        """The events since the last new game, which ends all events before it."""
        told = self.told.items()
        start = max((at for at, lines in told if "A new game begins" in str(lines)), default=0)
        return {at for at in self.told if at > start}

    async def evening(self) -> None:
        """Play until the task is cancelled."""
        while True:
            with suppress(OSError, EOFError, InvalidHandshake, ConnectionClosed):
                await self._sits()
            await asyncio.sleep(0.3)

    async def _sits(self) -> None:
        """Connect, check that the server knows all that it has told, and play."""
        since, answered = max(0, self.number - AGAIN), -1
        before = {at for at in self.told if at > since}
        async with connect(f"{self._url}&since={since}", open_timeout=PATIENCE) as line:
            await line.send(LOOK)
            self.facts, fresh = {}, set[int]()
            while True:
                async with asyncio.timeout(PATIENCE):
                    message = json.loads(await line.recv())
                if message["type"] == "table":
                    fresh |= self._read(message)
                    lost = (before & self.last_game) - fresh
                    assert not lost, f"{self.table}: lost {[self.told[at] for at in lost]}"
                    before = set[int]()
                elif message["type"] == "refused":
                    answered = -1
                    await asyncio.sleep(0.2)
                wish = self._wish() if answered != self.number else None
                answered = self.number
                if wish:
                    await line.send(json.dumps({**wish, "seen": self.number}))

    def _read(self, message: dict[str, Any]) -> set[int]:  # Any: JSON
        """Read what has happened; return the numbers of the events."""
        logs = {step["number"]: step["log"] for step in message["steps"] if "log" in step}
        for number, lines in logs.items():
            assert self.told.setdefault(number, lines) == lines, self.table
        assert message["number"] >= self.number, f"{self.table}: events are lost"
        self._night.heard += message["number"] - self.number
        self.number = message["number"]
        self.facts |= message
        if self.facts["over"]:
            self.ends.add(tuple(self.facts["scores"]))
        return {*logs}

    def _wish(self) -> dict[str, str] | None:
        """Return the message that the person sends now, if there is one."""
        moves = moves_in(self.facts)
        if self.facts["over"]:
            return {"do": "rematch"} if self.facts["again"]["can"] else None
        return {"do": "play", "move": self._rng.choice(moves)} if moves else None


class Night:
    """The night: the people of all tables, and the number of events that their pages heard of."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.heard = 0
        self.people: list[Person] = []
        for at, (game, people, bots) in enumerate(KINDS):
            about = {**ABOUT, "game": game, "bots": ["simple"] * bots}
            players = {"players": "3"} if game == "street" else {}
            about["options"] = {"max_hands": "1", **players}
            keys = [self.post("people", {"name": f"Zq{at} {each}"}) for each in range(people)]
            made = self.post("tables", about, keys[0]["token"])
            for key in keys:
                joined = self.post(f"tables/{made['table']}/join", {}, key["token"])
                self.people.append(Person(self, made["table"], joined["token"]))

    def post(self, path: str, body: object, token: str = "") -> Any:
        """Return the answer to a request. Any: JSON."""
        return ask(f"{self.site.place}/api/{path}", body, token)

    async def hears(self, events: int = 200) -> None:
        """Wait until the tables have gone on."""
        goal = self.heard + events
        await comes(lambda: self.heard >= goal)

    async def run(self, *, stops: bool) -> None:
        """Let all people play, with faults, and then until each of them has seen more."""
        async with asyncio.TaskGroup() as ends:
            tasks = [ends.create_task(each.evening()) for each in self.people]
            await self.hears()
            await self.faults(stops=stops)
            goals = {each: each.number + MORE for each in self.people}
            await comes(lambda: all(each.number >= goal for each, goal in goals.items()))
            for each in tasks:
                each.cancel()

    async def faults(self, *, stops: bool) -> None:
        """Kill the processes in turn, and stop the database in the middle."""
        loop, processes = asyncio.get_running_loop(), self.site.processes
        end = loop.time() + MINUTES * 60
        for number in range(KILLS):
            await asyncio.sleep((end - loop.time()) / (KILLS - number + 1))
            if stops and number == KILLS // 2:
                await asyncio.to_thread(self.site.postgres.stop)
                await asyncio.sleep(STOP)
                await asyncio.to_thread(self.site.postgres.start)
                await self.hears()
            process = processes[number % len(processes)]
            await asyncio.to_thread(process.kill)
            if len(processes) > 1:
                await self.hears()
            await asyncio.to_thread(process.start)
            await self.hears()
            if len(processes) > 1:
                await asyncio.to_thread(until, self.has_one_owner_each)

    def has_one_owner_each(self) -> bool:
        """Return whether each table in memory belongs to its process, and to no other."""
        tables: int = sum(each.health()["tables"] for each in self.site.processes)
        return len(self.site.leases()) == tables

    def check(self, club: Club, host: TableHost) -> None:
        """Check the tables, results and ratings that stay."""
        assert host.store is not None
        for person in self.people:
            events = json.loads(host.store.load(f"table-{person.table}"))["log"]
            starts = [each["number"] for each in events if each["happened"] == "rematch"]
            told = {each for each in person.last_game if each > max(starts, default=0)}
            assert told <= {each["number"] for each in events}, person.table
            entry = club.ledger.table(person.table)
            assert entry is not None
            games = (f"{person.table}-{at + 1}" for at in range(entry.games))
            found = {club.ledger.result_at(each) for each in games} - {None}
            assert person.ends <= {each.scores for each in found if each}, person.table
        ratings: dict[str, float] = {}
        for result in reversed(club.ledger.results()):
            text = club.record_of(result.key)
            assert text and tws.Record.from_json(text).state.scores == result.scores
            if result.counts:
                before = [ratings.get(name, FIRST_RATING) for name in result.names]
                lowest, target = result.fewer_is_better, result.target or 0
                after = rate(before, result.finish, target=target, lowest_wins=lowest)
                ratings |= dict(zip(result.names, after, strict=True))
        assert ratings
        standings = {each.name: each.rating for each in club.ledger.standings()}
        assert standings == {name: round(ratings.get(name, FIRST_RATING), 1) for name in standings}


@pytest.mark.parametrize("in_file", [True, False], ids=["file", "database"])
def test_a_night_with_kills_loses_nothing(in_file: bool) -> None:
    print(f"HOUR_SEED={SEED}")
    with running_site(in_file=in_file, patience=60 * MINUTES + PATIENCE) as site:
        night = Night(site)
        asyncio.run(night.run(stops=not in_file))
        for process in site.processes:
            process.kill()
        logs = site.logged()
        for word in ("Traceback", "ERROR", "Zq"):
            assert word not in logs, logs[max(0, logs.index(word) - 500) :][:5000]
        with closing(TableHost((SQLiteStore if in_file else PostgresStore)(site.database))) as host:
            night.check(Club(host), host)
