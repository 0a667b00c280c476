"""The hand data of Spades for two."""

from __future__ import annotations

from typing import Final

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine import match
from twowaystreet._util.values import fast_replace
from twowaystreet.games.spades.moves import Bid


@attrs.frozen
class HandData(match.HandData):
    """The cards dealt, the bids, the cards turned up and the reneges called.

    Attributes:
        dummies: the dummy of each player as dealt, in the order in which cards are turned up.
        face_up: the turned-up cards of each dummy as masks, played cards included.
        bids: the bid of each player; ``None`` before the bid.
        stands: the number of players in succession who stood.
        called: the called reneges of each player, as book numbers.
        moved: the number of books that calls moved from player 1 to player 0.
        overbooks: the overbooks of each player in the match so far.
        perfect_bids: the number of perfect bids in succession of each player.
    """

    dummies: tuple[tuple[Card, ...], ...] = ((), ())
    face_up: tuple[int, ...] = (0, 0)
    bids: tuple[Bid | None, ...] = (None, None)
    stands: int = 0
    called: tuple[tuple[int, ...], ...] = ((), ())
    moved: int = 0
    overbooks: tuple[int, ...] = (0, 0)
    perfect_bids: tuple[int, ...] = (0, 0)


replace: Final = fast_replace(HandData)
