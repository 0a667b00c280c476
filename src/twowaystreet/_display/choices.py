"""The choices of a person as values, and the words that any game has for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._display.signs import signs_text
from twowaystreet._display.values import count
from twowaystreet._engine.moves import Move, Play, cards_of
from twowaystreet._util.values import Value
from twowaystreet._util.words import listed
from twowaystreet._views.trick_views import TrickView
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
        badge: a short word on a big choice, such as ``2 others``.
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
    """Return the end of a game with a target or a number of hands, in a few words.

    >>> from types import SimpleNamespace
    >>> usual_target(SimpleNamespace(target=20, max_hands=None))
    'to 20 points'
    >>> usual_target(SimpleNamespace(max_hands=1)), usual_target(SimpleNamespace())
    ('1 hand', '')
    """
    target, hands = getattr(rules, "target", None), getattr(rules, "max_hands", None)
    ends = [f"to {target} points"] if target is not None else []
    if hands is not None:
        ends.append(count(hands, "hand"))
    return listed(ends, "or") if ends else ""


def usual_task(view: AnyView, names: Sequence[str]) -> str:
    """Return what the table waits for, in a few words that serve any game."""
    if view.is_over:
        return "The game is over"
    if view.actor is None:
        return "Deal the next hand" if view.hands_played or view.hand_over else "Deal the cards"
    if view.actor != view.seat:
        return f"{names[view.actor]} is to play"
    moves = view.legal_moves or ()
    if not all(isinstance(move, Play) for move in moves):
        return "Choose a move" if len(moves) != 1 else "One move is left"
    if isinstance(view, TrickView) and view.trick.cards:
        return _follow_task(view, [card for move in moves for card in cards_of(move)])
    return "You lead: play any card" if len(moves) > 1 else "You lead"


def _follow_task(view: AnyView, legal: Sequence[Card]) -> str:
    """Return the task of a player who follows to a trick."""
    suits = {card.suit for card in legal}
    if len(suits) == 1 and (suit := suits.pop()) and len(legal) < len(view.hand or ()):
        ranks = [str(card.rank) for card in legal]
        few = f": {listed(ranks, 'or')}" if len(ranks) <= 3 else ""
        return f"Play {suit.word}{few}"
    return "Play any card" if len(legal) == len(view.hand or ()) else "Play a bright card"


def usual_options(view: AnyView) -> list[Option]:
    """Return the legal moves without cards, each with its notation."""
    return [Option(move, str(move)) for move in view.legal_moves or () if not cards_of(move)]


def usual_button(move: Move) -> str:
    """Return the words of the button that makes a move with cards."""
    verb = "Play" if isinstance(move, Play) else str(move).partition(" ")[0].capitalize()
    return f"{verb} {signs_text(cards_of(move))}"
