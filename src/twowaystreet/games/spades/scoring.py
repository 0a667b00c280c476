"""The scoring of Spades for two (SP-15 to SP-18), from bids and books alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet._engine import scores
from twowaystreet._engine.setup import checked_numbers
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.numbers import GREATEST, is_int
from twowaystreet._util.reader import member_of
from twowaystreet.errors import RulesError, as_tuple
from twowaystreet.games.spades.books import Taker
from twowaystreet.games.spades.cards import PLAYERS, Hand
from twowaystreet.games.spades.moves import (
    AFTER_LOOKING,
    BEFORE_LOOKING,
    BLIND,
    BOOKS,
    Bid,
    BidType,
)

BOSTON_FAILED: Final = -130

_HIGH: Final = MappingProxyType({10: 200, 11: 220, 12: 240, BOOKS: 500})
_BLIND: Final = MappingProxyType({6: 100, 7: 120, 8: 140, 9: 160, 10: 300, 11: 320, 12: 340})
BOSTON: Final = Bid(BidType.NUMBER, BOOKS)
MADE: Final[Mapping[Bid, int]] = MappingProxyType(
    {
        **{bid: _HIGH.get(bid.books, 10 * bid.books) for bid in AFTER_LOOKING if bid.is_number},
        **{bid: _BLIND[bid.books] for bid in BLIND},
        Bid(BidType.BEMO): 100,
        Bid(BidType.BIG_BEMO): 200,
        Bid(BidType.NIL): 300,
        Bid(BidType.DOUBLE_NIL): 500,
        Bid(BidType.NAUGHT): 200,
        Bid(BidType.DOUBLE_NAUGHT): 400,
    }
)
"""What a bid that is made is worth (SP-15)."""
FAILED: Final[Mapping[Bid, int]] = MappingProxyType(
    {
        **{bid: -10 * bid.books for bid in (*AFTER_LOOKING, *BLIND) if bid.is_number},
        Bid(BidType.BEMO): -100,
        Bid(BidType.BIG_BEMO): -100,
        Bid(BidType.NIL): -50,
        Bid(BidType.DOUBLE_NIL): -100,
        Bid(BidType.NAUGHT): -100,
        Bid(BidType.DOUBLE_NAUGHT): -100,
    }
)
"""What a bid that fails costs (SP-15); a Boston that fails, what the option says."""

FIRST_BOOKS: Final = MappingProxyType({BidType.BEMO: 4, BidType.BIG_BEMO: 6})
"""How many of the first books a player must take for these bids (SP-16)."""
EMPTY_HANDS: Final = MappingProxyType(
    {BidType.NIL: 1, BidType.NAUGHT: 1, BidType.DOUBLE_NIL: 2, BidType.DOUBLE_NAUGHT: 2}
)
"""How many of a player's hands at least must take no book for these bids (SP-16)."""

TEN: Final = 10
FOR_TEN_OVERBOOKS: Final = -100
PERFECT_IN_A_ROW: Final = 3
FOR_PERFECT_BIDS: Final = 80


@attrs.frozen
class SeatScore(scores.SeatScore):
    """One player's score of one hand of Spades for two.

    Attributes:
        bid: the bid, as it was raised.
        books: the books of both hands, and those that calls of a renege moved.
        made: whether the bid was made.
        contract: what the bid is worth, made or failed (SP-15).
        overbooks: the books beyond a number that was made, a point each (SP-17).
        penalty: what completing ten overbooks, or twenty, costs (SP-17).
        bonus: what the third perfect bid in succession is worth (SP-18).
        points: what the player's total changes by.
    """

    bid: Bid
    books: int
    made: bool
    contract: int
    overbooks: int
    penalty: int
    bonus: int

    @property
    def is_perfect(self) -> bool:
        """Whether a number was bid and taken exactly (SP-18)."""
        return _is_perfect(self.bid, self.books)

    @property
    def entry(self) -> str:
        """The entry of the score sheet, bid, books and points."""
        return f"{self.bid}, {self.books}: {self.points:+}"


@attrs.frozen
class HandScore(scores.HandScore[SeatScore]):
    """The score of one hand of Spades for two.

    Attributes:
        seats: the score of each player, in the order of seats.
    """


_new_seat_score: Final = fast_constructor(SeatScore)
_new_hand_score: Final = fast_constructor(HandScore)


def is_made(bid: Bid, books: int, player: int, takers: Sequence[Taker]) -> bool:
    """Whether a bid is made (SP-16).

    Numbers go by all books of the player, those moved by calls included; the others by who took
    which book in the play.
    """
    if bid.is_number:
        return books >= bid.books
    if bid.bid_type in FIRST_BOOKS:
        return all(taker == player for taker, _ in takers[: FIRST_BOOKS[bid.bid_type]])
    empty = sum((player, hand) not in takers for hand in Hand)
    return empty >= EMPTY_HANDS[bid.bid_type]


