"""The lobby over HTTP: people, tables, results and finished games, as JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import isawaitable
from typing import Any, Final, TypeAlias, cast

import attrs
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from twowaystreet._core.display.options import SettingError, rules_of
from twowaystreet._core.engine.game import GAMES, game_named
from twowaystreet._page.alone import BOTS, catalogue
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.table import LeaseError, StoreError, Table, TableError, TokenError
from twowaystreet.web.bounds import bounded_catalogue, bounded_rules
from twowaystreet.web.clocks import Clock
from twowaystreet.web.club import LEAVING, Club, Entry, Member
from twowaystreet.web.gate import Gate, TooMany, address_of
from twowaystreet.web.hosts import FullError, TableHost
from twowaystreet.web.limits import Limits
from twowaystreet.web.waiting import Waiting

LONGEST: Final = 4000
"""The most bytes of a request."""
SHOWN: Final = 100
"""The most tables and results in one answer."""
CLOCKS: Final = (0, 15, 30, 60, 300, 86_400)
"""The times for a move that the page offers, in seconds; 0 stands for no limit."""
Body: TypeAlias = Mapping[str, Any]
"""The body of a request. Any: JSON, whose values the lobby checks."""
Answer: TypeAlias = dict[str, Any]
"""An answer. Any: JSON."""
_KEYS: Final = frozenset({"people", "began", "left"})
"""The attributes of a table of the list that have the keys of people."""
_NO_TABLE: Final = "there is no such table here"
_EXPECTED: Final = "expected JSON such as {}"


def _named(request: Request) -> Sequence[str]:
    """Return the table that a request names and changes, if there is one."""
    name: str | None = request.path_params.get("name")
    return () if name is None or request.method == "GET" else (name,)


class Lobby:
    """The lobby of a host.

    Each request but the first gives the token of the person as ``Authorization: Bearer TOKEN``.

    Args:
        host: the host.
        club: its club.
        tell: sends news to everybody at a table by its name.
        limits: the limits of the server.
        gate: its gate.
        waiting: the work on its store.
    """

    def __init__(
        self,
        host: TableHost,
        club: Club,
        tell: Callable[..., object],
        limits: Limits,
        gate: Gate,
        waiting: Waiting,
    ) -> None:
        self._host = host
        self._club = club
        self._tell = tell
        self._limits = limits
        self._gate = gate
        self._waiting = waiting
        self._made_by: dict[str, str | None] = {}
        found = bounded_catalogue(catalogue(_others()), limits)
        self.catalogue: Answer = {**found, "clocks": list(CLOCKS), "leaving": LEAVING}

    def routes(self) -> Iterator[BaseRoute]:
        """Yield the routes of the lobby."""
        yield Route("/api/catalogue", self._answering(self._games), methods=["GET"])
        yield Route("/api/tables", self._answering(self._tables), methods=["GET"])
        yield Route("/api/results", self._answering(self._results), methods=["GET"])
        yield Route("/api/people", self._answering(self._enrol), methods=["POST"])
        yield Route("/api/people", self._answering(self._forget), methods=["DELETE"])
        yield Route("/api/tables", self._answering(self._make), methods=["POST"])
        yield Route("/api/tables/{name}", self._answering(self._one), methods=["GET"])
        yield Route("/api/tables/{name}/join", self._answering(self._join), methods=["POST"])
        yield Route("/api/tables/{name}/watch", self._answering(self._watch), methods=["POST"])
        yield Route("/api/tables/{name}/leave", self._answering(self._leave), methods=["POST"])
        yield Route("/api/games/{key}", self._answering(self._game), methods=["GET"])

    def _answering(
        self,
        call: Callable[[Request, Body], Answer | Response | Awaitable[Answer]],
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint that answers with JSON, and with the reason of a refusal."""

        async def endpoint(request: Request) -> Response:
            headers: dict[str, str] = {}
            try:
                await self._waiting.call(partial(self.admit, request))
                body = await _body_of(request)
                answer = await self._waiting.call(partial(call, request, body), *_named(request))
                if isawaitable(answer):
                    answer = await answer
                return answer if isinstance(answer, Response) else JSONResponse(answer)
            except TooMany as error:
                status, reason, headers = 429, str(error), error.headers
            except FullError as error:  # a proxy asks the next process
                status, reason, headers = 503, str(error), {"retry-after": "60"}
            except TokenError as error:
                status, reason = 401, str(error)
            except LeaseError:  # a proxy asks the next process
                status, reason = 503, "another process has this table"
            except StoreError as error:
                status, reason = 500, str(error)
            except (TwoWayStreetError, SettingError) as error:
                status, reason = 400, str(error)
            return JSONResponse({"error": reason}, status, headers)

        return endpoint

    def admit(self, request: Request) -> None:
        """Count a request for the person with its token, if there is one, and for its address.

        Raises:
            TooMany: if the person or the address sends too many.
        """
        try:
            self._gate.admit(request, self._member(request).key)
        except TokenError:
            self._gate.admit(request)

    def _member(self, request: Request) -> Member:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return self._club.member(token if scheme == "Bearer" else "")

    # Requests of everybody

    def _games(self, request: Request, body: Body) -> Answer:
        return self.catalogue

    def _tables(self, request: Request, body: Body) -> Answer:
        """Return the public tables, and those of the person, the newest first."""
        own = self._own(request)
        return {"tables": [_row(each, own) for each in self._club.entries(own, SHOWN)]}

    def _one(self, request: Request, body: Body) -> Answer:
        """Return one table, for those who have its name."""
        entry = self._club.entry(request.path_params["name"])
        if entry is None:
            raise TableError(_NO_TABLE)
        return _row(entry, self._own(request))

    def _own(self, request: Request) -> str | None:
        """Return the key of the person, if a request has a token."""
        return self._member(request).key if "authorization" in request.headers else None

    def _results(self, request: Request, body: Body) -> Answer:
        """Return the last results and the best standings."""
        rows = [
            {**attrs.asdict(each, filter=lambda field, _: field.name not in _KEYS)}
            for each in self._club.results(SHOWN)
        ]
        return {"results": rows, "standings": [*map(attrs.asdict, self._club.standings(SHOWN))]}

    def _game(self, request: Request, body: Body) -> Response:
        """Return the record of a finished game as JSON, with all its cards."""
        record = self._club.record_of(request.path_params["key"])
        if record is None:
            return JSONResponse({"error": "there is no such game here"}, 404)
        return Response(record, media_type="application/json")

    # Requests of people with a token, and the first one, which gives it

    def _enrol(self, request: Request, body: Body) -> Answer:
        name = body.get("name")
        self._gate.seat(request)
        return {"token": self._club.enrol(name), "name": name}

    async def _forget(self, request: Request, body: Body) -> Answer:
        """Delete the data of a person: at one table after the other, as others play meanwhile."""
        call = self._waiting.call
        member = await call(partial(self._member, request))
        names = await call(partial(self._club.leaves, member))
        for name in names:
            with suppress(LeaseError):  # the call below raises it, after all others are done
                await call(partial(self._forget_at, name, member), name)
            await asyncio.sleep(0)
        token = request.headers["authorization"].partition(" ")[2]
        await call(partial(self._club.forget, token), *names)
        return {}

    def _forget_at(self, name: str, member: Member) -> None:
        self._club.forget_at(name, member)
        if name in [*self._host]:  # somebody may be there
            self._tell(name, anew=True)

    def _make(self, request: Request, body: Body) -> Answer:
        """Make a table; its maker takes the first seat, and bots take the last ones.

        With ``"take_backs": false`` nobody takes back a move there.
        """
        member = self._member(request)
        match body:
            case {
                "game": str(game),
                "options": dict(),
                "bots": list(),
                "public": bool(is_public),
                "seconds": int(seconds),
            } if type(body.get("take_backs", True)) is bool and all(
                type(bot) is str and bot in BOTS for bot in body["bots"]
            ):
                options = {str(key): str(value) for key, value in body["options"].items()}
            case _:
                raise TableError("expected a game, options, bots, public and seconds")
        clock = Clock(seconds=seconds) if seconds else None
        self._gate.seat(request, member.key)
        self._check_tables(member, address_of(request))
        name, token = self._made(
            member,
            game,
            options,
            body["bots"],
            clock,
            is_public=is_public,
            takes_back=body.get("take_backs", True),
        )
        self._made_by[name] = address_of(request)
        self._tell(name)
        return {"table": name, "token": token}

    def _check_tables(self, member: Member, address: str | None = None) -> None:
        """Refuse one more table to a person or an address that has many.

        Raises:
            TooMany: if there are as many as one may have.
        """
        if self._club.games_of(member) >= self._limits.tables:
            raise TooMany(f"you play at {self._limits.tables} tables: leave one of them first")
        self._made_by = {each: self._made_by[each] for each in self._host if each in self._made_by}
        own = [*self._made_by.values()].count(address)
        if address is not None and own >= self._limits.per_address:
            raise TooMany("too many tables come from your address: try again later")

    def _made(
        self,
        member: Member,
        game: str,
        options: Mapping[str, str],
        bots: list[str],
        clock: Clock | None,
        *,
        is_public: bool,
        takes_back: bool,
    ) -> tuple[str, str]:
        chosen = game_named(game)
        asked = rules_of(chosen, [f"{key}={value}" for key, value in options.items()], {})
        rules = bounded_rules(chosen, asked, self._limits)
        if len(bots) >= rules.seats:
            raise TableError(f"{len(bots)} bots: expected at most {rules.seats - 1}")
        first = rules.seats - len(bots)
        seated = dict(enumerate(bots, start=first))
        table = Table(chosen, rules, bots=seated, takes_back=takes_back)
        token = table.join(member.name, 0)
        name = self._host.add(table)
        self._club.list_table(name, maker=member, options=options, is_public=is_public, clock=clock)
        return name, token

    def _join(self, request: Request, body: Body) -> Answer:
        """Give the person a seat, or another token for the own seat."""
        seat = body.get("seat")
        if seat is not None and type(seat) is not int:
            raise TableError("expected the number of a seat")
        name, member = request.path_params["name"], self._member(request)
        self._gate.seat(request, member.key)
        entry = self._club.entry(name)
        if entry is not None and member.key not in entry.people:
            self._check_tables(member)
        token = self._club.sit(name, member, seat)
        self._tell(name)
        return {"table": name, "token": token}

    def _watch(self, request: Request, body: Body) -> Answer:
        name = request.path_params["name"]
        self._gate.seat(request)
        table = self._host.find(name)
        if table is None:
            raise TableError(_NO_TABLE)
        self._tell(name)
        return {"table": name, "token": table.spectate()}

    def _leave(self, request: Request, body: Body) -> Answer:
        name = request.path_params["name"]
        self._club.leave(name, self._member(request))
        self._tell(name)
        return {}


def _others() -> list[Any]:  # Any: games of other packages
    return [*GAMES.values()]


def _row(entry: Entry, own: str | None) -> Answer:
    """Return a table of the list, without the keys of its people."""
    row = attrs.asdict(entry, filter=lambda field, _: field.name not in _KEYS)
    about = {"mine": own in entry.people, "back": own in entry.left}
    return {**row, "title": GAMES[entry.game].title, **about}


async def content_of(request: Request) -> bytes:
    """Return the content of a request.

    Raises:
        TableError: if it is too long.
    """
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > LONGEST:
            raise TableError(f"expected at most {LONGEST} bytes")
    return data


async def _body_of(request: Request) -> Body:
    """Return the body of a request.

    Raises:
        TableError: if it is too long, or no JSON object.
    """
    data = await content_of(request)
    if not data:
        return {}
    try:
        found: Any = json.loads(data)  # Any: not checked yet
    except (ValueError, RecursionError):
        raise TableError(_EXPECTED) from None
    match found:
        case dict():
            return cast("Body", found)
        case _:
            raise TableError(_EXPECTED)
