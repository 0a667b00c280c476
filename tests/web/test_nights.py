"""Nights of a club in a few minutes, and the largest crowds.

People do not pause to think, so the minutes have the moves of an hour. Meanwhile processes are
killed, and a database stops. A file has one process, which starts again at once; a database has
two. ``HOUR_MINUTES=60`` makes it a whole hour.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from tests.extras import WEB
from tests.processes import PATIENCE, until
from tests.web.plays import ENDED, LOOK, Player
from tests.web.serving import ABOUT, Visitor, served
from tests.web.site import Site, running_site

if WEB.is_missing:
    pytest.skip("the server needs the extra web", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("only Linux gives a process many addresses", allow_module_level=True)

from websockets.sync.client import connect  # optional package

import twowaystreet as tws
from tests.web.nights import SEED, Night, name_of  # optional packages
from twowaystreet import _page
from twowaystreet.ratings import rate
from twowaystreet.table import PostgresStore, SQLiteStore
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.ledger import FIRST_RATING

pytestmark = pytest.mark.nightly
MINUTES: Final = float(os.environ.get("HOUR_MINUTES", "2.5"))
KILLS: Final = 12
STOP: Final = 10.0
"""The seconds for which the database stops."""


class Faults:
    """What happens in a night: processes are killed in turn, and a database stops."""

    def __init__(self, site: Site, *, stops: bool) -> None:
        self.site = site
        self.stops = stops

    async def __call__(self, night: Night) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + MINUTES * 60
        processes = self.site.processes
        for number in range(KILLS):
            await asyncio.sleep((end - loop.time()) / (KILLS - number + 1))
            if self.stops and number == KILLS // 2:
                await asyncio.to_thread(self.site.postgres.stop)
                await asyncio.sleep(STOP)
                await asyncio.to_thread(self.site.postgres.start)
                await night.hears()
            process = processes[number % len(processes)]
            await asyncio.to_thread(process.kill)
            if len(processes) > 1:
                await night.hears()
            await asyncio.to_thread(process.start)
            await night.hears()
            if len(processes) > 1:
                await asyncio.to_thread(self.check_owners)

    def check_owners(self) -> None:
        """Wait until each table in memory belongs to its process, and to no other."""

        def is_clear() -> bool:
            leases = self.site.leases()
            assert len(leases) == len({*leases})
            tables: int = sum(each.health()["tables"] for each in self.site.processes)
            return len(leases) == tables

        until(is_clear)


def final_scores(club: Club, key: str) -> tuple[int, ...]:
    """Return the scores at the end of a game, from its record."""
    text = club.record_of(key)
    assert text is not None
    return tws.Record.from_json(text).state.scores


def check_club(night: Night, club: Club, host: TableHost) -> None:
    """Check the tables, results and ratings that stay."""
    assert host.store is not None
    for place in host.store.list("table-"):
        table = place.removeprefix("table-")
        events = json.loads(host.store.load(place))["log"]
        log = {each["number"] for each in events}
        starts = [each["number"] for each in events if each["happened"] in ("rematch", "undo")]
        told = {each for each in night.told.get(table, ()) if each > max(starts, default=0)}
        assert told <= log, f"{table}: lost {told - log}"
        entry, found = club.entry(table), host.find(table)
        if entry is None:  # a process ended before it could list the table, or answer
            assert table not in night.told
            continue
        assert found is not None
        ends = [club._ledger.result_at(f"{table}-{at + 1}") for at in range(entry.games)]
        scores = {final_scores(club, end.key) for end in ends if end is not None}
        assert night.ends.get(table, set()) <= scores, table
    ratings = dict.fromkeys(map(name_of, range(night.names + 1)), FIRST_RATING)
    rated = 0
    for result in reversed(club.results()):
        if not result.goes_on:
            final = final_scores(club, result.key)
            assert final == result.scores or any(result.behind)  # it counted before its end
        names = [
            night.deleted.get(key or "", name)
            for key, name in zip(result.people, night.players[result.key], strict=True)
        ]
        if result.counts and all(name in ratings for name in names):
            before, lowest = [ratings[name] for name in names], result.fewer_is_better
            after = rate(before, result.finish, target=result.target or 0, lowest_wins=lowest)
            ratings |= dict(zip(names, after, strict=True))
            rated += 1
    assert rated
    standings = {each.name: each.rating for each in club.standings()}
    assert standings == {name: ratings[name] for name in standings}
    print(f"{len(club.results())} results, {rated} of them rated, {len(standings)} people")


def check_no_name(names: Iterable[str], text: str) -> None:
    found = [name for name in names if name in text]
    assert not found, [text[text.index(name) - 200 :][:400] for name in found[:2]]


def rows_of(database: str) -> str:
    """Return all that a database has: the bytes of a file, or the rows of all tables."""
    if database.endswith(".sqlite"):
        with closing(sqlite3.connect(database)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Path(database).read_bytes().decode("latin-1")
    with import_module("psycopg").connect(database) as connection:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        tables = [name for (name,) in connection.execute(query).fetchall()]
        return "\n".join(
            str(connection.execute(f'SELECT t::text FROM "{name}" t').fetchall()) for name in tables
        )


def check(night: Night, database: str, logs: str) -> None:
    """Check what a night without names leaves: no fault, nothing lost, and nobody named."""
    print(f"{night.heard} events heard, {night.names} names, {dict(night.ways)}")
    names = [*night.deleted.values()]
    assert names
    assert "Traceback" not in logs and "ERROR" not in logs
    check_no_name(map(name_of, range(night.names + 1)), logs)
    is_file = database.endswith(".sqlite")
    with closing(TableHost((SQLiteStore if is_file else PostgresStore)(database))) as host:
        check_club(night, Club(host), host)
    check_no_name(names, rows_of(database))


@pytest.mark.parametrize("in_file", [True, False], ids=["file", "database"])
def test_a_night_with_kills_loses_nothing(in_file: bool) -> None:
    print(f"HOUR_SEED={SEED}")
    with running_site(in_file=in_file, patience=60 * MINUTES + PATIENCE) as site:
        night = Night(site.place)
        asyncio.run(night.run(Faults(site, stops=not in_file)))
        for process in site.processes:
            process.kill()
        check(night, site.database, site.logged())


def test_a_game_in_a_file_survives_kills(tmp_path: Path) -> None:
    rng, path, players = random.Random(7), tmp_path / "table.json", list[Player]()
    for number in range(20):
        with served(path, "duel", "--target", "100000") as server:
            tokens = [link.partition("#")[2] for name, link in server.links.items() if "P" in name]
            players = players or [Player(server.port, token) for token in tokens]
            for player, token in zip(players, tokens, strict=True):
                if number % 10 == 9:  # a seat has 16 links at most
                    player.token = token
                player.port, told = server.port, dict(player.log)
                check_told(player, told)
            process = server.process
            way = signal.SIGTERM if number == 19 else signal.SIGKILL
            threading.Timer(rng.uniform(0.02, 0.4), process.send_signal, [way]).start()
            with suppress(*ENDED):
                while process.poll() is None:
                    for player in players:
                        player.play(rng)
            process.wait(PATIENCE)
            for player in players:
                player.close()
    assert sum(len(player.log) for player in players) > 100
    assert os.listdir(tmp_path) == ["table.json"]


def check_told(player: Player, told: dict[int, list[str]]) -> None:
    """Connect again, with all that a page knows and with nothing: nothing that it knew is lost."""
    number = player.number
    player.open()
    assert player.number >= number and told.items() <= player.log.items()
    again = Player(player.port, player.token)
    again.open(since=False)
    oldest = min(again.log, default=0)  # a page that opens gets the last 300 events
    assert {at: again.log.get(at) for at in told if at >= oldest}.items() <= told.items()
    again.close()


# Crowds


def test_sixty_people_who_ask_two_processes_for_a_name_get_it_once() -> None:
    with running_site() as site, ThreadPoolExecutor(60) as pool:
        together = threading.Barrier(60)

        def asks(number: int, name: str) -> Counter[int]:
            process = site.processes[number % 2]
            visitor = Visitor(f"127.0.0.1:{process.port}", f"127.0.0.{2 + number}")
            together.wait(PATIENCE)
            visitor.ask("POST", "/api/people", {"name": name})
            return visitor.statuses

        for name in ("Ann", "Ben", "Cem", "Dana", "Eve"):
            asked = [pool.submit(asks, number, name) for number in range(60)]
            assert sum((each.result() for each in asked), Counter[int]()) == {200: 1, 400: 59}


PUPILS: Final = 40
FOLDERS: Final = Path(_page.__file__).parent
LOBBY: Final = [
    *("/", "/settings.js"),
    *(f"/{file.name}" for each in ("page_lobby", "page") for file in (FOLDERS / each).glob("*.*s")),
    *(f"/pictures/{game}.svg" for game in ("street", "duel", "twos", "spades", "brag")),
]
TABLE: Final = ["/table/", *(f"/table/{file.name}" for file in (FOLDERS / "page").glob("*.*s"))]


def plays(site: Site, number: int, tables: list[str], all_here: threading.Barrier) -> Visitor:
    """Come to the lobby, make a table or join one, and open its page."""
    visitor = Visitor(site.place, "127.0.0.1")
    for path in LOBBY:
        visitor.ask("GET", path)
    visitor.token = visitor.ask("POST", "/api/people", {"name": f"Pupil {number}"})["token"]
    for path in ("/api/tables", "/api/results"):
        visitor.ask("GET", path)
    place: Any = None  # JSON
    if number % 2 == 0:
        place = visitor.ask("POST", "/api/tables", ABOUT)
        tables[number] = place["table"]
    all_here.wait(PATIENCE)
    if number % 2:
        place = visitor.ask("POST", f"/api/tables/{tables[number - 1]}/join", {})
    for path in TABLE:
        visitor.ask("GET", path)
    address = f"ws://{site.place}/ws?table={place['table']}&token={place['token']}"
    with connect(address, open_timeout=PATIENCE) as line:
        line.send(LOOK)
        line.recv(PATIENCE)
        all_here.wait(PATIENCE)
        for _ in range(5):
            visitor.ask("GET", "/api/tables")
    return visitor


def test_forty_people_of_one_address_play_while_a_stranger_asks() -> None:
    with running_site() as site:
        is_over = threading.Event()

        def asks() -> None:
            stranger = Visitor(site.place, "127.0.0.2")
            while not is_over.wait(0.1):  # together they ask 150 times a second
                stranger.ask("GET", "/api/tables")

        tables, all_here = [""] * PUPILS, threading.Barrier(PUPILS)
        with ThreadPoolExecutor(15) as strangers, ThreadPoolExecutor(PUPILS) as pool:
            attacks = [strangers.submit(asks) for _ in range(15)]
            try:
                found = [pool.submit(plays, site, each, tables, all_here) for each in range(PUPILS)]
                statuses = sum((each.result().statuses for each in found), Counter[int]())
            finally:
                is_over.set()
            for attack in attacks:
                attack.result()
    assert [*statuses] == [200]
