"""Moves: what they have in common, and the two kinds that every game has.

A move is a small frozen value. ``str(move)`` is its text, and ``Kind.read`` reads it back. Games
add kinds of their own in the same manner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, ClassVar, Final, Self, cast

import attrs
from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import (
    CARDS,
    Card,
    Suit,
    is_card,
    read_card,
    read_cards,
    read_suit,
    text_of,
)
from twowaystreet._cards.masks import PerKind
from twowaystreet._cards.packs import Pack
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.reader import Reader, member_of
from twowaystreet._util.values import Value
from twowaystreet.errors import IllegalMove, quoted

_INDEX: Final = attrgetter("index")


class Move(Value):
    """The base of every kind of move.

    Attributes:
        form: what the text of such a move looks like, for messages.
    """

    __slots__ = ()
    form: ClassVar[str]

    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        """Read a move of this kind; ``None`` if the text is one of another kind.

        Raises:
            ParseError: if it begins as one of this kind, but goes on as none.
        """
        raise TypeError(f"{cls.__name__} cannot be read from text")


def cards_of(move: Move) -> tuple[Card, ...]:
    """Return the cards that a move names.

    They are the cards in the fields from which the move is made, each a :class:`Card` or a tuple
    of cards. This is the rule for moves of every game, so a kind of move that a game adds needs
    nothing more than its fields.

    Args:
        move: a move of any game.

    Returns:
        The cards in the order of cards, equal ones as often as they are there; ``()`` if the move
        names none. The cards of a deal are in the order of cards, too: ``deal.cards`` has them from
        the top of the pack.

    Raises:
        TypeError: if something else than a move is given.

    >>> from twowaystreet.games import street
    >>> cards_of(Play(Card.parse("QS"))), cards_of(street.Declare("low"))
    ((Card.parse('QS'),), ())
    >>> cards_of(Deal([Card.parse("QS"), Card.parse("2C")]))
    (Card.parse('2C'), Card.parse('QS'))
    """
    if not isinstance(move, Move):
        raise TypeError(f"expected a Move, such as legal_moves() gives, not {quoted(move)}")
    # Any: attrs has no type for the classes that it makes, and a field holds whatever it does.
    kind: Any = type(move)
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    values: list[object] = [getattr(move, field.name) for field in fields if field.init]
    found: list[Card] = []
    for value in values:
        parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        found += [part for part in parts if isinstance(part, Card)]
    found.sort(key=_INDEX)
    return tuple(found)


def malformed(thing: object, expected: str) -> IllegalMove:
    """The error for a move that is made of impossible parts."""
    return IllegalMove(thing, reasons.Malformed(None, expected))


def card_tuple(some: Iterable[Card]) -> tuple[Card, ...]:
    """Make a tuple of cards, or refuse what is none with :class:`IllegalMove`."""
    try:
        found = tuple(some)
    except Exception:  # a foreign iterator may raise anything
        raise malformed(some, "cards") from None
    for card in found:
        if type(card) is not Card:
            raise malformed(card, "a Card")
    return found


def suit_of(value: Suit) -> Suit:
    """The suit that a letter stands for; :class:`IllegalMove` if it is none."""
    suit = member_of(Suit, value)
    if suit is None:
        raise malformed(value, "a suit: C, D, H or S")
    return suit


@attrs.frozen
class WordMove(Move):
    """The base of moves that are a single word: their form."""

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls() if reader.accept(cls.form) else None

    def __str__(self) -> str:
        return self.form


@attrs.frozen
class SuitMove(Move):
    """The base of moves that are a word and a suit.

    Attributes:
        word: the word.
        suit: the suit.
    """

    word: ClassVar[str]
    suit: Suit = attrs.field(converter=suit_of)

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls(read_suit(reader)) if reader.accept(cls.word) else None

    def __str__(self) -> str:
        return f"{self.word} {self.suit}"


@attrs.frozen
class Deal(Move):
    """The chance move: the whole pack as it was shuffled.

    Args:
        cards: the cards from the top of the pack; the first is dealt first.

    Raises:
        IllegalMove: if there is something else than cards among them. Whether they are the cards
            of the pack is seen when the move is applied.

    >>> str(Deal([Card.parse("QS"), Card.parse("2C")]))
    'deal QS 2C'
    """

    cards: tuple[Card, ...] = attrs.field(converter=card_tuple)
    _pack: Pack | None = attrs.field(default=None, init=False, eq=False, repr=False)
    """The pack that was shuffled: what is known to be made of it need not be looked through."""
    form: ClassVar[str] = "deal and the whole pack from the top"

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls(read_cards(reader)) if reader.accept("deal") else None

    def __str__(self) -> str:
        return f"deal {text_of(self.cards)}"


deal_of: Final[Callable[[tuple[Card, ...], Pack], Deal]] = cast(Any, fast_constructor(Deal))
"""The deal of the cards of a pack that has just been shuffled."""


def _one_card(card: Card) -> Card:
    return card_tuple((card,))[0]


def _bit_of(play: Play) -> int:
    return play.card._bit


@attrs.frozen
class Play(Move):
    """Play a card to the trick.

    Args:
        card: the card; which copy of it is never asked (AL-4).

    Raises:
        IllegalMove: if it is no card.

    >>> str(Play(Card.parse("QS")))
    'QS'
    """

    card: Card = attrs.field(converter=_one_card)
    _bit: int = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_bit_of, takes_self=True)
    )
    form: ClassVar[str] = "a card"

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls(read_card(reader)) if is_card(reader.word) else None

    def __str__(self) -> str:
        return str(self.card)


PLAYS: Final = PerKind(tuple(map(Play, CARDS)))
"""The plays of a mask of kinds, in the order of cards, as ready-made moves."""
