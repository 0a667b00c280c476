"""An hour of a club in a few minutes: people come, play, leave and delete their data.

Sixty people play at twenty-five tables. They do not pause to think, so the minutes have the moves
of an hour, and twelve kills of a process. A file has one process, which starts again at once; a
database has two. ``HOUR_MINUTES=60`` makes it a whole hour; ``HOUR_SEED`` repeats the wishes of the
people, but chance remains in the order of their messages.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import math
import os
import random
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from decimal import ROUND_HALF_UP, Decimal
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import pytest

from tests.extras import WEB
from tests.processes import PATIENCE, comes
from tests.web.plays import LOOK, moves_in
from tests.web.site import Site, running_site
from tests.web.test_school import Visitor

if WEB.is_missing:
    pytest.skip("the server needs the extra web", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("only Linux gives a process many addresses", allow_module_level=True)

from websockets.asyncio import client  # optional package
from websockets.exceptions import ConnectionClosed, InvalidHandshake  # optional package

import twowaystreet as tws
from twowaystreet.table import PostgresStore, SQLiteStore
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.listings import Result

MINUTES: Final = float(os.environ.get("HOUR_MINUTES", "3"))
SEED: Final = int(os.environ.get("HOUR_SEED", random.SystemRandom().randrange(10**6)))
PEOPLE: Final = 60
KILLS: Final = 12
KINDS: Final[tuple[tuple[str, int, dict[str, str]], ...]] = (
    *(("duel", 0, {"max_hands": "2"}),) * 10,
    *(("street", 0, {"max_hands": "1", "players": "3"}),) * 5,
    *(("twos", 2, {"max_hands": "1"}), ("brag", 2, {"max_hands": "1"})) * 3,
    *(("spades", 0, {"max_hands": "1"}), ("tien_len", 2, {"max_hands": "1"})),
    *(("twenty_down", 0, {"max_hands": "1"}), ("duel", 1, {"max_hands": "3"})),
)
"""The game, bots and options of each table; there are people for nearly all seats."""
AGAIN: Final = 100
"""The events that a page asks for again when it connects, and compares with those before."""
MORE: Final = 3
"""The events that show that a table can be gone on with."""
SILENCE: Final = 8.0
"""The seconds after which a person leaves a table where nothing happens."""
BUSY: Final = (429, 502, 503, 504)
GONE: Final = (4401, 4409)
"""The codes with which the server ends the connection of somebody who has no seat any more."""
NAMES: Final = re.compile(r"Zq\d{4}x|Former player( \d+)?")
NEW_START: Final = re.compile(r"A new game begins|(\*|You) takes? back a move")
"""The sentences of what ends earlier events of a table: all of them, or some."""
LOST: Final = (OSError, EOFError, TimeoutError, InvalidHandshake)


class Page:
    """The page of a person at a table, and what it was told there.

    Attributes:
        told: the lines of each event, with the same name for everybody.
        number: the number of the last event.
        facts: what the page shows. Any: JSON.
    """

    def __init__(self, hour: Hour, table: str) -> None:
        self.hour = hour
        self.table = table
        self.told: dict[int, list[str]] = {}
        self.number = 0
        self.facts: dict[str, Any] = {}

    async def connect(self, token: str) -> client.ClientConnection:
        """Connect, and check that the server knows all that it has told."""
        place, since = self.hour.site.place, max(0, self.number - AGAIN)
        url = f"ws://{place}/ws?table={self.table}&token={token}&since={since}"
        line = await client.connect(url, open_timeout=PATIENCE)
        try:
            await line.send(LOOK)
            before = {number for number in self.told if number > since}
            fresh, self.facts = set[int](), {}
            while not self.facts:
                fresh = self.read(await asyncio.wait_for(line.recv(), PATIENCE))
            lost = before - fresh - self.ended()
            assert not lost, f"{self.table}: lost {[self.told[at] for at in lost]}"
        except BaseException:
            await line.close()
            raise
        return line

    def ended(self) -> set[int]:
        """Return the events that a new game or a move that was taken back has ended."""
        starts = [at for at, lines in self.told.items() if any(map(NEW_START.match, lines))]
        return {number for number in self.told if number <= max(starts, default=0)}

    def read(self, text: str | bytes) -> set[int]:
        """Read a message; return the numbers of its events."""
        message = json.loads(text)
        fresh: set[int] = set()
        if message["type"] == "table":
            for step in message["steps"]:
                if "log" in step:
                    lines = [NAMES.sub("*", line) for line in step["log"]]
                    assert self.told.setdefault(step["number"], lines) == lines, self.table
                    fresh.add(step["number"])
            assert message["number"] >= self.number, f"{self.table}: events are lost"
            self.hour.heard += message["number"] - self.number
            self.number = message["number"]
            self.facts |= message
            self.hour.knows(self)
        return fresh


class Person:
    """Somebody who plays at random, and is now and then impatient, absent-minded or gone."""

    def __init__(self, hour: Hour, number: int) -> None:
        self.hour = hour
        self.rng = random.Random(f"{SEED} {number}")
        self.visitor = Visitor(hour.site.place, f"127.0.1.{1 + number % 250}")
        self.name = ""
        self.pages: dict[str, Page] = {}
        self.tokens: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer; ``None`` if it is a refusal. Any: JSON."""
        while True:
            with suppress(OSError, http.client.HTTPException):
                found = await asyncio.to_thread(self.visitor.ask, method, path, body)
                if self.visitor.status not in BUSY:
                    assert self.visitor.status < 500, path
                    return found
            await asyncio.sleep(0.5)

    async def evening(self) -> None:
        """Come, and play at one table after the other until the task is cancelled."""
        while True:
            while not self.visitor.token:
                self.name = self.hour.new_name()
                found = await self.ask("POST", "/api/people", {"name": self.name})
                self.visitor.token = "" if found is None else found["token"]
            if self.rng.random() < 0.2:
                await self.look_back()
            table = await self.find()
            if table is None:
                await asyncio.sleep(0.3)
            else:
                await self.stay(table)

    async def look_back(self) -> None:
        """Look at a finished game, and at its page."""
        results = [each for each in await self.hour.results(self) if not each["goes_on"]]
        if results:
            key = self.rng.choice(results)["key"]
            record = await self.ask("GET", f"/api/games/{key}")
            assert record is not None, key
            await self.ask("GET", f"/games/{key}")
            assert self.visitor.status == 200, key

    async def find(self) -> str | None:
        """Take the own seat, or a free one, or make a table, and return the name of the table."""
        rows = await self.hour.tables(self)
        own = [each for each in rows if each["mine"] or (each["back"] and self.rng.random() < 0.5)]
        free = [each for each in rows if each["free"]]
        for row in (*self.rng.sample(own, len(own)), *self.rng.sample(free, len(free))):
            table: str = row["table"]
            if self.hour.is_calm and row["mine"] and self.hour.has_gone_on(table):
                continue
            found = await self.ask("POST", f"/api/tables/{table}/join", {})
            if found is not None:
                self.tokens[table] = found["token"]
                return table
        return None if self.hour.is_calm else await self.make()

    async def make(self) -> str | None:
        """Make the next table that the club misses."""
        slot = self.hour.free_slot()
        if slot is None:
            return None
        self.hour.slots[slot] = ""
        game, bots, options = KINDS[slot]
        about = {"game": game, "options": options, "public": True, "seconds": 0}
        found = await self.ask("POST", "/api/tables", {**about, "bots": ["simple"] * bots})
        if found is None:
            del self.hour.slots[slot]
            return None
        self.hour.slots[slot] = table = found["table"]
        self.tokens[table] = found["token"]
        return str(table)

    async def stay(self, table: str) -> None:
        """Sit at a table until the person goes, in one of many ways."""
        page = self.pages.setdefault(table, Page(self.hour, table))
        way = "lost"
        while way == "lost":
            try:
                async with await page.connect(self.tokens[table]) as line:
                    way = await self.sits(page, line)
            except ConnectionClosed as error:
                code = 0 if error.rcvd is None else error.rcvd.code
                way = "gone" if code in GONE else "lost"
            except LOST:
                pass
            if way == "lost":
                await asyncio.sleep(0.3)
        self.hour.ways[way] += 1
        if way == "leave":
            await self.ask("POST", f"/api/tables/{table}/leave", {})
            del self.pages[table]
        elif way == "delete":
            await self.hour.delete(self)

    async def sits(self, page: Page, line: client.ClientConnection) -> str:
        """Play until the person has enough, and return the way to go."""
        answered = -1
        while True:
            if self.hour.is_calm and (page.facts["over"] or self.hour.has_gone_on(page.table)):
                return "close"
            wish = self.wish(page.facts) if answered != page.number else None
            answered = page.number
            match wish:
                case str():
                    return wish
                case dict():
                    await line.send(json.dumps({**wish, "seen": page.number}))
                case _:
                    pass
            try:
                silence = 1 if self.hour.is_calm else SILENCE
                text = await asyncio.wait_for(line.recv(), silence)
            except TimeoutError:  # in the end somebody may wait for this person elsewhere
                return "close" if self.hour.is_calm else "leave"
            page.read(text)
            if json.loads(text)["type"] == "refused":
                answered = -1
                await asyncio.sleep(0.2)

    def wish(self, facts: Mapping[str, Any]) -> str | dict[str, str] | None:
        """Return what the person does now: a way to go, a message, or nothing."""
        chance = 1.0 if self.hour.is_calm else self.rng.random()
        moves = moves_in(facts)
        if facts["over"]:
            if not facts["again"]["can"]:
                return None
            return {"do": "rematch"} if chance < 0.6 else "leave"
        if facts["undo"]["text"] and facts["undo"]["can"] and chance > 0.2:
            return {"do": "undo"}
        if chance < 0.005:
            return "leave"
        if chance < 0.015:
            return "close"
        if moves and chance < 0.03 and facts["undo"]["can"]:
            return {"do": "undo"}
        if moves and chance < 0.034:
            return "delete"
        return {"do": "play", "move": self.rng.choice(moves)} if moves else None


