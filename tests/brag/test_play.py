"""Laying in turn, and refused lays (BR-8, BR-9)."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import twowaystreet as tws
from tests.brag.table import NINE, TIED, dealt, hands_of, lay
from tests.helpers import card, refused, shuffled
from twowaystreet import reasons
from twowaystreet.games import brag
from twowaystreet.games.brag import Lay

HANDS = tuple(text.replace("/", "") for text in NINE)


@pytest.mark.rule("BR-8", "BR-9")
@pytest.mark.parametrize("dealer", range(4))
def test_players_lay_in_turn_and_the_dealer_last(dealer: int) -> None:
    state = dealt(*HANDS, dealer=dealer)
    for place in range(4):
        seat = (dealer + 1 + place) % 4
        assert (state.actor, state.phase, state.hand_over) == (seat, "lay", False)
        assert state.has_laid.count(True) == place and state.laid.count(None) == 4 - place
        assert sum(state.hand_sizes) == 36 - 9 * place
        assert len(tws.legal_moves(state)) == 280 and state.score is None
        with pytest.raises(tws.HandNotOver):
            tws.score_hand(state)
        state = tws.apply(state, Lay(hands_of(NINE[seat])))
        assert state.laid[seat] == Lay(hands_of(NINE[seat])).hands
        assert state.hands[seat] == () and state.has_laid[seat]
    assert state.hand_over and state.actor is None and state.antes == 0
    assert state.laid == tuple(Lay(hands_of(text)).hands for text in NINE)
    assert tws.score_hand(state).points == (3, -1, -1, -1)


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "count", "left"), [(9, 280, 0), (7, 70, 1), (6, 10, 0)])
def test_the_odd_card_stays_in_the_hand(cards: int, count: int, left: int) -> None:
    rng = random.Random(cards)
    state = shuffled(brag.new_game(brag.Rules(cards=cards)), 2)
    while not state.hand_over:
        assert state.actor is not None
        seat, before, moves = state.actor, state.hands[state.actor], tws.legal_moves(state)
        assert len(moves) == count
        move = rng.choice(moves)
        state = tws.apply(state, move)
        assert set(state.hands[seat]) == set(before) - set(tws.cards_of(move))
        assert state.hand_sizes[seat] == left


@pytest.mark.rule("BR-8")
def test_wrong_lays_are_refused_with_the_reason() -> None:
    state = dealt(*HANDS)
    before = (state, hash(state))
    other = NINE[1]
    reason = refused(state, Lay(hands_of(other)), reasons.NotHeld, "BR-8", "not in hand")
    assert reason.held == state.hands[0]
    # One card of another player, a Joker, and cards that nobody was dealt.
    for wrong in ("AC", "R*", "5S"):
        text = NINE[0].replace("9C", wrong)
        reason = refused(state, Lay(hands_of(text)), reasons.NotHeld, "BR-8")
        assert card(wrong) not in reason.held
    two = "9C 9D 9H / AS KS QS"
    expected = "3 hands of three cards"
    assert refused(state, Lay(hands_of(two)), reasons.NotOffered, "BR-8").expected == expected
    twice = NINE[0].replace("JH", "9C")
    expected = "each card in one hand only"
    assert refused(state, Lay(hands_of(twice)), reasons.NotOffered, "BR-8").expected == expected
    same = "9C 9C 9C / AS KS QS / 2C 5D JH"
    assert refused(state, Lay(hands_of(same)), reasons.NotOffered).expected == expected
    six = dealt("KC QC JC 8C 8D 4H", "KD QD JD 8H 8S 3C")
    three = "KC QC JC / 8C 8D 4H / KD QD JD"
    expected = "2 hands of three cards"
    assert refused(six, Lay(hands_of(three)), reasons.NotOffered, "BR-8").expected == expected
    assert before == (state, hash(state))


@pytest.mark.rule("BR-8", "BR-9")
def test_who_lays_may_split_cards_that_belong_together() -> None:
    # The player has a prial of nines, but lays each nine in another hand.
    split = "9C AS KS / 9D QS 2C / 9H 5D JH"
    state = lay(dealt(*HANDS), split, *NINE[1:])
    assert [hand.kind for hand in tws.score_hand(state).seats[0].hands] == ["high card"] * 3
    assert list(chain(*state.laid[0] or ())) != []
    assert lay(dealt(*(text.replace("/", "") for text in TIED)), *TIED).hand_over
