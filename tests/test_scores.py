"""The score sheet as text, payoffs in every game, and what games declare about scores."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

import twowaystreet as tws
from tests.games import ALL, OURS, Start, facts_of, game_of
from tests.helpers import AnyState, anything, hand_played, positions, shuffled
from tests.hostile import Hostile
from twowaystreet import HandScore, SeatScore, svg
from twowaystreet._core.playouts.policies import moves
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet.games import street, twenty_down

HAND = street.score(["HD", "LD", "LD"], [7, 2, 1])


@pytest.mark.rule("ST-25")
def test_columns_fit_their_widest_entry() -> None:
    text = tws.score_sheet(["A", "Bartholomew", "C"], [HAND])
    assert text == (
        "A        | Bartholomew | C\nHD,7-6:1 | LD,6-6:0    | LD,7-6:1\n2        | 0           | 2"
    )
    assert tws.score_sheet(["Ann", "Bo"], []) == "Ann | Bo"
    assert tws.score_sheet(["Ann", "Bo"], [], scores=[3, 12]) == "Ann | Bo\n3   | 12"
    hand = tws.HandScore(tuple(map(tws.SeatScore, (3, 0, -2))))
    assert hand.points == (3, 0, -2)
    assert tws.score_sheet(["A", "B", "C"], [hand]) == "A  | B  | C\n+3 | +0 | -2\n3  | 0  | -2"


@pytest.mark.rule("TD-9")
def test_a_sheet_begins_with_the_totals_with_which_the_game_begins() -> None:
    hand = twenty_down.score([3, 2, 0, 0], "C", ["in", "in", "in", "out"])
    assert tws.score_sheet(["A", "B", "C", "D"], [hand]).splitlines() == [
        "A    | B    | C    | D",
        "20   | 20   | 20   | 20",
        "3:-3 | 2:-2 | 0:+5 | out",
        "17   | 18   | 25   | 20",
    ]
    later = tws.score_sheet(["A", "B", "C", "D"], [hand], scores=[9, 8, 7, 6]).splitlines()
    assert later[1::2] == ["9    | 8    | 7    | 6", "6    | 6    | 12   | 6"]
    assert "At the start: Seat 0 20; Seat 1 20; Seat 2 20; Seat 3 20. Hand 1: " in svg.score(hand)
    assert "total 25" in svg.score(hand) and "total 12" in svg.score(hand, scores=[9, 8, 7, 6])
    assert hand.points == (-3, -2, 5, 0) and hand.payoffs == (4.0, 8 / 3, -20 / 3, 0.0)


def test_invalid_arguments_are_refused() -> None:
    names, hostile = ["A", "B", "C"], [Hostile()]
    wrong: list[tuple[str, tuple[object, object, object]]] = [
        *(("names", (each, [HAND], None)) for each in ([1, 2, 3], None, 3, hostile)),
        *(("names", ([], [], None)), ("hands", (["A", "B"], [HAND], None))),
        *(("hands", (names, each, None)) for each in (HAND, [HAND, None], [(2, 0, 3)], None)),
        *(("scores", (names, [HAND], each)) for each in ([1, 2], [1, 2, True], 7)),
        ("hands", (names, hostile, None)),
    ]
    for field, (of_seats, hands, scores) in wrong:
        with pytest.raises(tws.RulesError) as caught:
            tws.score_sheet(anything(of_seats), anything(hands), scores=anything(scores))
        assert caught.value.field == field


UNFIT = (
    "\n \r \x0b \x0c \x1c \x1d \x1e \x85 \u2028 \u2029",  # all line breaks
    "\t \0 \x1b \x7f \x9b \b",  # control characters, with escape
    "\u202a \u202e \u2066 \u2069 \u200e \u200f \u061c",  # text directions
    "\ufeff \xad \u2063 \U000e0041 \ud800 |",  # other invisible characters, a lone surrogate, bar
)


def test_names_in_any_script_are_accepted_unless_they_would_damage_the_sheet() -> None:
    for char in " ".join(UNFIT).split(" "):
        for name in (char, f"An{char}n", f"Ann{char}"):
            with pytest.raises(tws.RulesError, match=r"^names=.*one line, without \|.*ST-25") as no:
                tws.score_sheet(["A", name, "C"], [HAND])
            assert no.value.value == name and (char == "|" or char not in str(no.value))
    scripts = (
        "Zoë",
        "Ann-Marie O'Neil",
        "山田\u3000太郎",
        "علی\u200cرضا",
        "👩\u200d🚀",
        "שרה",
        "a\xa0b",
        "",
    )
    for name in (*scripts, Disguised("Bea")):
        first = tws.score_sheet(["A", name, "C"], [HAND]).splitlines()[0]
        assert first.split("|")[1].strip() == name
    with pytest.raises(tws.RulesError, match="names on one line"):
        tws.score_sheet([Disguised("A|B"), "Ben"], [])


class Disguised(str):
    """A text that iterates over characters other than its own."""

    @override
    def __iter__(self) -> Iterator[str]:
        return iter("Ann")


ONE_HAND: dict[str, Any] = {
    name: partial(game_of(name).new_game, game_of(name).Rules(max_hands=1)) for name in ALL
}
POINTS = st.lists(st.integers(-1000, 1000), min_size=2, max_size=12)


@attrs.frozen
class Golf(HandScore[SeatScore]):
    """The score of a new game in which few points win."""

    fewer_is_better: ClassVar[bool] = True


@given(POINTS)
def test_a_payoff_is_the_lead_over_the_average_of_the_others(points: list[int]) -> None:
    each = tuple(map(SeatScore, points))
    found, fewer = HandScore(each).payoffs, Golf(each).payoffs
    for seat, payoff in enumerate(found):
        others = points[:seat] + points[seat + 1 :]
        exact = points[seat] - Fraction(sum(others), len(others))
        assert type(payoff) is float and payoff == float(exact)
    assert abs(sum(found)) <= 1e-9
    assert fewer == tuple(-payoff for payoff in found)
    assert all(math.copysign(1, payoff) == 1 for payoff in fewer if not payoff)


@pytest.mark.parametrize("name", ONE_HAND)
def test_winners_of_one_hand_have_the_highest_payoff(name: str) -> None:
    for seed in range(12):
        state: AnyState = ONE_HAND[name]()
        with pytest.raises(tws.HandNotOver, match="no hand has been played out: the phase is"):
            tws.payoffs(state)
        state = hand_played(state, random.Random(seed))
        found = tws.payoffs(state)
        assert state.is_over and found == tws.score_hand(state).payoffs
        assert {found[seat] for seat in state.winners} == {max(found)}
        assert abs(sum(found)) <= 1e-9
        assert anything(tws.view(state, None)).score.payoffs == found


rule = pytest.mark.rule
STARTS = [
    pytest.param(start, id=name) for each in OURS for name, start in facts_of(each).starts.items()
]


@rule("ST-23", "DU-11", "TW-10", "SP-15", "TD-9")
@pytest.mark.parametrize("start", STARTS)
def test_payoffs_from_the_tally_are_those_of_the_score(start: Start) -> None:
    rng = random.Random(1)
    for seed in range(4):
        hand = [each for each in positions(shuffled(start(), seed), rng) if not each.hand_over]
        for state in rng.sample(hand, min(3, len(hand))):
            *_, (_, last) = moves("random", state, seed)
            assert payoffs_after(state, seed, "random") == tws.payoffs(last)
            if isinstance(state, TrickState) and state.phase == "play":
                assert state._tally() is not None
