"""The cards of Two Way Street and the Duel: decks with Jokers, packets, and the roles of Jokers.

Both games use these tables to deal, to follow suit, to name a suit and to find the winning card.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from twowaystreet._core.cards.cards import SUITS, Color, Joker, Suit, cards
from twowaystreet._core.cards.masks import FRENCH_DECK, JOKER, SUIT, Pack
from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.tricks.tricks import Following, Strengths, ordering


class Jokers(StrEnum):
    """The Jokers of each deck (ST-3)."""

    RED_AND_BLACK = "red_and_black"
    TWO_ALIKE = "two_alike"
    ONE = "one"
    NONE = "none"


_IN_EACH_DECK: Final = MappingProxyType(
    {
        Jokers.RED_AND_BLACK: cards("R* B*"),
        Jokers.TWO_ALIKE: cards("X* X*"),
        Jokers.ONE: cards("X*"),
        Jokers.NONE: (),
    }
)


@lru_cache(maxsize=16)
def pack_of(decks: int, jokers: Jokers) -> Pack:
    """Return a pack of several decks, each with these Jokers (ST-1, ST-3)."""
    return Pack((*FRENCH_DECK, *_IN_EACH_DECK[jokers]), decks=decks)


MOST_JOKERS: Final = max(map(len, _IN_EACH_DECK.values()))
"""The greatest number of Jokers of a deck."""


def most_jokers(rules: GameRules) -> int:
    """Return the number of Jokers that the decks of these rules have at most."""
    return MOST_JOKERS * (len(rules.pack) // len(FRENCH_DECK))


PACKETS: Final = (1, 2, 3, 4)
"""The number of cards that each player gets in each round of the deal (ST-5)."""
TRICKS: Final = sum(PACKETS)
"""The number of tricks in a hand, and of cards that each player holds before the play."""


def most_left(rules: GameRules) -> int:
    """Return the number of cards that are left after the deal with as many Jokers as possible."""
    without = len(rules.pack) // len(FRENCH_DECK) * len(FRENCH_DECK)
    return without + most_jokers(rules) - rules.seats * TRICKS


_JOKER_OF: Final = MappingProxyType({Color.RED: Joker.RED, Color.BLACK: Joker.BLACK})

FOLLOWING: Final[Mapping[Suit | None, Following | None]] = MappingProxyType(
    {
        suit: ((SUIT[suit], SUIT[suit] | JOKER[_JOKER_OF[suit.color]] | JOKER[Joker.PLAIN]),)
        for suit in Suit
    }
    | {None: ()}
)
"""The cards that follow, by the suit led (ST-13, ST-14).

A player with a card of the suit led must play one, or a Joker that stands for the suit. A player
whose only such card is a Joker may play any card. ``None``: no suit has been named yet.
"""

NAMEABLE: Final[Mapping[Joker | None, tuple[Suit, ...]]] = MappingProxyType(
    {
        Joker.RED: (Suit.DIAMONDS, Suit.HEARTS),
        Joker.BLACK: (Suit.CLUBS, Suit.SPADES),
        Joker.PLAIN: tuple(Suit),
    }
)
"""The suits that a Joker led can stand for (ST-16, ST-18)."""

DUTY: Final[Mapping[Joker | None, int]] = MappingProxyType(
    {joker: sum(SUIT[suit] for suit in suits) for joker, suits in NAMEABLE.items()}
)
"""The cards that oblige their holder to name the suit, or to play a plain Joker on a plain one."""


STRENGTHS: Final[Mapping[Suit | None, Strengths]] = MappingProxyType(
    {
        led: ordering(*(SUITS[led] if led else ()), cards("B* X*"), cards("R*"))
        for led in (*Suit, None)
    }
)
"""The order of the cards by the suit led (ST-15).

From the lowest: the suit led up to its ace, the Black and the plain Jokers, the Red Joker.
"""
