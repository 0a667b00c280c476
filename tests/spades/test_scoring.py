"""The scores of hands, and totals with which no match can begin (SP-15 to SP-19)."""

import random
from itertools import product

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from tests.reference import spades as reference
from twowaystreet.errors import quoted
from twowaystreet.games import spades

HANDS: list[tuple[int, str]] = [*product((0, 1), ("actual", "dummy"))]
BIDS = [*reference.NUMBERS, *reference.BLIND, "bemo", "big bemo", "nil", "double nil", "naught"]


@pytest.mark.rule("SP-15", "SP-16", "SP-17", "SP-18")
@pytest.mark.parametrize("bid", [*BIDS, "double naught"])
def test_the_reference_score_is_the_same(bid: str) -> None:
    """In many of the hands some of the four take few books, or none."""
    rng = random.Random(bid)
    for number in range(120):
        taken = rng.choices(HANDS, [rng.choice((0.001, 1, 9)) for _ in HANDS], k=13)
        books = [[player for player, _ in taken].count(seat) for seat in (0, 1)]
        bids = [bid, "bid 4"][:: (-1) ** number]
        overbooks, perfect = ([rng.randrange(most) for _ in bids] for most in (30, 3))
        failed = rng.choice((-130, 0, -7))
        before = {"overbooks": overbooks, "perfect_bids": perfect, "boston_failed": failed}
        ours = spades.score(bids, taken, **anything(before))
        theirs = reference.score(bids, books, taken, overbooks, perfect, failed)
        for name in ("books", "made", "contract", "overbooks", "penalty", "bonus", "points"):
            assert [getattr(seat, name) for seat in ours.seats] == theirs[name], name


@pytest.mark.rule("SP-17", "SP-18", "SP-19")
@pytest.mark.parametrize(
    ("field", "rule", "expected", "impossible"),
    [
        ("scores", "SP-19", "2 whole numbers, one a seat, -1000000000 to 1000000000 each", ()),
        ("overbooks", "SP-17", "2 whole numbers, one a seat, 0 to 1000000000 each", ([0, -1],)),
        (
            "perfect_bids",
            "SP-18",
            "2 whole numbers, one a seat, 0 to 2 each",
            ([0, -1], [3, 0], (0, 3)),
        ),
    ],
)
def test_wrong_tallies(
    field: str, rule: str, expected: str, impossible: tuple[object, ...]
) -> None:
    many: tuple[object, ...] = (
        *([0], [0, 0, 0], "00", {0, 1}, {0: 0, 1: 0}, [0, None], [0, True], [0, 1.0], ["0", 0]),
        *(7, False, Hostile(), [Hostile(), 0]),
    )
    for value in (*impossible, *many):
        with pytest.raises(tws.RulesError) as caught:
            spades.new_game(spades.Rules(), **anything({field: value}))
        error = caught.value
        stated = error.expected.partition(", found ")[0]
        assert (error.field, error.rule, stated) == (field, rule, expected)
        assert error.value is value
        assert str(error) == f"{field}={quoted(value)}: expected {error.expected} ({rule})"
