"""The books of Spades for two, and its scoring (SP-15 to SP-18), from the facts of a hand alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import attrs
from typing_extensions import override

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games.spades import rules
from twowaystreet.games.spades.rules import BidType as _Type

FOR_A_BOOK: Final = 10
"""The points for each book of a number, made or failed, without those below (SP-15)."""
HIGH: Final = MappingProxyType({10: 200, 11: 220, 12: 240, rules.BOOKS: 500})
_BLIND: Final = MappingProxyType({6: 100, 7: 120, 8: 140, 9: 160, 10: 300, 11: 320, 12: 340})
BOSTON: Final = rules.Bid(_Type.NUMBER, rules.BOOKS)
_OF_TYPE: Final = MappingProxyType(
    {
        _Type.BEMO: (100, -100),
        _Type.BIG_BEMO: (200, -100),
        _Type.NIL: (300, -50),
        _Type.DOUBLE_NIL: (500, -100),
        _Type.NAUGHT: (200, -100),
        _Type.DOUBLE_NAUGHT: (400, -100),
    }
)
_POINTS: Final[Mapping[rules.Bid, tuple[int, int]]] = MappingProxyType(
    {
        **{
            bid: (points.get(bid.books, FOR_A_BOOK * bid.books), -FOR_A_BOOK * bid.books)
            for bids, points in ((rules.AFTER_LOOKING, HIGH), (rules.BLIND, _BLIND))
            for bid in bids
        },
        **{rules.Bid(bid_type): points for bid_type, points in _OF_TYPE.items()},
    }
)
MADE: Final = MappingProxyType({bid: made for bid, (made, _) in _POINTS.items()})
FAILED: Final = MappingProxyType({bid: failed for bid, (_, failed) in _POINTS.items()})
"""The points for a bid that is made, or fails (SP-15); for a failed Boston the option decides."""

FIRST_BOOKS: Final = MappingProxyType({_Type.BEMO: 4, _Type.BIG_BEMO: 6})
EMPTY_HANDS: Final = MappingProxyType(
    {_Type.NIL: 1, _Type.NAUGHT: 1, _Type.DOUBLE_NIL: 2, _Type.DOUBLE_NAUGHT: 2}
)
"""The least number of a player's hands that must take no book for these bids (SP-16)."""

PENALISED_OVERBOOKS: Final = 10
FOR_TEN_OVERBOOKS: Final = -100
PERFECT_IN_A_ROW: Final = 3
FOR_PERFECT_BIDS: Final = 80
_LEAST: Final = min(
    *FAILED.values(), FOR_TEN_OVERBOOKS * ((rules.BOOKS - rules.BOARD) // PENALISED_OVERBOOKS)
)
_MOST: Final = max(
    points + (rules.BOOKS - bid.books) * bid.is_number for bid, points in MADE.items()
)
FIRST_POINTS: Final = core.Between(lambda rules: min(_LEAST, rules.boston_failed), _MOST)
"""The bounds of the points of the first hand, which has no bonus."""


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

    hands: tuple[rules.Hand, ...] = ()
    winning_hand: rules.Hand | None = None

    @property
    @override
    def _hands(self) -> Iterable[int]:
        return map(rules.NUMBER.__getitem__, zip(self.seats, self.hands, strict=True))

    @property
    @override
    def _taker(self) -> int | None:
        return rules.NUMBER.get((self.winner, self.winning_hand))


_new_trick: Final = core.fast_constructor(Trick)


@lru_cache
def _players(order: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[rules.Hand, ...]]:
    hands = [rules.HANDS[number] for number in order]
    return tuple(player for player, _ in hands), tuple(which for _, which in hands)


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
        (book.led, rules.suit_played(card))
        for book in books
        for card, seat, hand in zip(book.cards, book.seats, book.hands, strict=True)
        if seat == player and hand is rules.ACTUAL
    ]
    return [
        number
        for number, (led, suit) in enumerate(played)
        if suit is not led and led in [later for _, later in played[number + 1 :]]
    ]


def renege_to_call(hand_data: rules.HandData, caller: int, books: Sequence[Trick]) -> int | None:
    """Return the number of the book with the oldest renege that the caller can call, if any."""
    other = 1 - caller
    if not books_won(books, hand_data.moved)[other]:
        return None
    known = hand_data.called[other]
    return next((found for found in reneges(books, other) if found not in known), None)


