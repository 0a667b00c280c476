"""The protocol of players, and functions that the simple players of several games share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from twowaystreet._cards.cards import CARDS, Card, Joker, Rank
from twowaystreet._engine.moves import Move, Play
from twowaystreet._tricks.card_play import CardValue, Situation
from twowaystreet._tricks.tricks import Strengths, winning_index
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView


class Player(Protocol):
    """A player: a function that chooses a legal move for the seat to move.

    Any function of a view and a random source that returns a move is a player. A function that
    takes the views of one game only, such as ``street.View``, is a player of that game.

    A player should draw random numbers from the given source alone, so that a seed repeats a game.

    >>> import twowaystreet as tws
    >>> def first(view: tws.View, rng: random.Random) -> tws.Move:
    ...     return tws.legal_moves(view)[0]
    >>> player: Player = first
    """

    # Any: a player may know the views of one game alone.
    def __call__(self, view: Any, rng: random.Random, /) -> Move:
        """Choose a move.

        Args:
            view: the view of the seat to move.
            rng: the random source.

        Returns:
            One of the legal moves of the view.
        """
        ...


def moves_of(view: AnyView) -> tuple[Move, ...]:
    """Return the legal moves; the player to move always has some."""
    assert view.legal_moves
    return view.legal_moves


def at_random(view: AnyView, rng: random.Random) -> Move:
    """Choose any legal move, each with the same chance.

    Args:
        view: the view of the seat to move, in any game.
        rng: the random source.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import spades
    >>> state = spades.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    >>> at_random(tws.view(state, state.actor), random.Random(1)) in tws.legal_moves(state)
    True
    """
    return rng.choice(moves_of(view))


def height(card: Card) -> int:
    """Return the height of a card within its suit; Jokers are highest."""
    return len(Rank) if isinstance(card.rank, Joker) else card.rank.place


def place(card: Card) -> int:
    """Return the place of a card in an order of all cards: by height, and then by suit."""
    return height(card) * len(CARDS) + card.index


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
