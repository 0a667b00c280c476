"""The hands of a state by their numbers."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import anything, shuffled
from twowaystreet.games import spades, twos


def test_hands_are_found_by_number() -> None:
    for state in (shuffled(twos.new_game()), shuffled(spades.new_game())):
        assert [state.hand_of(number) for number in range(4)] == list(state.hands)
        assert {len(hand) for hand in state.hands} == {13}


def test_before_the_deal_they_are_empty() -> None:
    assert [twos.new_game().hand_of(number) for number in range(4)] == [()] * 4


@pytest.mark.parametrize("number", [4, -1, True, None, "0", 1.0])
def test_invalid_hand_numbers_are_refused(number: object) -> None:
    for state in (twos.new_game(), shuffled(twos.new_game())):
        with pytest.raises(tws.SeatError, match="0 to 3"):
            state.hand_of(anything(number))
