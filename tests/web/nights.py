"""The people of a night in a club: they come, play, leave, and delete their data.

``HOUR_SEED`` repeats their wishes, but chance remains in the order of their messages.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final

import pytest

from tests.processes import PATIENCE, comes
from tests.web.plays import LOOK, moves_in
from tests.web.serving import ABOUT, Visitor

client = pytest.importorskip("websockets.asyncio.client", reason="the server needs the extra web")

from websockets.exceptions import ConnectionClosed, InvalidHandshake  # noqa: E402  # optional

SEED: Final = int(os.environ.get("HOUR_SEED", random.SystemRandom().randrange(10**6)))
PEOPLE: Final = 60
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
BUSY: Final = (429, 500, 502, 503, 504)
"""The answers after which people ask again; 500 is that of a database that stops."""
GONE: Final = (4401, 4409)
"""The codes with which the server ends the connection of somebody who has no seat any more."""
NAMES: Final = re.compile(r"Zq\d{4}x|Former player( \d+)?")
NEW_START: Final = re.compile(r"A new game begins|(\*|You) takes? back a move")
"""The sentences of what ends earlier events of a table: all of them, or some."""
LOST: Final = (OSError, EOFError, TimeoutError, InvalidHandshake)


def name_of(number: int) -> str:
    return f"Zq{number:04}x"


class Page:
    """The page of a person at a table, and what it was told there.

    Attributes:
        told: the lines of each event, with the same name for everybody.
        number: the number of the last event.
        facts: what the page shows. Any: JSON.
    """

    def __init__(self, night: Night, table: str) -> None:
        self.night = night
        self.table = table
        self.told: dict[int, list[str]] = {}
        self.number = 0
        self.facts: dict[str, Any] = {}

    async def connect(self, token: str) -> Any:
        """Connect, and check that the server knows all that it has told."""
        since = max(0, self.number - AGAIN)
        url = f"ws://{self.night.place}/ws?table={self.table}&token={token}&since={since}"
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
            self.night.heard += message["number"] - self.number
            self.number = message["number"]
            self.facts |= message
            self.night.knows(self)
        return fresh


class Person:
    """Somebody who plays at random, and is now and then impatient, absent-minded or gone."""

    def __init__(self, night: Night, number: int) -> None:
        self.night = night
        self.rng = random.Random(f"{SEED} {number}")
        self.visitor = Visitor(night.place, f"127.0.1.{1 + number % 250}")
        self.name = ""
        self.pages: dict[str, Page] = {}
        self.tokens: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer; ``None`` if it is a refusal. Any: JSON."""
        while True:
            with suppress(OSError, http.client.HTTPException):
                found = await asyncio.to_thread(self.visitor.ask, method, path, body)
                if self.visitor.status not in BUSY:
                    return found
            await asyncio.sleep(0.5)

    async def evening(self) -> None:
        """Come, and play at one table after the other until the task is cancelled."""
        while True:
            while not self.visitor.token:
                self.name = self.night.new_name()
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
        results = [each for each in await self.night.results(self) if not each["goes_on"]]
        if results:
            key = self.rng.choice(results)["key"]
            for path in (f"/api/games/{key}", f"/games/{key}"):
                await self.ask("GET", path)
                assert self.visitor.status == 200, key

    async def find(self) -> str | None:
        """Take the own seat, or a free one, or make a table, and return the name of the table."""
        rows = await self.night.tables(self)
        own = [each for each in rows if each["mine"] or (each["back"] and self.rng.random() < 0.5)]
        free = [each for each in rows if each["free"]]
        for row in (*self.rng.sample(own, len(own)), *self.rng.sample(free, len(free))):
            table: str = row["table"]
            if self.night.is_calm and row["mine"] and self.night.has_gone_on(table):
                continue
            found = await self.ask("POST", f"/api/tables/{table}/join", {})
            if found is not None:
                self.tokens[table] = found["token"]
                return table
        return None if self.night.is_calm else await self.make()

    async def make(self) -> str | None:
        """Make the next table that the club misses."""
        slots = self.night.slots
        slot = next((slot for slot in range(len(KINDS)) if slot not in slots), None)
        if slot is None:
            return None
        slots[slot] = ""
        game, bots, options = KINDS[slot]
        about = {**ABOUT, "game": game, "options": options, "bots": ["simple"] * bots}
        found = await self.ask("POST", "/api/tables", about)
        if found is None:
            del self.night.slots[slot]
            return None
        self.night.slots[slot] = table = str(found["table"])
        self.tokens[table] = found["token"]
        return table

    async def stay(self, table: str) -> None:
        """Sit at a table until the person goes, in one of many ways."""
        page = self.pages.setdefault(table, Page(self.night, table))
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
        self.night.ways[way] += 1
        if way == "leave":
            await self.ask("POST", f"/api/tables/{table}/leave", {})
            del self.pages[table]
        elif way == "delete":
            await self.night.delete(self)

    async def sits(self, page: Page, line: Any) -> str:
        """Play until the person has enough, and return the way to go."""
        answered = -1
        while True:
            if self.night.is_calm and (page.facts["over"] or self.night.has_gone_on(page.table)):
                return "close"
            wish = self.wish(page.facts) if answered != page.number else None
            answered = page.number
            if isinstance(wish, str):
                return wish
            if wish:
                await line.send(json.dumps({**wish, "seen": page.number}))
            try:
                silence = 1 if self.night.is_calm else SILENCE
                text = await asyncio.wait_for(line.recv(), silence)
            except TimeoutError:  # in the end somebody may wait for this person elsewhere
                return "close" if self.night.is_calm else "leave"
            page.read(text)
            if json.loads(text)["type"] == "refused":
                answered = -1
                await asyncio.sleep(0.2)

    def wish(self, facts: Mapping[str, Any]) -> str | dict[str, str] | None:
        """Return what the person does now: a way to go, a message, or nothing."""
        chance = 1.0 if self.night.is_calm else self.rng.random()
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


