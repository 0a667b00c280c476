"""Two Way Street for three or more players.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), and its earlier wording of the scoring.

The dealer deals ten cards to each player (ST-5). From the first declarer leftwards, each player
declares high or low, or is forced, and exchanges two cards (ST-7 to ST-11). The players play ten
tricks; the lead passes to the left (ST-12 to ST-19). Players who kept to their direction score
(ST-20 to ST-23). The game ends when a player has reached the target (ST-24).

The source leaves three points open:

- The exchange is obligatory unless the option makes it optional (ST-10).
- The lower of the two cards goes under the stock first (ST-11).
- A trick in which a Joker was led may end without a named suit (ST-19).
"""

from typing import Final

from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import (
    Declare,
    Direction,
    Exchange,
    Jokers,
    Keep,
    NamedSuit,
    NameSuit,
)
from twowaystreet.games._twoway.state import Exchanged, Naming
from twowaystreet.games.street.rules import Declaration, ExchangeRule, Phase, Rules
from twowaystreet.games.street.score import Case, HandScore, SeatScore, score
from twowaystreet.games.street.state import HandData, State, View, new_game
from twowaystreet.games.street.worlds import hidden

__all__ = [
    "GAME",
    "Case",
    "Declaration",
    "Declare",
    "Direction",
    "Exchange",
    "ExchangeRule",
    "Exchanged",
    "HandData",
    "HandScore",
    "Jokers",
    "Keep",
    "NameSuit",
    "NamedSuit",
    "Naming",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "View",
    "new_game",
    "score",
]

GAME: Final = core.Game(
    name="street", Rules=Rules, State=State, View=View, new_game=new_game, worlds=hidden
)
"""Two Way Street, with its rules, states and views, for functions that take any game."""
core.publish(__name__)
