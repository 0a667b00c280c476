"""The largest attacks on a club at full size: crowds of strangers, and a person who plays on."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
import threading
from collections import Counter, deque
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.extras import WEB
from tests.processes import PATIENCE

if WEB.is_missing:
    pytest.skip("the server needs the extra web", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("only Linux gives a process many addresses", allow_module_level=True)

from websockets.asyncio import client  # optional package
from websockets.exceptions import InvalidHandshake  # optional package

from tests.web import raw
from tests.web.plays import Player, ask
from tests.web.site import running_site
from tests.web.test_kills import port_of, started
from tests.web.test_looking_back import FIRST, game_of, saved
from tests.web.test_school import ABOUT, Visitor
from tests.web.test_soak import numbers_of

pytestmark = pytest.mark.nightly
GROWTH: Final = 200_000
"""The most kB by which an attack may raise the memory of a server."""
LONG: Final = {**ABOUT, "bots": ["simple"], "options": {"target": "1000"}}
"""A table with a game that lasts."""
HUGE: Final = {"players": "391", "decks": "1000"}


class Club(NamedTuple):
    """A running club: its port, and its process."""

    port: str
    pid: int

    def visitor(self, number: int, name: str = "") -> Visitor:
        """Return a visitor from the address of this number; a name makes it a person."""
        found = Visitor(f"127.0.0.1:{self.port}", f"127.0.0.{number}")
        if name:
            found.token = found.ask("POST", "/api/people", {"name": name})["token"]
        return found

    def page(self, visitor: Visitor) -> Player:
        """Return the page of a person at a new table with a bot, which is open."""
        place = visitor.ask("POST", "/api/tables", LONG)
        player = Player(self.port, place["token"], place["table"])
        player.open()
        return player

    @property
    def memory(self) -> int:
        """The memory in kB."""
        return numbers_of(self.pid, self.port).memory


@contextmanager
def running(path: Path) -> Generator[Club]:
    with started("--save", str(path)) as (process, lines):
        yield Club(port_of(lines), process.pid)


def goes_on(player: Player, events: int = 10) -> None:
    """Play until something has happened."""
    rng, goal = random.Random(7), player.number + events
    while player.number < goal:
        assert not player.facts.get("over")
        player.play(rng)
        player.read(0.01)


def test_a_thousand_tables_of_strangers_leave_room_for_others(tmp_path: Path) -> None:
    with running(tmp_path / "club.sqlite") as club:
        ann = club.visitor(2, "Ann")
        early = ann.ask("POST", "/api/tables", LONG)
        made = Counter[int]()
        for number in range(56):
            stranger = club.visitor(3 + number % 8, f"Stranger {number}")
            for _ in range(21):
                stranger.ask("POST", "/api/tables", ABOUT)
            made += stranger.statuses
        assert made == {200: 56 * 21, 429: 56}  # names, and 20 tables each
        bens = club.page(club.visitor(20, "Ben"))
        for player in (bens, Player(club.port, early["token"], early["table"])):
            player.open()
            goes_on(player)
            player.close()


def test_twelve_clients_without_tokens_look_back_and_hold_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    key = saved(path, game_of("twos", 100))
    with running(path) as club, ThreadPoolExecutor(12) as pool:
        player = club.page(club.visitor(2, "Ann"))
        before, is_over = club.memory, threading.Event()

        def looks(stranger: Visitor) -> Visitor:
            while not is_over.is_set():
                stranger.ask("GET", f"/games/{key}")
            return stranger

        found = [pool.submit(looks, club.visitor(number)) for number in range(3, 15)]
        try:
            for _ in range(5):
                goes_on(player)
        finally:
            is_over.set()
        strangers = [each.result() for each in found]
        assert {*sum((each.statuses for each in strangers), Counter[int]())} <= {200, 429}
        assert max(each.longest for each in strangers) <= FIRST
        assert club.memory < before + GROWTH
        player.close()


def test_six_tables_with_a_thousand_decks_are_refused(tmp_path: Path) -> None:
    with running(tmp_path / "club.sqlite") as club:
        ann = club.visitor(2, "Ann")
        before = club.memory
        for _ in range(6):
            ann.ask("POST", "/api/tables", {**ABOUT, "game": "street", "options": HUGE})
        assert ann.statuses == {200: 1, 400: 6}
        assert club.memory < before + GROWTH


def test_a_thousand_idle_spectators_give_their_place_to_a_player(tmp_path: Path) -> None:
    async def crowd(club: Club, tables: list[tuple[str, str]]) -> None:
        async with AsyncExitStack() as ends:
            for number in range(1200):
                table, token = tables[number % len(tables)]
                url = f"ws://127.0.0.1:{club.port}/ws?table={table}&token={token}"
                come = client.connect(url, local_addr=(f"127.0.0.{2 + number % 8}", 0))
                with suppress(InvalidHandshake):
                    await ends.enter_async_context(come)
            assert await asyncio.to_thread(connections, club) == 1000
            ben = club.visitor(20, "Ben")
            player = await asyncio.to_thread(club.page, ben)
            await asyncio.to_thread(goes_on, player)
            assert await asyncio.to_thread(connections, club) == 1000
            player.close()

    def connections(club: Club) -> int:
        found: int = ask(club.port, "GET", "/health")["connections"]
        return found

    with running(tmp_path / "club.sqlite") as club:
        ann = club.visitor(2, "Ann")
        names = [ann.ask("POST", "/api/tables", ABOUT)["table"] for _ in range(11)]
        tokens = [ann.ask("POST", f"/api/tables/{name}/watch", {})["token"] for name in names]
        asyncio.run(crowd(club, [*zip(names, tokens, strict=True)]))


def test_two_thousand_silent_connections_cut_no_slow_request(tmp_path: Path) -> None:
    body = b'{"name": "Ann"}'
    head = b"POST /api/people HTTP/1.0\r\nContent-Length: %d\r\n\r\n" % len(body)
    with running(tmp_path / "club.sqlite") as club, raw.sent(club.port, head + body[:5]) as slow:
        place, crowd = ("127.0.0.1", int(club.port)), deque[socket.socket]()
        for _ in range(2000):
            crowd.append(socket.create_connection(place, PATIENCE, source_address=("127.0.0.2", 0)))
            if len(crowd) > 300:
                assert not raw.rest(crowd[0])  # the server ends the oldest ones
                crowd.popleft().close()
        slow.sendall(body[5:])
        assert b'"token"' in raw.rest(slow)
        for each in crowd:
            each.close()


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
