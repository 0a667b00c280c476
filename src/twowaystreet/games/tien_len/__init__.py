"""Tien Len: four players climb, and the last one with cards pays the others.

Source: *Tien Len*, on a page of a book of card games, beside Twenty Down.

Each player gets thirteen cards (TL-1). A play is a single, a pair, a triplet, four of a kind, a
sequence or a double sequence (TL-3). A higher play of the same kind and length beats it (TL-4).
Players may pass and come back in; after the pass of all others, the player of the last play leads
anew (TL-5). The last player with cards loses (TL-6).

The source leaves these points open:

- A match that continues here begins as a first deal, with the three of spades (TL-2).
- A double sequence may reach the twos, as a sequence may (TL-3).
- A player who has run out of cards after an unbeaten play passes the lead to the left (TL-5).
- The hand ends with the play by which the third player runs out (TL-6).
"""

from typing import Final

from twowaystreet import authoring as core
from twowaystreet.games.tien_len.rules import (
    Kind,
    MustContain,
    MustLead,
    NotAPlay,
    NotHigher,
    OtherKind,
    OtherLength,
    Pass,
    Phase,
    PlayCards,
    Rules,
    kind_of,
)
from twowaystreet.games.tien_len.score import HandScore, SeatScore, score
from twowaystreet.games.tien_len.state import HandData, State, Trick, TrickPlay, View, new_game

__all__ = [
    "GAME",
    "HandData",
    "HandScore",
    "Kind",
    "MustContain",
    "MustLead",
    "NotAPlay",
    "NotHigher",
    "OtherKind",
    "OtherLength",
    "Pass",
    "Phase",
    "PlayCards",
    "Rules",
    "SeatScore",
    "State",
    "Trick",
    "TrickPlay",
    "View",
    "kind_of",
    "new_game",
    "score",
]

GAME: Final = core.Game(name="tien_len", Rules=Rules, State=State, View=View, new_game=new_game)
"""Tien Len, with its rules, states and views, for functions that take any game."""
core.publish(__name__)
