"""The books of Spades for two, and the reneges visible in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.tricks import tricks
from twowaystreet._util.values import fast_constructor
from twowaystreet.games.spades.cards import ACTUAL, HANDS, NUMBER, Hand, suit_played

Taker: TypeAlias = tuple[int, Hand]
"""The player and the hand that took a book."""


@attrs.frozen
class Trick(tricks.Trick):
    """A book, complete or still open.

    Attributes:
        leader: the player who led.
        cards: the cards in order of play.
        seats: the player of each card.
        led: the suit led; spades for a Joker.
        winner: the player who took the book; ``None`` while it is open.
        hands: for each card the hand that it came from.
        winning_hand: the hand that took the book; ``None`` while it is open.
    """

    hands: tuple[Hand, ...] = ()
    winning_hand: Hand | None = None

    @property
    @override
    def _hands(self) -> Iterable[int]:
        return map(NUMBER.__getitem__, zip(self.seats, self.hands, strict=True))

    @property
    @override
    def _taker(self) -> int | None:
        if self.winner is None or self.winning_hand is None:
            return None
        return NUMBER[self.winner, self.winning_hand]


_new_trick: Final = fast_constructor(Trick)


@lru_cache
def _players(order: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Hand, ...]]:
    """Return the players and the hands behind these hand numbers."""
    return tuple(HANDS[number][0] for number in order), tuple(HANDS[number][1] for number in order)


def book_of(
    order: tuple[int, ...], table: tuple[Card, ...], led: Suit | None, taker: int | None = None
) -> Trick:
    """Return the book of these cards.

    Args:
        order: the numbers of the four hands, in order of play.
        table: the cards in order of play.
        led: the suit led.
        taker: the place in the order of the hand that took the book; ``None`` if it is open.
    """
    seats, hands = _players(order)
    if taker is not None:
        return _new_trick(seats[0], table, seats, led, seats[taker], hands, hands[taker])
    played = len(table)
    return _new_trick(seats[0], table, seats[:played], led, None, hands[:played], None)


def reneges(books: Sequence[Trick], player: int) -> list[int]:
    """Return the numbers, from 0, of the books in which a player's renege is visible (SP-14).

    The actual hand did not follow suit there, and later showed a card of that suit.
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


def taker_of(book: Trick) -> Taker:
    """Return the player and the hand that took a complete book."""
    assert book.winner is not None and book.winning_hand is not None
    return book.winner, book.winning_hand


def books_won(books: Sequence[Trick], moved: int) -> tuple[int, int]:
    """Return the number of each player's books, after the moves by calls (SP-14)."""
    winners = [book.winner for book in books]
    return winners.count(0) + moved, winners.count(1) - moved
