"""Spades for two: two players with two hands each, an actual hand and a dummy.

Source: *Spades - Two Players*, a game by Darrin Berkley.

Each player gets an actual hand and a dummy of thirteen cards each (SP-3, SP-4). Before looking, a
player may bid blind (SP-6). Then both players look at their actual hands and at six cards of each
dummy (SP-5), bid and raise (SP-7, SP-8). They play thirteen books with all four hands; dummies turn
up cards when they need them (SP-9 to SP-13). Bids score, made or failed, and overbooks count
through the match (SP-15 to SP-18).

The source leaves four points open:

- The ace is high, except in spades (SP-1).
- Both players look at the same time, when both have chosen (SP-5).
- Raises stay in the family of the bid (SP-8).
- A player can call a renege when the hand has shown a card of the suit (SP-14).
"""

from typing import Final

from twowaystreet import authoring as core
from twowaystreet.games.spades.rules import (
    Bid,
    BidType,
    Call,
    Hand,
    HandData,
    Look,
    Phase,
    Renege,
    RenegeRule,
    Rules,
    Said,
    Stand,
)
from twowaystreet.games.spades.score import HandScore, SeatScore, Trick, score
from twowaystreet.games.spades.state import State, View, new_game
from twowaystreet.games.spades.worlds import hidden

__all__ = [
    "GAME",
    "Bid",
    "BidType",
    "Call",
    "Hand",
    "HandData",
    "HandScore",
    "Look",
    "Phase",
    "Renege",
    "RenegeRule",
    "Rules",
    "Said",
    "SeatScore",
    "Stand",
    "State",
    "Trick",
    "View",
    "new_game",
    "score",
]

GAME: Final = core.Game(
    name="spades", Rules=Rules, State=State, View=View, new_game=new_game, worlds=hidden
)
"""Spades for two, with its rules, states and views, for functions that take any game."""
core.publish(__name__)
