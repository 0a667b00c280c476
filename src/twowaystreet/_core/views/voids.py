"""Voids: a player who fails to follow is void in that suit.

A void follows from one play alone. Counting cards shows more; that is the players' business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.cards.masks import SUIT
from twowaystreet._core.tricks.tricks import Following
from twowaystreet._util.values import Value


@attrs.frozen
class Void(Value):
    """A suit of which a seat holds no card for the rest of the hand.

    Attributes:
        seat: the seat; where a player has several hands, its actual hand.
        suit: the suit.
        trick: the number of the trick that showed the void, from 0.
        card: the card played to that trick.
        rule: the rule that the player would have broken otherwise.

    >>> str(Void(2, Suit.HEARTS, 3, Card.parse("9S"), "ST-13"))
    'seat 2 has no hearts: 9S to trick 4 (ST-13)'
    """

    seat: int
    suit: Suit
    trick: int
    card: Card
    rule: str

    def __str__(self) -> str:
        where = f"{self.card} to trick {self.trick + 1}"
        return f"seat {self.seat} has no {self.suit.name.lower()}: {where} ({self.rule})"


Bound: TypeAlias = tuple[int, int, Card, Following, str]
"""A card played under a duty, as trick, seat, card, duty and rule."""


def voids_of(
    played: Iterable[Bound],
    suits: Mapping[Suit, int] = SUIT,
    shown: set[tuple[int, Suit]] | None = None,
) -> Iterator[Void]:
    """Return the voids that cards show, in the order of play, each suit of a seat once.

    Args:
        played: the cards, each with its duty.
        suits: the cards of each suit as masks.
        shown: the voids of earlier cards as seats and suits, to which this function adds; ``None``
            if there are no earlier cards.

    >>> from twowaystreet._core.tricks.tricks import FOLLOW_SUIT
    >>> seven = Card.parse("7C")
    >>> [str(void) for void in voids_of([(0, 1, seven, FOLLOW_SUIT[Suit.SPADES], "TW-3")])]
    ['seat 1 has no spades: 7C to trick 1 (TW-3)']
    """
    shown = set() if shown is None else shown
    for trick, seat, card, following, rule in played:
        for duty, allowed in following:
            if card._bit & allowed:
                break
            for suit, mask in suits.items():
                if mask & duty == mask and (seat, suit) not in shown:
                    shown.add((seat, suit))
                    yield Void(seat, suit, trick, card, rule)
