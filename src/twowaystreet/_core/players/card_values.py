"""Plays of single cards by their value, for the rules of thumb of several games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from twowaystreet._core.cards.cards import CARDS, Card, Joker, Rank
from twowaystreet._core.engine.moves import Play
from twowaystreet._core.players.protocol import moves_of
from twowaystreet._core.tricks.play_tables import CardValue, Situation
from twowaystreet._core.tricks.tricks import Strengths, winning_index
from twowaystreet._core.views.trick_views import TrickView

_HEIGHTS: Final = tuple(
    len(Rank) if isinstance(card.rank, Joker) else card.rank.place for card in CARDS
)
_PLACES: Final = tuple(height * len(CARDS) + index for index, height in enumerate(_HEIGHTS))


def height(card: Card) -> int:
    """Return the height of a card within its suit; Jokers are highest."""
    return _HEIGHTS[card.index]


def place(card: Card) -> int:
    """Return the place of a card in an order of all cards: by height, and then by suit."""
    return _PLACES[card.index]


def best_play(
    view: TrickView[Any, Any],  # Any: the rules and the score of any game
    value: CardValue,
    strengths: Callable[[Card], Strengths] | None = None,
    *,
    is_last: bool = False,
    is_ahead: bool = False,
    has_enough: bool = False,
    marks: int = 0,
) -> Play:
    """Return the legal play of the greatest value.

    Args:
        view: the view of the seat to move.
        value: the value of a play.
        strengths: the strengths of all cards in the trick after the play of a card; only a lead
            needs none.
        is_last: True if nobody plays after this card.
        is_ahead: True if the player's side wins the trick so far.
        has_enough: True if the player's side needs no more tricks.
        marks: the sum of the marks of the cards on the table.
    """
    table, led = view.trick.cards, view.trick.led
    taking, losing = (
        Situation(led, not table, takes, is_last, is_ahead, has_enough, marks)
        for takes in (True, False)
    )

    def value_of(play: Play) -> tuple[float, ...]:
        card = play.card
        takes = not strengths or winning_index((*table, card), strengths(card)) == len(table)
        return value(card, taking if takes else losing)

    return max((move for move in moves_of(view) if isinstance(move, Play)), key=value_of)
