"""Twenty Down: four players count down from twenty, and may stay out of a bad hand.

Source: *Twenty Down*, on a page of a book of card games, beside Tien Len.

Each player gets two cards. The player to the dealer's left names trumps on two cards, then each
player gets three more (TD-2). Each player may draw (TD-3) and says in or out (TD-4). The players
who are in play five tricks (TD-6 to TD-8). Each trick takes off one point; a player without a trick
adds five (TD-9). The first player to reach zero wins (TD-10).

The source leaves two points open:

- The players draw, and say in or out, in turn from the dealer's left (TD-3, TD-4).
- A player who is void in the suit led must trump, unless the option allows any card (TD-7).
"""

from typing import Final

from twowaystreet import authoring as core
from twowaystreet.games.twenty_down.rules import Declare, Draw, Phase, Rules, Status, Trump
from twowaystreet.games.twenty_down.score import HandScore, SeatScore, score
from twowaystreet.games.twenty_down.state import HandData, State, View, new_game

__all__ = [
    "GAME",
    "Declare",
    "Draw",
    "HandData",
    "HandScore",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "Status",
    "Trump",
    "View",
    "new_game",
    "score",
]

GAME: Final = core.Game(name="twenty_down", Rules=Rules, State=State, View=View, new_game=new_game)
"""Twenty Down, with its rules, states and views, for functions that take any game."""
core.publish(__name__)
