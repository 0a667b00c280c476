"""Exceptions of the library, and safe quoting of bad values.

Every exception concerns a bad *value*: a move, a text, an option, a seat or a record. All derive
from :class:`TwoWayStreetError`, which is also a :class:`ValueError`. Their attributes give programs
the facts without parsing of the message.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final, TypeVar

import attrs

from twowaystreet._util.publishing import publish
from twowaystreet._util.values import OfGame, Value

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
    "WorldsError",
]

T = TypeVar("T")
_UNORDERED: Final[OfGame] = (str, bytes, bytearray, Set, Mapping)
"""Iterables that do not count as sequences."""

_BRACKETS: Final = MappingProxyType[object, Sequence[str]](
    {list: "[]", tuple: "()", set: "{}", frozenset: ("frozenset({", "})")}
)
_MAX_QUOTE: Final = 80
_MAX_WORDS: Final = 20


def quoted(thing: object) -> str:
    """Return a short text that shows any object in an error message; never raise.

    Cards and moves appear as at the terminal, words of an option as plain texts.

    >>> quoted("a" * 100)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."
    """
    text = ""
    try:
        for piece in _pieces(thing):
            text += piece
            if len(text) > _MAX_QUOTE:
                return text[: _MAX_QUOTE - 3] + "..."
    except Exception:
        # The repr of a foreign object may raise anything.
        return object.__repr__(thing)
    return text


def _pieces(thing: object) -> Iterator[str]:
    whole: OfGame = thing  # each branch checks the class
    cls = type(thing)
    if cls is str or cls is bytes:
        yield repr(whole[: _MAX_QUOTE + 1])
    elif cls in _BRACKETS and (cls is not set or whole):
        opening, closing = _BRACKETS[cls]
        yield opening
        for place, item in enumerate(whole):
            yield ", " if place else ""
            yield from _pieces(item)
        yield f",{closing}" if cls is tuple and len(whole) == 1 else closing
    elif cls is dict:
        yield "{"
        for place, (key, value) in enumerate(whole.items()):
            yield ", " if place else ""
            yield from _pieces(key)
            yield ": "
            yield from _pieces(value)
        yield "}"
    elif isinstance(thing, StrEnum):
        yield repr(str.__str__(thing))
    else:
        is_text = isinstance(thing, Value) and thing._is_text
        # Either may be a subclass of str. A deal without cards has a blank at its end.
        yield str.__str__(str(thing).rstrip() if is_text else repr(thing))


def checked_generator(rng: random.Random) -> random.Random:
    if not isinstance(rng, random.Random):
        raise TypeError(f"expected a generator, such as random.Random(7), not {quoted(rng)}")
    return rng


@contextmanager
def carrying(results: Callable[[], object]) -> Generator[None]:
    """Give each exception that leaves a block the results so far, as its attribute ``results``."""
    try:
        yield
    except BaseException as error:  # an interrupt, too
        found, is_told = results(), hasattr(error, "results")
        with suppress(Exception):  # the exception of a user may refuse anything
            BaseException.__setattr__(error, "results", found)
            if found is not None and not is_told:
                error.add_note("The attribute results of this exception has the results so far.")
        raise


def some_of(words: Sequence[object], separator: str = ", ") -> str:
    """Join words for an error message; after the first 20 give only the number of the others."""
    more = len(words) - _MAX_WORDS
    shown = separator.join(map(str, words[:_MAX_WORDS]))
    return shown + (f" and {more} more" if more > 0 else "")


def _cited(text: str, rule: str | None) -> str:
    return text if rule is None else f"{text} ({rule})"


class TwoWayStreetError(ValueError):
    """The root of every error that this library raises about a value."""


class CardError(TwoWayStreetError):
    """Something other than a card, where a card is necessary."""


class ParseError(TwoWayStreetError):
    """A text that cannot be read as a card or a move.

    Attributes:
        text: the whole text.
        token: the part of the text that cannot be read.
        position: the index in the text where this part begins.
        expected: the possible words in its place.
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
    """An impossible value of an option or of an argument.

    Attributes:
        field: the name of the option or argument.
        value: the value.
        expected: the possible values, in words.
        rule: the identifier of the rule that limits the values; ``None`` without such a rule.
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
    """Something other than a seat of this table, where a seat is necessary.

    Attributes:
        seat: the bad value.
        seats: the number of seats; their numbers begin with 0.
    """

    def __init__(self, seat: object, seats: int) -> None:
        super().__init__(seat, seats)
        self.seat = seat
        self.seats = seats

    def __str__(self) -> str:
        return f"{quoted(self.seat)} is not a seat here: expected an int from 0 to {self.seats - 1}"


class HandNotOver(TwoWayStreetError):
    """A request for a score before the end of the hand."""


class WorldsError(TwoWayStreetError):
    """A view whose worlds cannot be found.

    Either no state agrees with the view, or the game does not say where its hidden cards may lie.
    """


class RecordError(TwoWayStreetError):
    """A record that is damaged or contains an illegal move.

    Attributes:
        reason: the fault, in words.
        number: the number of the move at fault, from 1; ``None`` if the fault is not in a move.
    """

    def __init__(self, reason: str, number: int | None = None) -> None:
        super().__init__(reason, number)
        self.reason = reason
        self.number = number

    def __str__(self) -> str:
        return self.reason if self.number is None else f"move {self.number}: {self.reason}"


@attrs.frozen
class Reason(Value):
    """The reason why a move is illegal; its subclasses are in :mod:`twowaystreet.reasons`.

    Attributes:
        rule: the identifier of the rule that forbids the move; ``None`` if the object is not a move
            of the game.
    """

    _words: ClassVar[str] = ""  # what is wrong and expected, with fields of the reason in braces
    rule: str | None

    def __str__(self) -> str:
        return _cited(self.explain(), self.rule)

    def explain(self) -> str:
        """Describe the fault and the legal moves in words.

        Raises:
            TypeError: if a subclass has no words of its own.
        """
        if not self._words:
            raise TypeError("Reason is abstract: expected a subclass in twowaystreet.reasons")
        return self._words.format(self)


class IllegalMove(TwoWayStreetError):
    """A move that is illegal in the state, which does not change.

    Attributes:
        move: the illegal move, or any other object in its place.
        reason: the reason, an instance of a class in :mod:`twowaystreet.reasons`.
    """

    def __init__(self, move: object, reason: Reason) -> None:
        super().__init__(move, reason)
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        return f"{quoted(self.move)}: {self.reason}"


def as_tuple(
    field: str, value: Iterable[T], expected: str, rule: str | None = None
) -> tuple[T, ...]:
    """Return the items of an iterable with an order; refuse texts, sets, mappings and all else."""
    try:
        if not isinstance(value, _UNORDERED):
            return tuple(value)
    except Exception:
        # A foreign iterator may raise any exception.
        raise RulesError(field, value, expected, rule) from None
    raise RulesError(field, value, expected, rule)


publish(__name__)
