"""The worth of bids, overbooks and perfect bids, without a game (SP-15 to SP-18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.helpers import anything
from twowaystreet.games import spades
from twowaystreet.games.spades import Bid, BidType, Hand


def takers(books: str) -> list[tuple[int, str]]:
    """Return the taker of each book; ``a`` and ``d`` are actual and dummy of player 0.

    ``A`` and ``D`` are those of player 1, whose actual hand takes the rest of the thirteen books.
    """
    meanings = {"a": (0, "actual"), "d": (0, "dummy"), "A": (1, "actual"), "D": (1, "dummy")}
    return [meanings[letter] for letter in books.ljust(13, "A")]


def seat_of(bid: str, books: str, player: int = 0, **more: Any) -> spades.SeatScore:
    """Score one player; the other player has some bid."""
    bids = [bid, "bid 4"]
    if player:
        bids.reverse()
        books = books.ljust(13, "A").swapcase()
    for tally in ("overbooks", "perfect_bids"):
        if tally in more:
            more[tally] = [more[tally], 0][:: -1 if player else 1]
    return spades.score(bids, takers(books), **more).seats[player]


TABLE: list[tuple[str, int, int, int]] = [
    # The bid, its books, made, failed.
    ("bid 4", 4, 40, -40),
    ("bid 5", 5, 50, -50),
    ("bid 6", 6, 60, -60),
    ("bid 7", 7, 70, -70),
    ("bid 8", 8, 80, -80),
    ("bid 9", 9, 90, -90),
    ("bid 10", 10, 200, -100),
    ("bid 11", 11, 220, -110),
    ("bid 12", 12, 240, -120),
    ("bid 13", 13, 500, -130),
    ("blind 6", 6, 100, -60),
    ("blind 7", 7, 120, -70),
    ("blind 8", 8, 140, -80),
    ("blind 9", 9, 160, -90),
    ("blind 10", 10, 300, -100),
    ("blind 11", 11, 320, -110),
    ("blind 12", 12, 340, -120),
]


@pytest.mark.rule("SP-15", "SP-16", "SP-17", "SP-18")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("bid", "number", "made", "failed"), TABLE)
def test_number_bids(bid: str, number: int, made: int, failed: int, player: int) -> None:
    for books in range(14):
        # Both hands count together, in any order.
        for split in (0, books // 2, books):
            won = "a" * split + "A" * (13 - books) + "d" * (books - split)
            seat = seat_of(bid, won, player)
            over = max(books - number, 0)
            assert (seat.made, seat.books) == (books >= number, books)
            assert seat.contract == (made if books >= number else failed)
            assert (seat.overbooks, seat.penalty, seat.bonus) == (over, 0, 0)
            assert seat.points == seat.contract + over
            assert seat.is_perfect is (books == number)
            assert str(seat.bid) == bid
            assert seat.entry == f"{bid}, {books}: {seat.points:+}"


@pytest.mark.rule("SP-15")
@pytest.mark.parametrize("failed", [0, -1, -130, -1000])
def test_the_cost_of_a_failed_boston(failed: int) -> None:
    assert seat_of("bid 13", "a" * 12, boston_failed=failed).points == failed
    assert seat_of("bid 13", "a" * 13, boston_failed=failed).points == 500
    assert seat_of("bid 12", "a" * 11, boston_failed=failed).points == -120
    assert seat_of("blind 12", "a" * 11, boston_failed=failed).points == -120


OTHERS: list[tuple[str, str, int]] = [
    # Bemo: each of the first four books, with either hand.
    ("bemo", "aaaa", 100),
    ("bemo", "dddd", 100),
    ("bemo", "adda", 100),
    ("bemo", "aaaaAaaa", 100),
    ("bemo", "aaaA" + "a" * 9, -100),
    ("bemo", "Aaaa" + "a" * 9, -100),
    ("bemo", "aaDa" + "a" * 9, -100),
    ("bemo", "", -100),
    # Big Bemo: the first six.
    ("big bemo", "aaaaaa", 200),
    ("big bemo", "daddda", 200),
    ("big bemo", "a" * 13, 200),
    ("big bemo", "aaaaaA" + "a" * 7, -100),
    ("big bemo", "aaaaAa", -100),
    ("big bemo", "Daaaaa", -100),
    # Nil and Naught: one of the hands takes no book, or neither does.
    ("nil", "", 300),
    ("nil", "aAaAaA", 300),
    ("nil", "d" * 13, 300),
    ("nil", "ad", -50),
    ("nil", "Aad", -50),
    ("naught", "", 200),
    ("naught", "a" * 13, 200),
    ("naught", "AdA", 200),
    ("naught", "Dda", -100),
    # Double Nil and Double Naught: neither takes any.
    ("double nil", "", 500),
    ("double nil", "DDD", 500),
    ("double nil", "a", -100),
    ("double nil", "AAAAAAAAAAAAd", -100),
    ("double nil", "ad", -100),
    ("double naught", "", 400),
    ("double naught", "D" * 13, 400),
    ("double naught", "Da", -100),
    ("double naught", "AAAAAAAAAAAAd", -100),
]


@pytest.mark.rule("SP-15", "SP-16", "SP-17")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("bid", "books", "points"), OTHERS)
def test_other_bids(bid: str, books: str, points: int, player: int) -> None:
    # These bids have neither overbooks nor penalties, and no bonus.
    seat = seat_of(bid, books, player, overbooks=19, perfect_bids=2)
    assert (seat.points, seat.contract, seat.made) == (points, points, points > 0)
    assert (seat.overbooks, seat.penalty, seat.bonus, seat.is_perfect) == (0, 0, 0, False)
    taken = books.count("a") + books.count("d")
    assert seat.books == taken and seat.entry == f"{bid}, {taken}: {points:+}"


@pytest.mark.rule("SP-17")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("bid", "books", "before", "over", "penalty"),
    [
        ("bid 4", 13, 0, 9, 0),
        ("bid 4", 13, 1, 9, -100),
        ("bid 5", 8, 8, 3, -100),
        ("bid 5", 6, 8, 1, 0),
        ("bid 5", 6, 9, 1, -100),
        ("bid 5", 5, 9, 0, 0),
        ("bid 5", 6, 10, 1, 0),
        ("bid 5", 6, 18, 1, 0),
        ("bid 5", 7, 18, 2, -100),
        ("bid 5", 6, 19, 1, -100),
        ("bid 4", 13, 11, 9, -100),
        ("bid 4", 13, 29, 9, -100),
        ("bid 5", 6, 20, 1, 0),
        ("blind 6", 8, 8, 2, -100),
        ("blind 6", 8, 7, 2, 0),
        ("bid 5", 4, 19, 0, 0),
        ("bid 13", 13, 9, 0, 0),
    ],
)
def test_overbooks(bid: str, books: int, before: int, over: int, penalty: int, player: int) -> None:
    seat = seat_of(bid, "a" * books, player, overbooks=before)
    assert (seat.overbooks, seat.penalty) == (over, penalty)
    assert seat.points == seat.contract + over + penalty


@pytest.mark.rule("SP-17")
def test_each_player_pays_for_own_overbooks() -> None:
    score = spades.score(["bid 4", "bid 4"], takers("a" * 6), overbooks=[9, 6])
    assert [(seat.overbooks, seat.penalty) for seat in score.seats] == [(2, -100), (3, 0)]
    assert score.points == (40 + 2 - 100, 40 + 3)


@pytest.mark.rule("SP-18")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("bid", "number", "made", "failed"), TABLE)
def test_the_third_perfect_bid_in_succession_earns_a_bonus(
    bid: str, number: int, made: int, failed: int, player: int
) -> None:
    for before, bonus in ((0, 0), (1, 0), (2, 80)):
        seat = seat_of(bid, "a" * number, player, perfect_bids=before)
        assert (seat.bonus, seat.points) == (bonus, made + bonus)
        less = seat_of(bid, "a" * (number - 1), player, perfect_bids=before)
        assert (less.bonus, less.points) == (0, failed)
        if number < 13:
            more = seat_of(bid, "a" * (number + 1), player, perfect_bids=before)
            assert (more.bonus, more.points) == (0, made + 1)


@pytest.mark.rule("SP-14", "SP-16", "SP-18")
@pytest.mark.parametrize(
    ("moved", "books", "points"),
    [(0, (4, 9), (40, 90)), (1, (5, 8), (41, -90)), (-1, (3, 10), (-40, 91))],
)
def test_moved_books_count_for_the_caller(
    moved: int, books: tuple[int, int], points: tuple[int, int]
) -> None:
    score = spades.score(["bid 4", "bid 9"], takers("aadd"), moved=moved)
    assert tuple(seat.books for seat in score.seats) == books
    assert score.points == points
    assert [seat.is_perfect for seat in score.seats] == [moved == 0, moved == 0]
    # At most as many books move as the player has.
    for all_of_them in (9, -4):
        score = spades.score(["bid 4", "bid 9"], takers("aadd"), moved=all_of_them)
        assert sorted(seat.books for seat in score.seats) == [0, 13]
    # The takers of the books do not matter.
    score = spades.score(["bemo", "nil"], takers("aadd"), moved=moved)
    assert score.points == (100, 300)


@pytest.mark.rule("SP-15")
def test_bids_may_be_given_as_words_or_moves() -> None:
    books: Sequence[tuple[int, Hand]] = [(player, Hand(hand)) for player, hand in takers("ad")]
    score = spades.score([Bid(BidType.NUMBER, 4), Bid(BidType.NIL)], books)
    assert score == spades.score(("bid 4", "nil"), iter(takers("ad")))
    assert score.points == (-40, 300) and hash(score) == hash(spades.score(["bid 4", "nil"], books))
    for bid in [row[0] for row in TABLE] + [row[0] for row in OTHERS]:
        assert str(spades.score(["bid 4", bid], books).seats[1].bid) == bid


BOOKS: list[tuple[int, str]] = [(0, "actual")] * 5 + [(1, "dummy")] * 8


def test_possible_facts_are_accepted() -> None:
    bids: list[Bid | str] = ["bid 4", Bid(BidType.NIL)]
    score = spades.score(bids, BOOKS, moved=-5, overbooks=(99, 0), perfect_bids=[2, 0])
    assert [(seat.books, seat.points) for seat in score.seats] == [(0, -40), (13, 300)]
    score = spades.score(bids, BOOKS, moved=8, overbooks=[0, 0], perfect_bids=(0, 2))
    assert [(seat.books, seat.points) for seat in score.seats] == [(13, 49), (0, 300)]
    named = [(player, Hand(hand)) for player, hand in BOOKS]
    assert spades.score(bids, named) == spades.score(bids, BOOKS)
    with pytest.raises(TypeError):
        anything(spades.score)(bids, BOOKS, 0)
