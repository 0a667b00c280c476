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

    word: str
    """The word at the cursor, empty at the end."""

    def __init__(self, text: str) -> None:
        if type(text) is not str:  # a class built on it may raise anything
            raise ParseError(quoted(text), quoted(text), 0, "a text (str)")
        self.text = text
        self._go_on(0)

    def _go_on(self, place: int) -> None:
        """Find the next word; the words are found one by one, so that none has to be kept."""
        found = _TOKEN.search(self.text, place)
        self.word = found[0] if found else ""
        self._small_word = _small(self.word)
        self._start, self._stop = found.span() if found else (len(self.text), len(self.text))

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return not self.word

    def take(self, meanings: Mapping[str, T], expected: str) -> T:
        """Read one word and return what it means."""
        for spelling in (self.word, self._small_word):
            if spelling in meanings:
                self._go_on(self._stop)
                return meanings[spelling]
        raise self.error(expected)

    def accept(self, word: str) -> bool:
        """Read this word, if it is the next one."""
        if self._small_word != _small(word):
            return False
        self._go_on(self._stop)
        return True

    def end(self) -> None:
        """Make sure that nothing is left."""
        if not self.at_end:
            raise self.error("the end")

    def error(self, expected: str) -> ParseError:
        """The error that says what was expected at the cursor."""
        return ParseError(self.text, self.word, self._start, expected)
