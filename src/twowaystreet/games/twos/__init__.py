"""Twos: four players, each for themselves, with wild twos that the threes of their suit catch.

Source: *Twos*, the rules of a trick-taking game for four.

Everybody is dealt thirteen cards (TW-1, TW-2) and follows suit, except that a two may be played to
any trick (TW-3, TW-4). The first two in a trick takes it, unless the three of its suit is there
(TW-6). High cards among the tricks count, and so do twos caught in them (TW-8 to TW-10).

Where the source is silent: the player to the dealer's left leads first, whoever takes a trick leads
the next (TW-2), a two is still a card of its suit (TW-5), and a game is four hands (TW-11).
"""

from __future__ import annotations

from typing import Final

from twowaystreet._engine.game import Game
from twowaystreet.games.twos.rules import Phase, Rules
from twowaystreet.games.twos.scoring import Catch, HandScore, SeatScore, score
from twowaystreet.games.twos.state import State, new_game
from twowaystreet.games.twos.view import View

__all__ = [
    "GAME",
    "Catch",
    "HandScore",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "View",
    "new_game",
    "score",
]

GAME: Final = Game(
    name="twos",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Twos and its classes."""


def __dir__() -> list[str]:
    """The public names."""
    return __all__
