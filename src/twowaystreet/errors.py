"""What can go wrong, as one tree of exceptions.

Every one of them is about a *value*: a move, a text, an option, a seat, a record. All derive from
:class:`TwoWayStreetError`, which is a :class:`ValueError` too. Each keeps the facts it speaks of as
attributes, so that a program need not read its text.

Foreign objects may raise anything when they are shown or gone through. How messages quote them, and
how tuples are made of them, stands here as well, so that nothing but these errors comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Final, TypeVar

import attrs

from twowaystreet._util.values import Value

__all__ = [
    "CardError",
    "HandNotOver",
    "IllegalMove",
    "ParseError",
    "Reason",
    "RecordError",
    "RulesError",
    "SeatError",
    "TwoWayStreetError",
]


def __dir__() -> list[str]:
    return __all__


T = TypeVar("T")
_UNORDERED: Final[Any] = (str, bytes, bytearray, Set, Mapping)
"""What is no list of things. Any: classes that have type parameters, which do not matter."""

_LONGEST_QUOTE: Final = 80
_MOST_WORDS: Final = 20


def quoted(thing: object) -> str:
    """Show any object whatever in an error message, shortened, without ever raising.

    Of a long text, list or object of JSON no more is looked at than is shown.

    >>> quoted("a" * 100)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."
    """
    text = ""
    try:
        for piece in _pieces(thing):
            text += piece
            if len(text) > _LONGEST_QUOTE:
                return text[: _LONGEST_QUOTE - 3] + "..."
    except Exception:
        # A foreign object may raise anything from its own repr; the quote must not.
        return object.__repr__(thing)
    return text


def _pieces(thing: object) -> Iterator[str]:
    """The text that shows an object, piece by piece."""
    whole: Any = thing  # Any: of the class that is looked for here
    kind = type(thing)
    if kind is str or kind is bytes:
        yield repr(whole[: _LONGEST_QUOTE + 1])
    elif kind is list or (kind is tuple and len(whole) > 1):
        yield "[" if kind is list else "("
        for place, item in enumerate(whole):
            yield ", " if place else ""
            yield from _pieces(item)
        yield "]" if kind is list else ")"
    elif kind is dict:
        yield "{"
        for place, (key, value) in enumerate(whole.items()):
            yield ", " if place else ""
            yield from _pieces(key)
            yield ": "
            yield from _pieces(value)
        yield "}"
    else:
        yield str.__str__(repr(thing))  # a repr may be of a class that is built on str


def some_of(words: Sequence[object], separator: str = ", ") -> str:
    """Words in an error message, of very many the first ones and how many more there are.

    >>> some_of([str(number) for number in range(100)])
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 80 more'
    """
    more = len(words) - _MOST_WORDS
    shown = separator.join(map(str, words[:_MOST_WORDS]))
    return shown + (f" and {more} more" if more > 0 else "")


def _cited(text: str, rule: str | None) -> str:
    return text if rule is None else f"{text} ({rule})"


class TwoWayStreetError(ValueError):
    """The root of every error that this library raises about a value."""


class CardError(TwoWayStreetError):
    """Something that is no card was given as one."""


class ParseError(TwoWayStreetError):
    """A text is no card, no move, no transcript.

    Attributes:
        text: the whole text that was given.
        token: the part of it that could not be read.
        position: where that part begins, in characters from the start of the text, from 0.
        expected: what could have stood there.
    """

    def __init__(self, text: str, token: str, position: int, expected: str) -> None:
        super().__init__(text, token, position, expected)
        self.text = text
        self.token = token
        self.position = position
        self.expected = expected

    def __str__(self) -> str:
        found = quoted(self.token) if self.token else "the end"
        return (
            f"cannot read {quoted(self.text)}: found {found} at position {self.position}, "
            f"expected {self.expected}"
        )


class RulesError(TwoWayStreetError):
    """An option, or what a game is to start from, has an impossible value.

    Attributes:
        field: the name of the option.
        value: what was given for it.
        expected: what is possible.
        rule: the identifier of the rule that says so; ``None`` if no rule of a game is concerned.
    """

    def __init__(self, field: str, value: object, expected: str, rule: str | None = None) -> None:
        super().__init__(field, value, expected, rule)
        self.field = field
        self.value = value
        self.expected = expected
        self.rule = rule

    def __str__(self) -> str:
        return _cited(f"{self.field}={quoted(self.value)}: expected {self.expected}", self.rule)


class SeatError(TwoWayStreetError):
    """Something that is no seat of this table was given as one.

    Attributes:
        seat: what was given.
        seats: how many seats there are; they are numbered from 0.
    """

    def __init__(self, seat: object, seats: int) -> None:
        super().__init__(seat, seats)
        self.seat = seat
        self.seats = seats

    def __str__(self) -> str:
        return f"{quoted(self.seat)} is no seat here: expected an int from 0 to {self.seats - 1}"


class HandNotOver(TwoWayStreetError):
    """A score was asked for before the hand was played out."""


class RecordError(TwoWayStreetError):
    """A record cannot be loaded: it is damaged, or one of its moves is illegal.

    Attributes:
        reason: what is wrong.
        number: which move is at fault, counted from 1; ``None`` if it is not a move's fault.
    """

    def __init__(self, reason: str, number: int | None = None) -> None:
        super().__init__(reason, number)
        self.reason = reason
        self.number = number

    def __str__(self) -> str:
        return self.reason if self.number is None else f"move {self.number}: {self.reason}"


@attrs.frozen
class Reason(Value):
    """Why a move is illegal; the kinds of reasons stand in :mod:`twowaystreet.reasons`.

    Attributes:
        rule: the identifier of the rule that forbids the move; ``None`` if the offer is no move of
            the game at all.
    """

    rule: str | None

    def __str__(self) -> str:
        return _cited(self.explain(), self.rule)

    def explain(self) -> str:
        """Say in words what is wrong and what would be right."""
        raise TypeError("a reason is always of one of the kinds in twowaystreet.reasons")


class IllegalMove(TwoWayStreetError):
    """A move cannot be made in the state it was offered to; the state is as it was.

    Attributes:
        move: what was offered, of whatever type.
        reason: why it cannot be made, one of the kinds in :mod:`twowaystreet.reasons`.
    """

    def __init__(self, move: object, reason: Reason) -> None:
        super().__init__(move, reason)
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        return f"{quoted(self.move)}: {self.reason}"


def as_tuple(field: str, value: Iterable[T], expected: str, rule: str) -> tuple[T, ...]:
    """Make a tuple of what was given for a field.

    Raises:
        RulesError: if it cannot be gone through in an order of its own.
    """
    try:
        if not isinstance(value, _UNORDERED):
            return tuple(value)
    except Exception:
        # Whatever a foreign iterator raises, what it was given for is not there.
        raise RulesError(field, value, expected, rule) from None
    raise RulesError(field, value, expected, rule)
