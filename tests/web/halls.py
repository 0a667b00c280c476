"""Clubs in the test, with people at tables."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, Final

import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.table.test_stores import DictStore
from tests.web.hosting import Answer, Instant, Line, Site, run_slowly, settle, steady
from tests.web.serving import ABOUT
from twowaystreet.table import Happened, StoreError, Table
from twowaystreet.web import server  # hosting skips where the extra is missing
from twowaystreet.web.clocks import PATIENCE, Clock
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.limits import Limits
from twowaystreet.web.listings import Member
from twowaystreet.web.server import application

DUEL: Final = tws.GAMES["duel"]


class Failing(DictStore):
    """A store that does not save the names with a beginning that the test says."""

    broken = "nothing"

    @override
    def save(self, name: str, text: str) -> None:
        if name.startswith(self.broken):
            raise StoreError(f"cannot save {name!r}: no space")
        super().save(name, text)


class Asker:
    """A person who sends requests in turn, with a token; an empty one stands for none."""

    def __init__(self, app: Any, token: str = "") -> None:  # Any: see Site
        self._site = Site(app)
        self.token = token

    def ask(self, method: str, path: str, body: object = None, query: str = "") -> Answer:
        async def asked() -> Answer:
            answer = await self._site.answer(method, path, self.token, body, query)
            telling = [each for each in asyncio.all_tasks() if each.get_name() == server.TELLS]
            await asyncio.gather(*telling)  # their threads would go on beside the test
            return answer

        return run_slowly(asked())


class Hall(Site):
    """A club with its own store, and few limits; bots think at once. Any: see Limits."""

    def __init__(self, store: Any = None, most: int = 1000, **limits: Any) -> None:
        self.store: Any = store or DictStore({}, set())
        self.host = TableHost(self.store, most=most)
        self.club = Club(self.host)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(server, "Thinkers", Instant)  # bots think on the event loop
            super().__init__(application(self.host, lobby=True, limits=Limits(**limits)))

    def enrolled(self, *names: str) -> list[tuple[str, Member]]:
        tokens = [self.club.enrol(name) for name in names]
        return [(token, self.club.member(token)) for token in tokens]

    def listed(self, maker: Member, *, bots: int = 0, seconds: float = 60) -> str:
        """Return the name of a new duel of one hand with its maker in the first seat."""
        rules, seated = DUEL.Rules(max_hands=1, target=60), {1: "simple"} if bots else None
        table = steady(Table(DUEL, rules, bots=seated, dealer=0))
        table.join(maker.name, 0)
        found = self.host.add(table)
        clock = Clock(seconds=seconds) if seconds else None
        self.club.list_table(found, maker=maker, options={}, is_public=True, clock=clock)
        return found

    async def person(self, name: str) -> str:
        """Return the token of a new person, who comes by HTTP."""
        status, answer = await self.ask("POST", "/api/people", body={"name": name})
        assert status == 200, answer
        return str(answer["token"])

    async def make(self, token: str, **changes: Any) -> tuple[int, Any]:
        """Make a table. Any: JSON."""
        return await self.ask("POST", "/api/tables", token, {**ABOUT, **changes})

    async def made(self, token: str, **changes: Any) -> tuple[str, str]:
        """Make a table, which has to work, and return its name and the token of its maker."""
        status, answer = await self.make(token, **changes)
        assert status == 200, answer
        return answer["table"], answer["token"]

    def table(self, name: str) -> Table:
        table = self.host.find(name)
        assert table is not None
        return table

    def play(self, name: str) -> None:
        table = self.table(name)
        while not table.is_over:
            table.act_for(table.actor) if not table.bot_is_to_move else table.advance()
            self.club.note(name)

    def again(self) -> "Hall":
        return Hall(type(self.store)(self.store.texts, set()))


def two_halls() -> tuple[Hall, Hall]:
    texts, leased = dict[str, str](), set[str]()
    return Hall(DictStore(texts, leased)), Hall(DictStore(texts, leased))


class Evening(Hall):
    """A club of two at one table, whose pages are open; bots may be the second. Any: see Hall."""

    def __init__(self, seconds: float = 0, *, bots: int = 0, store: Any = None) -> None:
        super().__init__(store)
        self.names = ("Ann",) if bots else ("Ann", "Ben")
        self.keys, self.people = map(list, zip(*self.enrolled(*self.names), strict=True))
        self.name = self.listed(self.people[0], bots=bots, seconds=seconds)
        self.duel = self.table(self.name)
        self.tokens = [self.duel.another_token(0)]
        self.tokens += [self.club.sit(self.name, each) for each in self.people[1:]]
        self.lines: list[Line] = []

    async def __aenter__(self) -> "Evening":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        for line in self.lines:
            await line.leave()
        self.host.close()

    async def open(self) -> None:
        self.lines = [await self.connect(self.name, token) for token in self.tokens]

    async def post(self, who: int, verb: str) -> tuple[int, Any]:
        """Send a request about the table. Any: JSON."""
        return await self.ask("POST", f"/api/tables/{self.name}/{verb}", self.keys[who], {})

    async def leave(self, who: int, way: str) -> None:
        if way == "leave":
            assert (await self.post(who, "leave"))[0] == 200
        elif way == "delete":
            assert (await self.ask("DELETE", "/api/people", self.keys[who]))[0] == 200
        else:
            while way == "close" and self.duel.actor != who:
                self.move(1)
            await self.tell()
            await self.lines[who].leave()
        if way == "close":
            await settle(PATIENCE + 1)
            self.send(1 - who, {"do": "replace", "seat": who})
        await settle()

    async def tell(self) -> None:
        """Let the server know that moves were made."""
        assert (await self.post(0, "join"))[0] == 200
        await settle()

    def send(self, who: int, message: dict[str, Any] | str) -> None:
        """Send a message of a page. Any: JSON."""
        self.lines[who].send(message if isinstance(message, str) else json.dumps(message))

    async def say(self, who: int, message: dict[str, Any] | str) -> None:
        """Do the same, and let the server answer."""
        self.send(who, message)
        await settle()

    def move(self, moves: int = 999, *, without: int | None = None) -> None:
        for _ in range(moves):
            seat = self.duel.actor
            if self.duel.is_over or (seat is not None and seat == without in self.duel.people):
                break
            if seat is None and not self.duel.goes_on:
                self.duel.act_for(None)
            elif not self.duel.advance() and seat is not None:
                again = Table.from_text(self.duel.to_text())
                steady(again).act_for(seat)
                self.duel.play(self.tokens[seat], str(again.record.moves[-1]), bots=False)
            self.club.note(self.name)

    def ratings(self) -> dict[str, float]:
        return {each.name: each.rating for each in self.club.ledger.standings()}

    def said(self, who: int, key: str) -> list[Any]:
        """Return what a page was told under a key. Any: JSON."""
        found = map(json.loads, self.lines[who].texts)
        return [each[key] for each in found if key in each]

    @property
    def late(self) -> list[int | None]:
        happened = self.duel.events(self.tokens[0])
        return [each.seat for each in happened if each.happened is Happened.LATE]


async def life(hall: Hall, number: int = 0, *, game: str = "brag", **options: str) -> None:
    """Let two people come, play, look at all there is, leave, and delete what is known of them."""
    hall.address = f"192.0.2.{number}"
    keys = [await hall.person(f"{name} {number}") for name in ("Ann", "Ben")]
    options["max_hands"] = "1"
    name, first = await hall.made(keys[0], game=game, options=options, seconds=15)
    tokens = [first]
    for verb in ("join", "watch"):
        status, answer = await hall.ask("POST", f"/api/tables/{name}/{verb}", keys[1], {})
        assert status == 200
        tokens.append(answer["token"])
    *lines, watching = await games(hall, name, tokens)
    (_, results), key = await hall.ask("GET", "/api/results", keys[0]), ""
    key = results["results"][0]["key"]
    for path in (
        *("tables", f"tables/{name}", f"tables/{name}/live.svg", f"games/{key}", "catalogue"),
        *("person", f"../games/{key}", f"../games/{key}/review", "../health", "../metrics"),
    ):
        place = f"/api/{path}".replace("/api/..", "")
        query = f"name=Ann%20{number}" if path == "person" else ""
        assert (await hall.answer("GET", place, keys[0], query=query)).status == 200, path
    await watching.leave()
    assert (await hall.ask("POST", f"/api/tables/{name}/leave", keys[0], {}))[0] == 200
    for line in lines:
        await line.leave()
    for key in keys:
        assert (await hall.ask("DELETE", "/api/people", key))[0] == 200


async def games(site: Site, name: str, tokens: Sequence[str]) -> list[Line]:
    """Let two people play three games by the clock, before one who watches, and look back."""
    lines = [await site.connect(name, token) for token in tokens]
    for _ in range(2):
        await settle(90)
        for line in lines:
            line.send('{"do": "past"}')
        await settle()
        assert [json.loads(line.texts[-1])["type"] for line in lines] == ["past"] * 3
        for line in lines[:2]:
            line.send('{"do": "rematch"}')
        await settle()
    for status in (400, 200):  # a hand runs, and then it is over
        body = f"token={tokens[0]}".encode()
        asked = await site.answer("POST", f"/api/tables/{name}/review", body=body)
        assert asked.status == status, asked.text
        await settle(90)
    return lines
