"""The values that a display returns, which text, pictures and the page render."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias

import attrs
from typing_extensions import TypeVar

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.display.lines import Line, joined, plain
from twowaystreet._core.engine.moves import Move, groups_in
from twowaystreet._core.records.seat_records import Event
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Value

ViewT = TypeVar("ViewT", bound=AnyView, default=AnyView)


NOTHING: Final = "-"  # the value of a fact that does not hold yet


def with_error(value: float, error: float, digits: int = 1) -> str:
    """Return a number with its standard error, unless that is zero in so many digits.

    >>> with_error(2.64, 0.18), with_error(2.64, 0.04), with_error(2.64, math.nan, 2)
    ('2.6 ± 0.2', '2.6', '2.64 ± ?')
    """
    shown = "?" if math.isnan(error) else f"{error:.{digits}f}"
    return f"{value:.{digits}f}" + (f" ± {shown}" if shown.strip("0.") else "")


def count(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> count(1, "trick"), count(2, "trick")
    ('1 trick', '2 tricks')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def hand_number(view: AnyView) -> int:
    """Return the number of the present hand, or of the one just finished; the first has 1."""
    return view.hands_played + (not view.hand_over)


def goes_on(view: AnyView) -> bool:
    """Return whether a hand goes on after the deal that is due: cards are held, or lie open."""
    cls: Any = type(view)  # Any: attrs has no type for the classes that it makes
    facts = [getattr(view, each.name) for each in attrs.fields(cls)]
    return view.score is None and (any(view.hand_sizes) or any(map(any, map(groups_in, facts))))


def why_deal(view: AnyView) -> str:
    """Return in words why a deal is due before the hand has a score."""
    return "Cards are shuffled again." if goes_on(view) else "The deal is thrown in."


def _is_number(fact: SeatFact) -> bool:
    return isinstance(fact.value, int)


@attrs.frozen
class SeatFact(Value):
    """A fact about a seat: a column of the table in text, and words on the plate of a picture.

    Attributes:
        label: the title of the column.
        value: the content of the column for this seat; ``None`` if the fact has no column.
        words: the words on the plate, empty for none; by default the label and the value, and
            nothing for the value ``-``.
        to_right: True if the column ends at the right; by default if the value is a number.

    >>> SeatFact("bid", 3).plate, SeatFact("bid", "-").plate
    ('bid 3', '')
    """

    label: str = ""
    value: Line | str | int | None = None
    words: str | None = None
    to_right: bool = attrs.field(default=attrs.Factory(_is_number, takes_self=True), kw_only=True)

    @property
    def cell(self) -> Line:
        """The content of the column as a line."""
        return self.value if isinstance(self.value, tuple) else (str(self.value),)

    @property
    def plate(self) -> str:
        """The words on the plate."""
        if self.words is not None:
            return self.words
        return "" if self.value == NOTHING else f"{self.label} {plain(self.cell)}"


@attrs.frozen
class Fact(Value):
    """A fact about the whole hand: a labelled line of text, and words or cards in a picture.

    Attributes:
        label: the label, such as ``trumps``; empty if only pictures show the fact.
        value: a text, a suit or cards.
        text: the line after the label; by default the value.
        words: the words in a picture, empty if only text shows the fact; by default the label, and
            the value if it is a text. A picture shows a suit with its sign, and cards in a row.

    >>> Fact("direction", "high").in_pictures, Fact("trumps", Suit.HEARTS).in_pictures
    ('direction high', 'trumps')
    >>> Fact("trumps", Suit.HEARTS).line
    ('hearts',)
    """

    label: str
    value: str | Suit | tuple[Card, ...] = ""
    text: Line = ()
    words: str | None = None

    @property
    def line(self) -> Line:
        """The line after the label."""
        if self.text:
            return self.text
        if isinstance(self.value, Suit):
            return (self.value.word,)
        return (self.value,) if isinstance(self.value, str) else joined(self.value)

    @property
    def in_pictures(self) -> str:
        """The words in a picture; empty if only text shows the fact."""
        if self.words is not None:
            return self.words
        return self.label if self.suit or self.cards else f"{self.label} {self.value}".strip()

    @property
    def suit(self) -> Suit | None:
        """The suit that the fact names, if any."""
        return self.value if isinstance(self.value, Suit) else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the fact; ``()`` if it has none."""
        return self.value if isinstance(self.value, tuple) else ()


@attrs.frozen
class Row(Value):
    """Cards of a seat in a row, with a label.

    Attributes:
        label: the label; it can be empty.
        cards: the cards; ``None`` for each card face down.
        is_hand: True for a hand from which the player plays.
        group_size: the number of cards that belong together, such as 2 for pairs; 0 without groups.
        is_best: True for the best of rows that are compared, which pictures mark.
    """

    label: str
    cards: tuple[Card | None, ...]
    is_hand: bool = False
    group_size: int = 0
    is_best: bool = False


