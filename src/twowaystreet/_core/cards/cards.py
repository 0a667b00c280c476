"""Cards and their text, and the reader of texts.

There are 55 cards: the 52 of the French pack, then the Red, the Black and the plain Joker. Cards
are values: nothing distinguishes two 7s of clubs from two decks (AL-4). The order of cards is
clubs, diamonds, hearts, spades, then the Jokers; within a suit from 2 up to ace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final, TypeVar, cast

import attrs
from typing_extensions import override

from twowaystreet._util.values import Pictured
from twowaystreet.errors import CardError, ParseError, quoted

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_TOKEN: Final = re.compile(r"/|[^\s,/]+")
_PHONE_SIGN: Final = re.compile("(?<=[♣♦♥♠])[\ufe0e\ufe0f]")
"""The invisible character that phones write after a suit sign, for its colour."""


def member_of(enum: type[E], value: object, *, any_case: bool = False) -> E | None:
    """Return the member of an enum for its word or itself; ``None`` for all other values.

    >>> member_of(Suit, "H"), member_of(Suit, "h"), member_of(Suit, "h", any_case=True)
    (<Suit.HEARTS: 'H'>, None, <Suit.HEARTS: 'H'>)
    """
    # A foreign hash may raise anything.
    if type(value) is not str and type(value) is not enum:
        return None
    if any_case:
        return next((member for member in enum if member.lower() == _lower(value)), None)
    return next((member for member in enum if member == value), None)


def _lower(word: str) -> str:
    return word.lower() if word.isascii() else word


class Reader:
    """A cursor over the words of a text; spaces and commas separate words.

    A stroke (``/``) is a word of its own, with or without spaces around it. Every
    unexpected word raises a :class:`ParseError`. Words of ASCII letters match in upper and in lower
    case, others only exactly, as some letters look alike.

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
        found = _TOKEN.search(self.text, position)
        self.word = _PHONE_SIGN.sub("", found[0]) if found else ""
        self._lower_word = _lower(self.word)
        self._start, self._stop = found.span() if found else (len(self.text), len(self.text))

    @property
    def at_end(self) -> bool:
        """Return whether no word is left."""
        return not self.word

    def take(self, meanings: Mapping[str, T], expected: str) -> T:
        """Read one word and return its meaning.

        Raises:
            ParseError: if the word has no meaning.
        """
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
        """Check that all words have been read.

        Raises:
            ParseError: if a word is left.
        """
        if not self.at_end:
            raise self.error("the end")

    def error(self, expected: str) -> ParseError:
        """Return the error for an unexpected word at the cursor."""
        return ParseError(self.text, self.text[self._start : self._stop], self._start, expected)


class Color(StrEnum):
    """The colour of a suit or of a Joker."""

    RED = "red"
    BLACK = "black"


class Placed(StrEnum):
    """The base of enums whose members compare by their order, not as text."""

    @cached_property
    def place(self) -> int:
        """The place among the members, from 0."""
        return list(type(self)).index(self)

    @override
    def __lt__(self, other: str) -> bool:
        return self.place < other.place if isinstance(other, type(self)) else super().__lt__(other)

    @override
    def __le__(self, other: str) -> bool:
        return self.place <= other.place if isinstance(other, type(self)) else super().__le__(other)

    @override
    def __gt__(self, other: str) -> bool:
        return self.place > other.place if isinstance(other, type(self)) else super().__gt__(other)

    @override
    def __ge__(self, other: str) -> bool:
        return self.place >= other.place if isinstance(other, type(self)) else super().__ge__(other)


class Suit(Placed):
    """The four suits, in the order of cards.

    >>> Suit.HEARTS.sign, Suit.HEARTS.color
    ('♥', <Color.RED: 'red'>)
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @cached_property
    def sign(self) -> str:
        """The sign printed on the cards, such as ``♠``."""
        return "♣♦♥♠"[self.place]

    @cached_property
    def color(self) -> Color:
        """Red for diamonds and hearts, black for clubs and spades."""
        return Color.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Color.BLACK

    @cached_property
    def word(self) -> str:
        """The suit in words, such as ``hearts``."""
        return self.name.lower()


class Rank(Placed):
    """The thirteen ranks from two to ace, in the order of cards; each game says which beats which.

    >>> max(Rank), Rank.TEN < Rank.JACK
    (<Rank.ACE: 'A'>, True)
    """

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @cached_property
    def word(self) -> str:
        """The rank in words, such as ``queen`` and ``two``."""
        return self.name.lower()


class Joker(Placed):
    """The three types of Joker. A plain Joker has no colour (ST-3)."""

    RED = "R*"
    BLACK = "B*"
    PLAIN = "X*"

    @cached_property
    def color(self) -> Color | None:
        """The colour of the Red and the Black Joker, ``None`` for a plain one."""
        return {Joker.RED: Color.RED, Joker.BLACK: Color.BLACK, Joker.PLAIN: None}[self]


RANKS: Final = len(Rank)
SUIT_CARDS: Final = len(Suit) * RANKS


@attrs.frozen(order=True, repr=False)
class Card(Pictured):
    """A card: a rank and a suit, or a Joker, which has no suit.

    Args:
        rank: a :class:`Rank`, or the :class:`Joker` that the card is.
        suit: the :class:`Suit`; ``None`` for a Joker.

    Raises:
        CardError: if the two do not make a card.

    >>> Card(Rank.QUEEN, Suit.SPADES)
    Card.parse('QS')
    >>> sorted([Card(Joker.RED), Card(Rank.TWO, Suit.HEARTS), Card(Rank.ACE, Suit.CLUBS)])
    [Card.parse('AC'), Card.parse('2H'), Card.parse('R*')]
    """

    _drawn_by: ClassVar = "card"
    _is_text: ClassVar = True
    rank: Rank | Joker = attrs.field(eq=False, order=False)
    suit: Suit | None = attrs.field(default=None, eq=False, order=False)
    index: int = attrs.field(init=False)
    """The card's place in the order of cards, 0 to 54; equality and order go by the index."""
    _bit: int = attrs.field(init=False, eq=False, order=False)

    def __attrs_post_init__(self) -> None:
        rank: object = self.rank
        suit: object = self.suit
        if isinstance(rank, Rank) and isinstance(suit, Suit):
            index = suit.place * RANKS + rank.place
        elif isinstance(rank, Joker) and suit is None:
            index = SUIT_CARDS + rank.place
        else:
            texts = "; Card.parse reads the text of a card" if type(rank) is str else ""
            raise CardError(
                f"{quoted(rank)} and {quoted(suit)} make no card: "
                f"expected a Rank and a Suit, or a Joker alone{texts}"
            )
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "_bit", 1 << index)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card, such as ``10C``, ``tc``, ``10♣``, also as phones write it, or ``R*``.

        Raises:
            ParseError: if the text is anything but one card.

        >>> Card.parse("t♣")
        Card.parse('10C')
        """
        reader = Reader(text)
        card = read_card(reader)
        reader.end()
        return card

    def __format__(self, layout: str) -> str:
        """The card's text, laid out like any other: ``f"{card:>4}"``."""
        return format(str(self), layout)

    @property
    def joker(self) -> Joker | None:
        """The Joker; ``None`` for all other cards."""
        return self.rank if isinstance(self.rank, Joker) else None

    @property
    def color(self) -> Color | None:
        """The colour of the suit or of the Joker; ``None`` for a plain Joker."""
        return self.suit.color if self.suit else cast(Joker, self.rank).color

    @property
    def pretty(self) -> str:
        """The card with its suit's sign, such as ``10♣``; Jokers as in :func:`str`."""
        return f"{self.rank}{self.suit.sign}" if self.suit else str(self)

    def __str__(self) -> str:
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


