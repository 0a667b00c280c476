"""Texts and parts that do not make a bid of the Duel (DU-3)."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from twowaystreet.games import duel


@pytest.mark.rule("DU-3")
@pytest.mark.parametrize("text", ["bid 0 high", "bid 11 low", "bid -1 low", "bid 03 low", "bid 3"])
def test_a_strength_is_from_1_to_10(text: str) -> None:
    with pytest.raises(tws.ParseError, match="expected"):
        tws.parse_move(duel.new_game(), text)


@pytest.mark.rule("DU-3")
def test_a_refusal_quotes_both_parts() -> None:
    with pytest.raises(tws.IllegalMove, match=r"\(11, 'low'\)"):
        duel.Bid(11, duel.Direction.LOW)
    with pytest.raises(tws.IllegalMove, match=r"\(0, 'high'\)"):
        duel.Bid(0, duel.Direction.HIGH)
