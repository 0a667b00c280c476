"""Parts of the rules of thumb of Two Way Street and the Duel: play for a direction."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from twowaystreet._cards.cards import CARDS, Card, Rank
from twowaystreet._cards.masks import mask_of
from twowaystreet._engine.moves import Move, Play
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._players.card_values import best_play, height, place
from twowaystreet._players.protocol import moves_of
from twowaystreet._tricks.card_play import CardPlay, CardValue, Situation
from twowaystreet.games._twoway.cards import STRENGTHS
from twowaystreet.games._twoway.moves import Direction, Exchange, exchanges
from twowaystreet.games._twoway.rules import TwoWayRules
from twowaystreet.games._twoway.view import TwoWayView

_WORTH: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}


def worth(cards: Sequence[Card]) -> float:
    """Estimate the number of tricks that some cards take."""
    return sum(1.0 if card.joker else _WORTH.get(Rank(card.rank), 0.0) for card in cards)


AVERAGE: Final = worth(CARDS[:-1]) / len(CARDS[:-1])
"""The average worth of a card of one deck."""


def is_strong(cards: Sequence[Card]) -> bool:
    """Return True if cards are worth more than the same number of average cards."""
    return worth(cards) > AVERAGE * len(cards)


def direction_of(hand: Sequence[Card]) -> Direction:
    return Direction.HIGH if is_strong(hand) else Direction.LOW


KEPT: Final = 4096
"""The numbers of hands and declarations that are kept in memory: playouts meet them again."""


@lru_cache(KEPT)
def exchange_for(direction: Direction, hand: tuple[Card, ...]) -> Exchange:
    """Give away the lowest two cards for high, the highest two for low."""
    pairs = exchanges(mask_of(hand))

    def heights(move: Exchange) -> int:
        return sum(map(height, move.cards))

    return min(pairs, key=heights) if direction is Direction.HIGH else max(pairs, key=heights)


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


_VALUES: Final[dict[Direction, CardValue]] = {
    Direction.HIGH: _value_high,
    Direction.LOW: _value_low,
}


def card_play_for(directions: Iterable[Direction]) -> CardPlay:
    """Return the card play of players with these directions."""
    ways = list(_VALUES)
    of_seat = tuple(map(ways.index, directions))
    seats = len(of_seat)
    return CardPlay(tuple(_VALUES.values()), of_seat, (None,) * seats, tuple(range(seats)))


def play_for(
    direction: Direction, view: TwoWayView[TwoWayRules, HandScore[SeatScore]], rng: random.Random
) -> Move:
    """Play for a direction; a player who must name a suit names any."""
    others = [move for move in moves_of(view) if not isinstance(move, Play)]
    if others:
        return rng.choice(others)
    strengths = STRENGTHS[view.trick.led]
    return best_play(view, _VALUES[direction], lambda _: strengths)
