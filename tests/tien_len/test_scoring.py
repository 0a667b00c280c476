"""The score of a hand, and the end and the winners of a game (TL-6)."""

from __future__ import annotations

from itertools import permutations

import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.tien_len.table import SUITS, TO_THE_END, after, deal_of, one_suit_each
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Phase, SeatScore, score

SHEET = """
Ann   | Ben   | Cem   | Dee
1: +1 | 2: +1 | 3: +1 | 4: -3
1     | 1     | 1     | -3
"""


@pytest.mark.rule("TL-6")
def test_a_whole_hand() -> None:
    state = one_suit_each(TO_THE_END, max_hands=2)
    found = tws.score_hand(state)
    assert found == state.score == score([0, 1, 2])
    assert (found.points, found.went_out, found.loser) == ((1, 1, 1, -3), (0, 1, 2), 3)
    assert found.seats == (SeatScore(1, 1), SeatScore(1, 2), SeatScore(1, 3), SeatScore(-3, 4))
    assert state.scores == (1, 1, 1, -3) and state.hands_played == 1
    assert tws.score_sheet(["Ann", "Ben", "Cem", "Dee"], [found]) == SHEET.strip()
    assert tws.payoffs(state) == pytest.approx((4 / 3, 4 / 3, 4 / 3, -4))


@pytest.mark.rule("TL-6")
@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_the_last_player_pays_each_other_player_one_stake(order: tuple[int, ...]) -> None:
    found = score(order[:3])
    assert found.loser == order[3] and found.went_out == order[:3]
    assert [found.seats[seat].place for seat in order] == [1, 2, 3, 4]
    assert [found.points[seat] for seat in order] == [1, 1, 1, -3]
    assert [found.seats[seat].entry for seat in order] == ["1: +1", "2: +1", "3: +1", "4: -3"]
    assert found == score(anything(iter(order[:3])))


@pytest.mark.rule("TL-6", "AL-2")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([0, 0, 0, 0], (0, 1, 2)),
        ([0, 0, 0, 4], (0, 1, 2, 3)),
        ([0, 0, 0, 5], (3,)),
        ([0, 2, 0, 0], (1,)),
        ([-9, -9, -20, -5], (0, 1, 3)),
    ],
)
def test_most_stakes_win_and_equal_most_is_shared(
    scores: list[int], winners: tuple[int, ...]
) -> None:
    start = tien_len.new_game(dealer=3, scores=scores, hands_played=3)
    state = after(tws.apply(start, deal_of(start, SUITS)), TO_THE_END)
    assert state.is_over and state.phase is Phase.GAME_OVER and not state.needs_deal
    assert state.winners == winners and state.hands_played == 4
