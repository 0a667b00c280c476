"""Simple players: they choose among the legal moves of their own view, and know nothing else.

A policy is a function from a view to one of its moves. A game without a policy of its own here
is played at random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from twowaystreet.cards import CARDS, Card, Joker, Rank, Suit
from twowaystreet.games import duel, street
from twowaystreet.moves import Move, Play
from twowaystreet.phases import Phase
from twowaystreet.tricks import Trick
from twowaystreet.views import View

Policy: TypeAlias = Callable[[View, random.Random], Move]


def choose(game: str, view: View, rng: random.Random) -> Move:
    """One of the legal moves of the player to move.

    Args:
        game: the name of the game, by which the policy is found.
        view: what that player knows.
        rng: where chance comes from.
    """
    return POLICIES.get(game, at_random)(view, rng)


def at_random(view: View, rng: random.Random) -> Move:
    """Any legal move."""
    return rng.choice(_moves(view))


def _moves(view: View) -> tuple[Move, ...]:
    """The legal moves; somebody who is asked to choose has some."""
    assert view.legal_moves
    return view.legal_moves


_WORTH: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}


def worth(cards: Sequence[Card]) -> float:
    """Roughly how many tricks some cards take."""
    return sum(1.0 if card.joker else _WORTH.get(Rank(card.rank), 0.0) for card in cards)


_AVERAGE: Final = worth(CARDS[:-1]) / len(CARDS[:-1])
"""What a card of one deck is worth on average."""


def is_strong(cards: Sequence[Card]) -> bool:
    """Whether cards are worth more than as many others would be on average."""
    return worth(cards) > _AVERAGE * len(cards)


def exchange_for(direction: street.Direction, view: View) -> Move:
    """Give away the two cards that suit the direction least."""
    pairs = [move for move in _moves(view) if isinstance(move, street.Exchange)]

    def height(move: street.Exchange) -> int:
        return sum(map(_height, move.cards))

    return min(pairs, key=height) if direction is street.Direction.HIGH else max(pairs, key=height)


def _height(card: Card) -> int:
    """How high a card is, whatever its suit."""
    return len(Rank) if isinstance(card.rank, Joker) else card.rank.place


def _power(card: Card, led: Suit | None) -> tuple[int, int]:
    """How much a card counts in a trick; nothing below ``(1, 0)`` can take it."""
    if card.joker:
        return (3 if card.joker is Joker.RED else 2), 0
    return (1, _height(card)) if card.suit is led else (0, 0)


def play_for(direction: street.Direction, view: View, rng: random.Random) -> Move:
    """Play towards a direction.

    High takes the trick as cheaply as it can, or throws its lowest card; it leads its highest.
    Low stays below as closely as it can, or plays its lowest card; it leads its lowest.
    A player who has to name a suit names any.
    """
    plays = [move for move in _moves(view) if isinstance(move, Play)]
    others = [move for move in _moves(view) if not isinstance(move, Play)]
    if others:
        return rng.choice(others)
    plays.sort(key=lambda play: _height(play.card))
    high = direction is street.Direction.HIGH
    if not view.trick.cards:
        return plays[-1] if high else plays[0]
    takes = [play for play in plays if _takes(play.card, view.trick)]
    if high:
        return (takes or plays)[0]
    ducks = [play for play in plays if play not in takes]
    return ducks[-1] if ducks else plays[0]


def _takes(card: Card, trick: Trick) -> bool:
    """Whether a card would be the best of the trick so far."""
    return _power(card, trick.led) > max(_power(other, trick.led) for other in trick.cards)


def in_street(view: View, rng: random.Random) -> Move:
    """Two Way Street: high with strong hands, low with weak ones, and then true to it."""
    assert isinstance(view, street.View) and view.seat is not None and view.hand is not None
    declaration = view.declarations[view.seat]
    if declaration is None:
        way = street.Direction.HIGH if is_strong(view.hand) else street.Direction.LOW
        return street.Declare(way)
    if view.phase is Phase.EXCHANGE:
        return exchange_for(declaration.direction, view)
    return play_for(declaration.direction, view, rng)


def in_duel(view: View, rng: random.Random) -> Move:
    """The Duel: bid by how far the hand is from an average one, then play to the direction."""
    assert isinstance(view, duel.View) and view.hand is not None
    way = duel.Direction.HIGH if is_strong(view.hand) else duel.Direction.LOW
    if view.phase is Phase.BID:
        strengths = [move.strength for move in _moves(view) if isinstance(move, duel.Bid)]
        away = abs(worth(view.hand) - _AVERAGE * len(view.hand))
        strength = min(int(_BOLDNESS * away), max(strengths))
        return duel.Bid(strength, way) if strength else duel.Bid()
    if view.direction is None:
        return duel.Declare(way)
    if view.phase is Phase.EXCHANGE:
        return exchange_for(view.direction, view)
    return play_for(view.direction, view, rng)


_BOLDNESS: Final = 1.5
"""How much strength is bid for every trick that a hand is away from an average one."""

POLICIES: Final[dict[str, Policy]] = {"street": in_street, "duel": in_duel}
"""The games that are played with some sense, by name."""
