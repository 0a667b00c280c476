"""A site for tests: a database, processes that share it, and nginx before them."""

import importlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.extras import WEB
from tests.processes import PATIENCE as WAIT
from tests.processes import killed_at_end, until
from tests.table.postgres import Server, running_server

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"]))
AROUND = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    keepalive_timeout 0;  # older clients wait ten seconds for the end of a refused line
    {places}
    include {folder}/site.conf;
}}
"""
"""The file around ours. All that nginx writes is in a folder of the test."""
_LEASES = """
SELECT (classid::bigint << 32) + objid::bigint FROM pg_locks
WHERE locktype = 'advisory' AND granted
"""
PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def ask(address: str, body: object = None, token: str = "", **more: str) -> Any:
    """Return the answer of a server to a request, perhaps with JSON and more headers. Any: JSON."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{address}", data, headers | more)
    with urllib.request.urlopen(request, timeout=WAIT) as answer:
        return json.load(answer)


class Process:
    """A process of the server; it keeps its port when it starts again."""

    def __init__(
        self, store: Sequence[str], log: Path, ends: ExitStack, patience: float = WAIT
    ) -> None:
        self._store = store
        self.log = log
        self._ends = ends
        self._patience = patience
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "twowaystreet", "serve", *self._store]
        options = ("--port", str(self.port), "--pace", "0")
        with self.log.open("ab") as log:
            running = subprocess.Popen(
                [*command, *options], stdout=subprocess.PIPE, stderr=log, text=True
            )
        self._running = self._ends.enter_context(running)
        self._ends.enter_context(killed_at_end(running, self._patience))
        assert running.stdout
        found = re.search(r":(\d+)/", running.stdout.readline())
        assert found, "the server has ended"
        self.port = int(found[1])
        until(self.is_there)

    def kill(self) -> None:
        """End the process at once, as if its computer had no memory left."""
        self._running.kill()
        self._running.wait()

    def is_there(self) -> bool:
        with suppress(OSError):
            return bool(self.health())
        return False

    def health(self) -> Any:  # Any: JSON
        return ask(f"127.0.0.1:{self.port}/health")


class Site:
    """Processes behind nginx, at this place: two that share a database, or one with a file."""

    def __init__(
        self, postgres: Server | None, folder: Path, ends: ExitStack, patience: float = WAIT
    ) -> None:
        self._postgres = postgres
        path = str(folder / "club.sqlite")
        self.database = path if postgres is None else postgres.new_database()
        store = ("--save" if postgres is None else "--database", self.database)
        self.processes = [
            Process(store, folder / f"{each}.log", ends, patience)
            for each in ("1" if postgres is None else "12")
        ]
        ports = [process.port for process in (self.processes * 2)[:2]]
        log = folder / "access.log"
        self.place = ends.enter_context(
            running_nginx(folder, lambda place: deployed(place, ports, log))
        )

    @property
    def postgres(self) -> Server:
        assert self._postgres is not None
        return self._postgres

    def logged(self) -> str:
        return "".join(process.log.read_text(encoding="utf-8") for process in self.processes)

    def leases(self) -> list[int]:
        """Return the number of each lease, once for each process that holds it."""
        psycopg = importlib.import_module("psycopg")
        with psycopg.connect(self.database) as connection:
            return [number for (number,) in connection.execute(_LEASES)]


def deployed(place: str, ports: Sequence[int], log: Path) -> str:
    """Return our configuration for nginx with other ports, without HTTPS."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    for old, new in (
        (r"(?s)server \{\s+listen 80;.*?\n\}\n", ""),
        (r"listen 443 ssl;", f"listen {place} reuseport;"),
        *((r"    ssl_\w+ .*\n", ""), ("/var/log/nginx/access.log", str(log))),
        *((f"cards{at}:8000", f"127.0.0.1:{port}") for at, port in enumerate(ports, 1)),
    ):
        text, count = re.subn(old, new, text)
        assert count, old
    return text


@contextmanager
def running_nginx(folder: Path, configure: Callable[[str], str]) -> Generator[str]:
    """Run nginx, and give its name and port; everybody can read the folder in which it writes."""
    if NGINX is None:
        pytest.skip("the tests of nginx need the package nginx-light of the system")
    # A socket that does not listen keeps the port until nginx has it.
    with ExitStack() as ends:
        port = ends.enter_context(socket.socket())
        port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        port.bind(("127.0.0.1", 0))
        number: int = port.getsockname()[1]
        place = f"127.0.0.1:{number}"
        (folder / "site.conf").write_text(configure(place), encoding="utf-8")
        places = "\n    ".join(f"{each}_temp_path {folder}/{each};" for each in PLACES)
        around = AROUND.format(folder=folder, places=places)
        (folder / "nginx.conf").write_text(around, encoding="utf-8")
        command = (NGINX, "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;")
        with (folder / "output").open("wb") as output:
            running = subprocess.Popen(command, stdout=output, stderr=output)
        ends.enter_context(running)
        ends.callback(running.terminate)  # its workers end with it

        def answers() -> bool:
            assert running.poll() is None, (folder / "output").read_text(encoding="utf-8")
            with suppress(OSError), socket.create_connection(("127.0.0.1", number), timeout=WAIT):
                return True
            return False

        until(answers)
        yield place


@contextmanager
def running_site(*, in_file: bool = False, patience: float = WAIT) -> Generator[Site]:
    """Start a site, and end it; skip the test where a part is missing."""
    if WEB.is_missing:
        pytest.skip("the server needs the extra web")
    with ExitStack() as ends:
        postgres = None if in_file else ends.enter_context(running_server())
        made = tempfile.TemporaryDirectory(prefix="nginx-", dir="/tmp")
        yield Site(postgres, Path(ends.enter_context(made)), ends, patience)
