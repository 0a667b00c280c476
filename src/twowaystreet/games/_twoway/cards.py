"""The cards of Two Way Street and of its Duel: decks with Jokers, packets, and what a Joker does.

Both games deal, follow suit, name a suit after a Joker led, and win tricks by the tables here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from twowaystreet._cards.cards import SUITS, Color, Joker, Suit, cards
from twowaystreet._cards.masks import JOKER, SUIT
from twowaystreet._cards.packs import FRENCH_DECK, Pack
from twowaystreet._tricks.tricks import Following, Strengths, ordering


class Jokers(StrEnum):
    """Which Jokers each deck holds (ST-3)."""

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
    """That many decks with those Jokers in each (ST-1, ST-3)."""
    return Pack((*FRENCH_DECK, *_IN_EACH_DECK[jokers]), decks=decks)


PACKETS: Final = (1, 2, 3, 4)
"""How many cards everybody is dealt in each round (ST-5)."""
TRICKS: Final = sum(PACKETS)
"""The number of tricks in a hand, and of cards in a hand before its play."""

_JOKER_OF: Final = MappingProxyType({Color.RED: Joker.RED, Color.BLACK: Joker.BLACK})

FOLLOWING: Final[Mapping[Suit | None, Following | None]] = MappingProxyType(
    {
        suit: ((SUIT[suit], SUIT[suit] | JOKER[_JOKER_OF[suit.color]] | JOKER[Joker.PLAIN]),)
        for suit in Suit
    }
    | {None: ()}
)
"""Who holds a card of the suit led plays one or a Joker of its colour (ST-13); a Joker alone does
not oblige (ST-14). Without a suit led it may have to be named first."""

NAMEABLE: Final[Mapping[Joker | None, tuple[Suit, ...]]] = MappingProxyType(
    {
        Joker.RED: (Suit.DIAMONDS, Suit.HEARTS),
        Joker.BLACK: (Suit.CLUBS, Suit.SPADES),
        Joker.PLAIN: tuple(Suit),
    }
)
"""The suits of which a Joker led is one (ST-16, ST-18)."""

DUTY: Final[Mapping[Joker | None, int]] = MappingProxyType(
    {joker: sum(SUIT[suit] for suit in suits) for joker, suits in NAMEABLE.items()}
)
"""Who holds one of these cards must name the suit, or play a plain Joker on a plain one."""


STRENGTHS: Final[Mapping[Suit | None, Strengths]] = MappingProxyType(
    {
        led: ordering(*(SUITS[led] if led else ()), cards("B* X*"), cards("R*"))
        for led in (*Suit, None)
    }
)
"""The order of the cards by the suit led (ST-15): the suit, ace high, any Joker, the Red one."""
