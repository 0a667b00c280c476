"""The Duel: Two Way Street for two players.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), its section on duels.

The dealer deals ten cards to each player (DU-1). The dealer bids in secret, the responder bids
openly, and the dealer shows the bid (DU-2). The stronger bid decides the direction of the hand for
both players, and one of them takes tricks from the stock (DU-7). The winner of the bidding
exchanges two cards; after identical bids both players do (DU-8). The players play ten tricks as in
Two Way Street; the dealer leads the odd ones (DU-10). The difference in tricks scores (DU-11).

The source leaves three points open:

- The strength of a bid has a limit (DU-4).
- With cards as markers, nobody counts the stock until the bids are shown (DU-5).
- A dealer who chooses the direction does so before the exchanges (DU-9).
"""

from typing import Final

from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import (
    Declare,
    Direction,
    Exchange,
    Jokers,
    NamedSuit,
    NameSuit,
)
from twowaystreet.games._twoway.state import Exchanged, Naming
from twowaystreet.games.duel.rules import Bid, BidMarkers, Phase, Rules
from twowaystreet.games.duel.score import HandScore, SeatScore, score
from twowaystreet.games.duel.state import HandData, State, View, new_game
from twowaystreet.games.duel.worlds import hidden

__all__ = [
    "GAME",
    "Bid",
    "BidMarkers",
    "Declare",
    "Direction",
    "Exchange",
    "Exchanged",
    "HandData",
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

GAME: Final = core.Game(
    name="duel", Rules=Rules, State=State, View=View, new_game=new_game, worlds=hidden
)
"""The Duel, with its rules, states and views, for functions that take any game."""
core.publish(
    "twowaystreet.games.street",
    *(Declare, Direction, Exchange, Exchanged, Jokers, NameSuit, NamedSuit, Naming),
)
core.publish(__name__)
