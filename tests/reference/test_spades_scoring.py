"""Tests of the reference scoring of Spades for two: bids, overbooks, perfect bids."""

import pytest

from tests.reference import spades, spades_scoring

Line = tuple[bool, int, int, int, int]


def scored(bid: str, taken: str, overbooks: int = 0, perfect: int = 0, boston: int = -130) -> Line:
    """Score player 0 for 13 books: made, contract, overbooks, penalty and bonus.

    Each book is a letter: A for the actual hand of player 0, D for the dummy, a dot for player 1.
    """
    letters = {"A": (0, "actual"), "D": (0, "dummy"), ".": (1, "actual")}
    books = [13 - taken.count("."), taken.count(".")]
    result = spades_scoring.score(
        [bid, "nil"], books, [letters[x] for x in taken], [overbooks, 0], [perfect, 0], boston
    )
    contract, over = result["contract"][0], result["overbooks"][0]
    penalty, bonus = result["penalty"][0], result["bonus"][0]
    assert result["points"][0] == contract + over + penalty + bonus
    assert result["bid"] == [bid, "nil"] and result["books"] == books
    return result["made"][0], contract, over, penalty, bonus


def first(number: int) -> str:
    """Return books in which player 0 takes exactly the first ``number``."""
    return ("A" * number).ljust(13, ".")


# The lines of the table: number, points if made, points if failed.
BIDS = [(4, 40, -40), (5, 50, -50), (6, 60, -60), (7, 70, -70), (8, 80, -80), (9, 90, -90)]
TEN_UP = [(10, 200, -100), (11, 220, -110), (12, 240, -120), (13, 500, -130)]
BLIND = [(6, 100, -60), (7, 120, -70), (8, 140, -80), (9, 160, -90)]
BLIND_TEN_UP = [(10, 300, -100), (11, 320, -110), (12, 340, -120)]
NUMBERS = [(f"bid {line[0]}", *line) for line in BIDS + TEN_UP]
BLIND_NUMBERS = [(f"blind {line[0]}", *line) for line in BLIND + BLIND_TEN_UP]


@pytest.mark.rule("SP-15", "SP-16", "SP-17")
@pytest.mark.parametrize(("bid", "number", "won", "lost"), NUMBERS + BLIND_NUMBERS)
def test_number_bids_made_and_failed(bid: str, number: int, won: int, lost: int) -> None:
    for books in range(14):
        wanted = (True, won, books - number, 0, 0) if books >= number else (False, lost, 0, 0, 0)
        assert scored(bid, first(books)) == wanted


@pytest.mark.rule("SP-15")
def test_the_option_sets_the_points_of_a_failed_boston() -> None:
    for price in [0, -1, -500]:
        assert scored("bid 13", first(12), boston=price)[1] == price
        assert scored("bid 13", first(13), boston=price)[1] == 500


# No book for at least one hand (ONE) or for both hands (NEITHER).
ONE = "AAAAAAAAAAAAA DDDD......... .............", "AD........... D...........A"
NEITHER = ".............", "A............ ............D"
OTHERS = [
    ("bemo", 100, -100, "ADDA......... ADAAAAAAAAAAA", "ADD.ADDAADDA. .DAAAAAAAAAAA"),
    ("big bemo", 200, -100, "ADDAAD....... DDDDDDDDDDDDD", "ADDAA.AAAAAAA .AAAAAA......"),
    ("nil", 300, -50, *ONE),
    ("naught", 200, -100, *ONE),
    ("double nil", 500, -100, *NEITHER),
    ("double naught", 400, -100, *NEITHER),
]


@pytest.mark.rule("SP-15", "SP-16")
@pytest.mark.parametrize(("bid", "won", "lost", "made", "failed"), OTHERS)
def test_other_bids_made_and_failed(bid: str, won: int, lost: int, made: str, failed: str) -> None:
    # SP-17, SP-18: no overbooks, and never perfect.
    for taken in made.split():
        assert scored(bid, taken, overbooks=9, perfect=2) == (True, won, 0, 0, 0)
    for taken in failed.split():
        assert scored(bid, taken, overbooks=9, perfect=2) == (False, lost, 0, 0, 0)


@pytest.mark.rule("SP-15")
def test_every_bid_is_in_the_table() -> None:
    lines = [line[0] for line in [*NUMBERS, *BLIND_NUMBERS, *OTHERS]]
    assert sorted(spades_scoring.POINTS) == sorted(lines)
    assert (lines[:10], lines[10:17]) == (spades.NUMBERS, spades.BLIND)


@pytest.mark.rule("SP-17")
@pytest.mark.parametrize(
    ("before", "bid", "books", "over", "penalty"),
    [
        (0, "bid 4", 13, 9, 0),
        (9, "bid 4", 5, 1, -100),
        (9, "bid 4", 4, 0, 0),
        (9, "blind 6", 7, 1, -100),
        (9, "bid 5", 4, 0, 0),
        (10, "bid 4", 13, 9, 0),  # The penalty for this ten is already paid.
        (15, "bid 4", 10, 6, -100),
        (19, "bid 4", 13, 9, -100),
    ],
)
def test_every_tenth_overbook_costs_100(
    before: int, bid: str, books: int, over: int, penalty: int
) -> None:
    assert scored(bid, first(books), before)[2:4] == (over, penalty)


@pytest.mark.rule("SP-18")
def test_the_third_perfect_bid_earns_a_bonus() -> None:
    for count, bonus in [(0, 0), (1, 0), (2, 80)]:
        for bid, number in [("bid 4", 4), ("bid 13", 13), ("blind 9", 9)]:
            assert scored(bid, first(number), perfect=count)[4] == bonus
            assert scored(bid, first(number - 1), perfect=count)[4] == 0
    assert scored("bid 4", first(5), perfect=2)[4] == 0