@attrs.frozen
class SeatScore(core.SeatScore):
    """One player's score of one hand of Spades for two.

    Attributes:
        bid: the bid after all raises.
        books: the books of both hands, after the moves by calls of a renege.
        made: True if the bid was made.
        contract: the points for the bid, made or failed (SP-15).
        overbooks: the books beyond a number that was made, one point each (SP-17).
        penalty: the points for every tenth overbook of the match (SP-17).
        bonus: the points for the third perfect bid in succession (SP-18).
        points: the change of the player's total.
    """

    bid: rules.Bid
    books: int
    made: bool
    contract: int
    overbooks: int
    penalty: int
    bonus: int

    @property
    def is_perfect(self) -> bool:
        """True if the player bid a number and took exactly that number (SP-18)."""
        return _is_perfect(self.bid, self.books)

    @property
    def entry(self) -> str:
        """The entry of the score sheet, with bid, books and points."""
        return f"{self.bid}, {self.books}: {self.points:+}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of Spades for two.

    Attributes:
        seats: the score of each player, in the order of seats.
    """


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def is_made(bid: rules.Bid, books: int, player: int, takers: Sequence[rules.Taker]) -> bool:
    """SP-16: for a number, the books count after the moves by calls; else who took them."""
    if bid.is_number:
        return books >= bid.books
    if bid.bid_type in FIRST_BOOKS:
        return all(taker == player for taker, _ in takers[: FIRST_BOOKS[bid.bid_type]])
    empty = sum((player, hand) not in takers for hand in rules.Hand)
    return empty >= EMPTY_HANDS[bid.bid_type]


@lru_cache
def counted_books(bids: tuple[rules.Bid, ...]) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """SP-16: the ``groups``, ``caps`` and ``first`` books of a tally for these bids."""
    groups, caps = list[int](), list[int]()
    for number, (player, _) in enumerate(rules.HANDS):
        bid = bids[player]
        by_hand = bid.bid_type in EMPTY_HANDS
        groups.append(number if by_hand else rules.NUMBER[player, rules.DUMMY])
        caps.append(1 if by_hand else rules.BOOKS * bid.is_number)
    first = max(FIRST_BOOKS.get(bid.bid_type, 0) for bid in bids)
    return tuple(groups), tuple(caps), first


def _is_perfect(bid: rules.Bid, books: int) -> bool:
    return bid.is_number and books == bid.books


def perfect_after(before: int, seat: SeatScore) -> int:
    """SP-18: perfect bids in succession after a hand; the bonus resets the count."""
    return (before + 1) % PERFECT_IN_A_ROW if seat.is_perfect else 0


def score_of(
    bids: Sequence[rules.Bid],
    takers: Sequence[rules.Taker],
    moved: int,
    overbooks: Sequence[int],
    perfect_bids: Sequence[int],
    boston_failed: int,
) -> HandScore:
    """Score a hand whose facts have been checked; ``moved`` books went from player 1 to 0."""
    seats: list[SeatScore] = []
    players = [player for player, _ in takers]
    for player, bid in enumerate(bids):
        books = players.count(player) + (-moved if player else moved)
        made = is_made(bid, books, player, takers)
        failed = boston_failed if bid == BOSTON else FAILED[bid]
        contract = MADE[bid] if made else failed
        over = books - bid.books if made and bid.is_number else 0
        tens = (overbooks[player] % PENALISED_OVERBOOKS + over) // PENALISED_OVERBOOKS
        third = _is_perfect(bid, books) and perfect_bids[player] + 1 == PERFECT_IN_A_ROW
        penalty, bonus = FOR_TEN_OVERBOOKS * tens, FOR_PERFECT_BIDS * third
        points = contract + over + penalty + bonus
        seats.append(_new_seat_score(points, bid, books, made, contract, over, penalty, bonus))
    return _new_hand_score(tuple(seats))


TAKERS: Final[Mapping[str, rules.Taker]] = MappingProxyType(
    {
        letter.upper() if player else letter: (player, hand)
        for player in range(rules.PLAYERS)
        for letter, hand in zip("ad", (rules.ACTUAL, rules.DUMMY), strict=True)
    }
)


def _bid(value: object) -> rules.Bid | None:
    if type(value) not in (str, _Type):
        return value if type(value) is rules.Bid else None
    try:
        found = core.read_move((rules.Bid,), str(value))
    except tws.TwoWayStreetError:
        return None
    return found if isinstance(found, rules.Bid) else None


def _taker(value: object) -> rules.Taker | None:
    if type(value) is str:
        return TAKERS.get(value)
    given: Any = value  # Any: not checked yet
    player, hand = given if type(value) is tuple and len(given) == 2 else (None, None)
    seat, which = core.as_int(player), core.member_of(rules.Hand, hand, any_case=True)
    if type(seat) is not int or not 0 <= seat < rules.PLAYERS or which is None:
        return None
    return seat, which


def score(
    bids: Sequence[rules.Bid | str],
    books: str | Iterable[tuple[int, rules.Hand | str] | str],
    *,
    moved: int = 0,
    overbooks: Sequence[int] = (0, 0),
    perfect_bids: Sequence[int] = (0, 0),
    boston_failed: int = rules.BOSTON_FAILED,
) -> HandScore:
    """Score a hand of Spades for two that was played with real cards.

    Args:
        bids: the bids of both players after all raises, as :class:`Bid` or in its notation.
        books: for each of the 13 books, in order, the player who took it, 0 or 1, and the hand,
            ``actual`` or ``dummy``; or a letter, in a list or a text such as ``aaaaaDDDDDDdd``:
            ``a`` and ``d`` for player 0, ``A`` and ``D`` for player 1.
        moved: the number of books that calls of a renege moved from player 1 to player 0;
            negative for the other direction.
        overbooks: the overbooks of each player before the hand, 0 to a billion.
        perfect_bids: the perfect bids in succession of each player before the hand, 0 to 2.
        boston_failed: the points for a Boston that fails, minus a billion to 0.

    Raises:
        RulesError: if these facts are impossible in one hand.

    >>> both = [(0, "actual")] * 5 + [(1, "dummy")] * 6 + [(0, "dummy")] * 2
    >>> [seat.entry for seat in score(["bid 6", "naught"], both).seats]
    ['bid 6, 7: +61', 'naught, 6: +200']
    """
    expected = f"{rules.PLAYERS} bids such as {rules.SUCH}"
    known = core.checked_entries("bids", bids, _bid, expected, "SP-7", count=rules.PLAYERS)
    if all(bid.bid_type is _Type.BLIND for bid in known):
        raise core.RulesError("bids", bids, "a blind number only of a player who is behind", "SP-6")
    expected = f"{rules.BOOKS} pairs of a player, 0 or 1, and a hand, actual or dummy"
    if letters := type(books) is str:
        expected = f"{rules.BOOKS} letters, each a, d, A or D"
    takers = core.checked_entries(
        *("books", books, _taker, expected, "SP-3"),
        count=rules.BOOKS,
        name="in book",
        first=1,
        letters=letters,
    )
    least, most = -_most_moved(0, takers), _most_moved(1, takers)
    core.checked_number("moved", moved, least, most, "SP-14")
    core.checked_number("boston_failed", boston_failed, -1_000_000_000, 0, "SP-15")
    counters = checked_counters(overbooks, perfect_bids)
    return score_of(known, takers, moved, *counters, boston_failed)


def checked_counters(
    overbooks: Sequence[int] | None, perfect_bids: Sequence[int] | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """SP-17, SP-18: the counters of a match so far; ``None`` for 0 each."""
    most = PERFECT_IN_A_ROW - 1
    return (
        core.checked_numbers("overbooks", overbooks, rules.PLAYERS, "SP-17", 0),
        core.checked_numbers("perfect_bids", perfect_bids, rules.PLAYERS, "SP-18", 0, most),
    )


def _most_moved(player: int, takers: Sequence[rules.Taker]) -> int:
    """SP-14: an actual hand can renege, not in a book that it leads, and not in the last one."""
    leaders = (None, *takers[: rules.BOOKS - 2])  # a dummy leads the first book
    reneges = sum(leader != (player, rules.Hand.ACTUAL) for leader in leaders)
    return min([taker for taker, _ in takers].count(player), rules.MOST_TAKEN * reneges)
