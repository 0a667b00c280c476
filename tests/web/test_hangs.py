"""A database that hangs: the server, and the tables that need nothing from it, go on."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from typing_extensions import override

import twowaystreet as tws
from tests.processes import PATIENCE, comes
from tests.table.postgres import running_server
from tests.web.hosting import LOOK, Line, Site
from twowaystreet.table import FileStore, PostgresStore, Store
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.server import application

DUEL = tws.GAMES["duel"]


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


class Evening:
    """A club with two tables of two people each, whose pages are open."""

    def __init__(self, store: Store) -> None:
        self.host = TableHost(store)
        self.site = Site(application(self.host, pace=0, lobby=True))
        self.names: list[str] = []
        self.lines: list[list[Line]] = []
        self.tokens: list[list[str]] = []

    async def begin(self) -> None:
        """Let everybody come, and deal at both tables."""
        people = [
            (await self.asked("POST", "/api/people", body={"name": f"Person {each}"}))["token"]
            for each in range(4)
        ]
        wish: dict[str, Any] = {
            "game": "duel",
            "options": {},
            "bots": [],
            "public": True,
            "seconds": 0,
        }
        for maker, other in (people[:2], people[2:]):
            made = await self.asked("POST", "/api/tables", maker, wish)
            path = f"/api/tables/{made['table']}/join"
            tokens = [made["token"], (await self.asked("POST", path, other, {}))["token"]]
            self.names.append(made["table"])
            self.tokens.append(tokens)
            self.lines.append([await self.site.connect(made["table"], each) for each in tokens])
        for at in range(2):
            await comes(partial(self.has_seen, at, 2))
            await self.move(at)

    async def asked(self, *words: Any, **body: Any) -> Any:  # Any: JSON
        status, answer = await self.site.ask(*words, **body)
        assert status == 200, answer
        return answer

    async def move(self, at: int) -> None:
        """Let the person to move play at a table, until everybody there has seen it."""
        goal = self.send(at)
        await comes(partial(self.has_seen, at, goal))

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
        fresh = await club.site.connect(club.names[1], club.tokens[1][0])
        await comes(lambda: fresh.number > 0)
        assert (await club.asked("POST", f"/api/tables/{club.names[1]}/watch"))["token"]
        assert not waiting.done() and all(line.number < goal for line in club.lines[0])
        store.goes_on.set()
        await comes(lambda: all(line.number == goal for line in club.lines[0]))
        assert (await waiting)["token"]
        for at in (0, 1):
            await club.move(at)
        await fresh.leave()
        await club.end()
        club.host.close()

    asyncio.run(evening())


def test_a_move_that_cannot_be_saved_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        store = Hanging(tmp_path)
        club = Evening(store)
        await club.begin()
        name = f"table-{club.names[0]}"
        store.release(name)
        table = club.host.here(club.names[0])
        assert table is not None
        before = table.to_text()
        club.send(0)
        await comes(lambda: all(line.closed == 1012 for line in club.lines[0]))
        assert table.to_text() == before
        line = await club.site.connect(club.names[0], club.tokens[0][0])
        await comes(lambda: line.number > 0)
        club.lines[0] = [line]
        await club.end()
        club.host.close()

    asyncio.run(evening())


def test_a_database_that_hangs_stops_nobody_who_only_looks(tmp_path: Path) -> None:
    async def evening(store: PostgresStore) -> None:
        club = Evening(store)
        await club.begin()
        query = "SELECT pg_backend_pid()"
        row = store._connection.execute(query).fetchone()
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
            fresh = await club.site.connect(club.names[1], club.tokens[1][0])
            await comes(lambda: fresh.number > 0)
            assert (await club.asked("GET", "/health"))["connections"] == 5
            assert not listing.done() and all(line.number < goal for line in club.lines[0])
        finally:
            os.kill(row[0], signal.SIGCONT)
        await comes(lambda: all(line.number == goal for line in club.lines[0]))
        await fresh.leave()
        assert len((await listing)["tables"]) == 2
        await club.end()
        club.host.close()

    with ExitStack() as ends:
        server = ends.enter_context(running_server())
        asyncio.run(evening(PostgresStore(server.new_database())))
