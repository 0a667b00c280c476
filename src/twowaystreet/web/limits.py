"""The limits of a server: how much it takes, how often, and from whom; a guard of each request."""

from __future__ import annotations

import logging
import math
import re
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address
from itertools import takewhile
from typing import Any, Final

import attrs
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from twowaystreet._util.numbers import GREATEST, is_int
from twowaystreet.errors import RulesError, quoted
from twowaystreet.table import TableError

MOST: Final = 10_000  # the most names that have an allowance of their own
AT_ONCE: Final = 30  # requests that one person can send at once
RATE: Final = 2.0  # requests a second that this person can send for longer
ASKING: Final = 6.0  # seconds for as many requests of an address as it may have connections
COMING: Final = 60.0  # seconds for as many people, and places at tables, of an address


PROTOCOL: Final = "twowaystreet.v1"  # the version of the messages, as a subprotocol
_USUAL_PORTS: Final = {"http": ":80", "https": ":443"}  # an address can omit them
TOKEN: Final = "token."
"""The beginning of the second protocol of a page, with its token: no log of a proxy has headers."""


def _whole(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if not is_int(value) or not 0 < value <= GREATEST:
        raise RulesError(field.name, value, f"a whole number, 1 to {GREATEST}")


def _positive(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if not (is_int(value) or isinstance(value, float)) or not 0 < value <= GREATEST:
        raise RulesError(field.name, value, f"a number above 0, at most {GREATEST}")


@attrs.frozen(kw_only=True)
class Limits:
    """The limits of a server.

    A person is a player of a table, on any number of pages, or a spectator with a token; in a club
    the same person at all tables. An address is one of IPv4, or a network ``/64`` of IPv6. All
    numbers are positive ``int``, at most a billion; the two rates may be a ``float``.

    Attributes:
        size: the most bytes of a message.
        burst: the most messages that a connection can send at once.
        rate: the messages a second that it can send for longer.
        connections: the most connections of a server at the same time.
        per_player: the most connections of one player at the same time.
        per_person: the most connections of one person of a club at all tables.
        per_address: the most connections of one address at the same time, tables in memory that it
            has made, requests at once (and then a sixth of them each second), and places at tables
            that it takes at once (and then a sixtieth).
        watchers: the most connections of spectators at one table at the same time.
        openings: the most connections that one person can open at once.
        opening_rate: the connections a second that this person can open for longer. To make or
            join a table in a club counts in the same way.
        tables: the most tables with a seat of one person of a club and a game that is not over.
        players: the most players of a table that people make.
        decks: the most decks of such a table.
        hands: the most hands of a game at such a table.

    Raises:
        RulesError: if a value is not such a number.

    >>> Limits(openings=5).openings, Limits().rate
    (5, 10.0)
    >>> Limits(burst=0)
    Traceback (most recent call last):
        ...
    twowaystreet.RulesError: burst=0: expected a whole number, 1 to 1000000000
    """

    size: int = attrs.field(default=2000, validator=_whole)
    burst: int = attrs.field(default=40, validator=_whole)
    rate: float = attrs.field(default=10.0, validator=_positive)
    connections: int = attrs.field(default=1000, validator=_whole)
    per_player: int = attrs.field(default=8, validator=_whole)
    per_person: int = attrs.field(default=24, validator=_whole)
    per_address: int = attrs.field(default=300, validator=_whole)
    watchers: int = attrs.field(default=100, validator=_whole)
    openings: int = attrs.field(default=30, validator=_whole)
    opening_rate: float = attrs.field(default=0.5, validator=_positive)
    tables: int = attrs.field(default=20, validator=_whole)
    players: int = attrs.field(default=12, validator=_whole)
    decks: int = attrs.field(default=4, validator=_whole)
    hands: int = attrs.field(default=100, validator=_whole)


@attrs.define
class Allowance:
    """A number of times that something may happen: a burst at once, and then a rate a second."""

    burst: int
    rate: float
    clock: Callable[[], float] = time.monotonic
    _left: float = attrs.field(init=False)
    _at: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._left, self._at = float(self.burst), self.clock()

    def take(self) -> bool:
        """Count one; return ``False`` if it is one too many."""
        now = self.clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        return max(0.0, (1 - self._left) / self.rate)

    @property
    def is_whole(self) -> bool:
        return self._left + (self.clock() - self._at) * self.rate >= self.burst


@attrs.define
class Allowances:
    """An allowance for each name. It is forgotten soon after it is whole again."""

    burst: int
    rate: float
    clock: Callable[[], float] = time.monotonic
    most: int = MOST
    _guard: threading.Lock = attrs.field(init=False, factory=threading.Lock, eq=False)
    _each: dict[Hashable, Allowance] = attrs.field(init=False, factory=dict[Hashable, Allowance])

    def take(self, name: Hashable) -> bool:
        return self.wait(name) == 0

    def wait(self, name: Hashable) -> float:
        """Count one for a name; return 0, or the seconds until it may happen if it is too many."""
        with self._guard:  # requests can come from several threads
            # A dict keeps the order of entry: the first name was not used for longest.
            for old in [*takewhile(lambda each: self._each[each].is_whole, self._each)]:
                del self._each[old]
            allowance = self._each.pop(name, None) or Allowance(self.burst, self.rate, self.clock)
            self._each[name] = allowance
            if len(self._each) > self.most:
                del self._each[next(iter(self._each))]
            return 0.0 if allowance.take() else max(allowance.wait, 0.001)


# Connections


class TooMany(TableError):
    def __init__(self, words: str, seconds: float = 60.0) -> None:
        super().__init__(words)
        self.headers = {"retry-after": str(math.ceil(seconds))}

    @property
    def answer(self) -> PlainTextResponse:
        return PlainTextResponse(f"{self}.", 429, self.headers)


def token_of(connection: HTTPConnection) -> str:
    """Return the token of a connection: of a page in a header, and of a program in the address."""
    in_address = connection.query_params.get("token", "")
    offered = (each for each in offered_by(connection) if each.startswith(TOKEN))
    return next((each.removeprefix(TOKEN) for each in offered), in_address)


def offered_by(connection: HTTPConnection) -> list[str]:
    """Return the protocols that a client offers.

    uvicorn before 0.50.1 gives all of them as one text.

    >>> offered_by(HTTPConnection({"type": "websocket", "subprotocols": ["twowaystreet, token.T"]}))
    ['twowaystreet', 'token.T']
    """
    found: list[str] = connection.scope.get("subprotocols", [])
    return [each.strip() for text in found for each in text.split(",")]


def spoken(connection: HTTPConnection) -> str | None:
    """Return the protocol of a connection: ours, the first one offered, or ``None`` for none."""
    offered = [each for each in offered_by(connection) if not each.startswith(TOKEN)]
    return PROTOCOL if PROTOCOL in offered else next(iter(offered), None)


def is_same_origin(connection: HTTPConnection) -> bool:
    """Return whether the page of a connection comes from this server; a program sends no origin.

    A page whose name was changed to this address (DNS rebinding) has the same origin, but not the
    token, which browsers keep for the page that they got it from.
    """
    origin = connection.headers.get("origin")
    return origin is None or _is_of(origin, connection)


def _is_of(origin: str, connection: HTTPConnection) -> bool:
    scheme, _, place = origin.lower().partition("://")
    host = connection.headers.get("host", "").lower()
    port = _USUAL_PORTS.get(scheme)
    return port is not None and bool(host) and place.removesuffix(port) == host.removesuffix(port)


def address_of(connection: HTTPConnection) -> str | None:
    """Return the address that a connection counts for, also behind a proxy that uvicorn trusts."""
    return None if connection.client is None else network_of(connection.client.host) or None


def network_of(host: str) -> str:
    """Return the address of IPv4, or the network of IPv6, which one client usually has whole.

    >>> network_of("192.0.2.8"), network_of("2001:db8:1:2::7"), network_of("::ffff:192.0.2.8")
    ('192.0.2.8', '2001:db8:1:2::/64', '192.0.2.8')
    """
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:  # another name of a place, such as a socket
        return host
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
    return str(found)


class Gate:
    """The allowances of everybody who asks; each method raises :class:`TooMany`."""

    def __init__(self, limits: Limits) -> None:
        many = limits.per_address
        self._requests = Allowances(many, many / ASKING)
        self._people = Allowances(AT_ONCE, RATE)
        self._seats = Allowances(limits.openings, limits.opening_rate)
        self._doors = Allowances(many, many / ASKING)
        self._drawings = Allowances(many, many / COMING)
        self._places = Allowances(many, many / COMING)

    def admit(self, request: HTTPConnection, person: str | None = None) -> None:
        if person is not None:  # who may not ask takes nothing from others at the address
            _count(self._people, person)
        address = address_of(request)
        _count(self._requests, address and (address, person is None))

    def open(self, connection: HTTPConnection) -> None:
        """Count a connection of somebody whom no table in memory knows, or a request there."""
        # After a restart all pages of an address connect again at once.
        _count(self._doors, address_of(connection))

    def draw(self, connection: HTTPConnection) -> None:
        """Count a part of a finished game, which takes as long as twenty moves."""
        _count(self._drawings, address_of(connection))

    def seat(self, request: HTTPConnection, person: str | None = None) -> None:
        """Count a new person, a table that somebody makes, or a place at one."""
        _count(self._seats, person)
        _count(self._places, address_of(request))


def _count(allowances: Allowances, name: Hashable | None) -> None:
    wait = 0.0 if name is None else allowances.wait(name)
    if wait:
        raise TooMany("too many requests: try again in a moment", wait)


_POLICY: Final = "content-security-policy"
HEADERS: Final = {
    _POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
"""The headers of every answer that does not set them itself."""
_NOBODY: Final = "'none'"  # the end of that policy: who may frame the pages
_SELF: Final = "'self'"  # the own site in the policy
_SITE: Final = re.compile(r"https?://([a-z0-9.-]{1,253}|\[[0-9a-f:]{2,39}\])(:[1-9][0-9]{0,4})?")
_MOST_TOLD: Final = 100  # foreign sites in the log
_LOOKING: Final = frozenset({"GET", "HEAD", "OPTIONS"})  # methods that change nothing
_NOTHING: Final = JSONResponse({"error": "nothing here has such a name"}, 404)
_FOREIGN: Final = JSONResponse({"error": "the page of another site asks for this"}, 403)
_LOG: Final = logging.getLogger("uvicorn.error")


class Guard:
    """Middleware that refuses foreign changes and NUL, adds headers, and notes lost clients.

    The pages of the sites in ``embed_in`` may frame those of the server, load its files and
    connect. Those of ``self`` may frame them.
    """

    def __init__(self, app: ASGIApp, embed_in: Sequence[str] = ()) -> None:
        self._app = app
        self._sites = frozenset(embed_in)
        self._told: set[str] = set()
        self._ancestors = " ".join(sorted(self._sites)) or _NOBODY

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                # Some pages have a policy of their own, with the same end.
                headers[_POLICY] = headers[_POLICY].removesuffix(_NOBODY) + self._ancestors
                if origin in self._sites:
                    headers["access-control-allow-origin"] = origin
                if self._sites:
                    headers.add_vary_header("origin")
            await send(message)

        scope["home"] = f"{scope.get('root_path', '')}/"
        app, is_http = self._app, scope["type"] == "http"
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        origin = connection.headers.get("origin", "").lower()
        if connection.headers.get("sec-fetch-dest") == "iframe":
            around = "/".join(connection.headers.get("referer", "").lower().split("/")[:3])
            if not (_SELF in self._sites and _is_of(around, connection)):
                self._tell(around)
        may_connect = not is_http and origin in self._sites
        changes = not is_http or scope["method"] not in _LOOKING
        is_foreign = not may_connect and not is_same_origin(connection)
        if is_foreign:
            self._tell(origin)
        if is_foreign and changes:
            app = _FOREIGN if is_http else WebSocketClose()
        elif is_http and ("\0" in scope["path"] or b"%00" in scope["query_string"]):
            app = _NOTHING  # PostgreSQL has no texts with NUL
        try:
            await app(scope, receive, send_with_headers if is_http else send)
        except ClientDisconnect:  # the path may hold anything, so this line does not quote it
            _LOG.warning("a client went away before its request was complete")

    def _tell(self, origin: str) -> None:
        """Tell the log once which site asked, and what would allow it."""
        is_new = origin not in self._told | self._sites and len(self._told) < _MOST_TOLD
        if is_new and _SITE.fullmatch(origin):
            self._told.add(origin)
            _LOG.warning("a page of %s asked: --embed-in %s would allow it", origin, origin)


def sites_of(given: object) -> list[str]:
    """Return the origins of sites as browsers send them; raise TableError for another value."""
    sites: Any = given  # Any: not checked yet
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TableError(f"embed_in={quoted(given)}: expected a list of sites")
    return [*map(_site_of, sites)]


def _site_of(text: object) -> str:
    found = text.lower().removesuffix("/") if isinstance(text, str) else ""
    if found == "self":
        return _SELF
    if not _SITE.fullmatch(found):
        raise TableError(f"embed_in: {quoted(text)}: expected a site such as https://club.example")
    return found.removesuffix(_USUAL_PORTS[found.partition("://")[0]])
