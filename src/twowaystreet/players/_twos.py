"""A simple player of Twos, which takes tricks with points and saves its twos for them."""

from __future__ import annotations

import random
from typing import Final

from twowaystreet._cards.cards import Card, Rank
from twowaystreet._cards.masks import mask_of
from twowaystreet._engine.moves import Move
from twowaystreet._tricks.tricks import Trick
from twowaystreet._views.views import AnyView
from twowaystreet.games import twos
from twowaystreet.games.twos.scoring import HONOURS, PLAYERS, PRICE
from twowaystreet.games.twos.state import STRENGTHS
from twowaystreet.players._common import plays_of, takes

_KEPT: Final = {Rank.TWO: 2.0}
"""The points that a card brings on average in a later trick; 0 for most cards."""
_SAFE: Final = {Rank.TWO: 0.9, Rank.THREE: 0.9, Rank.ACE: 0.7, Rank.KING: 0.6}
_UNSAFE: Final = 0.3
"""The chance that a card which wins the trick so far still wins after all have played."""


def in_twos(view: AnyView, rng: random.Random) -> Move:
    """Play the card with the greatest expected points; of equal cards the lowest."""
    assert isinstance(view, twos.View)
    return max(plays_of(view), key=lambda play: promise(play.card, view.trick))


def promise(card: Card, trick: Trick) -> float:
    """Return the expected points of playing a card."""
    rank = Rank(card.rank)
    led = trick.led or card.suit
    twos = [other for other in trick.cards if other.rank is Rank.TWO]
    first_two = next((two.suit for two in (*twos, card) if two.rank is Rank.TWO), None)
    assert led is not None
    counting = (mask_of((*trick.cards, card)) & HONOURS).bit_count()
    gain = counting + len(twos) * PRICE.get(rank, 0)
    loss = PRICE[Rank.TWO] if rank is Rank.TWO else counting if card._bit & HONOURS else 0
    chance = 0.0
    if takes(card, trick, STRENGTHS[led, first_two]):
        chance = 1.0 if len(trick.cards) == PLAYERS - 1 else _SAFE.get(rank, _UNSAFE)
    return chance * gain - (1 - chance) * loss - _KEPT.get(rank, 0.0)
