"""Servers in processes of their own, and people who ask them."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.extras import WEB
from tests.processes import PATIENCE, killed_at_end

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
ABOUT: Final[dict[str, Any]] = {  # Any: JSON
    "game": "duel",
    "options": {},
    "bots": [],
    "public": True,
    "seconds": 0,
}
"""What somebody sends who makes a table."""


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


@contextmanager
def served(path: Path, *arguments: str, patience: float = PATIENCE) -> Generator[Served]:
    """Serve a game, or without one a club, that is kept in a file; end the server at the end.

    Skip the test where the extra ``web`` is missing.
    """
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


class Visitor:
    """A person with a browser, who counts the answers.

    Args:
        place: the name and port of nginx, or of a server.
        source: the address of the person.

    Attributes:
        longest: the bytes of the longest answer.
        status: the status of the last answer.
    """

    def __init__(self, place: str, source: str) -> None:
        self._place = place
        self._source = source
        self.token = ""
        self.statuses = Counter[int]()
        self.longest = self.status = 0

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to a request. Any: JSON."""
        line = http.client.HTTPConnection(
            self._place, timeout=PATIENCE, source_address=(self._source, 0)
        )
        with closing(line):
            headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            text = answer.read()
        self.status = answer.status
        self.statuses[answer.status] += 1
        self.longest = max(self.longest, len(text))
        if answer.status == 429:
            assert answer.headers["retry-after"]
        return json.loads(text) if path.startswith("/api/") and answer.status == 200 else None
