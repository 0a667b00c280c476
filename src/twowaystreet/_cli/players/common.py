"""Functions that the simple players of several games share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from twowaystreet._cards.cards import Card, Joker, Rank
from twowaystreet._engine.moves import Move, Play
from twowaystreet._tricks.tricks import Strengths, Trick, winning_index
from twowaystreet._views.views import AnyView

Policy: TypeAlias = Callable[[AnyView, random.Random], Move]


def moves_of(view: AnyView) -> tuple[Move, ...]:
    """Return the legal moves; the player to move always has some."""
    assert view.legal_moves
    return view.legal_moves


def plays_of(view: AnyView) -> list[Play]:
    """Return the legal plays, the lowest card of any suit first."""
    plays = [move for move in moves_of(view) if isinstance(move, Play)]
    return sorted(plays, key=lambda play: height(play.card))


def at_random(view: AnyView, rng: random.Random) -> Move:
    """Choose any legal move."""
    return rng.choice(moves_of(view))


def height(card: Card) -> int:
    """Return the height of a card within its suit; Jokers are highest."""
    return len(Rank) if isinstance(card.rank, Joker) else card.rank.place


def takes(card: Card, trick: Trick, strengths: Strengths) -> bool:
    """Return True if a card would win the trick so far."""
    return winning_index((*trick.cards, card), strengths) == len(trick.cards)
