"""The deal and the first lead of each hand (TL-1, TL-2)."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import card, refused, texts
from tests.tien_len.table import (
    CLUBS,
    HEARTS,
    SPADES,
    SUITS,
    TO_THE_END,
    after,
    deal_of,
    one_suit_each,
    playing,
    second_deal,
    trick,
)
from twowaystreet import cards, reasons
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Phase

LOWEST = card("3S")


@pytest.mark.rule("TL-1")
@pytest.mark.parametrize("dealer", range(4))
def test_the_cards_are_dealt_one_by_one_from_the_left(dealer: int) -> None:
    state = tien_len.new_game(dealer=dealer)
    deal = tws.shuffle(state, random.Random(dealer))
    assert len(set(deal.cards)) == 52 and not any(one.joker for one in deal.cards)
    state = tws.apply(state, deal)
    for place in range(4):
        seat = (dealer + 1 + place) % 4
        assert state.hands[seat] == tuple(sorted(deal.cards[place::4]))
    assert (state.phase, state.stock, state.hand_sizes) == (Phase.PLAY, (), (13,) * 4)


@pytest.mark.rule("TL-2")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("holder", range(4))
def test_the_holder_of_the_three_of_spades_leads_first(dealer: int, holder: int) -> None:
    hands = ["3S" if seat == holder else "" for seat in range(4)]
    state = playing(*hands, dealer=dealer)
    assert state.actor == state.trick.leader == holder
    assert state.trick == trick(holder)
    assert (state.to_beat, state.passes, state.went_out, state.tricks) == (None, 0, (), ())


@pytest.mark.rule("TL-2", "TL-3")
def test_the_first_lead_contains_the_three_of_spades() -> None:
    state = playing("3S 3C 3D 3H 4S 4C 5S 5H 6S 9D 10D JD KD")
    found = texts(state)
    assert found == [
        "3S",
        *("3C 3S", "3D 3S", "3H 3S"),
        *("3C 3D 3S", "3C 3H 3S", "3D 3H 3S"),
        "3C 3D 3H 3S",
        *("3S 4S 5S", "4C 3S 5S", "5H 3S 4S", "4C 5H 3S"),
        *("3S 4S 5S 6S", "4C 3S 5S 6S", "5H 3S 4S 6S", "4C 5H 3S 6S"),
        *("3C 4C 5H 3S 4S 5S", "4C 3D 3S 4S 5S 5H"[:0] + "4C 3D 5H 3S 4S 5S", "4C 3H 5H 3S 4S 5S"),
    ]
    for text in ("3C", "3C 3D", "3C 3D 3H", "4S", "4S 5S 6S", "9D 10D JD", "3C 4S 5S"):
        reason = refused(state, text, tien_len.MustContain, "TL-2", "must contain the 3S")
        assert reason.card == LOWEST
    # Only the first trick of the first deal must contain it.
    state = after(state, "3C 3S; pass; pass; pass")
    assert "9D" in texts(state) and "4S 5S 6S" in texts(state)


@pytest.mark.rule("TL-2")
def test_answers_to_the_first_lead_need_no_three_of_spades() -> None:
    state = after(one_suit_each(), "3S")
    assert texts(state) == [*CLUBS.split(), "pass"]


@pytest.mark.rule("TL-2", "TL-6")
def test_the_first_to_run_out_leads_the_next_deal_with_any_play() -> None:
    over = one_suit_each(TO_THE_END)
    assert over.hand_over and over.went_out[0] == 0
    # Seat 0 has no three of spades now.
    state = tws.apply(over, deal_of(over, [CLUBS, SPADES]))
    assert (state.dealer, state.actor, state.trick.leader) == (0, 0, 0)
    assert len(tws.legal_moves(state)) == 13 + 66
    assert after(state, "7C").actor == 1
    again = second_deal("3S 4S 5S")
    assert again.actor == 0 and {"3S", "4S", "3S 4S 5S"} <= {*texts(again)}


@pytest.mark.rule("TL-2")
def test_a_match_that_continues_begins_as_a_first_deal() -> None:
    state = tien_len.new_game(dealer=1, scores=[1, 1, -3, 1], hands_played=3)
    state = tws.apply(state, deal_of(state, SUITS))
    assert state.actor == 0 and all("3S" in text for text in texts(state))
    refused(state, "4S", tien_len.MustContain, "TL-2")


@pytest.mark.rule("TL-1")
def test_other_packs_are_refused() -> None:
    state = tien_len.new_game()
    pack = state.rules.pack.cards
    for wrong in (pack[1:], (*pack, LOWEST), (*pack[:-1], card("R*")), (*pack[:-1], pack[0])):
        refused(state, tws.Deal(wrong), reasons.WrongPack, "AL-4")
    refused(state, "3S", reasons.DealDue, "AL-2")
    refused(state, "pass", reasons.DealDue, "AL-2")
    refused(one_suit_each(), tws.Deal(pack), reasons.NoDealDue, "AL-2")
    assert state.rules.pack.cards == cards(" ".join(sorted_suits()))


def sorted_suits() -> list[str]:
    """Return the 52 cards in the order of cards."""
    suits = " ".join([CLUBS, SUITS[2], HEARTS, SPADES])
    return list(map(str, sorted(cards(suits))))
