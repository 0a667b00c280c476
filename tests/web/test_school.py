"""A school behind nginx: forty people of one address, and a stranger who asks without an end."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest

from tests.processes import PATIENCE
from tests.web.site import Site, running_site

_page = pytest.importorskip("twowaystreet._page", reason="the page is part of the package")

PEOPLE: Final = 40
FOLDERS: Final = Path(_page.__file__).parent
LOBBY: Final = [
    *("/", "/settings.js"),
    *(f"/{file.name}" for each in ("page_lobby", "page") for file in (FOLDERS / each).glob("*.*s")),
    *(f"/pictures/{game}.svg" for game in ("street", "duel", "twos", "spades", "brag")),
]
TABLE: Final = ["/table/", *(f"/table/{file.name}" for file in (FOLDERS / "page").glob("*.*s"))]
ABOUT: Final[dict[str, object]] = {
    "game": "duel",
    "options": {},
    "bots": [],
    "public": True,
    "seconds": 0,
}


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
        self.times: list[float] = []
        self.longest = self.status = 0

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to a request. Any: JSON."""
        line = http.client.HTTPConnection(
            self._place, timeout=PATIENCE, source_address=(self._source, 0)
        )
        with closing(line):
            begun = time.perf_counter()
            headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            text = answer.read()
        self.status = answer.status
        self.statuses[answer.status] += 1
        self.times.append(time.perf_counter() - begun)
        self.longest = max(self.longest, len(text))
        if answer.status == 429:
            assert answer.headers["retry-after"]
        return json.loads(text) if path.startswith("/api/") and answer.status == 200 else None


def plays(site: Site, number: int, tables: list[str], all_here: threading.Barrier) -> Visitor:
    """Come to the lobby, make a table or join one, and open its page."""
    connect = pytest.importorskip("websockets.sync.client", reason="an extra").connect
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
        line.send('{"do": "look", "width": 800, "height": 600}')
        line.recv(PATIENCE)
        all_here.wait(PATIENCE)
        for _ in range(5):
            visitor.ask("GET", "/api/tables")
    return visitor


@pytest.mark.nightly
def test_forty_people_of_one_address_play_while_a_stranger_asks() -> None:
    with running_site() as site:
        is_over = threading.Event()
        strangers = [Visitor(site.place, "127.0.0.2") for _ in range(15)]

        def ask(stranger: Visitor) -> None:
            while not is_over.wait(0.1):  # together they ask 150 times a second
                stranger.ask("GET", "/api/tables")

        attacks = [threading.Thread(target=ask, args=[each]) for each in strangers]
        for attack in attacks:
            attack.start()
        tables, all_here = [""] * PEOPLE, threading.Barrier(PEOPLE)
        try:
            with ThreadPoolExecutor(PEOPLE) as pool:
                found = [pool.submit(plays, site, each, tables, all_here) for each in range(PEOPLE)]
                visitors = [each.result() for each in found]
        finally:
            is_over.set()
            for attack in attacks:
                attack.join()
    statuses, theirs = (
        sum((each.statuses for each in some), Counter[int]()) for some in (visitors, strangers)
    )
    times = sorted(time for each in visitors for time in each.times)
    print(f"answers: {dict(statuses)}, the stranger: {dict(theirs)}")
    print(f"seconds: {median(times):.3f} in the middle, {times[-len(times) // 20]:.3f} at 95 %")
    assert [*statuses] == [200]
