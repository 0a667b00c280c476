"""Refusals and their reasons (TL-2 to TL-5), for legal and for hostile objects."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import card, positions, refused
from tests.hostile import Faceless, Hostile, Sly
from tests.tien_len.table import TO_THE_END, after, one_suit_each, playing, second_deal
from twowaystreet import cards, reasons
from twowaystreet.games import street, tien_len, twenty_down
from twowaystreet.games.tien_len import Kind, PlayCards
from twowaystreet.testing import states

HAND = "3S 3C 4S 4C 5S 5D 6H 7H 9C 9D KH AH 2H"


@pytest.mark.rule("AL-4", "TL-3")
def test_cards_that_are_not_held() -> None:
    state = second_deal(HAND)
    for text in ("8S", "3S 3D", "3S 4S 5C", "3S 3S", "4S 4S 4C", "R*", "3S R*", "9C 9D 9H"):
        reason = refused(state, text, reasons.NotHeld, "AL-4", "expected cards among 3S 4S 5S 2H")
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


@pytest.mark.rule("AL-2")
def test_moves_at_the_end() -> None:
    over = one_suit_each(TO_THE_END)
    refused(over, "3H", reasons.DealDue, "AL-2")
    refused(over, "pass", reasons.DealDue, "AL-2")
    final = one_suit_each(TO_THE_END, max_hands=1)
    for move in ("3H", "pass", tws.Deal(final.rules.pack.cards)):
        refused(final, move, reasons.GameOver, "AL-2")


def test_other_objects_are_no_moves() -> None:
    state = one_suit_each()
    others: tuple[object, ...] = (
        *(tws.Play(card("3S")), street.Keep(), twenty_down.Draw(cards("3S")), "3S", "pass", None),
        *(PlayCards, tien_len.Pass, (), cards("3S"), card("3S"), {}, 3, tien_len.Kind.SINGLE),
    )
    for thing in (
        *others,
        Hostile(),
        Faceless(),
        Sly(),
        type("Mine", (PlayCards,), {})(cards("3S")),
    ):
        with pytest.raises(tws.IllegalMove) as caught:
            tws.apply(state, thing)
        assert type(caught.value.reason) is reasons.NotAMove
        assert caught.value.move is thing and "Tien Len" in str(caught.value)


@pytest.mark.rule("TL-3", "TL-4", "TL-5")
@given(states("tien_len", "play"), st.data())
def test_apply_accepts_exactly_the_legal_moves(state: tien_len.State, data: st.DataObject) -> None:
    """Offer any cards of the hand, of the pack, and cards twice."""
    legal = set(tws.legal_moves(state))
    assert state.actor is not None
    held = state.hands[state.actor]
    hand = st.lists(st.sampled_from(held), min_size=1, max_size=6)
    pack = st.lists(st.sampled_from(tws.CARDS), min_size=1, max_size=6)
    move = data.draw(st.one_of(hand, pack).map(PlayCards) | st.just(tien_len.Pass()))
    if move in legal:
        assert tws.apply(state, move).tricks[: len(state.tricks)] == state.tricks
        return
    with pytest.raises(tws.IllegalMove) as caught:
        tws.apply(state, move)
    assert caught.value.reason.rule is not None


@pytest.mark.rule("TL-4", "TL-5")
def test_every_legal_move_is_accepted() -> None:
    for seed in range(8):
        for state in positions(tien_len.new_game(), random.Random(seed)):
            for move in tws.legal_moves(state):
                assert tws.apply(state, move) != state
