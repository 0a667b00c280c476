"""The hand data of Spades for two: the deal and the dummies, books and reneges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Final

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.spades import rules as spades
from twowaystreet.games.spades.rules import ACTUAL, HANDS, NUMBER, Bid, Hand, suit_played


@attrs.frozen
class Said(core.Value):
    """A bid or a raise, with the player who made it (SP-6 to SP-8)."""

    seat: core.Seat
    bid: Bid


new_said: Final = core.fast_constructor(Said)


@attrs.frozen
class Call(core.Value):
    """A call of a renege (SP-14).

    Attributes:
        seat: the player who called.
        book: the number of the book before which or in which it came, from 0.
        cards: the number of cards that lay on the table.
        taken: the number of books that the player took.
    """

    seat: core.Seat
    book: Annotated[int, core.Between(0, spades.BOOKS)]
    cards: Annotated[int, core.Between(0, len(HANDS) - 1)]
    taken: Annotated[int, core.Between(1, spades.MOST_TAKEN)]


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, the bids, the cards turned up and the reneges called.

    Attributes:
        dummies: the dummy of each player as dealt, in the order in which cards are turned up.
        face_up: the turned-up cards of each dummy as masks, played cards included.
        bids: the bid of each player; ``None`` before the bid.
        stands: the number of players in succession who stood.
        called: the called reneges of each player, as book numbers.
        moved: the number of books that calls moved from player 1 to player 0.
        overbooks: the overbooks of each player in the match so far.
        perfect_bids: the number of perfect bids in succession of each player.
        auction: all bids and raises, in order of time.
        turned_up: the value of ``face_up`` after each time that a dummy turned up cards.
        calls: the calls of a renege, in order of time.
    """

    dummies: tuple[tuple[core.Card, ...], ...] = ((), ())
    face_up: tuple[int, ...] = (0, 0)
    bids: tuple[Bid | None, ...] = (None, None)
    stands: int = 0
    called: tuple[tuple[int, ...], ...] = ((), ())
    moved: int = 0
    overbooks: tuple[int, ...] = (0, 0)
    perfect_bids: tuple[int, ...] = (0, 0)
    auction: tuple[Said, ...] = ()
    turned_up: tuple[tuple[int, ...], ...] = ((), ())
    calls: tuple[Call, ...] = ()


replace: Final = core.fast_replace(HandData)


def turned_up(hand_data: HandData, player: int, remaining: int, wanted: int) -> HandData:
    """SP-12, SP-13: turn up cards of a dummy until a wanted card appears, or all are open."""
    up = before = hand_data.face_up[player]
    for card in hand_data.dummies[player][up.bit_count() :]:
        up |= card._bit
        if up & remaining & wanted:
            break
    if up == before:
        return hand_data
    groups = (*hand_data.turned_up[player], up)
    return replace(
        hand_data,
        face_up=core.replace_at(hand_data.face_up, player, up),
        turned_up=core.replace_at(hand_data.turned_up, player, groups),
    )


@lru_cache
def groups_of(turned_up: tuple[int, ...]) -> tuple[tuple[core.Card, ...], ...]:
    """Return the cards that a dummy turned up at each time."""
    return tuple([core.cards_in(up ^ before) for before, up in pairwise((0, *turned_up))])


@attrs.frozen
class Trick(core.Trick):
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


_new_trick: Final = core.fast_constructor(Trick)


@lru_cache
def _players(order: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Hand, ...]]:
    return tuple(HANDS[number][0] for number in order), tuple(HANDS[number][1] for number in order)


def book_of(
    order: tuple[int, ...],
    table: tuple[core.Card, ...],
    led: core.Suit | None,
    taker: int | None = None,
) -> Trick:
    """Return the book of these cards; the taker is a place in the order, ``None`` while open."""
    seats, hands = _players(order)
    if taker is not None:
        return _new_trick(seats[0], table, seats, led, seats[taker], hands, hands[taker])
    played = len(table)
    return _new_trick(seats[0], table, seats[:played], led, None, hands[:played], None)


def books_won(books: Sequence[Trick], moved: int) -> tuple[int, int]:
    """Return the number of each player's books, after the moves by calls (SP-14)."""
    winners = [book.winner for book in books]
    return winners.count(0) + moved, winners.count(1) - moved


def reneges(books: Sequence[Trick], player: int) -> list[int]:
    """SP-14: the books in which the actual hand did not follow, and later showed the suit."""
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


def renege_to_call(hand_data: HandData, caller: int, books: Sequence[Trick]) -> int | None:
    """Return the number of the book with the oldest renege that the caller can call, if any."""
    other = 1 - caller
    if not books_won(books, hand_data.moved)[other]:
        return None
    known = hand_data.called[other]
    return next((found for found in reneges(books, other) if found not in known), None)
