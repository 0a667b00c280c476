"""Twenty Down: four players count down from twenty, and need not play a hand that they dislike.

Source: *Twenty Down*, on a page of a book of card games, beside Tien Len.

Two cards are dealt to everybody, on which the player to the dealer's left names trumps; then three
more (TD-2). Everybody may draw (TD-3) and say in or out (TD-4). Those who are in play five tricks
(TD-6 to TD-8). Each trick takes a point off, no trick at all puts five on (TD-9); the first to
reach zero wins (TD-10).

Where the source is silent: everybody draws, and says in or out, in turn from the dealer's left
(TD-3, TD-4), and who cannot follow must trump unless the option says otherwise (TD-7).
"""

from __future__ import annotations

from typing import Final

from twowaystreet._engine.game import Game
from twowaystreet.games.twenty_down.moves import Declare, Draw, Trump
from twowaystreet.games.twenty_down.rules import Phase, Rules
from twowaystreet.games.twenty_down.scoring import HandScore, SeatScore, Status, score
from twowaystreet.games.twenty_down.state import State, new_game
from twowaystreet.games.twenty_down.view import View

__all__ = [
    "GAME",
    "Declare",
    "Draw",
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

GAME: Final = Game(
    name="twenty_down",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Twenty Down and its classes."""


def __dir__() -> list[str]:
    """The public names."""
    return __all__
