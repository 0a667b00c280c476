"""Our server with each kind of store and that of boardgame.io, in turn, with four people a table.

The people are a program in Node (``load.mjs``), which ``npm`` gives its libraries in a temporary
folder. Their moves are random. Tables of ours play Twos and Street, and the people get what pages
get: scenes, words and choices; with ``facts`` they get those, as clients that draw for themselves.
The game of boardgame.io is small (``theirs.mjs``), its people get
its state alone, and its tables are in memory: its figures are those of a server whose game and
pictures cost almost nothing.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
import zlib
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice, product
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

import attrs

import twowaystreet as tws
from twowaystreet import table
from twowaystreet._page.engine import Engine
from twowaystreet._page.viewers import Look, PageLook, Viewer

PEOPLE: Final = 4
"""The people at each table."""
THEIRS: Final = "boardgame.io"
FACTS: Final = "facts"
"""Our server without a store, whose people draw for themselves."""
STORES: Final[dict[str, str]] = {"SQLite": "SQLiteStore", "files": "FileStore"}
"""The stores of our server, and their classes; ``memory`` and ``facts`` are servers without one."""
LOADS: Final = (
    (50, 0.0, 2, ("memory", FACTS, *STORES, THEIRS)),
    (200, 4.0, 1, ("memory", FACTS, THEIRS)),
)
"""The numbers of tables, the mean seconds before a move, how often each server is measured, and
the servers."""
WARM: Final = 3
SECONDS: Final = 7
"""The seconds before the measurement, and those of the measurement."""
ENDLESS: Final = 10**6
"""A target, or a number of hands, that no game reaches."""
MOVES: Final = 200
"""The moves of each game whose messages are measured alone."""
HERE: Final = Path(__file__).parent


@attrs.frozen
class Server:
    """A server that runs.

    Attributes:
        process: its process.
        port: its port.
        tables: the tables, as ``load.mjs`` expects them.
    """

    process: int
    port: int
    tables: Sequence[Any]  # Any: a name and tokens, or the number of people

    def processor(self) -> float:
        """Return the processor time until now, in seconds."""
        stat = Path(f"/proc/{self.process}/stat").read_text(encoding="utf-8")
        fields = stat.rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Return the resident memory."""
        lines = Path(f"/proc/{self.process}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1000


class Cost(NamedTuple):
    """What a move costs: milliseconds of the processor, and kilobytes on the wire."""

    busy: float
    wire: float


def measure(_: int) -> None:
    """Print the moves a second, the answer times, the bytes and the costs of each server."""
    messages()
    print(f"\nServers with {PEOPLE} people at each table, each for {SECONDS} seconds, in turn:")
    if shutil.which("npm") is None:
        print("  needs Node and npm")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in ("package.json", "load.mjs", "theirs.mjs"):
            shutil.copy(HERE / source, folder)
        subprocess.run(("npm", "install", "--silent", "--no-audit"), cwd=folder, check=True)
        for tables, pause, times, kinds in LOADS:
            print(f"  {tables} tables, " + (f"pauses of {pause:g} s" if pause else "no pauses"))
            costs: dict[str, list[Cost]] = {kind: [] for kind in kinds}
            for kind in kinds * times:
                serving = _theirs(folder, tables) if kind == THEIRS else our_server(tables, kind)
                with serving as server:
                    costs[kind].append(_print(kind, *_load(folder, kind, server, pause)))
            compare(costs)


def compare(costs: dict[str, list[Cost]]) -> None:
    """Print what a move costs at each server in those of the others, from the same round."""
    for kind, other in [*product((*STORES, FACTS), ("memory",)), ("memory", THEIRS)]:
        if kind in costs and other in costs:
            rounds = [*zip(costs[kind], costs[other], strict=True)]
            busy = statistics.median(one.busy / two.busy for one, two in rounds)
            kilobytes = statistics.median(one.wire / two.wire for one, two in rounds)
            print(
                f"    a move with {kind} costs {busy:.2f} of one with {other}, "
                f"and {kilobytes:.2f} of its bytes on the wire"
            )


def messages(moves: int = MOVES) -> None:
    """Print what the messages for a move cost all people at a table, without a server."""
    print("  the messages for a move alone, of a page and of a client with facts:")
    for game in tws.GAMES.values():
        page, facts = (_messages(game, look, moves) for look in (PageLook(), FACTS))
        print(
            f"    {game.name:<12}  {page.busy:5.2f} and {facts.busy:5.2f} ms "
            f"({facts.busy / page.busy:.2f}), {page.wire:4.1f} and {facts.wire:4.1f} kB compressed "
            f"({facts.wire / page.wire:.2f})"
        )


def _messages(game: tws.Game, look: Look, moves: int) -> Cost:
    """Let people with one look play at random; the best of two rounds is the least disturbed."""
    return min(_round(game, look, moves) for _ in range(2))


def _round(game: tws.Game, look: Look, moves: int) -> Cost:
    import orjson  # noqa: PLC0415  # of an extra

    rules = game.Rules(**{"players": PEOPLE} if game.name == "street" else {})
    made, rng = table.Table(game, rules, dealer=0), random.Random(3)
    made._chance = random.Random(5)
    engine, size, busy = Engine(made), 0, 0.0
    people = {made.join(f"Person {seat}"): Viewer() for seat in range(rules.seats)}
    tokens = [*people]
    lines = {token: zlib.compressobj(wbits=-12) for token in people}  # as WebSockets compress
    for viewer in people.values():
        viewer.change(look)
    for _ in range(moves):
        if made.is_over:
            for token in people:
                made.play_again(token)
        token = tokens[made.actor or 0]
        legal = ("deal",) if made.actor is None else made.view(token).legal_moves or ()
        made.play(token, str(rng.choice(legal)), bots=False)
        begun = time.process_time()
        told = [
            (lines[token], orjson.dumps(news, option=orjson.OPT_NON_STR_KEYS))
            for token, viewer in people.items()
            if (news := engine.news(token, viewer))
        ]
        busy += time.process_time() - begun
        for line, data in told:
            size += len(line.compress(data)) + len(line.flush(zlib.Z_SYNC_FLUSH))
    return Cost(busy / moves * 1000, size / moves / 1000)


@contextmanager
def our_server(tables: int, kind: str) -> Generator[Server]:
    """Run our server with a kind of store."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = context.Process(target=serve_ours, args=(tables, kind, Path(folder), theirs))
        process.start()
        try:
            yield Server(process.pid or 0, *ours.recv())
        finally:
            process.terminate()
            process.join()


def serve_ours(tables: int, kind: str, folder: Path, pipe: Connection) -> None:
    """Serve tables, and send the port, and the name and the tokens of each through the pipe."""
    from twowaystreet.web import Limits, TableHost  # noqa: PLC0415  # an extra
    from twowaystreet.web.listening import open_socket, serve  # noqa: PLC0415  # an extra

    twos, street = tws.GAMES["twos"], tws.GAMES["street"]
    kinds = (
        (twos, twos.Rules(max_hands=ENDLESS)),
        (street, street.Rules(players=PEOPLE, max_hands=ENDLESS)),
    )
    store = getattr(table, STORES[kind])(folder / kind) if kind in STORES else None
    host, found = TableHost(store), list[tuple[str, list[str]]]()
    for game, rules in islice(cycle(kinds), tables):
        made = table.Table(game, rules)
        found.append((host.add(made), [made.join(f"Person {seat}") for seat in range(PEOPLE)]))
    listener = open_socket("127.0.0.1", 0)
    pipe.send((listener.getsockname()[1], found))
    serve(host, listener, pace=0, limits=Limits(burst=10**9, per_address=10**6))


@contextmanager
def _theirs(folder: Path, tables: int) -> Generator[Server]:
    """Run the server of boardgame.io, in memory."""
    with subprocess.Popen(
        ("node", "theirs.mjs"), cwd=folder, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            line = next(line for line in process.stdout if line.startswith("{"))
            yield Server(process.pid, json.loads(line)["port"], [PEOPLE] * tables)
        finally:
            process.terminate()


# Any: JSON, here and below.
def _load(
    folder: Path, kind: str, server: Server, pause: float
) -> tuple[dict[str, Any], float, float, float]:
    """Let the people play; return the result, processor seconds, and megabytes before and after."""
    job = {
        "server": "theirs" if kind == THEIRS else "ours",
        "look": {"as": "facts"} if kind == FACTS else {"width": 1280, "height": 700},
        "port": server.port,
        "tables": server.tables,
        "pause": pause,
        "warm": WARM,
        "seconds": SECONDS,
    }
    with subprocess.Popen(
        ("node", "load.mjs"), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as people:
        assert people.stdin is not None
        assert people.stdout is not None
        people.stdin.write(json.dumps(job))
        people.stdin.close()
        if people.stdout.readline().strip() != "begin":
            raise RuntimeError(f"{kind}: the people could not begin")
        busy, before = server.processor(), server.megabytes()
        result = json.loads(people.stdout.readline())
        return result, server.processor() - busy, before, server.megabytes()


def _print(
    title: str, result: dict[str, Any], processor: float, before: float, after: float
) -> Cost:
    """Print what was measured, and return what a move costs."""
    moves, seconds = max(1, result["moves"]), result["seconds"]
    waits: list[float] = statistics.quantiles(result["waits"], n=20)
    cost = Cost(processor / moves * 1000, result["wire"] / moves / 1000)
    print(
        f"    {title:<12}  {moves / seconds:5.0f} moves a second, answers {waits[9]:6.1f} ms, "
        f"95 % {waits[18]:6.1f} ms; for a move {result['bytes'] / moves / 1000:4.1f} kB "
        f"({cost.wire:.1f} on the wire) in "
        f"{result['messages'] / moves:.1f} messages, {cost.busy:.2f} ms of "
        f"the processor ({processor / seconds:.0%}); memory {before:.0f} to {after:.0f} MB; "
        f"the people use {result['processor'] / seconds:.0%}"
    )
    return cost
