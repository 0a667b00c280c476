"""The protocol of players, and the player that chooses at random."""

from __future__ import annotations

import random
from typing import Any, Protocol

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.views.views import AnyView, View, not_a_view


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
    """Return the legal moves; the player to move always has some.

    Raises:
        TypeError: if ``view`` is not a view.
    """
    if not isinstance(view, View):
        raise not_a_view(view)
    assert view.legal_moves
    return view.legal_moves


def at_random(view: AnyView, rng: random.Random) -> Move:
    """Choose any legal move, each with the same chance.

    Args:
        view: the view of the seat to move, in any game.
        rng: the random source.

    Raises:
        TypeError: if ``view`` is not a view.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import spades
    >>> state = spades.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    >>> at_random(tws.view(state, state.actor), random.Random(1)) in tws.legal_moves(state)
    True
    """
    return rng.choice(moves_of(view))
