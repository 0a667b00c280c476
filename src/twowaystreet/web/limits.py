"""The limits of a server: its messages, its connections, and how often they are opened."""

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

    A person is a player of a table, on any number of pages, or a spectator with a token. All
    numbers are positive, and at most a billion.

    Attributes:
        size: the most bytes of a message; an ``int``.
        burst: the most messages that a connection can send at once; an ``int``.
        rate: the messages a second that it can send for longer; an ``int`` or ``float``.
        connections: the most connections of a server at the same time; an ``int``.
        per_player: the most connections of one player at the same time; an ``int``.
        watchers: the most connections of spectators at one table at the same time; an ``int``.
        openings: the most connections that one person can open at once; an ``int``.
        opening_rate: the connections a second that this person can open for longer; an ``int`` or
            ``float``.

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
    watchers: int = attrs.field(default=100, validator=_whole)
    openings: int = attrs.field(default=30, validator=_whole)
    opening_rate: float = attrs.field(default=0.5, validator=_positive)
