"""The server with many tables: bots, clients over WebSockets, and files in a temporary folder."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from itertools import cycle
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import attrs

import twowaystreet as tws
from twowaystreet.table import Table

TABLES: Final = (1, 200)
"""The numbers of tables."""
SECONDS: Final = 20
"""The seconds that the clients play."""
SLOW: Final = "montecarlo:worlds=500"
"""The bots of a table at which bots think for long."""
ENDLESS: Final = 10**6
"""A target, or a number of hands, that no game reaches."""
PAUSE: Final = 5
"""The mean seconds in which people choose a move."""
HELD: Final = 0.01
"""The seconds between two health checks."""


@attrs.define
class Played:
    """Everything that the clients have seen.

    Attributes:
        waits: the seconds from each move of a client to the picture after it.
        checks: the seconds of each health check.
        events: the number of all events, those of bots included.
        bytes: the length of all answers, before they are compressed.
        kilobytes: the memory of the server at the start and at the end.
        processor: the processor time of the server in seconds.
    """

    waits: list[float] = attrs.field(factory=list[float])
    checks: list[float] = attrs.field(factory=list[float])
    events: int = 0
    bytes: int = 0
    kilobytes: tuple[int, int] = (0, 0)
    processor: float = 0.0


def measure(_: int) -> None:
    """Print the moves a second, the wait for an answer, and the memory, by number of tables."""
    print(f"\nThe server for {SECONDS} seconds, one client at each table, all games in turn:")
    for tables in TABLES:
        _print(f"{tables} tables, clients without pauses", tables, run(tables))
    _print(f"{TABLES[-1]} tables, clients pause for {PAUSE} s", TABLES[-1], run(TABLES[-1], PAUSE))
    few = TABLES[-1] // 10
    for slow in (False, True):
        title = f"{few} tables{f' and one with {SLOW}' if slow else ''}, clients pause for 1 s"
        _print(title, few, run(few, 1, slow=slow))


def _print(title: str, tables: int, played: Played) -> None:
    own, before, after = len(played.waits), *played.kilobytes
    print(f"  {title}")
    print(
        f"    moves a second: {played.events / SECONDS:.0f}, of clients {own / SECONDS:.0f}, "
        f"of bots and deals {(played.events - own) / SECONDS:.0f}"
    )
    rate = played.events / played.processor
    print(f"    moves for a second of the server's processor: {rate:.0f}")
    for name, seconds in (("a client's move", played.waits), ("health", played.checks)):
        if len(seconds) > 1:
            middle, last = statistics.median(seconds), statistics.quantiles(seconds, n=100)[-1]
            print(
                f"    {name}: median {middle * 1000:.1f} ms, 99th percentile {last * 1000:.1f} ms"
            )
    print(f"    kilobytes for each table and client: {(after - before) / tables:.0f}")
    print(f"    kilobytes for each event: {played.bytes / 1000 / max(1, played.events):.1f}")


def run(tables: int, pause: float = 0, *, slow: bool = False) -> Played:
    """Serve tables to clients; the server and the clients are processes of their own.

    Args:
        tables: the number of tables with fast bots.
        pause: the mean seconds before a move of a client.
        slow: ``True`` to add one with slow bots.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        server = context.Process(target=_serve, args=(Path(folder), tables, slow, theirs))
        server.start()
        try:
            port, tokens, before = ours.recv()
            played = asyncio.run(_play(port, tokens, server.pid, pause, slow=slow))
            played.kilobytes = before, _kilobytes(server.pid)
        finally:
            server.terminate()
            server.join()
    return played


def _kilobytes(process: object) -> int:
    """Return the resident memory of a process."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def _processor(process: object) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _serve(folder: Path, tables: int, slow: bool, pipe: Connection) -> None:
    from twowaystreet.web import Limits, TableHost  # noqa: PLC0415  # an extra
    from twowaystreet.web.listening import open_socket, serve  # noqa: PLC0415  # an extra

    games = [game for game, _ in zip(cycle(tws.GAMES.values()), range(tables), strict=False)]
    warm = Table(games[0], bots={1: "simple"})  # modules are loaded before the first measurement
    warm.view(warm.join("Ann"))
    before = _kilobytes("self")
    names = ["simple"] * tables
    if slow:
        games.append(tws.GAMES["street"])
        names.append(SLOW)
    found: list[Table] = []
    tokens: list[str] = []
    for number, (game, name) in enumerate(zip(games, names, strict=True)):
        bots = dict.fromkeys(range(1, game.Rules().seats), name)
        found.append(Table(game, _endless(game), bots=bots, path=folder / f"{number}.json"))
        tokens.append(found[-1].join("Ann"))
    listener = open_socket("127.0.0.1", 0)
    pipe.send((listener.getsockname()[1], tokens, before))
    host = TableHost()
    for table in found:
        host.add(table)
    serve(host, listener, pace=0, limits=Limits(burst=10**9, per_address=10**6))


def _endless(game: tws.Game) -> Any:
    """Return rules of a game that does not end soon. Any: each game has its own rules."""
    rules = game.Rules()
    many = {"target": ENDLESS} if hasattr(rules, "target") else {}
    return game.Rules(**many, max_hands=None if many else ENDLESS)


async def _play(
    port: int, tokens: list[str], server: object, pause: float, *, slow: bool
) -> Played:
    """Connect everybody, then play for some seconds."""
    played, aside = Played(), Played()
    ready, begin = asyncio.Semaphore(0), asyncio.Event()
    counted = tokens[:-1] if slow else tokens
    tasks = [
        asyncio.create_task(_client(port, token, ready, begin, played, pause)) for token in counted
    ]
    if slow:
        tasks.append(asyncio.create_task(_client(port, tokens[-1], ready, begin, aside, 0)))
    for _ in tokens:
        await ready.acquire()
    tasks.append(asyncio.create_task(_check(port, played)))
    busy = _processor(server)
    begin.set()
    done, _ = await asyncio.wait(tasks, timeout=SECONDS, return_when=asyncio.FIRST_EXCEPTION)
    played.processor = _processor(server) - busy
    for task in tasks:
        task.cancel()
    for task in done:
        task.result()
    return played


async def _client(
    port: int,
    token: str,
    ready: asyncio.Semaphore,
    begin: asyncio.Event,
    played: Played,
    pause: float,
) -> None:
    """Make a random move whenever it is the client's turn."""
    import websockets.asyncio.client as websockets  # noqa: PLC0415  # an extra

    rng, sent, number = random.Random(token), 0.0, 0
    choices: list[Any] = []
    address = f"ws://127.0.0.1:{port}/ws?token={token}&size=wide"
    async with websockets.connect(address, open_timeout=60, ping_interval=None) as socket:
        while True:
            text = str(await socket.recv())
            answer: dict[str, Any] = json.loads(text)
            if answer["type"] == "refused":
                raise RuntimeError(answer["text"])
            if number:
                played.events += answer["number"] - number
                played.bytes += len(text)
            else:
                ready.release()
                await begin.wait()
            number = answer["number"]
            if sent:
                played.waits.append(time.perf_counter() - sent)
                sent = 0.0
            choices = answer.get("choices", choices)  # an answer contains only changes
            if choices:
                move = rng.choice(choices)["move"]
                await asyncio.sleep(2 * pause * rng.random())
                sent = time.perf_counter()
                await socket.send(json.dumps({"do": "play", "move": move, "seen": number}))


async def _check(port: int, played: Played) -> None:
    """Ask for the health of the server again and again."""
    while True:
        begin = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        await reader.read()
        writer.close()
        played.checks.append(time.perf_counter() - begin)
        await asyncio.sleep(HELD)
