"""What is said in Spades for two: bids and their worth, raises, and calls of a renege."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet._engine.moves import Move, WordMove, malformed
from twowaystreet._util.numbers import is_int
from twowaystreet._util.reader import Reader, member_of

BOOKS: Final = 13
"""The number of books in a hand, and of cards in each of the four hands before its play."""
BOARD: Final = 4
"""The lowest number that can be bid (SP-7)."""
MOST_TAKEN: Final = 3
"""How many books a renege costs at the most (SP-14)."""


class Kind(StrEnum):
    """The kinds of bids, in the words in which they are made."""

    NUMBER = "bid"
    BEMO = "bemo"
    BIG_BEMO = "big bemo"
    NAUGHT = "naught"
    DOUBLE_NAUGHT = "double naught"
    NIL = "nil"
    DOUBLE_NIL = "double nil"
    BLIND = "blind"


NUMBERS: Final = MappingProxyType(
    {Kind.NUMBER: range(BOARD, BOOKS + 1), Kind.BLIND: range(6, BOOKS)}
)
"""The numbers that can be bid after looking (SP-7), and blind (SP-6)."""


def _kind(value: Kind) -> Kind:
    kind = member_of(Kind, value)
    if kind is None:
        raise malformed(value, "a kind of bid: " + ", ".join(Kind))
    return kind


@attrs.frozen
class Bid(Move):
    """A bid (SP-6, SP-7), or what it is raised to (SP-8).

    Args:
        kind: the kind of bid.
        books: the number that is bid, 4 to 13, or 6 to 12 if blind; 0 for all other kinds.

    Raises:
        IllegalMove: if the two make no bid.

    >>> str(Bid(Kind.BLIND, 6)), str(Bid(Kind.BIG_BEMO))
    ('blind 6', 'big bemo')
    """

    kind: Kind = attrs.field(converter=_kind)
    books: int = 0
    form: ClassVar[str] = "a bid such as bid 4, blind 6, nil, bemo or naught"

    def __attrs_post_init__(self) -> None:
        """Refuse what is no bid."""
        if not is_int(self.books) or self.books not in NUMBERS.get(self.kind, (0,)):
            raise malformed((str(self.kind), self.books), "bid 4 to 13, blind 6 to 12, or 0 books")

    @property
    def is_number(self) -> bool:
        """Whether a number of books is bid, blind or not."""
        return self.books > 0

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        for words, doubled in (("big", ("bemo",)), ("double", ("nil", "naught"))):
            if reader.accept(words):
                meanings = {word: Kind(f"{words} {word}") for word in doubled}
                return cls(reader.take(meanings, " or ".join(doubled)))
        for kind, numbers in NUMBERS.items():
            if reader.accept(kind):
                meaning = {str(number): number for number in numbers}
                expected = f"a number from {numbers[0]} to {numbers[-1]}"
                return cls(kind, reader.take(meaning, expected))
        return next((cls(kind) for kind in _SINGLE if reader.accept(kind)), None)

    def __str__(self) -> str:
        return f"{self.kind} {self.books}" if self.books else self.kind.value


_SINGLE: Final = (Kind.BEMO, Kind.NAUGHT, Kind.NIL)


@attrs.frozen
class Look(WordMove):
    """Look at the cards before bidding (SP-6)."""

    form: ClassVar[str] = "look"


@attrs.frozen
class Stand(WordMove):
    """Leave the own bid as it is (SP-8)."""

    form: ClassVar[str] = "stand"


@attrs.frozen
class Renege(Move):
    """Call a renege of the opponent, or call none after the last book (SP-14).

    Args:
        books: how many books to take, 1 to 3; 0 to call none.

    Raises:
        IllegalMove: if the number is another one.

    >>> str(Renege(3)), str(Renege())
    ('renege 3', 'no renege')
    """

    books: int = 0
    form: ClassVar[str] = "renege 1, 2 or 3, or no renege"

    def __attrs_post_init__(self) -> None:
        """Refuse other numbers."""
        if not is_int(self.books) or not 0 <= self.books <= MOST_TAKEN:
            raise malformed(self.books, f"a number of books from 0 to {MOST_TAKEN}")

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        if reader.accept("no"):
            reader.take({"renege": 0}, "no renege")
            return cls()
        if reader.accept("renege"):
            return cls(reader.take({"1": 1, "2": 2, "3": 3}, "a number from 1 to 3"))
        return None

    def __str__(self) -> str:
        return f"renege {self.books}" if self.books else "no renege"


def _numbers(kind: Kind) -> tuple[Bid, ...]:
    return tuple(Bid(kind, number) for number in NUMBERS[kind])


LOOK: Final = Look()
STAND: Final = Stand()
RENEGES: Final = tuple(map(Renege, range(1, MOST_TAKEN + 1)))
NO_RENEGE: Final = Renege()
BEFORE_LOOKING: Final = (Bid(Kind.NIL), Bid(Kind.DOUBLE_NIL))
BLIND: Final = _numbers(Kind.BLIND)
"""What else may be bid before looking by who is far enough behind (SP-6)."""
AFTER_LOOKING: Final = (
    *_numbers(Kind.NUMBER),
    *map(Bid, (Kind.BEMO, Kind.BIG_BEMO, Kind.NAUGHT, Kind.DOUBLE_NAUGHT)),
)

RAISES: Final[Mapping[Bid, tuple[Bid, ...]]] = MappingProxyType(
    {
        **{
            bid: _numbers(Kind.NUMBER)[place:]
            for place, bid in enumerate(_numbers(Kind.NUMBER), start=1)
        },
        Bid(Kind.BEMO): (Bid(Kind.BIG_BEMO),),
        Bid(Kind.NAUGHT): (Bid(Kind.DOUBLE_NAUGHT),),
    }
)
"""What each bid may be raised to, within its family; the others to nothing (SP-8)."""
