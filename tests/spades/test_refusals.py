"""Refused moves: the reason, its rule, and the message."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, replay, texts
from tests.spades.table import dealt, face_up, playing
from twowaystreet import reasons

LOOK = ("SP-6", "look, nil, double nil, or if losing by 100 points blind 6 to 12")
BID = ("SP-7", "a bid: bid 4 to 13, bemo, big bemo, naught or double naught")
RAISE = ("SP-8", "a higher bid of the same family, or stand")


@pytest.mark.parametrize(
    ("earlier", "text", "rule"),
    [
        ("", "bid 4", LOOK),
        ("", "blind 6", LOOK),
        ("look/look", "nil", BID),
        ("look/look", "blind 12", BID),
        ("look/look/bid 5/bemo", "bid 5", RAISE),
        ("look/look/bid 5/bemo", "bid 4", RAISE),
        ("look/look/bid 5/bemo", "big bemo", RAISE),
        ("look/look/bid 5/bemo/stand", "bemo", RAISE),
        ("look/look/bid 5/bemo/stand", "bid 13", RAISE),
    ],
)
@pytest.mark.rule("SP-6", "SP-7", "SP-8")
def test_bids_that_are_not_offered_are_refused(
    earlier: str, text: str, rule: tuple[str, str]
) -> None:
    state = replay(dealt(), filter(None, earlier.split("/")))
    reason = refused(state, text, reasons.NotOffered)
    assert (reason.rule, reason.expected) == rule


@pytest.mark.rule("SP-5", "SP-12", "AL-4")
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
        assert (reason.rule, reason.held) == ("AL-4", state.face_up[0])
        assert reason.missing == (one,)
        assert not (hidden - {str(one)}) & set(reason.explain().split())
    state = play(state, "KC")
    for text in ("R*", "QC", "4C", "5C"):
        reason = refused(state, text, reasons.NotHeld)
        assert (reason.rule, reason.held) == ("AL-4", state.hands[1])
    refused(state, "X*", reasons.NotHeld)
    refused(state, "2D", reasons.NotHeld)
