"""The cards of Spades for two, what follows, who takes a book, and what a renege is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet._cards.cards import SUITS, Card, Suit, cards
from twowaystreet._cards.masks import SUIT
from twowaystreet._cards.packs import FRENCH_DECK, Pack
from twowaystreet._tricks import tricks
from twowaystreet._tricks.tricks import Following, Strengths, ordering
from twowaystreet._util.constructors import fast_constructor
from twowaystreet.games._spades_scoring import PLAYERS, Hand

PACK: Final = Pack(set(FRENCH_DECK) - set(cards("2D 2H")) | set(cards("R* B*")))
"""A deck with two Jokers, without the red twos (SP-1); the Big one is the Red Joker (SP-2)."""

# By a shorter way, like the phases.
DUMMY: Final = Hand.DUMMY
ACTUAL: Final = Hand.ACTUAL

HANDS: Final[tuple[tuple[int, Hand], ...]] = tuple(
    (player, hand) for player in range(PLAYERS) for hand in (DUMMY, ACTUAL)
)
"""The four hands round the table, by number: whose each is, and which (SP-3)."""
NUMBER: Final = MappingProxyType({hand: number for number, hand in enumerate(HANDS)})

TRUMPS: Final = Suit.SPADES
"""Always spades (SP-11)."""
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
"""What an actual hand may play: the suit led, without it any card (SP-9, SP-10)."""
DUMMY_FOLLOWING: Final[Mapping[Suit | None, Following]] = MappingProxyType(
    {led: (*following, *FOLLOWING[TRUMPS]) if led else () for led, following in FOLLOWING.items()}
)
"""What a dummy may play of its cards turned up: the suit led, else a spade, else any (SP-13)."""

WANTED: Final[Mapping[Suit | None, int]] = MappingProxyType(
    {
        None: -1,
        **{led: OF_SUIT[led] | OF_SUIT[TRUMPS] for led in Suit},
    }
)
"""What a dummy turns up cards for: any to lead, else the suit led or a spade (SP-12, SP-13)."""

STRENGTHS: Final[Mapping[Suit | None, Strengths]] = MappingProxyType(
    {led: ordering(*SUITS[led], *SPADES) for led in Suit}
)
"""The order of the cards by the suit led: the suit, ace high, above it the spades (SP-11)."""


def suit_played(card: Card) -> Suit:
    """The suit of a card; a Joker is a spade (SP-1)."""
    return card.suit or TRUMPS


@attrs.frozen
class Trick(tricks.Trick):
    """A book, complete or still open.

    Attributes:
        leader: the player who led.
        cards: the cards in order of play.
        seats: the player of each of them.
        led: the suit led; spades for a Joker.
        winner: the player who took the book; ``None`` while it is open.
        hands: which hand of the player each card came from.
        winning_hand: which hand took the book; ``None`` while it is open.
    """

    hands: tuple[Hand, ...] = ()
    winning_hand: Hand | None = None


_build_trick: Final = fast_constructor(Trick)


@lru_cache
def _players(order: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Hand, ...]]:
    """Whose the hands of these numbers are, and which."""
    return tuple(HANDS[number][0] for number in order), tuple(HANDS[number][1] for number in order)


def book_of(
    order: tuple[int, ...], table: tuple[Card, ...], led: Suit | None, taker: int | None = None
) -> Trick:
    """The book of these cards, from hands by number; open unless a place in it is the taker's."""
    seats, hands = _players(order)
    if taker is not None:
        return _build_trick(seats[0], table, seats, led, seats[taker], hands, hands[taker])
    played = len(table)
    return _build_trick(seats[0], table, seats[:played], led, None, hands[:played], None)


def reneges(books: Sequence[Trick], player: int) -> list[int]:
    """The books, by number from 0, to which a player reneged as everybody can see (SP-14).

    The actual hand did not follow suit, and has later shown a card of that suit.
    """
    played = [
        (book.led, suit_played(card))
        for book in books
        for card, seat, hand in zip(book.cards, book.seats, book.hands, strict=True)
        if seat == player and hand is ACTUAL
    ]
    return [
        number
        for number, (led, suit) in enumerate(played)
        if suit is not led and led in [later for _, later in played[number + 1 :]]
    ]
