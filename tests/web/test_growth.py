"""Growth of Python's memory, threads and open files while people come, play and go."""

import gc
import os
import threading
import tracemalloc
from collections.abc import Callable, Coroutine, Generator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from examples import put_away
from tests.processes import until
from tests.table.postgres import running_server
from tests.table.stores import KINDS
from tests.web.halls import Hall, games, life
from tests.web.hosting import Site, run, settle
from twowaystreet import authoring
from twowaystreet.players import MonteCarlo
from twowaystreet.table import Table
from twowaystreet.web import pages, work  # hosting skips where the extra is missing
from twowaystreet.web.clocks import Clock
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.server import application

if not Path("/dev/fd").exists():
    pytest.skip("only POSIX tells which files are open", allow_module_level=True)

pytestmark = pytest.mark.nightly
WARM_UP: Final = 60
"""The rounds that fill what a server keeps by intent: 64 parts of looks back, 16 reviews."""
ROUNDS: Final = 80
MOST: Final = 1_000_000  # the bytes by which Python's memory may grow
Round = Callable[[int], Coroutine[Any, Any, None]]
"""A round of life by its number. Any: what a coroutine sends and takes."""


class Reading(NamedTuple):
    memory: int
    threads: int
    files: int


async def alone(site: Site, host: TableHost, number: int) -> None:
    """Let two people play at a table in memory, which then ends."""
    site.address = f"2001:db8:0:{number:x}::1"
    table = Table(put_away.GAME, put_away.Rules(max_hands=1))
    tokens = [*(table.join(f"{name} {number}") for name in ("Ann", "Ben")), table.spectate()]
    name = host.add(table)
    for line in await games(site, name, tokens):
        await line.leave()
    await settle()
    host.remove(name)


@contextmanager
def rounds_at(kind: str, folder: Path) -> Generator[tuple[TableHost, Round]]:
    with ExitStack() as ends:
        if kind == "memory":
            host = TableHost(clock=Clock(seconds=15))
            yield host, partial(alone, Site(application(host)), host)
            return
        place = str(folder / "store")
        if kind == "postgres":
            place = ends.enter_context(running_server()).new_database()
        hall = Hall(ends.enter_context(closing(KINDS[kind](place))), per_address=10_000)
        yield hall.host, partial(life, hall, game="put_away")


@pytest.mark.parametrize("kind", ["memory", *KINDS])
def test_nothing_grows_in_clubs(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authoring.register(put_away.GAME)
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(1, engine="python"))
    monkeypatch.setattr(work, "IDLE", 0.1)
    others = {*threading.enumerate()}

    async def read(host: TableHost) -> Reading:
        await settle(2 * host.idle)  # the tables of the last rounds are put away
        assert [*host] == []
        until(lambda: not any(one.daemon for one in {*threading.enumerate()} - others))
        gc.collect()
        memory = tracemalloc.get_traced_memory()[0]
        return Reading(memory, threading.active_count(), len(os.listdir("/dev/fd")))

    async def grown() -> tuple[Reading, Reading]:
        with rounds_at(kind, tmp_path) as (host, life_at):
            for number in range(WARM_UP):
                await life_at(number)
            before = await read(host)
            for number in range(WARM_UP, WARM_UP + ROUNDS):
                await life_at(number)
            return before, await read(host)

    tracemalloc.start()
    try:
        before, after = run(grown())
    finally:
        tracemalloc.stop()
    print(f"{kind}: {before} to {after}")
    assert after.threads <= before.threads and after.files <= before.files, (before, after)
    assert after.memory - before.memory <= MOST, (before, after)
