"""The lobby over HTTP: people, tables, results and finished games, as JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from inspect import isawaitable
from typing import Any, Final, TypeAlias, cast

import attrs
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from twowaystreet._core.display.options import SettingError, rules_of
from twowaystreet._core.display.values import count
from twowaystreet._core.engine.fields import option_text, options_of
from twowaystreet._core.engine.game import GAMES, Game, game_named
from twowaystreet._page.alone import BOTS, catalogue
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError, TwoWayStreetError
from twowaystreet.table import LeaseError, StoreError, Table, TableError, TokenError
from twowaystreet.table._people import labels_of
from twowaystreet.web.clocks import Clock
from twowaystreet.web.club import NO_TABLE, Club
from twowaystreet.web.hosts import ElsewhereError, FullError, TableHost, told_outside
from twowaystreet.web.limits import Gate, Limits, TooMany, address_of
from twowaystreet.web.listings import LEAVING, ListedTable, Member, Result
from twowaystreet.web.work import Waiting

LONGEST: Final = 4000
SHOWN: Final = 100
CLOCKS: Final = (0, 15, 30, 60, 300, 86_400)  # seconds for a move; 0 stands for no limit
HANDS: Final = "max_hands"
# Any: JSON, whose values the lobby checks.
Json: TypeAlias = dict[str, Any]
_Call: TypeAlias = Callable[[Request, Json], Json | Response | Awaitable[Json]]
_KEYS: Final = frozenset({"people", "began", "left"})  # they have keys of people
_STATUSES: Final[Mapping[type[Exception], int]] = {
    TooMany: 429,
    FullError: 503,
    TokenError: 401,
    ElsewhereError: 503,
    StoreError: 500,
}
"""The status codes of refusals, by the first class that fits; others have 400. After 503 a proxy
asks the next process."""


def _named(request: Request) -> Sequence[str]:
    """Return the table that a request changes and a name for its person, so that they queue."""
    person = sha256(request.headers.get("authorization", "").encode()).hexdigest()
    names = request.path_params.get("name"), person if "authorization" in request.headers else None
    return () if request.method == "GET" else [each for each in names if each is not None]


@attrs.define(eq=False)
class Lobby:
    """The lobby of a host with a club.

    Each request but the first gives the token of the person as ``Authorization: Bearer TOKEN``.
    """

    _host: TableHost
    _club: Club
    _tell: Callable[..., object]  # sends news to everybody at a table by its name
    _limits: Limits
    _gate: Gate
    _waiting: Waiting
    # The addresses of those who made the tables in memory.
    _made_by: dict[str, str | None] = attrs.field(init=False, factory=dict[str, str | None])
    catalogue: Json = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        found = bounded_catalogue(catalogue([*GAMES.values()]), self._limits)
        found |= {"hints": self._host.hints, "phrases": self._host.phrases}
        self.catalogue = {**found, "clocks": list(CLOCKS), "leaving": LEAVING}

    def routes(self) -> Iterator[BaseRoute]:
        one = "/api/tables/{name}"
        for method, path, call in (
            ("GET", "/api/catalogue", self._games),
            ("GET", "/api/tables", self._tables),
            ("GET", "/api/results", self._results),
            ("GET", "/api/person", self._profile),
            ("POST", "/api/people", self._enrol),
            ("DELETE", "/api/people", self._forget),
            ("POST", "/api/tables", self._make),
            ("GET", one, self._one),
            ("POST", f"{one}/join", self._join),
            ("POST", f"{one}/watch", self._watch),
            ("POST", f"{one}/leave", self._leave),
            ("GET", "/api/games/{key}", self._game),
        ):
            yield Route(path, self._answering(call), methods=[method])

    def _answering(self, call: _Call) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            try:
                await self._waiting.call(partial(self.admit, request))
                body = await _body_of(request)
                answer = await self._waiting.call(partial(call, request, body), *_named(request))
                if isawaitable(answer):
                    answer = await answer
                return answer if isinstance(answer, Response) else JSONResponse(answer)
            except (TwoWayStreetError, SettingError) as error:
                statuses = (code for kind, code in _STATUSES.items() if isinstance(error, kind))
                headers = error.headers if isinstance(error, (TooMany, FullError)) else None
                return JSONResponse({"error": told_outside(error)}, next(statuses, 400), headers)

        return endpoint

    def admit(self, request: Request) -> None:
        """Count a request for the person with its token, if there is one, and for its address."""
        try:
            self._gate.admit(request, self._member(request).key)
        except TokenError:
            self._gate.admit(request)

    def _member(self, request: Request) -> Member:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return self._club.member(token if scheme == "Bearer" else "")

    # Requests of everybody

    def _games(self, request: Request, body: Json) -> Json:
        return self.catalogue

    def _tables(self, request: Request, body: Json) -> Json:
        own = self._own(request)
        return {"tables": [self._row(each, own) for each in self._club.entries(own, SHOWN)]}

    def _one(self, request: Request, body: Json) -> Json:
        if (entry := self._club.ledger.table(request.path_params["name"])) is None:
            raise TableError(NO_TABLE)
        return self._row(entry, self._own(request))

    def _row(self, entry: ListedTable, own: str | None) -> Json:
        """Return a table of the list, with the number of its last event if it is in memory."""
        here = self._host.here(entry.table)
        about = {"mine": own in entry.people, "back": own in entry.left}
        number = None if here is None else here.last_number
        title = GAMES[entry.game].title
        return {**_without_keys(entry), "title": title, **about, "number": number}

    def _own(self, request: Request) -> str | None:
        return self._member(request).key if "authorization" in request.headers else None

    def _results(self, request: Request, body: Json) -> Json:
        ledger = self._club.ledger
        standings = [*map(attrs.asdict, ledger.standings(SHOWN))]
        return {"results": [*map(_without_keys, ledger.results(SHOWN))], "standings": standings}

    def _profile(self, request: Request, body: Json) -> Json | Response:
        found = self._club.profile(request.query_params.get("name", ""), SHOWN)
        if found is None:
            return JSONResponse({"error": "nobody here has this name"}, 404)
        results = [{"seat": seat, **_without_keys(one)} for seat, one in found.results]
        ratings = [*map(attrs.asdict, found.ratings)]
        return {**attrs.asdict(found.standing), "ratings": ratings, "results": results}

    def _game(self, request: Request, body: Json) -> Response:
        if (record := self._club.record_of(request.path_params["key"])) is None:
            return JSONResponse({"error": "there is no such game here"}, 404)
        return Response(record, media_type="application/json")

    # Requests of people with a token, and the first one, which gives it

    def _enrol(self, request: Request, body: Json) -> Json:
        self._gate.seat(request)
        return {"token": self._club.enrol(name := body.get("name")), "name": str(name).strip()}

    async def _forget(self, request: Request, body: Json) -> Json:
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

    def _make(self, request: Request, body: Json) -> Json:
        """Make a table; its maker takes the first seat, and bots take the last ones."""
        member = self._member(request)
        match {"take_backs": True, "hints": True, "phrases": True, **body}:
            case {
                "game": str(game),
                "options": dict(),
                "bots": list(),
                "public": bool(is_public),
                "seconds": seconds,
                "take_backs": bool(takes_back),
                "hints": bool(hints),
                "phrases": bool(phrases),
            } if is_int(seconds) and all(type(bot) is str and bot in BOTS for bot in body["bots"]):
                settings = [f"{key}={value}" for key, value in body["options"].items()]
                bots: list[str] = body["bots"]
            case _:
                raise TableError("expected a game, options, bots, public and seconds")
        clock = Clock(seconds=seconds) if seconds else None
        self._gate.seat(request, member.key)
        self._check_tables(member, address_of(request))
        kind = game_named(game)
        asked, usual = rules_of(kind, settings, {}), kind.Rules()
        given = ((each, getattr(asked, each)) for each in options_of(kind.Rules))
        changed = (each for each in given if each[1] != getattr(usual, each[0]))
        options = {each: option_text(value) for each, value in changed}
        rules = bounded_rules(kind, asked, self._limits)
        if len(bots) >= rules.seats:
            raise TableError(f"{len(bots)} bots: expected at most {rules.seats - 1}")
        seated = dict(enumerate(bots, start=rules.seats - len(bots)))
        table = Table(
            kind,
            rules,
            bots=seated,
            bot_names=labels_of(seated),
            takes_back=takes_back,
            hints=hints,
            phrases=phrases,
        )
        token = table.join(member.name, 0)
        name = self._host.add(table)
        try:
            self._club.list_table(
                name, maker=member, options=options, is_public=is_public, clock=clock
            )
        except (StoreError, OSError):
            with suppress(StoreError, OSError):  # nobody has its token
                self._host.remove(name)
                self._club.forget_at(name, member)
            raise
        self._made_by[name] = address_of(request)
        self._tell(name)
        return {"table": name, "token": token}

    def _check_tables(self, member: Member, address: str | None = None) -> None:
        if self._club.ledger.games_of(member.key) >= self._limits.tables:
            raise TooMany(f"you play at {self._limits.tables} tables: leave one of them first")
        for each in [*self._made_by]:  # in its place, as other threads add to it
            if self._host.here(each) is None:
                self._made_by.pop(each, None)
        own = [*self._made_by.values()].count(address)
        if address is not None and own >= self._limits.per_address:
            raise TooMany("too many tables come from your address: try again later")

    def _join(self, request: Request, body: Json) -> Json:
        seat = body.get("seat")
        if seat is not None and type(seat) is not int:
            raise TableError("expected the number of a seat")
        name, member = request.path_params["name"], self._member(request)
        self._gate.seat(request, member.key)
        entry = self._club.ledger.table(name)
        if entry is not None and member.key not in entry.people:
            self._check_tables(member)
        token = self._club.sit(name, member, seat)
        self._tell(name)
        return {"table": name, "token": token}

    def _watch(self, request: Request, body: Json) -> Json:
        name = request.path_params["name"]
        self._gate.seat(request)
        table = self._club.table(name)
        self._tell(name)
        return {"table": name, "token": table.spectate()}

    def _leave(self, request: Request, body: Json) -> Json:
        name, member = request.path_params["name"], self._member(request)
        try:
            self._club.leave(name, member)
        finally:  # the seat may be free though the list cannot be saved
            if self._host.here(name) is not None:
                self._tell(name)
        return {}


def _without_keys(value: ListedTable | Result) -> Json:
    return attrs.asdict(value, filter=lambda field, _: field.name not in _KEYS)


async def content_of(request: Request) -> bytes:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > LONGEST:
            raise TableError(f"expected at most {LONGEST} bytes")
    return data


async def _body_of(request: Request) -> Json:
    data = await content_of(request)
    try:
        found: object = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return cast("Json", found)
    raise TableError("expected JSON such as {}")


# The bounds of a host for the options of tables that people make


def _bounds(limits: Limits) -> dict[str, int]:
    return {"players": limits.players, "decks": limits.decks, HANDS: limits.hands}


# Any: each game has its own class of rules.
def bounded_rules(game: Game, rules: Any, limits: Limits) -> Any:
    """Return rules within the bounds: usual values, and no limit of hands, become what fits.

    It refuses another value of an option that is above a bound.
    """
    options, usual = options_of(game.Rules), game.Rules()
    if rules.max_hands is None and HANDS in options:
        rules = attrs.evolve(rules, **{HANDS: limits.hands})
    for name, bound in _bounds(limits).items():
        value = rules.seats if name == "players" else getattr(rules, name, None)
        if is_int(value) and value > bound:
            if name not in options or value != getattr(usual, name):
                raise TableError(f"{name}={value}: expected at most {bound} on this server")
            rules = attrs.evolve(rules, **{name: bound})
    return rules


def bounded_catalogue(catalogue: Json, limits: Limits) -> Json:
    """Return the content of the gallery with the bounds in its forms."""
    games = [_bounded_game(game, limits) for game in catalogue["games"]]
    return {**catalogue, "games": [game for game in games if game["seats"] <= limits.players]}


def _bounded_game(game: Json, limits: Limits) -> Json:
    bounds = {**_bounds(limits), "players": _most_players(GAMES[game["name"]], limits)}
    found = {
        option["name"]: _bounded_option(option, bounds[option["name"]])
        if option["name"] in bounds and not option["values"]
        else option
        for option in game["options"]
    }
    changed = {**game, "options": [*found.values()]}
    if "players" in found and not found["players"]["values"]:
        least, most = found["players"]["least"], bounds["players"]
        changed["seats"] = max(least, int(found["players"]["default"]))
        changed["players"] = f"{least} to {most} players" if least < most else count(most, "player")
    return changed


def _most_players(game: Game, limits: Limits) -> int:
    """Return the greatest number of players for which a game is within the bounds; 0 for none."""
    option = options_of(game.Rules).get("players")
    if option is None or option.at_least is None or option.at_most is None:
        return limits.players
    for number in range(min(option.at_most, limits.players), option.at_least - 1, -1):
        with suppress(TableError):  # more players can need more decks
            with suppress(RulesError):  # so many may need other options besides
                bounded_rules(game, game.Rules(players=number), limits)
            return number
    return 0


def _bounded_option(option: Json, bound: int) -> Json:
    pairs = option["words"].items()
    words = {value: text for value, text in pairs if value == "none" or int(value) <= bound}
    if option["name"] == HANDS and "none" in words:
        words["none"] = f"At most {bound} hand{'s' if bound > 1 else ''}"
    most = min(option["most"], bound)
    default = option["default"]
    if default != "none" and int(default) > most:
        default = str(most)
        words.setdefault(default, default)
    expected = option["expected"].replace(f" to {option['most']}", f" to {most}")
    return {**option, "words": words, "default": default, "most": most, "expected": expected}
