"""A simple player of Twenty Down, which keeps high cards, avoids bad hands and wants one trick."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import Card, Rank, Suit
from twowaystreet._engine.moves import Move, Play
from twowaystreet._tricks.tricks import TRUMPED
from twowaystreet._views.views import AnyView
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase
from twowaystreet.games.twenty_down.moves import MOST_DRAWN
from twowaystreet.players._common import height, plays_of, takes

_WORTH: Final = {Rank.ACE: 0.6, Rank.KING: 0.3}
_TRUMPS_WORTH: Final = {Rank.ACE: 1.0, Rank.KING: 0.9, Rank.QUEEN: 0.7}
_LOW_TRUMP: Final = 0.5
_TO_BE_IN: Final = 2.0
"""The expected tricks of a hand to be in with: no trick costs as much as five tricks bring."""


def worth(cards: Sequence[Card], trumps: Suit) -> float:
    """Estimate the number of tricks that some cards take."""
    return sum(
        _TRUMPS_WORTH.get(Rank(card.rank), _LOW_TRUMP)
        if card.suit is trumps
        else _WORTH.get(Rank(card.rank), 0.0)
        for card in cards
    )


def _best_suit(cards: Sequence[Card]) -> Suit:
    """Return the longest suit; of equally long suits the one with the highest cards."""

    def strength(suit: Suit) -> tuple[int, int]:
        heights = [height(card) for card in cards if card.suit is suit]
        return len(heights), sum(heights)

    return max(Suit, key=strength)


def in_twenty_down(view: AnyView, rng: random.Random) -> Move:
    """Name the best suit, discard low cards, be in with good hands only, and play for a trick."""
    assert isinstance(view, twenty_down.View) and view.hand is not None
    hand, trumps = view.hand, view.trumps
    if trumps is None:
        return twenty_down.Trump(_best_suit(hand))
    if view.phase is Phase.DRAW:
        low = [card for card in hand if not worth((card,), trumps)]
        return twenty_down.Draw(sorted(low, key=height)[:MOST_DRAWN])
    if view.phase is Phase.DECLARE:
        good = worth(hand, trumps) >= _TO_BE_IN
        return twenty_down.Declare(twenty_down.Status.IN if good else twenty_down.Status.OUT)
    return _play(view, trumps)


def _play(view: twenty_down.View, trumps: Suit) -> Play:
    """Take the first trick with the best card; lead low, and play low after that trick.

    A player without a trick loses five points, so the first trick matters most.
    """

    def power(play: Play) -> int:
        suit = play.card.suit
        assert suit is not None
        return TRUMPED[trumps, suit][play.card.index]

    plays = sorted(plays_of(view), key=power)
    led = view.trick.led
    if led is None or any(trick.winner == view.seat for trick in view.tricks):
        return plays[0]
    taking = [play for play in plays if takes(play.card, view.trick, TRUMPED[trumps, led])]
    return taking[-1] if taking else plays[0]
