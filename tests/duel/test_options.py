"""Valid and invalid options of the Duel."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from twowaystreet.games import duel, street


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        duel.Rules(**anything(options))
    assert caught.value.value is options[caught.value.field]
    assert caught.value.expected in str(caught.value)
    return caught.value


@pytest.mark.rule("DU-4")
def test_the_greatest_strength() -> None:
    by_cards = duel.BidMarkers.CARDS
    assert duel.Rules(bid_markers=by_cards).max_strength == 8
    assert duel.Rules(bid_markers=by_cards, max_strength=8).max_strength == 8
    assert duel.Rules(max_strength=1).max_strength == 1
    for value in (9, 10):
        error = refusal(bid_markers="cards", max_strength=value)
        assert (error.field, error.rule) == ("max_strength", "DU-4")
        assert "1 to 8" in error.expected
    impossible: tuple[object, ...] = (0, 11, -1, 10**5000, True, 2.0, "3", Hostile())
    for other in impossible:
        error = refusal(max_strength=other)
        assert (error.field, error.rule) == ("max_strength", "DU-4")
        assert "1 to 10" in error.expected


@pytest.mark.rule("DU-1", "DU-11", "DU-12", "AL-2")
def test_a_match_can_be_continued() -> None:
    state = duel.new_game(duel.Rules(max_hands=5), dealer=1, scores=(3, 19), hands_played=4)
    assert (state.dealer, state.scores, state.hands_played) == (1, (3, 19), 4)
    assert state.needs_deal and state.phase is duel.Phase.DEAL
    for scores in ([0], [0, 0, 0], [0, -1], [0, 20], [20, 20], "00", [True, 0], 3):
        with pytest.raises(tws.RulesError) as caught:
            duel.new_game(scores=anything(scores))
        assert caught.value.field == "scores"
    for dealer in (2, -1, None, True):
        with pytest.raises(tws.SeatError):
            duel.new_game(dealer=anything(dealer))
    with pytest.raises(tws.RulesError, match="hands_played"):
        duel.new_game(duel.Rules(max_hands=5), hands_played=5)
    with pytest.raises(tws.RulesError, match=r"duel\.Rules"):
        duel.new_game(anything(street.Rules()))
