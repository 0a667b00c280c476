"""The Duel: Two Way Street for two players.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), its section on duels.

A hand is dealt (DU-1); the dealer bids in secret, the responder openly, and the dealer's bid is
shown (DU-2); the greater strength decides the direction of the hand for both, and tricks are taken
from the stock for it (DU-7); the winner of the bidding, or with identical bids both, exchange two
cards (DU-8); ten tricks are played as in Two Way Street, the dealer leading the odd ones (DU-10);
the difference in tricks scores (DU-11).

Where the source is silent: a bid has a greatest strength (DU-4), with cards as markers the stock
stays uncounted until the showing (DU-5), and a dealer who chooses does so before the exchanges
(DU-9).
"""

from __future__ import annotations

from typing import Final

from twowaystreet._engine.game import Game
from twowaystreet.games._twoway.cards import Jokers
from twowaystreet.games._twoway.moves import Declare, Direction, Exchange, NameSuit
from twowaystreet.games._twoway.rules import NamedSuit
from twowaystreet.games._twoway.state import Exchanged, Naming
from twowaystreet.games.duel.moves import Bid
from twowaystreet.games.duel.rules import BidMarkers, Phase, Rules
from twowaystreet.games.duel.scoring import HandScore, SeatScore, score
from twowaystreet.games.duel.state import State, new_game
from twowaystreet.games.duel.view import View

__all__ = [
    "GAME",
    "Bid",
    "BidMarkers",
    "Declare",
    "Direction",
    "Exchange",
    "Exchanged",
    "HandScore",
    "Jokers",
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
    name="duel",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""The Duel and its classes."""


def __dir__() -> list[str]:
    """The public names."""
    return __all__
