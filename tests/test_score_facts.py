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
FIELDS = [
    pytest.param(
        "street",
        "declarations",
        "HD, LD, HF or LF",
        [["hd"] * 4, ["HD", "LD"], ["HD", "LD", None, "HD"], [True, 1, 2, 3], [], "HDLD"],
        marks=rule("ST-4", "ST-25"),
    ),
    pytest.param(
        "street", "tricks", "10 tricks in all", [[0, 4, 0, 5], [-1, 5, 0, 6]], marks=rule("ST-12")
    ),
    pytest.param("duel", "direction", "high or low", ["up", duel.Bid()], marks=rule("DU-7")),
    pytest.param("duel", "tricks", "10 in all", [[7, 2], [11, -1], "73"], marks=rule("DU-10")),
    pytest.param(
        "duel", "captured", "whole numbers", [[1, 1], [0, 11], [-1, 0]], marks=rule("DU-7")
    ),
    pytest.param(
        "twos",
        "honours",
        "4 whole numbers, 16 in all",
        [[7, 3, 6, 1], [7, 3, 5, 0], [8, 3, 6, -1], "7360"],
        marks=rule("TW-8"),
    ),
    pytest.param(
        "twos",
        "catches",
        "catches that need at most 4 twos",
        [
            [Catch(0, 1, THREE)] * 5,
            [(0, 1, "3")],
            [Catch(0, 1, TWO)] * 3,
            [Catch(0, 1, TWO), *[Catch(1, seat, THREE) for seat in (0, 2, 3)]],
            [Catch(0, 1, TWO), Catch(2, 1, TWO), Catch(3, 1, THREE)],
        ],
        marks=rule("TW-9"),
    ),
    pytest.param(
        "spades",
        "bids",
        "2 bids such as bid 4, blind 6, nil or bemo",
        [
            *(["bid 4", each] for each in ("bid 3", "bid 14", "blind 5", "board", "look", "Nil")),
            *(["bid 4", each] for each in (spades.Look(), duel.Bid(), BidType, ("bid", 4))),
            *("bid 4", b"ab", Bid(BidType.NIL), {"bid 4": 0, "nil": 1}),
        ],
        marks=rule("SP-7"),
    ),
    pytest.param(
        "spades",
        "books",
        "13 pairs of a player, 0 or 1, and a hand, actual or dummy",
        [
            *([*BOOKS[1:], (each, "dummy")] for each in (2, -1, *NO_NUMBERS)),
            *([*BOOKS[1:], (0, each)] for each in ("table", None, Hostile())),
            *([*BOOKS[1:], each] for each in ((0, "dummy", 1), (0,), [0, "dummy"], "0d", 0)),
            "actual",
        ],
        marks=rule("SP-16"),
    ),
    # Player 0 has taken five books, player 1 eight.
    pytest.param(
        "spades", "moved", "a whole number, -5 to 8", [-6, 9, 10**100], marks=rule("SP-14")
    ),
    pytest.param(
        "spades",
        "boston_failed",
        "a whole number, -1000000000 to 0",
        [1, -(10**9) - 1, "-130"],
        marks=rule("SP-15"),
    ),
    pytest.param(
        "spades",
        "overbooks",
        "2 whole numbers, one a seat, 0 to 1000000000 each",
        [[0, -1], [0, 10**9 + 1], "00"],
        marks=rule("SP-17"),
    ),
    pytest.param(
        "spades",
        "perfect_bids",
        "2 whole numbers, one a seat, 0 to 2 each",
        [[0, -1], [3, 0], [0, 3]],
        marks=rule("SP-18"),
    ),
    pytest.param(
        "twenty_down",
        "trumps",
        "a suit: C, D, H or S",
        ["c", "hearts", "", "CH", "♥", Status.IN, 0],
        marks=rule("TD-2"),
    ),
    pytest.param(
        "twenty_down",
        "statuses",
        "4 words, in or out, and at least one in",
        [["out"] * 4, ["in", "in", "in", "IN"], ["in", "in", "in", ""], "in in in out", "inin"],
        marks=rule("TD-4"),
    ),
    pytest.param(
        "twenty_down",
        "tricks",
        "4 whole numbers, 5 in all, 0 for each player who is out",
        [[3, 2, 0, 1], [3, 1, 0, 0], [6, -1, 0, 0], [3, 1, 0, 1], [0, 0, 0, 5], "3200"],
        marks=rule("TD-9"),
    ),
    pytest.param(
        "tien_len",
        "went_out",
        "3 different seats from 0 to 3",
        [[0, 1, 1], [0, 1, 4], [-1, 0, 1], "012", breaking()],
        marks=rule("TL-6"),
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
    name: str, field: str, expected: str, wrong: list[object], request: pytest.FixtureRequest
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
