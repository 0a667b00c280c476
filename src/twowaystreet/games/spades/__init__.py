"""Spades for two: two players with two hands each, the own one and a dummy half turned up.

Source: *Spades - Two Players*, a game by Darrin Berkley.

Four hands of thirteen are dealt, to each player an actual hand and a dummy (SP-3, SP-4). Before
looking a player may bid blind (SP-6); then both look, at the own hand and at six cards of each
dummy (SP-5), bid and raise (SP-7, SP-8). Thirteen books are played with all four hands, dummies
turning up cards as they need them (SP-9 to SP-13). Bids made and failed are scored, and overbooks
are counted through the match (SP-15 to SP-18).

Where the source is silent: spades apart the ace is high (SP-1), both look at once when both have
chosen (SP-5), raises stay in the family of the bid (SP-8), and a renege can be called when the hand
has shown a card of the suit (SP-14).
"""

from __future__ import annotations

from typing import Final

from twowaystreet._engine.game import Game
from twowaystreet.games.spades.books import Trick
from twowaystreet.games.spades.cards import Hand
from twowaystreet.games.spades.moves import Bid, BidType, Look, Renege, Stand
from twowaystreet.games.spades.rules import Phase, RenegeRule, Rules
from twowaystreet.games.spades.scoring import HandScore, SeatScore, score
from twowaystreet.games.spades.state import State, new_game
from twowaystreet.games.spades.view import View

__all__ = [
    "GAME",
    "Bid",
    "BidType",
    "Hand",
    "HandScore",
    "Look",
    "Phase",
    "Renege",
    "RenegeRule",
    "Rules",
    "SeatScore",
    "Stand",
    "State",
    "Trick",
    "View",
    "new_game",
    "score",
]

GAME: Final = Game(
    name="spades",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Spades for two and its classes."""


def __dir__() -> list[str]:
    """The public names."""
    return __all__
