"""Impossible facts of a hand are refused by the function ``score`` of each game."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from tests.hostile import breaking
from twowaystreet.errors import quoted
from twowaystreet.games import duel, spades
from twowaystreet.games.spades import Bid, BidType
from twowaystreet.games.twenty_down import Status
from twowaystreet.games.twos import Catch

rule = pytest.mark.rule
BOOKS: Final[list[tuple[int, str]]] = [(0, "actual")] * 5 + [(1, "dummy")] * 8
THREE, TWO = tws.Rank.THREE, tws.Rank.TWO
MOST = 10**9
GOOD: Final[dict[str, dict[str, Any]]] = {
    "street": {"declarations": ["LD", "HD", "LD", "HD"], "tricks": [0, 4, 0, 6]},
    "duel": {"direction": "high", "tricks": [7, 3], "captured": [0, 0], "dealer": 0},
    "twos": {"honours": [7, 3, 6, 0], "catches": [Catch(0, 3, THREE)]},
    "spades": {
        "bids": ["bid 4", "nil"],
        "books": BOOKS,
        "moved": 0,
        "overbooks": [0, 0],
        "perfect_bids": [0, 0],
        "boston_failed": -130,
    },
    "twenty_down": {"tricks": [3, 2, 0, 0], "trumps": "C", "statuses": ["in", "in", "in", "out"]},
    "tien_len": {"went_out": [0, 1, 2]},
}
"""Possible facts of a hand, by game."""
NO_NUMBERS: Final[tuple[object, ...]] = (True, 1.0, "1", None, Hostile())


def row(name: str, field: str, rules: str, expected: str, *wrong: object) -> Any:
    """Return parameters: impossible values of a field, what is expected, and the cited rules."""
    return pytest.param(name, field, expected, wrong, marks=rule(*rules.split()))


BIDS = ("bid 3", "bid 14", "blind 5", "board", "look", "Nil", spades.Look(), duel.Bid(), BidType)
HANDS = ((0, "dummy", 1), (0,), [0, "dummy"], "0d", 0, (0, "table"), (0, None), (0, Hostile()))
SAID: tuple[object, ...] = (
    ["hd"] * 4,
    ["HD", "LD"],
    ["HD", "LD", None, "HD"],
    [True, 1, 2, 3],
    [],
    "HDLD",
)
CAUGHT: tuple[list[Any], ...] = (
    [Catch(0, 1, THREE)] * 5,
    [(0, 1, "3")],
    [Catch(0, 1, TWO)] * 3,
    [Catch(0, 1, TWO), *[Catch(1, seat, THREE) for seat in (0, 2, 3)]],
    [Catch(0, 1, TWO), Catch(2, 1, TWO), Catch(3, 1, THREE)],
)
STATUSES = (["in", "in", "in", "IN"], ["in", "in", "in", ""], "in in in out", "inin")
IN_ALL = ([7, 3, 6, 1], [7, 3, 5, 0], [8, 3, 6, -1], "7360")
OF_FIVE = ([3, 2, 0, 1], [3, 1, 0, 0], [6, -1, 0, 0], [3, 1, 0, 1], [0, 0, 0, 5], "3200")
PAIRS = "13 pairs of a player, 0 or 1, and a hand, actual or dummy"
EACH = "2 whole numbers, one a seat, 0 to {} each"
FIELDS = [
    row("street", "declarations", "ST-4 ST-25", "HD, LD, HF or LF", *SAID),
    row("street", "tricks", "ST-12", "10 tricks in all", [0, 4, 0, 5], [-1, 5, 0, 6]),
    row("duel", "direction", "DU-7", "high or low", "up", duel.Bid()),
    row("duel", "tricks", "DU-10", "10 in all", [7, 2], [11, -1], "73"),
    row("duel", "captured", "DU-7", "whole numbers", [1, 1], [0, 11], [-1, 0]),
    row("twos", "honours", "TW-8", "4 whole numbers, 16 in all", *IN_ALL),
    row("twos", "catches", "TW-9", "catches that need at most 4 twos", *CAUGHT),
    row(
        *("spades", "bids", "SP-7", "2 bids such as bid 4, blind 6, nil or bemo"),
        *(["bid 4", each] for each in (*BIDS, ("bid", 4))),
        *("bid 4", b"ab", Bid(BidType.NIL), {"bid 4": 0, "nil": 1}),
    ),
    row(
        *("spades", "books", "SP-16", PAIRS, "actual"),
        *([*BOOKS[1:], (each, "dummy")] for each in (2, -1, *NO_NUMBERS)),
        *([*BOOKS[1:], each] for each in HANDS),
    ),
    # Player 0 has taken five books, player 1 eight.
    row("spades", "moved", "SP-14", "a whole number, -5 to 8", -6, 9, 10**100),
    row("spades", "boston_failed", "SP-15", f"a whole number, -{MOST} to 0", 1, -MOST - 1, "-130"),
    row("spades", "overbooks", "SP-17", EACH.format(MOST), [0, -1], [0, MOST + 1], "00"),
    row("spades", "perfect_bids", "SP-18", EACH.format(2), [0, -1], [3, 0], [0, 3]),
    row(
        *("twenty_down", "trumps", "TD-2", "a suit: C, D, H or S"),
        *("c", "hearts", "", "CH", "♥", Status.IN, 0),
    ),
    row(
        *("twenty_down", "statuses", "TD-4", "4 words, in or out, and at least one in"),
        *(["out"] * 4, *STATUSES),
    ),
    row(
        *("twenty_down", "tricks", "TD-9"),
        "4 whole numbers, 5 in all, 0 for each player who is out",
        *OF_FIVE,
    ),
    row(
        *("tien_len", "went_out", "TL-6", "3 different seats from 0 to 3"),
        *([0, 1, 1], [0, 1, 4], [-1, 0, 1], "012", breaking()),
    ),
]


def several(good: list[Any]) -> list[object]:
    """Return lists that are too short, too long, or hold a wrong value, and other things."""
    longer = [*good, good[0]] if len(good) != 1 else good * 9  # of catches there may be several
    shorter = [good[1:], []] if len(good) != 1 else []
    wrong = [[*good[:-1], each] for each in NO_NUMBERS]
    return [*shorter, longer, *wrong, dict.fromkeys(map(str, range(4)), 0)]


@pytest.mark.parametrize(("name", "field", "expected", "wrong"), FIELDS)
def test_an_impossible_fact_is_refused(
    name: str, field: str, expected: str, wrong: tuple[object, ...], request: pytest.FixtureRequest
) -> None:
    score: Any = import_module(f"twowaystreet.games.{name}").score
    good = anything(GOOD[name][field])
    assert score(**GOOD[name]).points
    kind = type(GOOD[name][field]).__name__
    none = () if field in ("overbooks", "perfect_bids") else (None,)  # which means no tallies
    numbers = NO_NUMBERS if kind == "int" else (7, *none, Hostile())
    # The tricks of another number of players are wrong, not their declarations.
    more = several(good) if kind == "list" and field != "declarations" else []
    for value in (*wrong, *numbers, *more):
        with pytest.raises(tws.RulesError) as caught:
            score(**anything({**GOOD[name], field: value}))
        error = caught.value
        assert error.field == field and error.value is value
        assert expected in error.expected
        cited = f" ({error.rule})" if error.rule else ""
        assert str(error) == f"{field}={quoted(value)}: expected {error.expected}{cited}"
        assert error.rule in request.node.get_closest_marker("rule").args, error


@rule("TD-5", "TD-9")
@pytest.mark.parametrize("tricks", [[0, 5, 0, 0], [0, 1, 0, 0], [5, 0, 0, 0], [1, -1, 0, 0]])
def test_a_player_alone_takes_no_trick(tricks: list[int]) -> None:
    score: Any = import_module("twowaystreet.games.twenty_down").score
    with pytest.raises(tws.RulesError, match="4 whole numbers, 0 in all, 0 for each player who"):
        score(tricks, "C", ["out", "in", "out", "out"])


@rule("DU-1")
@pytest.mark.parametrize("dealer", [2, -1, None, True, "0"])
def test_an_impossible_dealer_is_refused(dealer: object) -> None:
    with pytest.raises(tws.SeatError):
        duel.score("high", [7, 3], dealer=anything(dealer))