@attrs.frozen
class Laid(Value):
    """A play of a trick.

    Attributes:
        seat: the seat that played.
        cards: the cards; ``()`` for a pass.
        won: True if the play took the trick, or if the seat did with one of several plays.
        hand: the name of the hand that they came from, if each player has several.
    """

    seat: int
    cards: tuple[Card, ...]
    won: bool = False
    hand: str = ""


@attrs.frozen
class Played(Value):
    """The cards that a seat has played to the trick on the table, as a picture shows them.

    Attributes:
        cards: the cards.
        note: a word below them, such as ``led``.
        is_past: True if the trick is complete.
        won: True if the seat has won it.
    """

    cards: tuple[Card, ...]
    note: str = ""
    is_past: bool = False
    won: bool = False


NOT_PLAYED: Final = Played(())


@attrs.frozen(kw_only=True)
class Step(Value, Generic[ViewT]):
    """A player's move as a viewer saw it.

    Attributes:
        before: the view before the move.
        after: the view after it.
        seat: the seat that moved.
        move: the move; ``None`` if it was hidden from the viewer in part.
        text: the text that the viewer saw.
    """

    before: ViewT
    after: ViewT
    seat: int
    move: Move | None
    text: str


def step_of(before: AnyView, event: Event) -> Step[Any]:
    """Return a move as a viewer saw it. Any: each game has its own view."""
    assert event.seat is not None
    return Step(before=before, after=event.view, seat=event.seat, move=event.move, text=event.text)


@attrs.frozen
class HandEnd(Value):
    """The end of a hand in a sampled world.

    Attributes:
        payoffs: the payoff of each seat.
        tricks: the tricks of the hand; ``()`` in games without tricks of cards. Any: games can have
            tricks of their own.
        score: the score of the hand; ``None`` if the rule of thumb of the game gives payoffs alone.
            Any: each game has its own.
        move: the move after which the hand was played to its end.
    """

    payoffs: tuple[float, ...]
    tricks: tuple[Any, ...] = ()
    score: Any = None
    move: Move | None = None


@attrs.frozen
class Effect(Value):
    """Something that happened to a player in a hand, which a review counts over many hands.

    Attributes:
        words: what happened, in words that follow "you", such as ``take the pot``; with ``{}`` for
            a number, such as ``take {} tricks``. A number below 0 turns ``get`` into "lose".
        value: True if it happened, or the number.
        good: True if the player wants it, or more of it; False if not; ``None`` if that depends.
    """

    words: str
    value: float
    good: bool | None = None


@attrs.frozen
class Each(Value):
    """An entry of the list of legal moves that shows each of some moves, with its number.

    Attributes:
        moves: the moves.
        origin: words before the moves.
    """

    moves: tuple[Move, ...]
    origin: Line = ()


Entry: TypeAlias = Line | Each
"""An entry of the list of legal moves; a line describes some, without their numbers."""


@attrs.frozen
class Option(Value):
    """A legal move without cards, as a page offers it.

    Attributes:
        move: the move.
        text: the move in words.
        note: a sentence about what the move would mean.
        number: the number of a bid; ``None`` for other moves.
        switch: the word that belongs to the number, such as ``high``.
        confirm: True if people should confirm this rare move.
        big: True for one of a few important choices.
        badge: a short word on a big choice, such as ``so far: Ben``.
    """

    move: Move
    text: str
    note: str = attrs.field(default="", kw_only=True)
    number: int | None = attrs.field(default=None, kw_only=True)
    switch: str = attrs.field(default="", kw_only=True)
    confirm: bool = attrs.field(default=False, kw_only=True)
    big: bool = attrs.field(default=False, kw_only=True)
    badge: str = attrs.field(default="", kw_only=True)


@attrs.frozen
class ScoreRow(Value):
    """The points of a seat in words.

    Attributes:
        words: the sum, such as ``6 minus 1 trick minus penalty 4 is 1, times 2``.
        rule: the identifier of the rule; empty if there is none.
    """

    words: str
    rule: str = ""


def _read_only(words: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(words))


@attrs.frozen
class OptionWords(Value):
    """The words of an option for people, who see no name of the program.

    Attributes:
        label: the name of the option, such as ``Length of the game``; by default the name in the
            rules, with blanks.
        values: the words of its usual values by their text, such as ``{"10": "Short, to 10"}``, in
            the order of a list to choose from. Values of a choice without words show their text.

    >>> OptionWords("Length of the game", {"10": "Short, to 10"}).values["10"]
    'Short, to 10'
    """

    label: str = ""
    values: Mapping[str, str] = attrs.field(
        factory=dict[str, str], converter=_read_only, hash=False
    )
