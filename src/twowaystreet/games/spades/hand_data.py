"""The data of a hand of Spades for two."""

from __future__ import annotations

from typing import Final

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._engine import match
from twowaystreet._util.constructors import fast_replace
from twowaystreet.games.spades.moves import Bid


@attrs.frozen
class HandData(match.HandData):
    """The cards dealt, the bids, and what is turned up or called in the play.

    Attributes:
        dummies: each player's dummy as it was dealt, the first card to be turned up first.
        face_up: the cards of each dummy that have been turned up as masks, played ones included.
        bids: each player's bid; ``None`` until it is made.
        stands: how many players in succession have stood.
        called: the reneges of each player that have been called, by the numbers of their books.
        moved: how many books calls have moved from player 1 to player 0.
        overbooks: each player's overbooks in the match so far.
        perfect_bids: how many perfect bids in succession each has made.
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