CARDS: Final[tuple[Card, ...]] = (
    *(Card(rank, suit) for suit in Suit for rank in Rank),
    *(Card(joker) for joker in Joker),
)
"""All cards in the order of cards, so that ``CARDS[card.index] == card``."""
_TEXTS: Final = tuple(f"{card.rank}{card.suit or ''}" for card in CARDS)


SUITS: Final[Mapping[Suit, tuple[Card, ...]]] = MappingProxyType(
    {suit: tuple(card for card in CARDS if card.suit is suit) for suit in Suit}
)
"""The cards of each suit from two to ace, without Jokers."""
SUIT_PLACES: Final[Mapping[Suit | None, int]] = MappingProxyType(
    {
        suit: at
        for at, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, None))
    }
)
"""The order of the suits for people, everywhere: black and red in turn, then the Jokers.

States, notation and records have the order of :class:`Suit`.
"""
_PLACES: Final = MappingProxyType(
    {
        card.index: place
        for place, card in enumerate(sorted(CARDS, key=lambda card: SUIT_PLACES[card.suit]))
    }
)


def place_by_suit(card: Card) -> int:
    """Return the place of a card in the order for people: by suits, each from low to high."""
    return _PLACES[card.index]


def in_suits(some: Iterable[Card]) -> str:
    """Return the text of a set of cards in the order for people."""
    return text_of(sorted(some, key=place_by_suit))


def _spellings(card: Card) -> set[str]:
    ranks: set[str] = {card.rank.value, card.rank.lower()} | (
        {"T", "t"} if card.rank is Rank.TEN else set()
    )
    suits = {card.suit.value, card.suit.lower(), card.suit.sign} if card.suit else {""}
    return {rank + suit for rank in ranks for suit in suits}


_BY_SPELLING: Final = MappingProxyType({text: card for card in CARDS for text in _spellings(card)})
_SUITS_BY_SPELLING: Final = MappingProxyType(
    {text: suit for suit in Suit for text in (suit.value, suit.lower(), suit.sign)}
)


def is_card(word: str) -> bool:
    return word in _BY_SPELLING


def read_card(reader: Reader) -> Card:
    return reader.take(_BY_SPELLING, "a card such as QS, 10C or R*")


def read_cards(reader: Reader, at_most: int | None = None) -> tuple[Card, ...]:
    """Read the rest of a text as cards; refuse more than ``at_most``.

    Raises:
        ParseError: if a word is no card, or there are more.
    """
    found: list[Card] = []
    while not reader.at_end:
        if len(found) == at_most:
            raise reader.error(f"at most {at_most} cards")
        found.append(read_card(reader))
    return tuple(found)


def read_suit(reader: Reader) -> Suit:
    """Read the next word of a text as a suit.

    Raises:
        ParseError: if the word is no suit.
    """
    return reader.take(_SUITS_BY_SPELLING, "a suit: C, D, H or S")


def cards(text: str) -> tuple[Card, ...]:
    """Read a list of cards, separated by spaces or commas, in their order.

    Raises:
        ParseError: with the first token that is not a card, and its position.

    >>> cards("7C QS, r*")
    (Card.parse('7C'), Card.parse('QS'), Card.parse('R*'))
    >>> cards("7C 11S")
    Traceback (most recent call last):
    ...
    twowaystreet.ParseError: cannot read '7C 11S': found '11S' at position 3, expected ...
    """
    return read_cards(Reader(text))


def text_of(some: Iterable[Card]) -> str:
    """Return the text of cards in their order, separated by spaces.

    >>> text_of([Card.parse("t♣"), Card.parse("QS")])
    '10C QS'
    """
    return " ".join(map(str, some))
