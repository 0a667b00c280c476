"""The score of a hand (TD-5, TD-9), from play and from its facts alone."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import play
from tests.twenty_down.table import TRICKS, playing, scripted
from twowaystreet import Suit
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Status

IN, OUT = Status.IN, Status.OUT


def scored(tricks: list[int], trumps: str, words: str) -> twenty_down.HandScore:
    """Score a hand; one text says which seats are in or out."""
    return twenty_down.score(tricks, trumps, words.split())


@st.composite
def facts(draw: st.DrawFn) -> tuple[list[int], Suit, list[Status]]:
    """Tricks, trumps, and the status of each seat."""
    statuses = draw(
        st.lists(st.sampled_from(Status), min_size=4, max_size=4).filter(lambda s: IN in s)
    )
    playing_on = [seat for seat in range(4) if statuses[seat] is IN]
    tricks = [0] * 4
    if len(playing_on) > 1:
        for _ in range(5):
            tricks[draw(st.sampled_from(playing_on))] += 1
    suits = st.sampled_from(Suit)
    trumps = draw(suits if OUT not in statuses else suits.filter(lambda suit: suit != "D"))  # TD-4
    return tricks, trumps, statuses


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("trumps", "points"),
    [
        ("C", (-3, -2, 5, 5)),
        ("D", (-3, -2, 5, 5)),
        ("H", (-6, -4, 10, 10)),
        ("S", (-3, -2, 5, 5)),
    ],
)
def test_a_whole_hand(trumps: str, points: tuple[int, ...]) -> None:
    state = scripted(trumps)
    score = tws.score_hand(state)
    assert score.points == points and score.trumps == trumps
    assert state.scores == tuple(20 + one for one in points)
    assert tuple(seat.tricks for seat in score.seats) == TRICKS
    assert {seat.status for seat in score.seats} == {IN}
    assert state.score == score == twenty_down.score(TRICKS, trumps, ["in"] * 4)


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("in in out", (-3, -2, 5, 0)),
        ("in out in", (-3, -2, 0, 5)),
        ("in out out", (-3, -2, 0, 0)),
    ],
)
def test_a_player_who_is_out_neither_wins_nor_loses(words: str, points: tuple[int, ...]) -> None:
    assert tws.score_hand(scripted(words=words)).points == points
    doubled = tws.score_hand(scripted("H", words=words)).points
    assert doubled == tuple(2 * one for one in points)


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("trumps", "points"), [("S", (-5, 5, 0, 5)), ("H", (-10, 10, 0, 10)), ("D", (-5, 5, 5, 5))]
)
def test_all_five_tricks_are_five_points_in_all(trumps: str, points: tuple[int, ...]) -> None:
    hands = ["AC KC QC JC 10C", "7C 8C 9C 7D 8D", "9D 10D JD QD KD", "7S 8S 9S 10S JS"]
    if trumps == "S":
        hands[3] = hands[3].replace("S", "H")
    if trumps == "D":
        hands = [hand.replace("D", "H") for hand in hands]
    state = playing(*hands, trumps=trumps, words="in out in")
    while not state.hand_over:
        led = max(state.hands[0], key=lambda one: one.rank.place)
        state = play(state, str(led)) if not state.trick.cards else state
        while state.trick.cards:
            state = tws.apply(state, tws.legal_moves(state)[0])
    score = tws.score_hand(state)
    assert [seat.tricks for seat in score.seats] == [5, 0, 0, 0]
    assert score.points == points


@pytest.mark.rule("TD-9", "TD-5")
@pytest.mark.parametrize(
    ("tricks", "trumps", "words", "points"),
    [
        ([5, 0, 0, 0], "C", "in in in in", (-5, 5, 5, 5)),
        ([5, 0, 0, 0], "H", "in in in in", (-10, 10, 10, 10)),
        ([0, 5, 0, 0], "S", "out in in out", (0, -5, 5, 0)),
        ([4, 1, 0, 0], "H", "in in in out", (-8, -2, 10, 0)),
        ([1, 1, 1, 2], "D", "in in in in", (-1, -1, -1, -2)),
        ([0, 0, 0, 0], "C", "out out in out", (0, 0, -5, 0)),
        ([0, 0, 0, 0], "H", "out out out in", (0, 0, 0, -10)),
        ([0, 0, 0, 0], "S", "in out out out", (-5, 0, 0, 0)),
    ],
)
def test_points(tricks: list[int], trumps: str, words: str, points: tuple[int, ...]) -> None:
    hand = scored(tricks, trumps, words)
    assert hand.points == points and hand.trumps is Suit(trumps)
    assert [seat.tricks for seat in hand.seats] == tricks
    assert [str(seat.status) for seat in hand.seats] == words.split()


def test_entries() -> None:
    hand = scored([4, 1, 0, 0], "H", "in in in out")
    assert [seat.entry for seat in hand.seats] == ["4:-8", "1:-2", "0:+10", "out"]
    alone = scored([0, 0, 0, 0], "C", "out in out out")
    assert [seat.entry for seat in alone.seats] == ["out", "0:-5", "out", "out"]
    sheet = tws.score_sheet(["A", "B", "C", "D"], [hand, alone], scores=[20] * 4)
    assert [line.split(" | ")[0].strip() for line in sheet.splitlines()] == [
        "A",
        "20",
        "4:-8",
        "12",
        "out",
        "12",
    ]
