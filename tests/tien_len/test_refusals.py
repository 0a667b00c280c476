"""Refusals and their reasons (TL-2 to TL-5), for legal and for hostile objects."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import card, refused
from tests.tien_len.table import after, one_suit_each, playing, second_deal
from twowaystreet import cards, reasons
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Kind

HAND = "3S 3C 4S 4C 5S 5D 6H 7H 9C 9D KH AH 2H"


@pytest.mark.rule("AL-4", "TL-3")
def test_cards_that_are_not_held() -> None:
    state = second_deal(HAND)
    for text in ("8S", "3S 3D", "3S 4S 5C", "3S 3S", "4S 4S 4C", "R*", "3S R*", "9C 9D 9H"):
        reason = refused(state, text, reasons.NotHeld, "AL-4", "expected cards among 3C 4C 9C")
        assert reason.held == state.hands[0]
    after_play = after(state, "3S; pass; pass; pass")
    refused(after_play, "3S", reasons.NotHeld, "AL-4")


@pytest.mark.rule("TL-3")
def test_cards_that_are_no_play() -> None:
    state = second_deal(HAND)
    kinds = "single, pair, triplet, four of a kind, sequence, double sequence"
    for text in ("3S 4S", "3S 3C 4S 4C", "3S 4S 6H", "KH AH 2H 3S", "3S 3C 4S 5S", "3S 3C 9C 9D"):
        refused(state, text, tien_len.NotAPlay, "TL-3", f"no play: expected one of {kinds}")
    # The same on a play, before the comparison with it.
    answering = after(second_deal("3H", HAND.replace("3S", "2S")), "3H")
    refused(answering, "4S 5S", tien_len.NotAPlay, "TL-3")


@pytest.mark.rule("TL-4", "TL-7")
@pytest.mark.parametrize(
    ("table", "answer", "kind"),
    [
        ("6S", "3S 3C", Kind.SINGLE),
        ("2S", "3S 3C 4S 4C 5S 5D", Kind.SINGLE),
        ("8S 8C", "6H", Kind.PAIR),
        ("8S 8C", "5S 6H 7H", Kind.PAIR),
        ("8S 8C 8D", "9C 9D", Kind.TRIPLET),
        ("8S 8C 8D 8H", "9C 9D", Kind.FOUR),
        ("10S JS QS", "KH", Kind.SEQUENCE),
        ("10S JS QS KS", "3S 3C 4S 4C 5S 5D", Kind.SEQUENCE),
        ("10S 10C JS JC QS QC", "3S 4S 5S 6H 7H", Kind.DOUBLE_SEQUENCE),
    ],
)
def test_plays_of_another_kind(table: str, answer: str, kind: Kind) -> None:
    state = after(second_deal(table, HAND), table)
    words = f"expected a higher {kind}, or pass"
    reason = refused(state, answer, tien_len.OtherKind, "TL-4", "another kind than ", words)
    assert (reason.kind, reason.cards) == (kind, tuple(sorted(cards(table))))


@pytest.mark.rule("TL-4")
@pytest.mark.parametrize(
    ("table", "answer", "kind"),
    [
        ("10S JS QS", "3S 4S 5S 6H", Kind.SEQUENCE),
        ("10S JS QS KS", "KH AH 2H", Kind.SEQUENCE),
        ("10S 10C JS JC QS QC KS KC", "3S 3C 4S 4C 5S 5D", Kind.DOUBLE_SEQUENCE),
    ],
)
def test_sequences_of_another_length(table: str, answer: str, kind: Kind) -> None:
    state = after(second_deal(table, HAND), table)
    words = f"expected a higher {kind} of {len(table.split())} cards, or pass"
    reason = refused(state, answer, tien_len.OtherLength, "TL-4", "another length than ", words)
    assert (reason.kind, reason.cards) == (kind, tuple(sorted(cards(table))))


@pytest.mark.rule("TL-4")
@pytest.mark.parametrize(
    ("table", "answer", "highest"),
    [
        ("KD", "KC", "KD"),
        ("6S", "5D", "6S"),
        ("9S 9H", "9C 9D", "9H"),
        ("4D 5H 6S", "3S 4S 5D", "6S"),
        ("5D 3S 4S", "3C 4C 5C", "5D"),
        ("5D 3S 4S", "3H 4H 5C", "5D"),
        ("6S 6C 7S 7C 8S 8C", "3D 3H 4D 4H 5C 5H", "8C"),
    ],
)
def test_plays_that_are_not_higher(table: str, answer: str, highest: str) -> None:
    state = after(second_deal(table, answer), table)
    words = f"a highest card above the {highest}, or pass"
    reason = refused(state, answer, tien_len.NotHigher, "TL-4", "not higher than ", words)
    assert (reason.highest, reason.cards) == (card(highest), tuple(sorted(cards(table))))


@pytest.mark.rule("TL-5")
def test_the_leader_may_not_pass() -> None:
    for state in (playing(), second_deal(), after(one_suit_each(), "3S; pass; pass; pass")):
        refused(state, "pass", tien_len.MustLead, "TL-5", "the leader may not pass")
        assert "pass" not in map(str, tws.legal_moves(state))
