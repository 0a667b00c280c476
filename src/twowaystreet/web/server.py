"""The server of the page: files, a health check, numbers, and a WebSocket for each connection."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

import orjson
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from twowaystreet import _page, schemas
from twowaystreet._page.engine import refused
from twowaystreet._page.viewers import FACTS, Viewer
from twowaystreet.errors import TwoWayStreetError, quoted
from twowaystreet.table import StoreError, Table, TableError, TokenError
from twowaystreet.web import limits as guards
from twowaystreet.web import pages
from twowaystreet.web.arrivals import ways_to
from twowaystreet.web.clocks import Clock
from twowaystreet.web.club import Club
from twowaystreet.web.counts import Counts, metrics_text
from twowaystreet.web.hosts import ElsewhereError, TableHost, told_outside
from twowaystreet.web.limits import Limits, TooMany
from twowaystreet.web.lobby import Lobby, content_of
from twowaystreet.web.rooms import MOVED, Client, Help, Room
from twowaystreet.web.sweeping import Sweeper
from twowaystreet.web.work import Desk, PatientDesk, Thinkers, Troubles, Waiting

PAGE: Final = Path(_page.__file__).with_name("page")
OF_SERVER: Final = PAGE.with_name("page_server")
ALONE: Final = PAGE.with_name("page_alone")
LOBBY: Final = PAGE.with_name("page_lobby")
_TYPES: Final = {
    "twowaystreet.d.ts": Path(schemas.__file__).with_name("twowaystreet.d.ts"),
    "client.d.ts": OF_SERVER / "client.d.ts",
}
UNKNOWN: Final = 4401  # code that closes a connection with an unknown token, or one that has ended
VERSION: Final = 4406  # code that closes a connection with an unknown version of the messages
BUSY: Final = 1013
FAILED: Final = 1011
TOO_FAST: Final = 1008
ASKING: Final = 1.0  # the most seconds to ask a store that hangs who sits in a seat
TELLS: Final = "tells a table"  # name of the tasks in which others learn what has changed
_ELSEWHERE: Final = {"retry-after": "1"}
_LOG: Final = logging.getLogger("uvicorn.error")


class Server:
    def __init__(
        self,
        host: TableHost,
        limits: Limits | None = None,
        pace: float = 0.5,
        club: Club | None = None,
    ) -> None:
        self.host = host
        self.club: Club | None = None
        self.counts = Counts()
        self.waiting = Waiting(in_threads=host.store is not None)
        self.desk = Desk()
        self._thinkers = Thinkers()
        self.reviews = pages.Reviews(self._thinkers)
        self._help = Help(self._thinkers)
        self._rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._troubles = Troubles()
        self.sweeper = Sweeper(host, self._rooms, self.waiting, self._troubles, self._opened)
        self.set_up(limits or Limits(), pace, club)

    def set_up(self, limits: Limits, pace: float, club: Club | None, guests: bool = False) -> None:
        """Take what an application says, which may come after the first followers."""
        self.limits, self._pace, self.club = limits, pace, club or self.club
        self._guests = guests
        self.gate = guards.Gate(limits)
        self._openings = guards.Allowances(limits.openings, limits.opening_rate)
        self._watchings = guards.Allowances(limits.watchers, 10 * limits.opening_rate)
        self._sendings = guards.Allowances(limits.burst, limits.rate)

    async def health(self, request: Request) -> Response:
        counts = {"tables": len(self.host), "connections": self.connections}
        return JSONResponse({"status": "ok", **counts})

    async def metrics(self, request: Request) -> Response:
        text, kind = metrics_text(self.counts, len(self.host), self.connections)
        return PlainTextResponse(text, media_type=kind)

    async def review(self, request: Request) -> Response:
        try:
            self.gate.open(request)
            token = parse_qs((await content_of(request)).decode("latin-1")).get("token", [""])[0]
            name = self._named(request.path_params.get("name"), token)
            room = await self._opened(name)
            if room is None:
                return pages.lost_page(request, "There is no such table here.")
            hand, make = pages.reviewed_hand(name, room.table, token)
            page = await self.reviews.get(hand, make, (name, hand.seat))
        except TooMany as error:
            return error.answer
        except ElsewhereError:  # a proxy asks the next process
            return PlainTextResponse("Another process has this table.", 503, _ELSEWHERE)
        except TwoWayStreetError as error:
            status = 500 if isinstance(error, StoreError) else 400
            return PlainTextResponse(f"There is no review: {told_outside(error)}.", status)
        return page.answer(request)

    def _named(self, name: str | None, token: str) -> str:
        """Return the name of a table; without one that of the token, which clubs always name."""
        return name or (self.club is None and self.host.of_token(token)) or ""

    @property
    def connections(self) -> int:
        return sum(len(room.clients) for room in self._rooms.values())

    async def _opened(self, name: str) -> Room | None:
        """Return the room of a table, loaded if it is in the store; ``None`` if there is none."""
        while True:
            room = self._rooms.get(name)
            if room is not None and self.host.here(name) is room.table and self.host.holds(name):
                return room
            found = await self.waiting.call(partial(self._found, name), name)
            if self.host.here(name) is found[0]:  # others may have needed the place meanwhile
                return self._room(name, *found)

    async def _opened_for(self, token: str, name: str) -> Room | None:
        room = await self._opened(name)
        if room is not None and room.table.stand_ins and not room.table.knows(token):
            with suppress(TokenError):  # a bot may play for the person
                await room.come_back(token)
        return room

    def _found(self, name: str) -> tuple[Table | None, Clock | None, str]:
        """Return a table, and, if it has no room yet, the time for each move and the stakes."""
        table, room = self.host.find(name), self._rooms.get(name)
        if table is None or (room is not None and room.table is table):
            return table, None, ""
        clock = self.host.clock if self.club is None else self.club.clock_of(name)
        return table, clock, self._note(name)  # the last change may not be in the list

    def _room(self, name: str, table: Table | None, clock: Clock | None, stake: str) -> Room | None:
        if table is None:
            return None
        room = self._rooms.get(name)
        if room is None or room.table is not table:
            if room is not None:  # the lease was lost, and is here again
                room.close(*MOVED)
            waits = self.waiting.in_threads
            desk = PatientDesk(self.desk, self.waiting, name) if waits else self.desk
            room = self._rooms[name] = Room(
                table,
                desk,
                self._thinkers,
                self.counts,
                self._help,
                about=f"table {name}",
                pace=self._pace,
                clock=clock,
                phrases=self.host.phrases,
                changed=partial(self._note, name),
                holds=partial(self.host.holds, name),
                remove=None if self.club is None else partial(self.club.remove, name),
                arrivals=ways_to(name, table, self.host, self.club, guests=self._guests),
                gives_hints=self.host.hints,
            )
            room.stakes = stake
            self.sweeper.begin()
        return room

    def tell(self, name: str, *, anew: bool = False) -> None:
        """Send news of a change from outside; the whole log ``anew``, if names have changed."""
        self._note(name)
        if self.waiting.in_threads:

            async def telling() -> None:
                self._told(await self._opened(name), anew=anew)

            self.waiting.soon(partial(self._soon, name, telling))
        else:
            self._told(self._room(name, *self._found(name)), anew=anew)

    def _soon(self, name: str, call: Callable[[], Awaitable[None]]) -> None:
        """Begin work on a table in the background."""
        task = asyncio.create_task(self._troubles.watch(f"table {name}", call), name=TELLS)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _told(self, room: Room | None, *, anew: bool) -> None:
        if room is not None and anew:
            room.tell_anew()
        elif room is not None:
            room.tell()
        self.sweeper.begin()

    def _note(self, name: str) -> str:
        if self.club is None:
            return ""
        try:
            entry = self.club.note(name)
        except Exception as error:  # the next change of the table notes this one
            self._troubles.tell(f"table {name} in the list", error)
            return ""
        self._troubles.end(f"table {name} in the list")
        stakes = "" if entry is None else entry.stakes
        room = self._rooms.get(name)  # the loop may take it away meanwhile
        if room is not None:
            room.stakes = stakes
        return stakes

    # Connections

    async def connect(self, socket: WebSocket) -> None:
        token = guards.token_of(socket)  # the socket keeps the other parts of the query, too
        socket.scope["query_string"] = b""  # uvicorn writes it into its log
        with suppress(WebSocketDisconnect):  # the client may leave at any time
            await self._connect(socket, token)

    async def _connect(self, socket: WebSocket, token: str) -> None:
        protocol = guards.spoken(socket)
        try:
            asked = socket.query_params.get("table")
            known = self._rooms.get(asked or "")
            if known is None or not known.table.knows(token):
                self.gate.open(socket)
        except TooMany as error:
            await socket.send_denial_response(error.answer)
            return
        if protocol not in (guards.PROTOCOL, None):
            reason = f"this version is unknown: expected {guards.PROTOCOL}; load the page again"
            await socket.accept(protocol)  # a browser hears nothing else
            await socket.close(VERSION, reason)
            return
        name = self._named(asked, token)
        try:
            room = await self._opened_for(token, name)
        except ElsewhereError:  # a proxy asks the next process
            busy = PlainTextResponse("another process has this table", 503, _ELSEWHERE)
            await socket.send_denial_response(busy)
            return
        except TwoWayStreetError as error:  # such as the options of a bot that do not fit
            _LOG.warning("table %s: %s", name, error)
            await socket.accept(protocol)
            await socket.close(BUSY, "the table cannot be opened now")
            return
        await socket.accept(protocol)
        if room is None or not room.table.knows(token):
            await socket.close(UNKNOWN, "this link belongs to no game here")
            return
        client = await self._client(socket, name, token, room.table.seat(token))
        if self._rooms.get(name) is not room:  # others needed the place
            await socket.close(*MOVED)
            return
        # A person is a seat, or all spectators of an address.
        is_watching = client.seat is None
        allowances = self._watchings if is_watching else self._openings
        if not allowances.take((name, client.address if is_watching else client.seat)):
            await socket.close(BUSY, "too many connections in a short time")
        elif not self._has_place(room, client):
            await socket.close(BUSY, "too many connections")
        else:
            await self._serve(socket, name, room, client)

    async def _client(self, socket: WebSocket, name: str, token: str, seat: int | None) -> Client:
        since = socket.query_params.get("since", "0")
        known = int(since) if since.isascii() and since.isdecimal() and len(since) < 10 else 0
        person: str | None = None
        if self.club is not None and seat is not None:
            asked = self.waiting.call(partial(self.club.person_at, name, seat))
            with suppress(StoreError, TimeoutError):  # the player comes before the bound
                person = await asyncio.wait_for(asked, ASKING)
        return Client(token, seat, Viewer(known), address=guards.address_of(socket), person=person)

    async def _serve(self, socket: WebSocket, name: str, room: Room, client: Client) -> None:
        with self._present(name, room, client):
            sending = asyncio.create_task(_send_news(socket, room, client))
            try:
                await self._listen(socket, room, client)
            finally:
                room.clients.discard(client)
                sending.cancel()
                with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await sending

    @contextmanager
    def _present(self, name: str, room: Room, client: Client) -> Generator[None]:
        """Let a client be in a room."""
        room.enter(client)
        self._look_soon(name)
        try:
            yield
        finally:
            room.leave(client)
            self._look_soon(name)
            if not self.host.holds(name):  # another process may have the table now
                self._soon(name, partial(self.sweeper.put_away, name))

    def _look_soon(self, name: str) -> None:
        if self.club is not None:
            self._soon(name, partial(self._look, self.club, name))

    async def _look(self, club: Club, name: str) -> None:
        if await self.waiting.call(partial(club.look, name)):
            await self.waiting.call(partial(club.list_again, name), name)

    def _has_place(self, room: Room, client: Client) -> bool:
        """Return whether a connection has a place; a spectator gives it to a player."""
        limits = self.limits
        own = sum(each.seat == client.seat and not each.is_ours for each in room.clients)
        if own >= (limits.watchers if client.seat is None else limits.per_player):
            return False
        rooms = self._rooms.values()
        everybody = [each for one in rooms for each in one.clients if not each.is_ours]
        person, address = client.person, client.address
        bounds = (
            (limits.per_person, [each for each in everybody if person and each.person == person]),
            (limits.per_address, [one for one in everybody if address and one.address == address]),
            (limits.connections, everybody),
        )
        full = [same for most, same in bounds if len(same) >= most]
        return all(self._gives_way(same, client) for same in full)

    def _gives_way(self, full: list[Client], comer: Client) -> bool:
        """End the connection of the spectator who came last, for a player."""
        spectators = [each for each in full if each.seat is None and each.ended is None]
        if comer.seat is None or not spectators:
            return False
        last = max(spectators, key=lambda each: each.came)
        last.end(BUSY, "a player needs this place")
        for room in self._rooms.values():
            room.clients.discard(last)
        return True

    # The program of the host, without a connection. Any: JSON.

    async def follow(
        self, token: str, table: str | None, seen: int
    ) -> AsyncGenerator[dict[str, Any], None]:
        name = table or self.host.of_token(token) or ""
        room = await self._opened_for(token, name)
        if room is None or not room.table.knows(token):
            raise TokenError
        if self._rooms.get(name) is not room:  # others needed the place
            return
        client = Client(token, room.table.seat(token), Viewer(seen), is_ours=True)
        client.viewer.change(FACTS)
        with self._present(name, room, client):
            while client.ended is None:
                for message in map(orjson.loads, await room.news(client)):
                    if message["type"] == "facts":
                        yield message
                    elif message["type"] == "begun":  # names have changed: it asks for all of it
                        client.viewer.change(FACTS)
                        client.is_behind = True
                        client.changed.set()
        if client.ended != MOVED:
            raise TokenError(client.ended[1])

    async def send(self, token: str, message: object, table: str | None) -> dict[str, Any] | None:
        name = table or self.host.of_token(token) or ""
        room = await self._opened(name)
        if room is None or not room.table.knows(token):
            raise TokenError
        client, text = Client(token, room.table.seat(token)), ""
        room.wake()  # a bot may be to move
        if not self._sendings.take((name, client.seat)):
            client.answer = refused("too many messages: try again in a moment")
        else:
            with suppress(TypeError, ValueError, RecursionError):
                text = json.dumps(message)
            await room.receive(client, text)
            if client.asking is not None:
                await client.asking
        return None if client.answer is None else orjson.loads(client.answer)

    async def _listen(self, socket: WebSocket, room: Room, client: Client) -> None:
        allowance = guards.Allowance(self.limits.burst, self.limits.rate)
        with suppress(WebSocketDisconnect):
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text: str | None = message.get("text")
                if not allowance.take() or text is None or len(text) > self.limits.size:
                    await socket.close(TOO_FAST, "too many messages, or one that is too long")
                    return
                await room.receive(client, text)


async def _send_news(socket: WebSocket, room: Room, client: Client) -> None:
    """Send each change of the table to a connection; end it if the table cannot be shown."""
    while True:
        try:
            answers = await room.news(client)
        except TokenError:  # the host has ended it
            client.ended, answers = (UNKNOWN, "this link has ended"), []
        except Exception:  # a display of a game may fail in any way
            _LOG.exception("the table cannot be shown")
            client.ended, answers = (FAILED, "the table cannot be shown"), []
        with suppress(WebSocketDisconnect, RuntimeError):  # the connection may end at any time
            for answer in answers:
                await socket.send_text(answer)
            if client.ended is not None:
                await socket.close(*client.ended)
                return


def application(
    host: TableHost,
    *,
    limits: Limits | None = None,
    pace: float = 0.5,
    lobby: bool = False,
    embed_in: Sequence[str] = (),
    guests: bool = False,
) -> Starlette:
    """Return the ASGI application that serves the tables of a host, to run or to mount in a site.

    The page of a person is ``/#TOKEN``, or ``/table/#TABLE.TOKEN`` for a table by name. Its
    connection is ``/ws?table=TABLE``, with the protocols ``twowaystreet.v1`` and
    ``token.TOKEN``, or ``/ws?table=TABLE&token=TOKEN``. ``/health`` tells that the server
    works, and ``/metrics`` gives numbers in the text format of Prometheus.

    Args:
        host: the host of the tables.
        limits: the limits; ``None`` for the usual ones.
        pace: the seconds of a step of time, in which bots move, from 0 to 60.
        lobby: ``True`` for a page at which people make, join and watch tables; it needs a store.
        embed_in: the sites, such as ``https://club.example``, that may frame the pages, and whose
            pages may load ``/client.js`` and connect; ``self`` for the own site; by default nobody.
            Browsers let no site with an IPv6 address frame a page.
        guests: ``True`` if players can invite others by the link of spectators, which lets each of
            them take a free seat, or before the first deal that of a "Player 2" who has not come.

    Raises:
        TableError: if the pace or a site does not fit, or the host has no store for a lobby.

    >>> from twowaystreet.games import duel
    >>> from twowaystreet.table import Table
    >>> host = TableHost()
    >>> name = host.add(Table(duel.GAME, bots={1: "simple"}))
    >>> [route.path for route in application(host).routes]
    ['/health', '/metrics', '/ws', '/twowaystreet.d.ts', '/client.d.ts', ..., '/table', '']
    """
    if type(pace) not in (int, float) or not 0 <= pace <= 60:
        raise TableError(f"pace={quoted(pace)}: expected 0 to 60 seconds")
    if lobby and host.store is None:
        raise TableError("a lobby keeps its tables in a store: give one to the host")
    sites, server = guards.sites_of(embed_in), host._doors
    assert isinstance(server, Server)
    club = (server.club or Club(host)) if lobby else None
    server.set_up(limits or Limits(), pace, club, guests)
    routes, handlers = [*_routes(server, club, guests)], {404: pages.no_page}
    return Starlette(False, routes, [Middleware(guards.Guard, embed_in=sites)], handlers)


TableHost._built = Server


def _routes(server: Server, club: Club | None, guests: bool = False) -> Iterator[BaseRoute]:
    yield Route("/health", server.health)
    yield Route("/metrics", server.metrics)
    yield WebSocketRoute("/ws", server.connect)
    yield from (Route(f"/{name}", _types) for name in _TYPES)
    yield Route("/review", server.review, methods=["POST"])
    yield Route("/api/tables/{name}/review", server.review, methods=["POST"])
    if club is not None:
        lobby = Lobby(server.host, club, server.tell, server.limits, server.gate, server.waiting)
        yield from lobby.routes()
        yield from pages.Pictures(server.host, lobby.admit, server.waiting, server.desk).routes()
        yield from pages.Invitations(lobby.admit, server.waiting).routes()
        yield from pages.Pages(club, lobby, server.gate, server.waiting, server.reviews).routes()
    elif guests:
        yield from pages.Invitations(server.gate.open, server.waiting).routes()
    yield Mount("/table", _Folders(PAGE, OF_SERVER))
    yield Mount("/", _Folders(*(() if club is None else (LOBBY, ALONE)), PAGE, OF_SERVER))


async def _types(request: Request) -> Response:
    file = _TYPES[request.url.path.rpartition("/")[2]]
    return FileResponse(file, media_type="text/plain")  # .ts may stand for a film


class _Folders(StaticFiles):
    """The files of several folders; the first one with a name counts."""

    def __init__(self, *folders: Path) -> None:
        super().__init__(directory=folders[0], html=True)
        self.all_directories = [*folders]
