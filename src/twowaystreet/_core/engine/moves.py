"""Moves, small frozen values; how they are read; and the decisions of each phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeAlias, cast

import attrs
from typing_extensions import override

from twowaystreet._core import reasons
from twowaystreet._core.cards.cards import (
    CARDS,
    Card,
    Reader,
    Suit,
    is_card,
    member_of,
    read_card,
    read_cards,
    read_suit,
    text_of,
)
from twowaystreet._core.cards.masks import Pack, PerCardType
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import OfGame, Value, fast_constructor
from twowaystreet.errors import IllegalMove, quoted

_INDEX: Final = attrgetter("index")


class Move(Value):
    """The base of every move type.

    Attributes:
        form: the form of the text, for messages.
        optional_word: the leading word that people may leave out, such as ``bid`` in ``bid 3``;
            an empty text for none. A word that tells one move from another is not optional.
    """

    __slots__ = ()
    _is_text: ClassVar = True
    form: ClassVar[str]
    optional_word: ClassVar[str] = ""

    @classmethod
    def form_of(cls, legal: Sequence[Move]) -> str:
        """Return the form of the legal moves of this type, 1 or more; by default ``form``."""
        return cls.form

    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        """Read a move of this type; return ``None`` if the text has another type.

        Raises:
            ParseError: if the text begins as this type but is no such move.
            TypeError: if the type has no text: a subclass reads its own.
        """
        raise TypeError(f"{cls.__name__} cannot be read from text")


def cards_of(move: Move) -> tuple[Card, ...]:
    """Return the cards that a move names: those in its fields, alone or in tuples.

    Args:
        move: a move of any game.

    Returns:
        The cards in the order of cards, equal cards repeated; ``()`` if the move names none.
        ``deal.cards`` has those of a deal from the top of the pack.

    Raises:
        TypeError: if ``move`` is not a move.

    >>> from twowaystreet.games import street
    >>> cards_of(Play(Card.parse("QS"))), cards_of(street.Declare("low"))
    ((Card.parse('QS'),), ())
    >>> cards_of(Deal([Card.parse("QS"), Card.parse("2C")]))
    (Card.parse('2C'), Card.parse('QS'))
    """
    return tuple(sorted(chain(*groups_of(move)), key=_INDEX))


def groups_of(move: Move) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that a move names, by the fields that keep them."""
    if not isinstance(move, Move):
        raise TypeError(f"expected a Move, such as legal_moves() gives, not {quoted(move)}")
    move_type: OfGame = type(move)
    return tuple(chain(*[groups_in(getattr(move, name)) for name in _given_to(move_type)]))


@cache
def _given_to(move_type: OfGame) -> tuple[str, ...]:
    """Return the names of the fields of a type of move that its makers give."""
    fields = attrs.fields(move_type) if attrs.has(move_type) else ()
    return tuple([each.name for each in fields if each.init])


def groups_in(value: object) -> Iterable[tuple[Card, ...]]:
    """Return the groups of cards in a value: a card, some cards, or several parts with cards."""
    if isinstance(value, Card):
        return ((value,),)
    if not isinstance(value, tuple):
        return ()
    parts = cast("tuple[object, ...]", value)
    if parts and all([isinstance(part, Card) for part in parts]):
        return (cast("tuple[Card, ...]", parts),)
    return tuple(chain(*map(groups_in, parts)))


def malformed(thing: object, expected: str) -> IllegalMove:
    """Return the error for a move with impossible parts, which shows the thing that is wrong.

    >>> print(malformed("7", "one card"))
    '7': malformed move: expected one card
    """
    return IllegalMove(thing, reasons.Malformed(None, expected))


def card_tuple(some: Iterable[Card]) -> tuple[Card, ...]:
    """Make a tuple of some cards in their order, as the converter of a field of a move.

    Raises:
        IllegalMove: if they are anything else.

    >>> from twowaystreet import Card
    >>> card_tuple([Card.parse("7C")])
    (Card.parse('7C'),)
    """
    try:
        found = tuple(some)
    except Exception:  # a foreign iterator may raise anything
        raise malformed(some, "cards") from None
    for card in found:
        if type(card) is not Card:
            raise malformed(card, "a Card")
    return found


