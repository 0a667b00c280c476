"""A game with two duties for following players: the first possible duty decides."""

from __future__ import annotations

from typing import ClassVar

import pytest

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet._core.cards.masks import SUIT
from twowaystreet._core.tricks.tricks import Following
from twowaystreet.games import twos

HEARTS = SUIT[tws.Suit.HEARTS]


class Obliged(twos.State):
    """Twos in which players follow suit or play a heart; a hand void in the suit plays a heart."""

    __slots__ = ()
    title: ClassVar = "Obliged"
    _following: ClassVar[dict[tws.Suit | None, Following]] = {
        None: (),
        **{led: ((SUIT[led], SUIT[led] | HEARTS), (HEARTS, HEARTS)) for led in tws.Suit},
    }


new_game = core.new_game_for(twos.Rules, Obliged, core.HandData(), rule="TW-11")


@pytest.mark.parametrize(
    ("second", "legal"),
    [
        ("3C 3H 3S", "3C 3H"),
        ("3D 3H 3S", "3H"),
        ("3C 3D 3S", "3C"),
        ("3D 4D 3S", "3D 4D 3S"),
    ],
)
def test_the_first_possible_duty_decides(second: str, legal: str) -> None:
    seconds = tws.cards(second)
    pack = twos.Rules().pack.cards
    of_no_use = [
        each
        for each in pack
        if each.suit not in (tws.Suit.CLUBS, tws.Suit.HEARTS) and each not in seconds
    ]
    hand = [*seconds, *of_no_use[: 13 - len(seconds)]]
    others = [each for each in pack if each not in hand]
    lead = tws.cards("2C")[0]
    others.remove(lead)
    others.insert(0, lead)
    hands = [others[:13], hand, others[13:26], others[26:]]
    deal = tws.Deal([hands[place % 4][place // 4] for place in range(52)])
    state = tws.apply(tws.apply(new_game(), deal), tws.Play(lead))
    offered = {str(move) for move in tws.legal_moves(state)}
    assert offered & set(second.split()) == set(legal.split())
