"""Reading text: token by token, with the place of what is refused, and words of enums."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

from twowaystreet.errors import ParseError, quoted

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_TOKEN: Final = re.compile(r"[^\s,]+")


def member_of(kind: type[E], value: object) -> E | None:
    """The member of an enum of words that a word, or the member itself, stands for.

    Nothing else is looked at more closely: a foreign object may raise from its own hash.
    """
    if type(value) is not str and type(value) is not kind:
        return None
    return next((member for member in kind if member == value), None)


def _small(word: str) -> str:
    return word.lower() if word.isascii() else word


class Reader:
    """A cursor over the words of a text, which spaces and commas separate.

    It never guesses: whatever is not expected is a :class:`ParseError`. Capital letters count as
    small ones, but only those of ASCII, as others look alike.

    Raises:
        ParseError: if what is given is no text at all.
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ParseError(quoted(text), quoted(text), 0, "a text (str)")
        self.text = text
        self._words = [
            (match[0], match.start(), _small(match[0])) for match in _TOKEN.finditer(text)
        ]
        self._next = 0

    @property
    def word(self) -> str:
        """The word at the cursor, empty at the end."""
        return "" if self.at_end else self._words[self._next][0]

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self._next == len(self._words)

    def take(self, meanings: Mapping[str, T], expected: str) -> T:
        """Read one word and return what it means."""
        if not self.at_end:
            word, _, small = self._words[self._next]
            for spelling in (word, small):
                if spelling in meanings:
                    self._next += 1
                    return meanings[spelling]
        raise self.error(expected)

    def accept(self, word: str) -> bool:
        """Read this word, if it is the next one."""
        found = not self.at_end and self._words[self._next][2] == _small(word)
        self._next += found
        return found

    def end(self) -> None:
        """Make sure that nothing is left."""
        if not self.at_end:
            raise self.error("the end")

    def error(self, expected: str) -> ParseError:
        """The error that says what was expected at the cursor."""
        position = len(self.text) if self.at_end else self._words[self._next][1]
        return ParseError(self.text, self.word, position, expected)