def suit_of(value: Suit) -> Suit:
    suit = member_of(Suit, value)
    if suit is None:
        raise malformed(value, "a suit: C, D, H or S")
    return suit


# attrs copies it to the constructors of derived classes, whose modules need not know the name.
suit_of.__annotations__["value"] = Suit


@attrs.frozen
class WordMove(Move):
    """The base of moves whose text is a single word, their form: by default the class's name."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not hasattr(cls, "form"):
            cls.form = cls.__name__.lower()

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls() if reader.accept(cls.form) else None

    def __str__(self) -> str:
        return self.form


@attrs.frozen
class Draw(WordMove):
    """Draw a card: ``draw``."""


@attrs.frozen
class Pass(WordMove):
    """Do nothing: ``pass``."""


class _WordFirst(Move):
    """The base of moves whose text is a word, by default the name, and one more word."""

    __slots__ = ()
    word: ClassVar[str]
    _second: ClassVar[str]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if _WordFirst in cls.__bases__:
            return
        if not hasattr(cls, "word"):
            cls.word = cls.__name__.lower()
        if "word" in vars(cls) and "form" not in vars(cls):
            cls.form = f"{cls.word} and {cls._second}"
        cls.optional_word = cls.word


@attrs.frozen
class SuitMove(_WordFirst):
    """The base of moves whose text is a word and a suit.

    Attributes:
        word: the word.
        suit: the suit.

    Raises:
        IllegalMove: if ``suit`` is not a suit.
    """

    _second: ClassVar = "a suit"
    suit: Suit = attrs.field(converter=suit_of)

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls(read_suit(reader)) if reader.accept(cls.word) else None

    def __str__(self) -> str:
        return f"{self.word} {self.suit}"


def _one_card(card: Card) -> Card:
    return card_tuple((card,))[0]


@attrs.frozen
class CardMove(_WordFirst):
    """The base of moves whose text is a word and a card, such as ``put QS``.

    A subclass can add a field with a default, such as the suit in ``play 8S naming H``.

    Attributes:
        word: the word, a verb.
        then: the word before the added field, and the function that reads the field, such as
            ``("naming", read_suit)``; ``None`` without one.
        card: the card.

    Raises:
        IllegalMove: if ``card`` is not a card.
    """

    then: ClassVar[tuple[str, Callable[[Reader], object]] | None] = None
    _second: ClassVar = "a card"
    card: Card = attrs.field(converter=_one_card)

    @classmethod
    def of_hand(cls, state: Any, seat: int) -> tuple[Self, ...]:
        """Return the moves with each card of a hand, as the ``moves`` of a :class:`Decision`."""
        return tuple(map(cls, dict.fromkeys(state.hand_of(seat))))

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        if not reader.accept(cls.word):
            return None
        fields: list[OfGame] = [read_card(reader)]
        if cls.then and reader.accept(cls.then[0]):
            fields.append(cls.then[1](reader))
        return cls(*fields)

    def __str__(self) -> str:
        text = f"{self.word} {self.card}"
        if self.then is None:
            return text
        value = getattr(self, attrs.fields(type(self))[1].name)
        if isinstance(value, tuple):
            value = text_of(cast("tuple[Card, ...]", value))
        return f"{text} {self.then[0]} {value}" if value not in (None, "") else text


@attrs.frozen
class NumberMove(_WordFirst):
    """The base of moves whose text is a word and a whole number.

    Attributes:
        word: the word.
        numbers: the possible numbers.
        number: the number.

    Raises:
        IllegalMove: if the number is not one of ``numbers``.
    """

    _second: ClassVar = "a number"
    numbers: ClassVar[range]
    number: int

    def __attrs_post_init__(self) -> None:
        """Refuse an impossible number."""
        if not is_int(self.number) or self.number not in self.numbers:
            raise malformed(self.number, self._expected_number())

    @classmethod
    def _expected_number(cls) -> str:
        return f"a number, {cls.numbers[0]} to {cls.numbers[-1]}"

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        if not reader.accept(cls.word):
            return None
        numbers = {str(number): number for number in cls.numbers}
        return cls(reader.take(numbers, cls._expected_number()))

    def __str__(self) -> str:
        return f"{self.word} {self.number}"


@attrs.frozen
class Deal(Move):
    """The chance move: the whole pack in the order of the shuffle.

    Args:
        cards: the cards from the top of the pack; the first is dealt first.

    Raises:
        IllegalMove: if one is not a card. :func:`~twowaystreet.apply` compares them with the pack.

    >>> str(Deal([Card.parse("QS"), Card.parse("2C")]))
    'deal QS 2C'
    """

    cards: tuple[Card, ...] = attrs.field(converter=card_tuple)
    _pack: Pack | None = attrs.field(default=None, init=False, eq=False, repr=False)
    """The pack that was shuffled, if known; then the cards need no comparison with it."""
    form: ClassVar[str] = "deal and the whole pack from the top"

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls(read_cards(reader)) if reader.accept("deal") else None

    def __str__(self) -> str:
        return f"deal {text_of(self.cards)}"


_build: Final[OfGame] = fast_constructor(Deal)
deal_of: Final[Callable[[tuple[Card, ...], Pack], Deal]] = _build  # of a shuffled pack, unchecked


def _bit_of(play: Play) -> int:
    return play.card._bit


@attrs.frozen
class Play(Move):
    """Play a card to the trick.

    Args:
        card: the card, without regard to copies (AL-4).

    Raises:
        IllegalMove: if ``card`` is not a card.

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


