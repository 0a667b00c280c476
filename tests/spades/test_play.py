"""Cards of dummies, and cards that are not held (SP-1, SP-5, SP-12, SP-13)."""

import pytest

import twowaystreet as tws
from tests.helpers import anything, card, play, refused, texts
from tests.spades.table import face_up, playing
from twowaystreet import Suit, reasons
from twowaystreet.games.spades import Hand


@pytest.mark.rule("SP-1", "SP-5", "SP-13")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    ("led", "up", "down", "allowed", "turned"),
    [
        # Face-up cards of the suit led, spades or not.
        ("3S", "4S AS R* 4H 5H 5D", "2S KS 8D 9D 10D JD QD", "4S AS R*", 6),
        # Face-up spades, Jokers among them.
        ("3H", "B* 4C 5C 4D 5D 6D", "5H QH 8D 9D 10D JD QD", "B*", 6),
        # Turned up one by one until one is of the suit led or a spade.
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D QH 2S 10D JD QD", "QH", 9),
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D 2S QH 10D JD QD", "2S", 9),
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D 10D JD QD KD R*", "R*", 13),
        ("B*", "4C 5C 7C 4D 5D 6D", "8D 9D 10D 3S 2S JD QD", "3S", 10),
        # All cards are turned up, and none of them fits: any card.
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D 10D JD QD KD AD", None, 13),
    ],
)
def test_a_dummy_follows_suit_or_turns_cards_up(
    dealer: int, led: str, up: str, down: str, allowed: str | None, turned: int
) -> None:
    leader, follower = [led, "", f"{up} {down}", ""], 1
    if dealer == 0:
        leader, follower = [f"{up} {down}", "", led, ""], 0
    state = play(playing(*leader, dealer=dealer, renege="penalised"), led)
    assert state.face_down_sizes[follower] == 7
    state = tws.apply(state, tws.legal_moves(state)[0])
    assert (state.actor, state.hand_to_play) == (follower, Hand.DUMMY)
    lying = [*up.split(), *down.split()]
    shown = lying[:turned]
    wanted = lying if allowed is None else allowed.split()
    assert set(texts(state)) == set(wanted)
    assert set(face_up(state)[follower].split()) == set(shown)
    assert state.face_down_sizes[follower] == 13 - turned
    for seat in (0, 1, None):
        assert anything(tws.view(state, seat)).face_up == state.face_up
    suit = card(led).suit or Suit.SPADES
    for text in lying:
        if text in wanted:
            continue
        if text not in shown:
            reason = refused(state, text, reasons.NotHeld)
            assert set(map(str, reason.held)) == set(shown)
            assert not set(reason.explain().split()[1:]) & (set(lying) - set(shown))
        elif any((card(one).suit or Suit.SPADES) is suit for one in wanted):
            follow = refused(state, text, reasons.MustFollow)
            assert (follow.rule, follow.suit) == ("SP-13", suit)
            assert set(map(str, follow.allowed)) == set(wanted)
        else:
            trump = refused(state, text, reasons.MustTrump)
            assert (trump.rule, trump.suit, trump.trumps) == ("SP-13", suit, Suit.SPADES)
            assert set(map(str, trump.allowed)) == set(wanted)
    # The turned-up cards stay face up.
    state = tws.apply(state, tws.legal_moves(state)[0])
    assert state.face_down_sizes[follower] == 13 - turned
    assert len(state.face_up[follower]) == turned - 1


@pytest.mark.rule("SP-5", "SP-12", "AL-5")
@pytest.mark.parametrize("renege", ["impossible", "penalised"])
def test_cards_that_are_not_held_are_refused(renege: str) -> None:
    state = playing("KC QC 3D 4D 5H 6H R* AS", "AC 3C", "4C", "5C", renege=renege)
    hidden = set(map(str, state.hands[0])) - set(face_up(state)[0].split())
    assert len(hidden) == 7
    for one in state.rules.pack.cards:
        if str(one) in texts(state):
            continue
        # The answer is the same for cards in the player's own hand, in another hand and face down.
        reason = refused(state, tws.Play(one), reasons.NotHeld)
        assert (reason.rule, reason.held) == ("SP-12", state.face_up[0])
        assert reason.missing == (one,)
        assert not (hidden - {str(one)}) & set(reason.explain().split())
    state = play(state, "KC")
    for text in ("R*", "QC", "4C", "5C"):
        reason = refused(state, text, reasons.NotHeld)
        assert (reason.rule, reason.held) == ("AL-5", state.hands[1])
    refused(state, "X*", reasons.NotHeld)
    refused(state, "2D", reasons.NotHeld)
