"""A server of PostgreSQL for tests, with a new folder and without the network."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
"""The folders of the programs on Debian, which are not in the path."""


def program(name: str) -> str | None:
    return shutil.which(
        name, path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, _FOLDERS)])
    )


class Server:
    """A server in a folder; the programs refuse to run as the administrator."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = "postgres" if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        if self.user:
            shutil.chown(folder, self.user)
        self._databases = count()
        options = ("--username=tests", "--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8")
        self.run("initdb", "--pgdata", str(folder / "data"), *options)
        self.start()

    def run(self, name: str, *arguments: str) -> None:
        found = program(name)
        assert found
        # Without a session of its own the server would get the signals of this terminal.
        subprocess.run(
            (found, *arguments),
            check=True,
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def control(self, *arguments: str) -> None:
        log = str(self.folder / "log")
        self.run(
            "pg_ctl", "--pgdata", str(self.folder / "data"), "--log", log, "--wait", *arguments
        )

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self.control("start", "--options", options)

    def stop(self) -> None:
        self.control("stop", "--mode=immediate")

    def conninfo(self, database: str) -> str:
        return f"host={self.folder} user=tests dbname={database}"

    def new_database(self, *options: str) -> str:
        name = f"test{next(self._databases)}"
        self.run("createdb", f"--host={self.folder}", "--username=tests", *options, name)
        return self.conninfo(name)


@contextmanager
def running_server() -> Generator[Server]:
    """Start a server, and stop it at the end; skip the test where a part is missing."""
    pytest.importorskip("psycopg", reason="the store needs psycopg")
    if os.name != "posix" or program("postgres") is None:
        pytest.skip("the tests of PostgreSQL need POSIX, and the package postgresql of the system")
    # The folders of pytest are closed to other users, and too long for the name of a socket.
    with tempfile.TemporaryDirectory(prefix="postgres-", dir="/tmp") as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.stop()
