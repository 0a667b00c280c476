"""A club with many tables for a long time: its memory, its files, its tasks and its answers."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
import urllib.error
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import attrs
import pytest

from tests.extras import WEB
from tests.processes import PATIENCE, comes, until
from tests.web.plays import LOOK, ask, moves_in

if WEB.is_missing:
    pytest.skip("the server needs the extra web", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("only Linux tells the memory and the files of a process", allow_module_level=True)

import websockets  # optional package

from tests.web.test_kills import port_of, started  # after the skip
from twowaystreet.table import SQLiteStore
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import TableHost

PAUSE: Final = 1.0
"""The most seconds between the news of a turn and its move."""
GROWTH: Final = 0.15
"""The part by which the memory may grow after the first quarter."""
QUARTERS: Final = 4


@attrs.define
class Numbers:
    """The numbers of a server at one moment.

    Attributes:
        memory: the resident memory in kB.
        files: the number of file descriptors.
        health: the seconds until the answer to a request for ``/health``.
    """

    memory: int
    files: int
    health: float


@attrs.define
class Play:
    """What the people of an evening have got.

    Attributes:
        messages: the number of messages at each table.
        goal: the number at each table with which the evening ends.
    """

    messages: list[int]
    goal: int

    @property
    def least(self) -> int:
        """The messages at the table with the fewest."""
        return min(self.messages)

    async def reaches(self, number: int, patience: float) -> None:
        """Wait until each table has so many messages."""
        await comes(lambda: self.least >= number, patience)


def numbers_of(pid: int, port: str) -> Numbers:
    """Measure a server."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    begun = time.monotonic()
    ask(port, "GET", "/health")
    health = time.monotonic() - begun
    return Numbers(int(memory), len([*Path(f"/proc/{pid}/fd").iterdir()]), health)


async def sits(
    port: str, seat: tuple[str, str], rng: random.Random, number: int, play: Play
) -> None:
    """Play at a table until the end of the evening or of the game, and count the messages."""
    table, token = seat
    query = urlencode({"table": table, "token": token})
    facts: dict[str, Any] = {}  # Any: JSON
    async with websockets.connect(
        f"ws://127.0.0.1:{port}/ws?{query}", open_timeout=PATIENCE
    ) as line:
        await line.send(LOOK)
        while play.least < play.goal and not facts.get("over"):
            with suppress(TimeoutError):
                facts |= json.loads(await asyncio.wait_for(line.recv(), 1.0))
                play.messages[number] += 1
            if moves := moves_in(facts):
                await asyncio.sleep(rng.uniform(0, PAUSE))
                said = {"do": "play", "move": rng.choice(moves), "seen": facts["number"]}
                await line.send(json.dumps(said))
                facts["form"] = {}


async def posted(port: str, path: str, token: str, body: object) -> Any:
    """Return the answer to a request, also if the server has too many at first. Any: JSON."""
    while True:
        try:
            return await asyncio.to_thread(ask, port, "POST", path, token, body)
        except urllib.error.HTTPError as error:
            if "too many requests" not in error.read().decode():
                raise
        await asyncio.sleep(1)


async def evening(port: str, people: list[str], play: Play) -> None:
    """Let people play at many tables until each has had enough messages."""
    about: dict[str, Any] = {
        "game": "duel",
        "options": {},
        "bots": [],
        "public": True,
        "seconds": 300,
    }

    async def table(number: int) -> None:
        rng = random.Random(number)
        pair = people[2 * number : 2 * number + 2]
        while play.least < play.goal:
            made = await posted(port, "/api/tables", pair[0], about)
            joined = await posted(port, f"/api/tables/{made['table']}/join", pair[1], {})
            seats = ((made["table"], each["token"]) for each in (made, joined))
            await asyncio.gather(*(sits(port, seat, rng, number, play) for seat in seats))

    await asyncio.gather(*map(table, range(len(play.messages))))


def enrolled(path: Path, count: int) -> list[str]:
    """Return the tokens of new people, whom a server would let in one after the other."""
    host = TableHost(SQLiteStore(path))
    club = Club(host)
    tokens = [club.enrol(f"P {number}") for number in range(count)]
    host.close()
    return tokens


@pytest.mark.nightly
@pytest.mark.parametrize(("tables", "messages"), [(20, 60), (200, 300)])
def test_a_busy_club_needs_no_more_of_anything_as_time_goes_by(
    tables: int, messages: int, tmp_path: Path, record_property: Any
) -> None:
    """Any: a function of pytest."""
    path = tmp_path / "club.sqlite"
    people = enrolled(path, 2 * tables)
    arguments = ("--save", str(path), "--idle", "1")
    patience = PATIENCE + 10 * messages
    options = ("--max-connections", "5000", "--max-per-address", "5000")
    with started(*arguments, *options, patience=patience) as (process, lines):
        port = port_of(lines)
        empty = numbers_of(process.pid, port)
        found: list[Numbers] = []

        play = Play([0] * tables, messages)

        async def watched() -> None:
            playing = asyncio.create_task(evening(port, people, play))
            for quarter in range(1, QUARTERS + 1):
                enough = messages * quarter // (QUARTERS + 1)
                await play.reaches(enough, patience)
                found.append(await asyncio.to_thread(numbers_of, process.pid, port))
            await playing

        asyncio.run(watched())
        nothing = {"status": "ok", "tables": 0, "connections": 0}
        until(lambda: ask(port, "GET", "/health") == nothing)
        after = numbers_of(process.pid, port)
        for one in (empty, *found, after):
            print(one)
        print(sum(play.messages), "messages")
        record_property("numbers", [attrs.asdict(each) for each in (empty, *found, after)])
        assert found[-1].memory < found[0].memory * (1 + GROWTH)
        assert found[-1].files <= found[0].files + tables // 10
        assert after.files <= empty.files + 2
        assert process.poll() is None
