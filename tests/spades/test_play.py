"""Cards of dummies, and cards that are not held (SP-1, SP-5, SP-12, SP-13)."""

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, texts
from tests.spades.table import face_up, playing
from twowaystreet import reasons
from twowaystreet.games.spades import Hand


@pytest.mark.rule("SP-1", "SP-5", "SP-13")
@pytest.mark.parametrize(("led", "reason"), [("3H", reasons.MustTrump), ("3S", reasons.MustFollow)])
def test_a_refusal_to_a_dummy_names_its_spades_and_no_card_face_down(
    led: str, reason: type[reasons.MustTrump | reasons.MustFollow]
) -> None:
    up, down = "4S AS R* 4D 5D 6D", "5H QH 8D 9D 10D JD QD"
    state = play(playing(led, "", f"{up} {down}"), led)
    state = tws.apply(state, tws.legal_moves(state)[0])
    assert (state.actor, state.hand_to_play, set(texts(state))) == (
        1,
        Hand.DUMMY,
        {*up.split()[:3]},
    )
    wrong = refused(state, "4D", reason, "SP-13")
    assert set(map(str, wrong.allowed)) == set(texts(state))
    for text in down.split():
        hidden = refused(state, text, reasons.NotHeld)
        assert set(map(str, hidden.held)) == set(up.split())
        assert not set(hidden.explain().split()[1:]) & set(down.split())


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
