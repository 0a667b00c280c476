"""Twos: four players without partners; twos are wild, and the three of a two's suit beats it.

Source: *Twos*, the rules of a trick-taking game for four.

Each player gets thirteen cards (TW-1, TW-2) and follows suit, but may play a two to any trick
(TW-3, TW-4). The first two in a trick takes it, unless the three of its suit is in the trick
(TW-6). High cards in a player's tricks score, and so do the twos caught in them (TW-8 to TW-10).

The source leaves three points open:

- The player to the dealer's left leads first, and the winner of a trick leads the next (TW-2).
- A two is still a card of its suit (TW-5).
- A game has four hands (TW-11).
"""

from typing import Final

from twowaystreet.authoring import Game, HandData, publish
from twowaystreet.games.twos.rules import Phase, Rules
from twowaystreet.games.twos.score import Catch, HandScore, SeatScore, score
from twowaystreet.games.twos.state import State, View, new_game

__all__ = [
    "GAME",
    "Catch",
    "HandData",
    "HandScore",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "View",
    "new_game",
    "score",
]

GAME: Final = Game(name="twos", Rules=Rules, State=State, View=View, new_game=new_game)
"""Twos, with its rules, states and views, for functions that take any game."""
publish("twowaystreet.authoring", HandData)
publish(__name__)
