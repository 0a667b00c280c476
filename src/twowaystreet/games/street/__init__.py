"""Two Way Street for three or more players.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), and its earlier wording of the scoring.

A hand is dealt (ST-5); from the first declarer leftwards everybody declares high or low, or is
forced, and exchanges two cards (ST-7 to ST-11); ten tricks are played, each led by the next player
to the left (ST-12 to ST-19); then those who did what they said they would score (ST-20 to ST-23).
The game ends when somebody has reached the target (ST-24).

Where the source is silent: the exchange is obligatory unless the option says otherwise (ST-10),
the two cards go under the stock the lower one first (ST-11), and a trick in which a Joker was led
may end without a suit having been named (ST-19).
"""

from __future__ import annotations

from typing import Final

from twowaystreet._engine.game import Game
from twowaystreet.games._twoway.cards import Jokers
from twowaystreet.games._twoway.moves import Declare, Direction, Exchange, Keep, NameSuit
from twowaystreet.games._twoway.rules import NamedSuit
from twowaystreet.games._twoway.state import Exchanged, Naming
from twowaystreet.games.street.rules import ExchangeRule, Phase, Rules
from twowaystreet.games.street.scoring import Case, Declaration, HandScore, SeatScore, score
from twowaystreet.games.street.state import State, new_game
from twowaystreet.games.street.view import View

__all__ = [
    "GAME",
    "Case",
    "Declaration",
    "Declare",
    "Direction",
    "Exchange",
    "ExchangeRule",
    "Exchanged",
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

GAME: Final = Game(
    name="street",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Two Way Street and its classes."""


def __dir__() -> list[str]:
    """The public names."""
    return __all__
