"""A server in a process of its own, for the tests."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.extras import WEB
from tests.processes import killed_at_end

SERVE = (
    sys.executable,
    "-c",
    """
import random, secrets
random.SystemRandom = lambda: random.Random(7)
from twowaystreet._cli import main
main()
""",
    "serve",
)
"""The command with the same cards on each run; its tokens differ."""


class Served(NamedTuple):
    """A running server: its process, and the links by name."""

    process: subprocess.Popen[str]
    links: Mapping[str, str]

    @property
    def port(self) -> str:
        """The port of the links."""
        found = re.search(r":(\d+)/", next(iter(self.links.values())))
        assert found
        return found[1]


@contextlib.contextmanager
def served(path: Path, game: str, *options: str) -> Generator[Served]:
    """Serve a game that is kept in a file; end the server at the end.

    Skip the test where the extra ``web`` is missing.
    """
    if WEB.is_missing:
        pytest.skip("the server needs the extra web")
    command = [*SERVE, game, "--save", str(path)]
    given = {"--port": "0", "--pace": "0"}
    for option, value in given.items():
        command += [] if option in options else [option, value]
    with (
        subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process,
        killed_at_end(process),
    ):
        assert process.stdout
        links: dict[str, str] = {}
        while "Spectators" not in links:
            line = process.stdout.readline()
            assert line, "the server has ended"
            name, _, link = line.strip().partition(": ")
            if link.startswith("http"):
                links[name] = link
        yield Served(process, links)


@contextlib.contextmanager
def club(path: Path, *options: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """Serve a club that is kept in a file; give the process, and the address of the lobby.

    Skip the test where the extra ``web`` is missing.
    """
    if WEB.is_missing:
        pytest.skip("the server needs the extra web")
    command = [*SERVE, "--save", str(path), "--pace", "0"]
    port = () if "--port" in options else ("--port", "0")
    with (
        subprocess.Popen([*command, *port, *options], stdout=subprocess.PIPE, text=True) as process,
        killed_at_end(process),
    ):
        assert process.stdout
        line = process.stdout.readline()
        assert "http" in line, "the server has ended"
        yield process, f"http{line.strip().partition('http')[2]}"
