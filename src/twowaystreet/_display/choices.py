"""The choices of a person as values, and words that any game has for them and for results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

from twowaystreet._cards.cards import Card, Suit, is_card
from twowaystreet._display.signs import signs_text
from twowaystreet._engine.moves import Move, NumberMove, SuitMove, cards_of
from twowaystreet._engine.scores import SeatScore
from twowaystreet._util.values import Value
from twowaystreet._util.words import listed
from twowaystreet._views.views import AnyView


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


def usual_target(rules: Any) -> str:  # Any: the options of each game
    """Return the points that end a game, in a few words; empty without a target.

    >>> from types import SimpleNamespace
    >>> usual_target(SimpleNamespace(target=20)), usual_target(SimpleNamespace(target=None))
    ('to 20 points', '')
    """
    target = getattr(rules, "target", None)
    return "" if target is None else f"to {target} points"


def usual_options(view: AnyView) -> list[Option]:
    """Return the legal moves without cards in words that serve any game."""
    moves = [move for move in view.legal_moves or () if not cards_of(move)]
    texts = [_usual_text(move) for move in moves]
    return [
        Option(
            move,
            text if texts.count(text) == 1 else str(move),
            number=move.number if isinstance(move, NumberMove) else None,
        )
        for move, text in zip(moves, texts, strict=True)
    ]


def _usual_text(move: Move) -> str:
    if isinstance(move, SuitMove):
        return suit_text(move.suit)
    text = str(move)
    return text[:1].upper() + text[1:]


def suit_text(suit: Suit) -> str:
    """Return a suit with its sign.

    >>> suit_text(Suit.CLUBS)
    '♣ clubs'
    """
    return f"{suit.sign} {suit.word}"


_FEW: Final = ("no", "one", "two", "three", "four")


def held_text(hand: Iterable[Card], suit: Suit) -> str:
    """Return how many cards of a suit a player holds.

    >>> from twowaystreet._cards.cards import cards
    >>> held_text(cards("2C 9D"), Suit.CLUBS), held_text(cards("2C 9D"), Suit.SPADES)
    ('You hold one club', 'You hold no spades')
    """
    held = sum(card.suit is suit for card in hand)
    number = _FEW[held] if held < len(_FEW) else held
    return f"You hold {number} {suit.word.removesuffix('s') if held == 1 else suit.word}"


def usual_button(move: Move) -> str:
    """Return the words of the button that makes a move with cards.

    >>> from twowaystreet._engine.moves import Play
    >>> usual_button(Play(Card.parse("QS")))
    'Play Q♠'
    """
    verb = str(move).partition(" ")[0]
    cards = signs_text(cards_of(move))
    return f"{'Play' if is_card(verb) else verb.capitalize()} {cards}".rstrip()


def usual_row(score: SeatScore) -> ScoreRow:
    """Return the entry of the score sheet, unless it only repeats the points.

    >>> usual_row(SeatScore(4))
    ScoreRow(words='', rule='')
    """
    return ScoreRow("" if score.entry == f"{score.points:+}" else score.entry)


def chosen_by(names: Sequence[str]) -> str:
    """Return the badge of a choice: the others who have made it so far.

    >>> chosen_by([]), chosen_by(["Ben", "Cem"])
    ('so far: nobody', 'so far: Ben and Cem')
    """
    return f"so far: {listed(names) if names else 'nobody'}"


def points_text(points: int) -> str:
    """Return points as a result: what they do to a total.

    >>> points_text(50), points_text(-50), points_text(0)
    ('50', '50 off', 'nothing')
    """
    return f"{-points} off" if points < 0 else str(points or "nothing")
