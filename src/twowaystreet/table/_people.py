"""The people at a table: their seats, their names, and their tokens."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final, cast

import attrs

from twowaystreet._core.display.words import YOU
from twowaystreet._core.engine.setup import score_sheet
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, quoted
from twowaystreet.table._errors import TableError, TokenError
from twowaystreet.table._looks import MOST_MARKS, alike, has_piled_marks, is_like

_LONGEST: Final = 40
MOST_TOKENS: Final = 16  # the most of a seat, if a host sets no other number
UNNAMED: Final = re.compile("Player [1-9][0-9]?")  # a seat for which a host had no name
_DIGEST: Final = re.compile("[0-9a-f]{64}")


def plain_text(value: object) -> str | None:
    """Return a text as a plain ``str``, without its methods, and ``None`` for another object."""
    return str.__str__(cast("str", value)) if issubclass(type(value), str) else None


def text_of(label: str, value: object, expected: str = "a text") -> str:
    """Return a text as a plain ``str``; the label is how the refusal of another object begins."""
    text = plain_text(value)
    if text is None:
        raise TableError(f"{label}{quoted(value)}: expected {expected}")
    return text


def _check_digest(_: object, field: attrs.Attribute[Any], value: str) -> None:
    if not _DIGEST.fullmatch(value):
        raise TableError(f"{field.name} {quoted(value)}: expected 64 hexadecimal digits")


def _check_name(person: TokenHolder, _: attrs.Attribute[Any], value: str) -> None:
    fits = value == "" if person.seat is None else value == fitting_name(value)
    if not fits:
        raise TableError(f"name {quoted(value)}: expected a player's name, or none for a spectator")


def _check_label(_: object, field: attrs.Attribute[Any], value: str) -> None:
    if value != fitting_name(value):
        raise TableError(f"{field.name} {quoted(value)}: expected the name of a bot")


@attrs.frozen
class TokenHolder(Value):
    """A person at a table; a player with several tokens is there once for each."""

    digest: str = attrs.field(validator=_check_digest)
    """The hash of the token. A table keeps no token, so its file lets nobody move for another."""
    seat: int | None
    name: str = attrs.field(validator=_check_name)


@attrs.frozen
class BotSeat(Value):
    seat: int
    label: str = attrs.field(validator=_check_label)
    """The name for people, "Bot 1" and so on unless the host gives another."""
    name: str | None  # name of the player; None for one that the host must give again


@attrs.frozen
class UndoRequest(Value):
    """A request to take back a move, or the claim that the rest of a hand is decided.

    Attributes:
        seat: the player who asks.
        agreed: the players who agree, with the one who asks.
        claims: ``True`` for a claim.
    """

    seat: int
    agreed: tuple[int, ...]
    claims: bool = False


def bot_label(number: int) -> str:
    return f"Bot {number}"


def labels_of(seats: Iterable[int]) -> dict[int, str]:
    """Return names of bots that tell where they sit: "Bot 2" is the second player."""
    return {seat: bot_label(seat + 1) for seat in seats}


def free_name(seat: int) -> str:
    return f"Seat {seat}"


def new_token() -> str:
    return secrets.token_urlsafe(16)


def digest_of(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def person_with(token: object, people: Iterable[TokenHolder]) -> TokenHolder:
    """Return the person with a token; the time does not depend on the token."""
    text = plain_text(token)
    digest = "" if text is None else digest_of(text)
    found = [one for one in people if hmac.compare_digest(one.digest, digest)]
    if not found:
        raise TokenError
    return found[0]


def fitting_name(name: object) -> str:
    """Return a name without outer spaces; refuse all but short visible texts on one line."""
    given = text_of("name ", name).strip()
    if len(given) > _LONGEST or not alike(given):
        raise TableError(f"name {quoted(given)}: expected 1 to {_LONGEST} visible characters")
    try:
        score_sheet([given], [])
    except RulesError as error:
        raise TableError(f"name {quoted(given)}: expected {error.expected}") from None
    return given


def checked_name(name: object, others: Iterable[str]) -> str:
    """Do the same, and refuse a name that looks like another one, or like "You" in the log."""
    given = fitting_name(name)
    if has_piled_marks(given):
        raise TableError(f"name {quoted(given)}: expected at most {MOST_MARKS} accents on a letter")
    if is_like(given, (YOU, *others)):
        raise TableError(f"name {quoted(given)}: expected a name that nobody else has")
    return given
