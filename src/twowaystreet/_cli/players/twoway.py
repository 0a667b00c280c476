"""Simple players of Two Way Street and the Duel: true to a direction, which the hand suggests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import CARDS, Card, Rank
from twowaystreet._cli.players.common import height, moves_of, plays_of, takes
from twowaystreet._engine.moves import Move, Play
from twowaystreet._views.views import AnyView
from twowaystreet.games import duel, street
from twowaystreet.games._twoway.cards import STRENGTHS

_WORTH: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}


def worth(cards: Sequence[Card]) -> float:
    """Roughly how many tricks some cards take."""
    return sum(1.0 if card.joker else _WORTH.get(Rank(card.rank), 0.0) for card in cards)


_AVERAGE: Final = worth(CARDS[:-1]) / len(CARDS[:-1])
"""What a card of one deck is worth on average."""


def is_strong(cards: Sequence[Card]) -> bool:
    """Return whether cards are worth more than as many others would be on average."""
    return worth(cards) > _AVERAGE * len(cards)


def exchange_for(direction: street.Direction, view: AnyView) -> Move:
    """Give away the two cards that suit the direction least."""
    pairs = [move for move in moves_of(view) if isinstance(move, street.Exchange)]

    def heights(move: street.Exchange) -> int:
        return sum(map(height, move.cards))

    return (
        min(pairs, key=heights) if direction is street.Direction.HIGH else max(pairs, key=heights)
    )


def play_for(
    direction: street.Direction, view: street.View | duel.View, rng: random.Random
) -> Move:
    """Play towards a direction.

    High takes the trick as cheaply as it can, or throws its lowest card; it leads its highest.
    Low stays below as closely as it can, or plays its lowest card; it leads its lowest.
    A player who has to name a suit names any.
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
    """Two Way Street: high with strong hands, low with weak ones, and then true to it."""
    assert isinstance(view, street.View) and view.seat is not None and view.hand is not None
    declaration = view.declarations[view.seat]
    if declaration is None:
        way = street.Direction.HIGH if is_strong(view.hand) else street.Direction.LOW
        return street.Declare(way)
    if view.phase is street.Phase.EXCHANGE:
        return exchange_for(declaration.direction, view)
    return play_for(declaration.direction, view, rng)


def in_duel(view: AnyView, rng: random.Random) -> Move:
    """The Duel: bid by how far the hand is from an average one, then play to the direction."""
    assert isinstance(view, duel.View) and view.hand is not None
    way = duel.Direction.HIGH if is_strong(view.hand) else duel.Direction.LOW
    if view.phase is duel.Phase.BID:
        strengths = [move.strength for move in moves_of(view) if isinstance(move, duel.Bid)]
        away = abs(worth(view.hand) - _AVERAGE * len(view.hand))
        strength = min(int(_BOLDNESS * away), max(strengths))
        return duel.Bid(strength, way) if strength else duel.Bid()
    if view.direction is None:
        return duel.Declare(way)
    if view.phase is duel.Phase.EXCHANGE:
        return exchange_for(view.direction, view)
    return play_for(view.direction, view, rng)


_BOLDNESS: Final = 1.5
"""How much strength is bid for every trick that a hand is away from an average one."""
