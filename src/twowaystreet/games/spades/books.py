"""The books of Spades for two, and the reneges that they show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import attrs

from twowaystreet._cards.cards import Card, Suit
from twowaystreet._tricks import tricks
from twowaystreet._util.constructors import fast_constructor
from twowaystreet.games.spades.cards import ACTUAL, HANDS, Hand, suit_played

Taker: TypeAlias = tuple[int, Hand]
"""Who took a book: the player, and with which hand."""


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


_new_trick: Final = fast_constructor(Trick)


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
        return _new_trick(seats[0], table, seats, led, seats[taker], hands, hands[taker])
    played = len(table)
    return _new_trick(seats[0], table, seats[:played], led, None, hands[:played], None)


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


def taker_of(book: Trick) -> Taker:
    """The player and the hand that took a complete book."""
    assert book.winner is not None and book.winning_hand is not None
    return book.winner, book.winning_hand


def books_won(books: Sequence[Trick], moved: int) -> tuple[int, int]:
    """How many books each player has, with those that calls have moved (SP-14)."""
    winners = [book.winner for book in books]
    return winners.count(0) + moved, winners.count(1) - moved
