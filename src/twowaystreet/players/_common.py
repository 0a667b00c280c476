"""The protocol of players, and functions that the simple players of several games share."""

from __future__ import annotations

import random
from typing import Any, Protocol

from twowaystreet._cards.cards import Card, Joker, Rank
from twowaystreet._engine.moves import Move, Play
from twowaystreet._tricks.tricks import Strengths, Trick, winning_index
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


def plays_of(view: AnyView) -> list[Play]:
    """Return the legal plays, the lowest card of any suit first."""
    plays = [move for move in moves_of(view) if isinstance(move, Play)]
    return sorted(plays, key=lambda play: height(play.card))


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


def takes(card: Card, trick: Trick, strengths: Strengths) -> bool:
    """Return True if a card would win the trick so far."""
    return winning_index((*trick.cards, card), strengths) == len(trick.cards)
