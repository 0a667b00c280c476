"""The people at a table: their seats, their names, and their tokens."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import attrs

from twowaystreet._engine.score_sheet import score_sheet
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, quoted
from twowaystreet.table._errors import TableError, TokenError

_LONGEST: Final = 40
"""The most characters of a name."""
_BYTES: Final = 16
"""The number of random bytes in a token."""


@attrs.frozen
class Person(Value):
    """A person at a table; a player with several tokens is there once for each.

    Attributes:
        digest: the hash of the person's token. A table keeps no token, so its file lets nobody
            move for another person.
        seat: the seat; ``None`` for a spectator.
        name: the name; empty for a spectator.
    """

    digest: str
    seat: int | None
    name: str


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(_BYTES)


def digest_of(token: str) -> str:
    """Return the hash of a token.

    A plain hash is enough, as a token has 128 random bits.
    """
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def person_with(token: object, people: Iterable[Person]) -> Person:
    """Return the person with a token; the time does not depend on the token.

    Raises:
        TokenError: if nobody has this token.
    """
    digest = digest_of(token) if isinstance(token, str) else ""
    found = [one for one in people if hmac.compare_digest(one.digest, digest)]
    if not found:
        raise TokenError
    return found[0]


def checked_name(name: object, others: Iterable[str]) -> str:
    """Return a name without outer spaces.

    Raises:
        TableError: if it is not a short text on one line, or another player has the same.
    """
    if not isinstance(name, str):
        raise TableError(f"name {quoted(name)}: expected a text")
    given = str.__str__(name).strip()
    if not 0 < len(given) <= _LONGEST:
        raise TableError(f"name {quoted(given)}: expected 1 to {_LONGEST} characters")
    try:
        score_sheet([given], [])
    except RulesError as error:
        raise TableError(f"name {quoted(given)}: expected {error.expected}") from None
    if given.casefold() in map(str.casefold, others):
        raise TableError(f"name {quoted(given)}: expected a name that nobody else has")
    return given
