"""Impossible facts of a hand are refused by the scoring function."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from twowaystreet.errors import quoted
from twowaystreet.games import duel, spades
from twowaystreet.games.spades import Bid, BidType, Hand

BOOKS: list[tuple[int, str]] = [(0, "actual")] * 5 + [(1, "dummy")] * 8


def refused(field: str, value: object, rule: str, expected: str) -> None:
    """Check that the scoring function refuses this value."""
    facts: dict[str, object] = {"bids": ["bid 4", "nil"], "books": BOOKS, field: value}
    with pytest.raises(tws.RulesError) as caught:
        anything(spades.score)(**facts)
    error = caught.value
    assert (error.field, error.rule, error.expected) == (field, rule, expected)
    assert error.value is value
    assert str(error) == f"{field}={quoted(value)}: expected {expected} ({rule})"


@pytest.mark.rule("SP-7")
@pytest.mark.parametrize(
    "bids",
    [
        [],
        ["bid 4"],
        ["bid 4"] * 3,
        ["bid 4", "nil", "look"],
        [None, "bid 4", "nil"],
        ["bid 4", "bid 3"],
        ["bid 14", "bid 4"],
        ["blind 5", "bid 4"],
        ["blind 13", "bid 4"],
        ["bid 4", "board"],
        ["bid 4", "look"],
        ["bid 4", "Nil"],
        ["bid 4", ""],
        ["bid 4", None],
        ["bid 4", 4],
        ["bid 4", BidType],
        ["bid 4", spades.Look()],
        ["bid 4", duel.Bid(4, duel.Direction.HIGH)],
        ["bid 4", ("bid", 4)],
        ["bid 4", Hostile()],
        "bid 4",
        b"ab",
        {"bid 4", "nil"},
        {"bid 4": 0, "nil": 1},
        None,
        4,
        Bid(BidType.NIL),
        Hostile(),
    ],
)
def test_impossible_bids(bids: object) -> None:
    refused("bids", bids, "SP-7", "2 bids such as bid 4, blind 6, nil or bemo")


@pytest.mark.rule("SP-16")
@pytest.mark.parametrize(
    "books",
    [
        [],
        BOOKS[:-1],
        [*BOOKS, BOOKS[0]],
        [*BOOKS[:-1], (2, "dummy")],
        [*BOOKS[:-1], (-1, "dummy")],
        [*BOOKS[:-1], (True, "dummy")],
        [*BOOKS[:-1], (0.0, "dummy")],
        [*BOOKS[:-1], ("0", "dummy")],
        [*BOOKS[:-1], (None, "dummy")],
        [*BOOKS[:-1], (Hostile(), "dummy")],
        [*BOOKS[:-1], (0, "table")],
        [*BOOKS[:-1], (0, None)],
        [*BOOKS[:-1], (0, Hostile())],
        [*BOOKS[:-1], (0, "dummy", 1)],
        [*BOOKS[:-1], (0,)],
        [*BOOKS[:-1], [0, "dummy"]],
        [*BOOKS[:-1], "0d"],
        [*BOOKS[:-1], None],
        [*BOOKS[:-1], 0],
        [*BOOKS[:-1], Hostile()],
        "actual",
        {0: "actual"},
        None,
        13,
        Hostile(),
    ],
)
def test_impossible_books(books: object) -> None:
    expected = "13 pairs of a player, 0 or 1, and a hand, actual or dummy"
    refused("books", books, "SP-16", expected)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("moved", [-6, 9, 13, -13, 10**100, True, 1.0, "1", None, [1], Hostile()])
def test_impossible_calls(moved: object) -> None:
    # Player 0 has taken five books, player 1 eight.
    refused("moved", moved, "SP-14", "a whole number, -5 to 8")


@pytest.mark.rule("SP-15")
@pytest.mark.parametrize("failed", [1, 130, True, False, -1.0, "-130", None, Hostile()])
def test_impossible_costs_of_a_boston(failed: object) -> None:
    refused("boston_failed", failed, "SP-15", "a whole number, -1000000000 to 0")


WHATEVER: list[object] = [
    [0],
    [],
    [0, 0, 0],
    [0, -1],
    [0, True],
    [0, 1.0],
    ["0", 0],
    [0, None],
    "00",
    {0, 1},
    7,
    Hostile(),
    [Hostile(), 0],
]


@pytest.mark.rule("SP-17", "SP-18")
@pytest.mark.parametrize(
    ("field", "rule", "bounds", "impossible"),
    [
        ("overbooks", "SP-17", "0 to 1000000000", WHATEVER),
        ("perfect_bids", "SP-18", "0 to 2", [*WHATEVER, [3, 0], [0, 3]]),
    ],
)
def test_impossible_tallies(
    field: str, rule: str, bounds: str, impossible: Iterable[object]
) -> None:
    for value in impossible:
        refused(field, value, rule, f"2 whole numbers, one a seat, {bounds} each")


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