class Night:
    """The night: its people and tables, and what has been heard of them.

    Args:
        place: the name and port that people come to.

    Attributes:
        heard: the number of events that pages have heard of.
        ways: how people have gone from tables.
        deleted: the people whose data was deleted: the name by the key that stands for each.
        players: the names of each result, when it was first seen.
        ends: the scores of the finished games that somebody has seen at each table.
    """

    def __init__(self, place: str) -> None:
        self.place = place
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
        return name_of(self.names)

    def knows(self, page: Page) -> None:
        """Note what a page was told."""
        self.last[page.table] = max(page.number, self.last.get(page.table, 0))
        self.told[page.table] = (self.told.get(page.table, set()) | page.told.keys()) - page.ended()
        if page.facts["over"]:
            self.ends.setdefault(page.table, set()).add(tuple(page.facts["scores"]))

    def has_gone_on(self, table: str) -> bool:
        """Return whether a table has gone on since the club is calm."""
        last = self.last.get(table, 0)
        return last >= self.goals.setdefault(table, last + MORE)

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

    async def go_on(self, ends: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
        """Let each table that is not over go on with its people; new ones take the free seats."""
        rows = await self.tables(self.people[0])
        self.is_calm = True
        for row in rows:
            self.has_gone_on(row["table"])
        late = sum(len(row["free"]) for row in rows)
        self.people += [Person(self, len(self.people) + at) for at in range(late)]
        return [ends.create_task(each.evening()) for each in self.people[-late or None :]]

    async def run(self, happens: Callable[[Night], Awaitable[None]]) -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(len(self.people)))
        async with asyncio.TaskGroup() as ends:
            tasks = [ends.create_task(each.evening()) for each in self.people]
            tasks.append(ends.create_task(self.watch()))
            await happens(self)
            tasks += await self.go_on(ends)
            await self.all_go_on()
            for each in tasks:
                each.cancel()
        rows = await self.results(self.people[0]), await self.tables(self.people[0])
        assert not [name for name in self.deleted.values() if name in json.dumps(rows)]

    async def all_go_on(self) -> None:
        """Wait until no table stands still."""
        stranger = Person(self, 200)
        end = asyncio.get_running_loop().time() + PATIENCE
        while still := [
            row for row in await self.tables(stranger) if not self.has_gone_on(row["table"])
        ]:
            assert asyncio.get_running_loop().time() < end, f"these tables stand still: {still}"
            await asyncio.sleep(0.5)
