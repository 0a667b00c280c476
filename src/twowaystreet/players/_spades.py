"""A simple player of Spades for two, which bids the worth of its cards and tries to make it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from twowaystreet._cards.cards import Card, Rank
from twowaystreet._engine.moves import Move, Play
from twowaystreet._tricks.tricks import winning_index
from twowaystreet._views.views import AnyView
from twowaystreet.games import spades
from twowaystreet.games.spades import Phase
from twowaystreet.games.spades.cards import SPADES, STRENGTHS, suit_played
from twowaystreet.games.spades.moves import BOARD
from twowaystreet.players._common import moves_of, plays_of, takes

_WORTH: Final = {Rank.ACE: 0.8, Rank.KING: 0.5, Rank.QUEEN: 0.2}
_SPADES_WORTH: Final = dict(zip(reversed(SPADES), (1.0, 1.0, 0.9, 0.8, 0.7), strict=False))
_LOW_SPADE: Final = 0.4
_UNSEEN: Final = 1.0
"""The expected books of all face-down cards of the dummy together."""


def worth(cards: Iterable[Card]) -> float:
    """Estimate the number of books that some cards take."""
    return sum(
        _SPADES_WORTH.get(card, _LOW_SPADE) if card in SPADES else _WORTH.get(Rank(card.rank), 0.0)
        for card in cards
    )


def in_spades(view: AnyView, rng: random.Random) -> Move:
    """Look, bid a number, stand, play for that number, and call every renege."""
    assert isinstance(view, spades.View) and view.seat is not None
    if view.phase is Phase.LOOK:
        return spades.Look()
    if view.phase is Phase.BID:
        assert view.hand is not None
        likely = int(worth((*view.hand, *view.face_up[view.seat])) + _UNSEEN)
        return spades.Bid(spades.BidType.NUMBER, max(BOARD, likely))
    if view.phase is Phase.RAISE:
        return spades.Stand()
    calls = [move for move in moves_of(view) if isinstance(move, spades.Renege)]
    return max(calls, key=lambda call: call.books) if calls else _play(view, view.seat)


def _play(view: spades.View, seat: int) -> Play:
    """Lead high, but not spades; take books from the opponent cheaply, until the bid is made."""
    plays = sorted(
        plays_of(view), key=lambda play: STRENGTHS[suit_played(play.card)][play.card.index]
    )
    trick, bid = view.trick, view.bids[seat]
    enough = bid is not None and bid.is_number and view.books[seat] >= bid.books
    if trick.led is None:
        others = [play for play in plays if play.card not in SPADES] or plays
        return others[0 if enough else -1]
    suited = [play for play in plays if suit_played(play.card) is trick.led] or plays
    strengths = STRENGTHS[trick.led]
    taking = [play for play in suited if takes(play.card, trick, strengths)]
    is_winning = trick.seats[winning_index(trick.cards, strengths)] == seat
    return taking[0] if taking and not is_winning and not enough else suited[0]
