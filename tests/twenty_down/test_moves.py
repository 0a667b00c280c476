"""Draws that are refused; the reference implementation checks the legal moves."""

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, text_of
from tests.twenty_down.table import drawing
from twowaystreet import reasons

HAND = "7C AD 8H 9H KS"


@pytest.mark.rule("TD-3")
def test_draws_of_other_cards_are_refused() -> None:
    state = drawing(HAND)
    for text in ("8C", "7C 8C", "AC", "2C", "R*", "7C 7C", "7C AD 7C"):
        expected = "AL-5", "expected cards among KS 8H 9H 7C AD"
        reason = refused(state, f"draw {text}", reasons.NotHeld, *expected)
        assert text_of(reason.held) == HAND
    after = play(state, "draw")
    assert refused(after, "draw 7C", reasons.NotHeld, "AL-5").held == after.hands[1]
    assert HAND not in str(tws.legal_moves(after))


@pytest.mark.rule("TD-7")
def test_a_refusal_names_the_suit_led_or_also_the_trumps() -> None:
    hands = "AC", "8C 8D 9D 10D JD", "7S 8H 9H 10H JH"
    state = play(drawing(*hands), "draw draw draw draw in in in AC")
    refused(state, "8D", reasons.MustFollow, "TD-7", "clubs were led", "expected one of 8C")
    state = play(state, "8C")
    refused(state, "8H", reasons.MustTrump, "TD-7", "spades are trumps", "expected one of 7S")
