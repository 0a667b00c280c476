"""Simple players of Two Way Street and the Duel, which play for the direction of their hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from twowaystreet._cards.cards import CARDS, Card, Rank
from twowaystreet._cards.masks import mask_of
from twowaystreet._engine.moves import Move, Play
from twowaystreet._tricks.card_play import CardPlay, CardValue, Situation
from twowaystreet._views.views import AnyView
from twowaystreet.games import duel, street
from twowaystreet.games._twoway.cards import STRENGTHS
from twowaystreet.games._twoway.moves import exchanges
from twowaystreet.players._common import best_play, height, moves_of, place

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


_KEPT: Final = 4096
"""The numbers of hands and declarations that are kept in memory: playouts meet them again."""


@lru_cache(_KEPT)
def exchange_for(direction: street.Direction, hand: tuple[Card, ...]) -> street.Exchange:
    """Give away the lowest two cards for high, the highest two for low."""
    pairs = exchanges(mask_of(hand))

    def heights(move: street.Exchange) -> int:
        return sum(map(height, move.cards))

    return (
        min(pairs, key=heights) if direction is street.Direction.HIGH else max(pairs, key=heights)
    )


def _value_high(card: Card, facts: Situation) -> tuple[int, ...]:
    """Lead the highest card; take a trick with the lowest card that wins it; else throw the lowest.

    Returns:
        The value of a play.
    """
    return (0, place(card)) if facts.is_lead else (facts.takes, -place(card))


def _value_low(card: Card, facts: Situation) -> tuple[int, ...]:
    """Lead the lowest card; play the highest card that does not win; else the lowest.

    Returns:
        The value of a play.
    """
    return (0, -place(card)) if facts.takes else (1, place(card))


_VALUES: Final[dict[street.Direction, CardValue]] = {
    street.Direction.HIGH: _value_high,
    street.Direction.LOW: _value_low,
}


def _card_play(directions: Iterable[street.Direction]) -> CardPlay:
    """Return the card play of players with these directions."""
    ways = list(_VALUES)
    of_seat = tuple(map(ways.index, directions))
    seats = len(of_seat)
    return CardPlay(tuple(_VALUES.values()), of_seat, (None,) * seats, tuple(range(seats)))


@lru_cache(_KEPT)
def _after(declarations: tuple[street.Declaration | None, ...]) -> CardPlay:
    return _card_play(said.direction for said in declarations if said)


def card_play_of_street(state: street.State) -> CardPlay:
    """Return the card play of a hand of Two Way Street."""
    return _after(state.declarations)


def card_play_of_duel(state: duel.State) -> CardPlay:
    """Return the card play of a hand of the Duel."""
    assert state.direction is not None
    return _IN_DUEL[state.direction]


_IN_DUEL: Final = {direction: _card_play((direction,) * 2) for direction in street.Direction}


def play_for(
    direction: street.Direction, view: street.View | duel.View, rng: random.Random
) -> Move:
    """Play for a direction; a player who must name a suit names any."""
    others = [move for move in moves_of(view) if not isinstance(move, Play)]
    if others:
        return rng.choice(others)
    strengths = STRENGTHS[view.trick.led]
    return best_play(view, _VALUES[direction], lambda _: strengths)


def in_street(view: AnyView, rng: random.Random) -> Move:
    """Play Two Way Street: declare high with strong hands, else low, and play for it."""
    assert isinstance(view, street.View) and view.seat is not None and view.hand is not None
    declaration = view.declarations[view.seat]
    if declaration is None:
        return street.Declare(_direction_of(view.hand))
    if view.phase is street.Phase.EXCHANGE:
        return exchange_for(declaration.direction, view.hand)
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
        return exchange_for(view.direction, view.hand)
    return play_for(view.direction, view, rng)


_BOLDNESS: Final = 1.5
"""The strength of a bid for each trick between a hand and an average hand."""