PLAYS: Final = PerCardType(tuple(map(Play, CARDS)))
"""The plays of a mask of card types, in the order of cards, as ready-made moves."""


class Phase(StrEnum):
    """The base of the phases of a hand; each game has an enum of its own.

    Every game has ``DEAL``, ``HAND_OVER`` and ``GAME_OVER``. Trick-taking games have ``PLAY`` too,
    in which cards are the only moves.
    """


class PlayPhase(Phase):
    """The phases of a game in which players only play."""

    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


Handler: TypeAlias = Callable[[OfGame, int, OfGame], OfGame]
"""A method of the game's own state class, which takes one move type."""


def _plays(state: OfGame, seat: int) -> tuple[Move, ...]:
    return PLAYS[state._legal]


def _read_only(handlers: Mapping[type[Move], Handler]) -> Mapping[type[Move], Handler]:
    return MappingProxyType(dict(handlers))


@attrs.frozen
class Decision(Value):
    """The decision of the player to move in one phase.

    Attributes:
        expected: what is due, in words before the forms of the legal moves; may be empty.
        rule: the rule behind the decision.
        moves: returns the legal moves in their fixed order, from a state and the seat to move; by
            default the plays.
        handlers: for each move type besides plays the function that makes the move, from a state,
            the seat and the move.
    """

    expected: str
    rule: str
    moves: Callable[[Any, int], tuple[Move, ...]] = _plays
    handlers: Mapping[type[Move], Handler] = attrs.field(
        factory=dict[type[Move], Handler], converter=_read_only
    )


def optional_words(legal: Iterable[Move]) -> tuple[str, ...]:
    """Return the leading words of some legal moves that people may leave out."""
    firsts = ((move.optional_word, str(move).partition(" ")[0]) for move in legal)
    return tuple(dict.fromkeys(word for word, first in firsts if word and word == first))


def forms_of(legal: Sequence[Move]) -> str:
    types = {type(move): None for move in legal}
    by_type = {each: [move for move in legal if type(move) is each] for each in types}
    return ", or ".join(each.form_of(moves) for each, moves in by_type.items())


def move_types_of(state: OfGame) -> tuple[type[Move], ...]:
    """Return the move types of the game with this state class, deals first."""
    return (Deal, *state._move_types)


def read_move(
    move_types: tuple[type[Move], ...], text: str, expected: Callable[[], str] | None = None
) -> Move:
    """Read a move of one of these types; the first that begins with the first word reads it.

    Args:
        move_types: the types.
        text: the text of one move.
        expected: returns the forms for an error if no move begins so; by default all of them.

    Raises:
        ParseError: if the text is no such move, with the word at fault.
        IllegalMove: if the parts of the move are impossible.

    >>> read_move((Play, Pass), "pass"), str(read_move((Play, Pass), "7c"))
    (Pass(), '7C')
    """
    reader = Reader(text)
    for move_type in move_types:
        move = move_type.read(reader)
        if move is not None:
            reader.end()
            return move
    forms = expected() if expected else ", or ".join(each.form for each in move_types)
    raise reader.error(forms)
