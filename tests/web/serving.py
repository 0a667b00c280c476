"""Servers in processes of their own."""

import re
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.extras import WEB
from tests.processes import PATIENCE, killed_at_end

SERVE = (
    *(sys.executable, "-c"),
    """
import random, secrets
random.SystemRandom = lambda: random.Random(7)
from twowaystreet._cli import main
main()
""",
    "serve",
)
"""The command with the same cards on each run; its tokens differ."""
GAME: Final[dict[str, Any]] = {"game": "duel", "options": {}, "bots": []}  # Any: JSON
ABOUT: Final[dict[str, Any]] = {**GAME, "public": True, "seconds": 0}
"""What somebody sends who makes a table."""


class Served(NamedTuple):
    """A running server: its process, and the links by name."""

    process: subprocess.Popen[str]
    links: Mapping[str, str]

    @property
    def port(self) -> str:
        found = re.search(r":(\d+)/", next(iter(self.links.values())))
        assert found
        return found[1]


@contextmanager
def served(path: Path, *arguments: str, patience: float = PATIENCE) -> Generator[Served]:
    """Serve a game, or a club, that is kept in a file; skip the test without the extra web."""
    if WEB.is_missing:
        pytest.skip("the server needs the extra web")
    command = [*SERVE, *arguments, "--save", str(path)]
    for option, value in {"--port": "0", "--pace": "0"}.items():
        command += [] if option in arguments else [option, value]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
        killed_at_end(process, patience),
    ):
        assert process.stdout
        links: dict[str, str] = {}
        while not {"Spectators", "The club is at"} & {*links}:
            line = process.stdout.readline()
            assert line, "the server has ended"
            name, http, place = line.strip().partition("http")
            if http:
                links[name.rstrip(": ")] = f"{http}{place}"
        yield Served(process, links)


@contextmanager
def club(path: Path, *options: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """Serve a club that is kept in a file; give the process, and the address of the lobby."""
    with served(path, *options) as (process, links):
        yield process, links["The club is at"]