class Hour:
    """The hour: its people and tables, and what has been heard of them.

    Attributes:
        heard: the number of events that pages have heard of.
        ways: how people have gone from tables.
        deleted: the people whose data was deleted: the name by the key that stands for each.
        players: the names of each result, when it was first seen.
        ends: the scores of the finished games that somebody has seen at each table.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.is_calm = False
        self.people = [Person(self, number) for number in range(PEOPLE)]
        self.slots: dict[int, str] = {}
        self.heard = self.names = 0
        self.ways = Counter[str]()
        self.deleted: dict[str, str] = {}
        self.players: dict[str, list[str]] = {}
        self.ends: dict[str, set[tuple[int, ...]]] = {}
        self.told: dict[str, set[int]] = {}
        self.last: dict[str, int] = {}
        self.goals: dict[str, int] = {}
        self._alone = asyncio.Lock()

    def new_name(self) -> str:
        self.names += 1
        return f"Zq{self.names:04}x"

    def free_slot(self) -> int | None:
        return next((slot for slot in range(len(KINDS)) if slot not in self.slots), None)

    def knows(self, page: Page) -> None:
        """Note what a page was told."""
        self.last[page.table] = max(page.number, self.last.get(page.table, 0))
        self.told[page.table] = (self.told.get(page.table, set()) | page.told.keys()) - page.ended()
        if page.facts["over"]:
            self.ends.setdefault(page.table, set()).add(tuple(page.facts["scores"]))

    def has_gone_on(self, table: str) -> bool:
        """Return whether a table has gone on since the club is calm."""
        return self.last.get(table, 0) >= self.goals.setdefault(
            table, self.last.get(table, 0) + MORE
        )

    async def tables(self, person: Person) -> list[dict[str, Any]]:
        """Return the tables whose game is not over. Any: JSON."""
        rows = (await person.ask("GET", "/api/tables"))["tables"]
        going = [each for each in rows if not each["is_over"]]
        names = {each["table"] for each in going}
        self.slots = {at: name for at, name in self.slots.items() if not name or name in names}
        return going

    async def results(self, person: Person) -> list[dict[str, Any]]:
        """Return the last results, and remember the names. Any: JSON."""
        found: list[dict[str, Any]] = (await person.ask("GET", "/api/results"))["results"]
        for each in found:
            self.players.setdefault(each["key"], each["names"])
        return found

    async def delete(self, person: Person) -> None:
        """Delete the data of a person, whose name is known in all results until then."""
        async with self._alone:
            await self.results(person)
            await person.ask("DELETE", "/api/people")
            assert person.visitor.status in (200, 401)  # an earlier answer may be lost
            key = sha256(person.visitor.token.encode()).hexdigest()[:32]
            ghost = sha256(f"former {key}".encode()).hexdigest()[:32]
            self.deleted[f"former-{ghost}"] = person.name
            person.visitor.token = ""
            person.pages.clear()
            for each in await self.results(person):
                names = self.players[each["key"]]
                self.players[each["key"]] = [
                    person.name if NAMES.fullmatch(name) and name[0] == "F" else name
                    for name in names
                ]

    async def watch(self) -> None:
        """Look at the results all the time."""
        while True:
            async with self._alone:
                await self.results(self.people[0])
            await asyncio.sleep(1)

    async def hears(self, events: int = 200) -> None:
        """Wait until the tables have gone on."""
        goal = self.heard + events
        await comes(lambda: self.heard >= goal)

    async def pass_by(self) -> None:
        """Let the hour pass, with its kills."""
        loop = asyncio.get_running_loop()
        end = loop.time() + MINUTES * 60
        for number in range(KILLS):
            await asyncio.sleep((end - loop.time()) / (KILLS - number + 1))
            process = self.site.processes[number % len(self.site.processes)]
            await asyncio.to_thread(process.kill)
            if len(self.site.processes) > 1:
                await self.hears()
            await asyncio.to_thread(process.start)
            await self.hears()

    async def go_on(self, ends: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
        """Let each table that is not over go on with its people; new ones take the free seats."""
        rows = await self.tables(self.people[0])
        self.is_calm = True
        for row in rows:
            self.has_gone_on(row["table"])
        late = [Person(self, PEOPLE + at) for at in range(sum(len(row["free"]) for row in rows))]
        self.people += late
        return [ends.create_task(each.evening()) for each in late]

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(PEOPLE))
        async with asyncio.TaskGroup() as ends:
            tasks = [ends.create_task(each.evening()) for each in self.people]
            tasks.append(ends.create_task(self.watch()))
            await self.pass_by()
            tasks += await self.go_on(ends)
            await self.all_go_on()
            for each in tasks:
                each.cancel()
        rows = await self.results(self.people[0]), await self.tables(self.people[0])
        check_no_name(self.deleted.values(), json.dumps(rows))

    async def all_go_on(self) -> None:
        """Wait until no table stands still."""
        stranger = Person(self, 200)
        end = asyncio.get_running_loop().time() + PATIENCE
        while still := [
            row for row in await self.tables(stranger) if not self.has_gone_on(row["table"])
        ]:
            assert asyncio.get_running_loop().time() < end, f"these tables stand still: {still}"
            await asyncio.sleep(0.5)


def by_hand(ratings: dict[str, Decimal], players: Sequence[str], result: Result) -> None:
    """Rate a game as docs/score-real-cards.md says (RA-1 to RA-5)."""
    target = result.target or 0
    weight = 0 if target < 12 else 0.75 if target < 19 else 1 if target < 25 else 1.25
    most = (32 if len(players) == 2 else 16) * weight
    sign = -1 if result.fewer_is_better else 1
    behind = result.behind or (0,) * len(players)
    places = [(-back, sign * score) for back, score in zip(behind, result.scores, strict=True)]
    left = [*range(len(players))]
    normal = NormalDist(0, 200 * math.sqrt(2))
    while len(left) > 1:
        lowest = min(left, key=lambda seat: (places[seat], ratings[players[seat]], seat))
        left.remove(lowest)
        low = ratings[players[lowest]]
        for seat in left:
            won = 0.5 if places[seat] == places[lowest] else 1
            expected = normal.cdf(float(ratings[players[seat]] - low))
            gain = Decimal(most * (won - expected)).quantize(Decimal(1), ROUND_HALF_UP)
            ratings[players[seat]] += gain
            ratings[players[lowest]] -= gain


def final_scores(club: Club, key: str) -> tuple[int, ...]:
    """Return the scores at the end of a game, from its record."""
    text = club.record_of(key)
    assert text is not None
    return tws.Record.from_json(text).state.scores


def check_club(hour: Hour, club: Club, host: TableHost) -> None:
    """Check the tables, results and ratings that stay."""
    assert host.store is not None
    for place in host.store.list("table-"):
        table = place.removeprefix("table-")
        events = json.loads(host.store.load(place))["log"]
        log = {each["number"] for each in events}
        starts = [each["number"] for each in events if each["happened"] in ("rematch", "undo")]
        told = {each for each in hour.told.get(table, ()) if each > max(starts, default=0)}
        assert told <= log, f"{table}: lost {told - log}"
        entry, found = club.entry(table), host.find(table)
        if entry is None:  # a process ended before it could list the table, or answer
            assert table not in hour.told
            continue
        assert found is not None
        ends = [club._ledger.result_at(f"{table}-{at + 1}") for at in range(entry.games)]
        scores = {final_scores(club, end.key) for end in ends if end is not None}
        assert hour.ends.get(table, set()) <= scores, table
    ratings = dict.fromkeys(map("Zq{:04}x".format, range(hour.names + 1)), Decimal(1000))
    rated = 0
    for result in reversed(club.results()):
        if not result.goes_on:
            final = final_scores(club, result.key)
            assert final == result.scores or any(result.behind)  # it counted before its end
        names = [
            hour.deleted.get(key or "", name)
            for key, name in zip(result.people, hour.players[result.key], strict=True)
        ]
        if result.counts and all(name in ratings for name in names):
            by_hand(ratings, names, result)
            rated += 1
    assert rated
    standings = {each.name: each.rating for each in club.standings()}
    assert standings == {name: float(ratings[name]) for name in standings}
    print(f"{len(club.results())} results, {rated} of them rated, {len(standings)} people")


def check_no_name(names: Iterable[str], text: str) -> None:
    found = [name for name in names if name in text]
    assert not found, [text[text.index(name) - 200 :][:400] for name in found[:2]]


def rows_of(hour: Hour, in_file: bool) -> str:
    """Return all that a database has: the bytes of a file, or the rows of all tables."""
    if in_file:
        path = Path(hour.site.database)
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return path.read_bytes().decode("latin-1")
    with import_module("psycopg").connect(hour.site.database) as database:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        tables = [name for (name,) in database.execute(query).fetchall()]
        return "\n".join(
            str(database.execute(f'SELECT t::text FROM "{name}" t').fetchall()) for name in tables
        )


@pytest.mark.nightly
@pytest.mark.parametrize("in_file", [True, False], ids=["file", "database"])
def test_an_hour_of_a_club_loses_nothing(in_file: bool) -> None:
    print(f"HOUR_SEED={SEED}")
    with running_site(in_file=in_file, patience=60 * MINUTES + PATIENCE) as site:
        hour = Hour(site)
        asyncio.run(hour.run())
        print(f"{hour.heard} events heard, {hour.names} names, {dict(hour.ways)}")
        for process in site.processes:
            process.kill()
        names = [*hour.deleted.values()]
        assert names
        logs = site.logged()
        assert "Traceback" not in logs and "ERROR" not in logs
        check_no_name(map("Zq{:04}x".format, range(hour.names + 1)), logs)
        store = SQLiteStore(site.database) if in_file else PostgresStore(site.database)
        with closing(TableHost(store)) as host:
            check_club(hour, Club(host), host)
        check_no_name(names, rows_of(hour, in_file))
