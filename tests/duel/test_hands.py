"""Hands of the Duel, and what each seat sees."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import dealt, hand_played, next_dealer, replay, texts
from tests.reference import duel as reference
from twowaystreet import cards
from twowaystreet.games import duel

ZAK = "AC 5S 7S QS AS KH AD R* 3H 6D"
KATIE = "3C 5C 6C 8C 8S 10S 5H 2D 3D JD"
STOCK = "2C 4C 7C 9C 10C JC 7D 8H"
EXAMPLE = [
    # Zak's card, Katie's card, the winner; Zak leads the odd tricks, Katie the even ones.
    ("AD", "2D", "Zak"),
    ("AC", "8C", "Zak"),
    ("AS", "8S", "Zak"),
    ("R*", "5C", "Zak"),
    ("QS", "10S", "Zak"),
    ("7D", "6C", "Katie"),
    ("KH", "5H", "Zak"),
    ("5S", "3C", "Katie"),
    ("7S", "3D", "Zak"),
    ("8H", "JD", "Katie"),
]


@pytest.mark.rule("DU-1", "DU-2", "DU-5", "DU-7", "DU-10", "DU-11", "DU-12", "ST-13", "ST-15")
@pytest.mark.parametrize(
    ("bid_markers", "zak_lays", "katie_lays"), [("paper", "", ""), ("cards", "QC KC 4D", "5D 8D")]
)
def test_the_worked_example(bid_markers: str, zak_lays: str, katie_lays: str) -> None:
    """Both ways to mark bids give the same play; marker cards lie on top of the stock."""
    rules = duel.Rules(bid_markers=duel.BidMarkers(bid_markers), target=2 + bool(zak_lays))
    state = dealt(duel.new_game(rules), [ZAK, KATIE], f"{zak_lays} {katie_lays} {STOCK}")
    state = replay(state, ["bid 3 high"])
    assert tws.view(state, 1).bids == (None, None)
    state = replay(state, ["bid 2 low"])
    assert tws.view(state, 1).bids == (duel.Bid(3, duel.Direction.HIGH), state.bids[1])
    assert state.markers == (cards(zak_lays), cards(katie_lays))
    # Zak's markers lie face up, and no player sees Katie's.
    unseen = None if katie_lays else ()
    assert [tws.view(state, seat).markers for seat in (None, 0, 1)] == [
        (cards(zak_lays), unseen)
    ] * 3
    assert state.captured == ((), (cards("2C 4C"), cards("7C 9C"), cards("10C JC")))
    assert state.actor == 0
    state = replay(state, ["exchange 3H 6D"])
    assert state.exchanged == (duel.Exchanged(cards("6D 3H"), cards("7D 8H")), None)
    for number, (zak, katie, winner) in enumerate(EXAMPLE):
        order = (zak, katie) if number % 2 == 0 else (katie, zak)
        assert state.actor == number % 2
        for card in order:
            assert card in texts(state)
            state = replay(state, [card])
        trick = state.tricks[-1]
        assert trick.cards == cards(" ".join(order))
        assert trick.winner == ["Zak", "Katie"].index(winner)
    score = tws.score_hand(state)
    assert [(seat.tricks, seat.captured, seat.total) for seat in score.seats] == [
        (7, 0, 7),
        (3, 3, 6),
    ]
    assert state.scores == score.points == (2, 0)
    assert score == duel.score("high", [7, 3], [0, 3], dealer=0)
    assert state.hand_over and next_dealer(state) == 1
    assert state.winners == (() if zak_lays else (0,))  # the target is 3 or 2


@pytest.mark.rule("DU-11")
@pytest.mark.parametrize(
    ("direction", "tricks", "captured", "dealer", "points", "entries"),
    [
        ("high", [7, 3], [0, 3], 0, (2, 0), "H,7-6:2 H,6-7:0"),
        ("high", [3, 7], [0, 0], 0, (0, 8), "H,3-7:0 H,7-3:8"),
        ("low", [7, 3], [0, 0], 0, (0, 8), "L,7-3:0 L,3-7:8"),
        ("low", [3, 7], [2, 0], 0, (4, 0), "L,5-7:4 L,7-5:0"),
        ("low", [5, 5], [2, 0], 0, (0, 4), "L,7-5:0 L,5-7:4"),
        ("high", [5, 5], [0, 0], 0, (1, 0), "H,5-5:1 H,5-5:0"),
        ("low", [5, 5], [0, 0], 1, (0, 1), "L,5-5:0 L,5-5:1"),
        ("low", [6, 4], [0, 2], 1, (0, 1), "L,6-6:0 L,6-6:1"),
        ("high", [0, 10], [0, 10], 1, (0, 40), "H,0-20:0 H,20-0:40"),
    ],
)
def test_scores(
    direction: str,
    tricks: list[int],
    captured: list[int],
    dealer: int,
    points: tuple[int, int],
    entries: str,
) -> None:
    score = duel.score(direction, tricks, captured, dealer=dealer)
    assert score.points == points and score.direction == direction
    assert {seat.direction for seat in score.seats} == {direction}
    assert " ".join(seat.entry for seat in score.seats) == entries
    seats = (score.seats[1], score.seats[0])
    assert [seat.against for seat in seats] == [seat.total for seat in score.seats]


@pytest.mark.rule("DU-11")
@pytest.mark.parametrize("direction", ["high", "low"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_all_possible_scores(direction: str, dealer: int) -> None:
    for taken in range(11):
        tricks = [taken, 10 - taken]
        for free in ([0, 0], *([n, 0] for n in range(1, 11)), *([0, n] for n in range(1, 11))):
            ours = duel.score(direction, tricks, free, dealer=dealer)
            assert list(ours.points) == reference.score(direction, tricks, free, dealer)["points"]
        assert duel.score(direction, tricks, dealer=dealer) == duel.score(
            duel.Direction(direction), tuple(tricks), (0, 0), dealer=dealer
        )


@pytest.mark.rule("AL-2", "DU-6")
def test_thrown_in_deals_do_not_count_as_hands() -> None:
    state = duel.new_game(duel.Rules(max_hands=1))
    for seed in range(3):
        state = tws.apply(state, tws.shuffle(state, random.Random(seed)))
        state = replay(state, ["bid 1 high", "bid 1 low"])
        assert state.hands_played == 0 and not state.is_over and state.needs_deal
    state = hand_played(state, random.Random(11))
    assert state.hands_played == 1 and state.is_over
