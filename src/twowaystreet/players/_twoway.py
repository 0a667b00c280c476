"""Simple players of Two Way Street and the Duel, which play for the direction of their hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import CARDS, Card, Rank
from twowaystreet._engine.moves import Move, Play
from twowaystreet._views.views import AnyView
from twowaystreet.games import duel, street
from twowaystreet.games._twoway.cards import STRENGTHS
from twowaystreet.players._common import height, moves_of, plays_of, takes

_WORTH: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}


def worth(cards: Sequence[Card]) -> float:
    """Estimate the number of tricks that some cards take."""
    return sum(1.0 if card.joker else _WORTH.get(Rank(card.rank), 0.0) for card in cards)


_AVERAGE: Final = worth(CARDS[:-1]) / len(CARDS[:-1])
"""The average worth of a card of one deck."""


def is_strong(cards: Sequence[Card]) -> bool:
    """Return True if cards are worth more than the same number of average cards."""
    return worth(cards) > _AVERAGE * len(cards)


def _direction_of(hand: Sequence[Card]) -> street.Direction:
    return street.Direction.HIGH if is_strong(hand) else street.Direction.LOW


def exchange_for(direction: street.Direction, view: AnyView) -> Move:
    """Give away the lowest two cards for high, the highest two for low."""
    pairs = [move for move in moves_of(view) if isinstance(move, street.Exchange)]

    def heights(move: street.Exchange) -> int:
        return sum(map(height, move.cards))

    return (
        min(pairs, key=heights) if direction is street.Direction.HIGH else max(pairs, key=heights)
    )


def play_for(
    direction: street.Direction, view: street.View | duel.View, rng: random.Random
) -> Move:
    """Play for a direction.

    A high player leads the highest card, and takes a trick with the lowest card that wins it; else
    the player throws the lowest card. A low player leads the lowest card, and plays the highest
    card that does not win; else the lowest card. A player who must name a suit names any.
    """
    others = [move for move in moves_of(view) if not isinstance(move, Play)]
    if others:
        return rng.choice(others)
    plays = plays_of(view)
    high = direction is street.Direction.HIGH
    if not view.trick.cards:
        return plays[-1] if high else plays[0]
    strengths = STRENGTHS[view.trick.led]
    taking = [play for play in plays if takes(play.card, view.trick, strengths)]
    if high:
        return (taking or plays)[0]
    ducks = [play for play in plays if play not in taking]
    return ducks[-1] if ducks else plays[0]


def in_street(view: AnyView, rng: random.Random) -> Move:
    """Play Two Way Street: declare high with strong hands, else low, and play for it."""
    assert isinstance(view, street.View) and view.seat is not None and view.hand is not None
    declaration = view.declarations[view.seat]
    if declaration is None:
        return street.Declare(_direction_of(view.hand))
    if view.phase is street.Phase.EXCHANGE:
        return exchange_for(declaration.direction, view)
    return play_for(declaration.direction, view, rng)


def in_duel(view: AnyView, rng: random.Random) -> Move:
    """Play the Duel: bid by the difference from an average hand, and play for the direction."""
    assert isinstance(view, duel.View) and view.hand is not None
    direction = _direction_of(view.hand)
    if view.phase is duel.Phase.BID:
        strengths = [move.strength for move in moves_of(view) if isinstance(move, duel.Bid)]
        away = abs(worth(view.hand) - _AVERAGE * len(view.hand))
        strength = min(int(_BOLDNESS * away), max(strengths))
        return duel.Bid(strength, direction) if strength else duel.Bid()
    if view.direction is None:
        return duel.Declare(direction)
    if view.phase is duel.Phase.EXCHANGE:
        return exchange_for(view.direction, view)
    return play_for(view.direction, view, rng)


_BOLDNESS: Final = 1.5
"""The strength of a bid for each trick between a hand and an average hand."""
