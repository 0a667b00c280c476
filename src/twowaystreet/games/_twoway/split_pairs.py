"""Pairs of exchanged cards that an odd stock splits between two players (ST-11, DU-7).

The *tape* is the stock at the deal, from the top, and below it the exchanged pairs, each with its
lower card first. Players draw two cards of the tape in turn. If the stock is odd, a player draws
the upper card of one pair and then the lower card of the next one. So the lower card of a split
pair is the last card that one player drew. The upper card is the first card that the next player
drew, or the top of the stock.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._util.values import Value

Side: TypeAlias = Card | int
"""A card of a pair: the card itself if the viewer knows it, else the number of its place."""


@attrs.frozen(eq=False)
class Link(Value):
    """A split pair of which the viewer does not know both cards.

    Attributes:
        at: the place of the lower card on the tape; the upper card lies on the next one.
        low: the lower card.
        high: the upper card.
    """

    at: int
    low: Side
    high: Side


def halves(low: Card, high: Card) -> int:
    """Return the weight of two cards as a pair, in halves."""
    return (high.index > low.index) + (high.index >= low.index)