def _is_perfect(bid: Bid, books: int) -> bool:
    """Whether a number was bid and taken exactly (SP-18)."""
    return bid.is_number and books == bid.books


def perfect_after(before: int, seat: SeatScore) -> int:
    """How many perfect bids in succession there are after a hand; the bonus starts anew (SP-18)."""
    return (before + 1) % PERFECT_IN_A_ROW if seat.is_perfect else 0


def score_of(
    bids: Sequence[Bid],
    takers: Sequence[Taker],
    moved: int,
    overbooks: Sequence[int],
    perfect_bids: Sequence[int],
    boston_failed: int,
) -> HandScore:
    """Score a hand whose facts have been checked; ``moved`` books went from 1 to 0."""
    seats: list[SeatScore] = []
    players = [player for player, _ in takers]
    for player, bid in enumerate(bids):
        books = players.count(player) + (-moved if player else moved)
        made = is_made(bid, books, player, takers)
        failed = boston_failed if bid == BOSTON else FAILED[bid]
        contract = MADE[bid] if made else failed
        over = books - bid.books if made and bid.is_number else 0
        tens = (overbooks[player] + over) // TEN - overbooks[player] // TEN
        third = _is_perfect(bid, books) and perfect_bids[player] + 1 == PERFECT_IN_A_ROW
        penalty, bonus = FOR_TEN_OVERBOOKS * tens, FOR_PERFECT_BIDS * third
        points = contract + over + penalty + bonus
        seats.append(_new_seat_score(points, bid, books, made, contract, over, penalty, bonus))
    return _new_hand_score(tuple(seats))


_BIDS: Final = MappingProxyType(
    {str(bid): bid for bid in (*BEFORE_LOOKING, *BLIND, *AFTER_LOOKING)}
)


def score(
    bids: Sequence[Bid | str],
    books: Iterable[tuple[int, Hand | str]],
    *,
    moved: int = 0,
    overbooks: Sequence[int] = (0, 0),
    perfect_bids: Sequence[int] = (0, 0),
    boston_failed: int = BOSTON_FAILED,
) -> HandScore:
    """Score a hand of Spades for two that was played with real cards.

    Args:
        bids: both players' bids as they were raised, as :class:`Bid` or in its words.
        books: who took each of the 13 books, in order: the player, 0 or 1, and ``actual`` or
            ``dummy``.
        moved: how many books calls of a renege moved from player 1 to player 0; negative for the
            other way.
        overbooks: how many each player had before the hand, 0 to a billion.
        perfect_bids: how many each had made in succession before the hand, 0 to 2.
        boston_failed: what a Boston costs that fails, minus a billion to 0.

    Raises:
        RulesError: if these facts are impossible in one hand.

    >>> both = [(0, "actual")] * 5 + [(1, "dummy")] * 6 + [(0, "dummy")] * 2
    >>> [seat.entry for seat in score(["bid 6", "naught"], both).seats]
    ['bid 6, 7: +61', 'naught, 6: +200']
    """
    expected = f"{PLAYERS} bids such as bid 4, blind 6, nil or bemo"
    given = as_tuple("bids", bids, expected, "SP-7")
    said = [_BIDS.get(str(bid)) if type(bid) in (str, BidType) else bid for bid in given]
    known = [bid for bid in said if type(bid) is Bid]
    if len(given) != PLAYERS or len(known) != PLAYERS:
        raise RulesError("bids", bids, expected, "SP-7")
    takers = _takers(books)
    taken = sum(player == 0 for player, _ in takers)
    if not is_int(moved) or not -taken <= moved <= BOOKS - taken:
        raise RulesError("moved", moved, f"a whole number, {-taken} to {BOOKS - taken}", "SP-14")
    if not is_int(boston_failed) or not -GREATEST <= boston_failed <= 0:
        expected = f"a whole number, {-GREATEST} to 0"
        raise RulesError("boston_failed", boston_failed, expected, "SP-15")
    return score_of(
        known,
        takers,
        moved,
        checked_numbers("overbooks", overbooks, PLAYERS, "SP-17", 0),
        checked_numbers("perfect_bids", perfect_bids, PLAYERS, "SP-18", 0, PERFECT_IN_A_ROW - 1),
        boston_failed,
    )


def _takers(books: Iterable[tuple[int, Hand | str]]) -> list[Taker]:
    expected = f"{BOOKS} pairs of a player, 0 or 1, and a hand, actual or dummy"
    takers: list[Taker] = []
    for pair in as_tuple("books", books, expected, "SP-16"):
        player, hand = pair if type(pair) is tuple and len(pair) == 2 else (None, None)
        which = member_of(Hand, hand)
        if not is_int(player) or not 0 <= player < PLAYERS or which is None:
            raise RulesError("books", books, expected, "SP-16")
        takers.append((player, which))
    if len(takers) != BOOKS:
        raise RulesError("books", books, expected, "SP-16")
    return takers
