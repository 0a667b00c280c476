"""Reader of text, word by word, with the position of errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

from twowaystreet.errors import ParseError, quoted

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_TOKEN: Final = re.compile(r"/|[^\s,/]+")
_PHONE_SIGN: Final = re.compile("(?<=[♣♦♥♠])[\ufe0e\ufe0f]")
"""The invisible character that phones write after a suit sign, for its colour."""


def member_of(enum: type[E], value: object) -> E | None:
    """Return the member of an enum for its word or for the member itself, otherwise ``None``.

    The type is checked first, as the hash of a foreign object may raise any exception.
    """
    if type(value) is not str and type(value) is not enum:
        return None
    return next((member for member in enum if member == value), None)


def _lower(word: str) -> str:
    return word.lower() if word.isascii() else word


class Reader:
    """A cursor over the words of a text; spaces and commas separate words.

    A stroke (``/``) is a word of its own, with or without spaces around it.

    Every unexpected word raises a :class:`ParseError`. Words of ASCII letters match in upper and in
    lower case. Other words match only exactly, as some letters look alike.

    Raises:
        ParseError: if the value is not a plain ``str``.
    """

    word: str
    """The word at the cursor, empty at the end."""

    def __init__(self, text: str) -> None:
        if type(text) is not str:  # a subclass may raise anything
            raise ParseError(quoted(text), quoted(text), 0, "a string (str)")
        self.text = text
        self._advance(0)

    def _advance(self, position: int) -> None:
        """Find the next word from this position on."""
        found = _TOKEN.search(self.text, position)
        self.word = _PHONE_SIGN.sub("", found[0]) if found else ""
        self._lower_word = _lower(self.word)
        self._start, self._stop = found.span() if found else (len(self.text), len(self.text))

    @property
    def at_end(self) -> bool:
        """Return whether no word is left."""
        return not self.word

    def take(self, meanings: Mapping[str, T], expected: str) -> T:
        """Read one word and return its meaning."""
        for spelling in (self.word, self._lower_word):
            if spelling in meanings:
                self._advance(self._stop)
                return meanings[spelling]
        raise self.error(expected)

    def accept(self, word: str) -> bool:
        """Read the next word if it is this one; return whether it was."""
        if self._lower_word != _lower(word):
            return False
        self._advance(self._stop)
        return True

    def end(self) -> None:
        """Raise an error unless all words have been read."""
        if not self.at_end:
            raise self.error("the end")

    def error(self, expected: str) -> ParseError:
        """Return the error for an unexpected word at the cursor."""
        return ParseError(self.text, self.text[self._start : self._stop], self._start, expected)
