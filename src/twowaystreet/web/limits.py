"""The limits of a server: messages, connections, requests and tables, and how often they come."""

from __future__ import annotations

from typing import Any

import attrs

from twowaystreet._util.numbers import GREATEST, is_int
from twowaystreet.errors import RulesError


def _whole(_: object, field: attrs.Attribute[Any], value: object) -> None:
    """Refuse a value that is not a positive whole number."""
    if not is_int(value) or not 0 < value <= GREATEST:
        raise RulesError(field.name, value, f"a whole number, 1 to {GREATEST}")


def _positive(_: object, field: attrs.Attribute[Any], value: object) -> None:
    """Refuse a value that is not a positive number."""
    if not (is_int(value) or isinstance(value, float)) or not 0 < value <= GREATEST:
        raise RulesError(field.name, value, f"a number above 0, at most {GREATEST}")


@attrs.frozen(kw_only=True)
class Limits:
    """The limits of a server.

    A person is a player of a table, on any number of pages, or a spectator with a token; in a club
    the same person at all tables. An address is one of IPv4, or a network ``/64`` of IPv6. All
    numbers are positive, and at most a billion.

    Attributes:
        size: the most bytes of a message; an ``int``.
        burst: the most messages that a connection can send at once; an ``int``.
        rate: the messages a second that it can send for longer; an ``int`` or ``float``.
        connections: the most connections of a server at the same time; an ``int``.
        per_player: the most connections of one player at the same time; an ``int``.
        per_person: the most connections of one person of a club at all tables; an ``int``.
        per_address: the most connections of one address at the same time, and the most tables in
            memory that it has made; an ``int``. So many requests it can send at once, and then a
            sixth of them each second; and so many places at tables it can take, and then a
            sixtieth.
        watchers: the most connections of spectators at one table at the same time; an ``int``.
        openings: the most connections that one person can open at once; an ``int``.
        opening_rate: the connections a second that this person can open for longer; an ``int`` or
            ``float``. To make or join a table in a club counts in the same way.
        tables: the most tables with a seat of one person of a club and a game that is not over; an
            ``int``.
        players: the most players of a table that people make; an ``int``.
        decks: the most decks of such a table; an ``int``.
        hands: the most hands of a game at such a table; an ``int``.

    Raises:
        RulesError: if a value is not such a number.

    >>> limits = Limits(openings=5, opening_rate=0.1)
    >>> limits.burst, limits.rate, limits.openings, limits.opening_rate
    (40, 10.0, 5, 0.1)
    >>> Limits(burst=0)
    Traceback (most recent call last):
        ...
    twowaystreet.errors.RulesError: burst=0: expected a whole number, 1 to 1000000000
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
