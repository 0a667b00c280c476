"""The cards of Spades for two, the four hands, and the tables of following and winning cards."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from twowaystreet._core.cards.cards import SUITS, Card, Suit, cards
from twowaystreet._core.cards.masks import FRENCH_DECK, SUIT, Pack
from twowaystreet._core.tricks.tricks import Following, Strengths, ordering

PLAYERS: Final = 2


class Hand(StrEnum):
    """The two hands of each player (SP-3)."""

    DUMMY = "dummy"
    ACTUAL = "actual"


PACK: Final = Pack(set(FRENCH_DECK) - set(cards("2D 2H")) | set(cards("R* B*")))
"""A deck with two Jokers, without the red twos (SP-1); the Red Joker is the Big Joker (SP-2)."""

# Module constants, for speed, like the phases.
DUMMY: Final = Hand.DUMMY
ACTUAL: Final = Hand.ACTUAL

HANDS: Final[tuple[tuple[int, Hand], ...]] = tuple(
    (player, hand) for player in range(PLAYERS) for hand in (DUMMY, ACTUAL)
)
"""The player and the hand for each of the four hand numbers, round the table (SP-3)."""
NUMBER: Final = MappingProxyType({hand: number for number, hand in enumerate(HANDS)})

TRUMPS: Final = Suit.SPADES
"""The trumps of every hand (SP-11)."""
SPADES: Final = (*cards("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S"), *cards("B* R*"))
"""The spades from the lowest to the Big Joker (SP-1)."""
OF_SUIT: Final = MappingProxyType({**SUIT, TRUMPS: sum(card._bit for card in SPADES)})
"""The cards of each suit as masks; Jokers are spades (SP-1)."""

FOLLOWING: Final[Mapping[Suit | None, Following]] = MappingProxyType(
    {
        None: (),
        **{led: ((OF_SUIT[led], OF_SUIT[led]),) for led in Suit},
    }
)
"""The cards that follow for an actual hand: the suit led; when void, any card (SP-9, SP-10)."""
DUMMY_FOLLOWING: Final[Mapping[Suit | None, Following]] = MappingProxyType(
    {led: (*following, *FOLLOWING[TRUMPS]) if led else () for led, following in FOLLOWING.items()}
)
"""The cards that follow among a dummy's open cards: the suit led, else a spade (SP-13)."""

WANTED: Final[Mapping[Suit | None, int]] = MappingProxyType(
    {
        None: -1,
        **{led: OF_SUIT[led] | OF_SUIT[TRUMPS] for led in Suit},
    }
)
"""The cards, as masks, for which a dummy turns up cards (SP-12, SP-13).

To lead, any card will do; to follow, the dummy needs a card of the suit led or a spade.
"""

STRENGTHS: Final[Mapping[Suit | None, Strengths]] = MappingProxyType(
    {led: ordering(*SUITS[led], *SPADES) for led in Suit}
)
"""The order of the cards by the suit led: the suit up to its ace, then the spades (SP-11)."""


def suit_played(card: Card) -> Suit:
    """Return the suit of a card; a Joker is a spade (SP-1)."""
    return card.suit or TRUMPS
