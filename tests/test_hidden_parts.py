"""Moves compute their internal parts and accept none from callers."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import anything
from twowaystreet.games import twos

PACK = twos.Rules().pack


@pytest.mark.parametrize("name", ["bit", "_bit"])
def test_a_play_takes_nothing_but_a_card(name: str) -> None:
    card = PACK.cards[0]
    with pytest.raises(TypeError):
        anything(tws.Play)(card, 2)
    with pytest.raises(TypeError):
        anything(tws.Play)(card, **{name: 2})


@pytest.mark.rule("AL-4")
@pytest.mark.parametrize("name", ["pack", "_pack"])
def test_a_deal_takes_nothing_but_cards(name: str) -> None:
    wrong = PACK.cards[:1] * 52
    with pytest.raises(TypeError):
        anything(tws.Deal)(wrong, PACK)
    with pytest.raises(TypeError):
        anything(tws.Deal)(wrong, **{name: PACK})
