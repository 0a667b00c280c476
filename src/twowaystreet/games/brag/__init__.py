"""Brag: players make hands of three out of nine, seven or six cards, and compare them.

Source: the end of *Nine-card Brag*, and Six- and Seven-card Brag as differences from it, on a page
of a book of card games.

Each player puts an ante into the pot and gets nine, seven or six cards (BR-1 to BR-3). The players
divide them into hands of three and lay them in turn, unseen (BR-8, BR-9). Then all are shown. The
best hands of all players are compared, then the second ones, and with nine cards the third (BR-9).
A player with two points of three takes the pot (BR-10), with six or seven cards one whose hands
both are the best (BR-11). A pot that nobody takes stays for the next hand (BR-12).

Four of a kind takes the pot at once, and four pairs of nine cards make the hand dead (BR-7): the
deal itself then ends the hand.

The source leaves four points open:

- The ranking of hands of three is that of Three-card Brag (BR-5, BR-6).
- The rank with the number of cards is the highest in all kinds but runs, or only in prials (BR-4).
- With nine cards a tie for the best is nobody's point (BR-10).
- With six or seven cards nobody takes the pot if the hands of two players are the best (BR-11).
"""

from typing import Final

from twowaystreet import authoring as core
from twowaystreet.games.brag.rules import HandOfThree, HighRank, Kind, Lay, Phase, Rules, rank_hand
from twowaystreet.games.brag.score import HandScore, Outcome, SeatScore, score
from twowaystreet.games.brag.state import HandData, State, View, new_game
from twowaystreet.games.brag.worlds import hidden

__all__ = [
    "GAME",
    "HandData",
    "HandOfThree",
    "HandScore",
    "HighRank",
    "Kind",
    "Lay",
    "Outcome",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "View",
    "new_game",
    "rank_hand",
    "score",
]

GAME: Final = core.Game(
    name="brag", Rules=Rules, State=State, View=View, new_game=new_game, worlds=hidden
)
"""Brag, with its rules, states and views, for functions that take any game."""
core.publish(__name__)
