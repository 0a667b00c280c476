"""The gate of a server: who may ask and connect, and how often, by person and by address."""

from __future__ import annotations

import math
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse

from twowaystreet.table import TableError
from twowaystreet.web.allowances import Allowances
from twowaystreet.web.limits import Limits

AT_ONCE: Final = 30
"""The requests that one person can send at once."""
RATE: Final = 2.0
"""The requests a second that this person can send for longer."""
ASKING: Final = 6.0
"""The seconds in which an address may send as many requests as it may have connections. Forty
people at the page of a club send 20 requests a second."""
COMING: Final = 60.0
"""The seconds in which as many people may come from an address, and take places at tables."""


class TooMany(TableError):
    """Somebody asks too often, or has too many of something.

    Args:
        words: the reason.
        seconds: the seconds until it is worth to ask again.
    """

    def __init__(self, words: str, seconds: float = 60.0) -> None:
        super().__init__(words)
        self.seconds = math.ceil(seconds)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of an answer."""
        return {"retry-after": str(self.seconds)}

    @property
    def answer(self) -> PlainTextResponse:
        """The answer in words."""
        return PlainTextResponse(f"{self}.", 429, self.headers)


def address_of(connection: HTTPConnection) -> str | None:
    """Return the address that a connection counts for; ``None`` if the server does not know it.

    It is the address of the client, also behind a proxy that the server trusts. Whoever has one
    address of IPv6 usually has all of its network ``/64``, so these count as one.
    """
    return None if connection.client is None else network_of(connection.client.host) or None


def network_of(host: str) -> str:
    """Return the address of IPv4, or the network of IPv6, of a client.

    >>> network_of("192.0.2.8"), network_of("2001:db8:1:2::7"), network_of("::ffff:192.0.2.8")
    ('192.0.2.8', '2001:db8:1:2::/64', '192.0.2.8')
    """
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:  # another name of a place, such as a socket
        return host
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped
        return str(inner or IPv6Network((found, 64), strict=False))
    return str(found)


class Gate:
    """The allowances of everybody who asks.

    Args:
        limits: the limits of the server.
    """

    def __init__(self, limits: Limits) -> None:
        many = limits.per_address
        self._requests = Allowances(many, many / ASKING)
        self._people = Allowances(AT_ONCE, RATE)
        self._seats = Allowances(limits.openings, limits.opening_rate)
        self._doors = Allowances(many, many / ASKING)
        self._drawings = Allowances(many, many / COMING)
        self._places = Allowances(many, many / COMING)

    def admit(self, request: HTTPConnection, person: str | None = None) -> None:
        """Count a request.

        Args:
            request: the request.
            person: the person with the token of the request; ``None`` without one.

        Raises:
            TooMany: if the person or the address sends too many.
        """
        if person is not None:  # who may not ask takes nothing from others at the address
            _check(self._people, person)
        address = address_of(request)
        if address is not None:
            _check(self._requests, (address, person is None))

    def open(self, connection: HTTPConnection) -> None:
        """Count a connection of somebody whom no table in memory knows, or a request there.

        After a restart all pages of an address connect again at once.

        Raises:
            TooMany: if the address opens too many in a short time.
        """
        address = address_of(connection)
        if address is not None:
            _check(self._doors, address)

    def draw(self, connection: HTTPConnection) -> None:
        """Count a part of a finished game, which takes as long as twenty moves.

        Raises:
            TooMany: if the address asks for too many.
        """
        address = address_of(connection)
        if address is not None:
            _check(self._drawings, address)

    def seat(self, request: HTTPConnection, person: str | None = None) -> None:
        """Count a new person, a table that somebody makes, or a place at one.

        Raises:
            TooMany: if the person or the address has too many in a short time.
        """
        address = address_of(request)
        if person is not None:
            _check(self._seats, person)
        if address is not None:
            _check(self._places, address)


def _check(allowances: Allowances, name: object) -> None:
    wait = allowances.wait(name)
    if wait:
        raise TooMany("too many requests: try again in a moment", wait)
