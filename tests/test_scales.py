"""Limits of the numbers of a rating scale."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from twowaystreet.errors import RulesError
from twowaystreet.ratings import Scale

MOST = 1_000_000
AMOUNTS = ("several", "duel", "spread")


@pytest.mark.rule("RA-5")
@pytest.mark.parametrize("name", AMOUNTS)
def test_the_least_and_the_greatest_amount(name: str) -> None:
    for amount in (MOST, float(MOST), 5e-324, 1):
        given: dict[str, Any] = {name: amount}
        assert getattr(Scale(**given), name) == amount
    for amount in (MOST + 1, MOST * 1.000001, 0, 0.0, -1):
        wrong: dict[str, Any] = {name: amount}
        with pytest.raises(RulesError, match=f"^{name}=.*up to {MOST}.*RA-5"):
            Scale(**wrong)


@pytest.mark.rule("RA-5")
def test_the_least_and_the_greatest_weight() -> None:
    for weights in (((1, MOST),), ((1, 5e-324), (2, 1))):
        assert Scale(weights=weights).weights == weights
    for weights in (((1, MOST + 1),), ((1, 0),), ((0, 1),), ((2, 1), (2, 1))):
        with pytest.raises(RulesError, match="weights"):
            Scale(weights=weights)


def test_a_scale_takes_keyword_arguments_only() -> None:
    assert all(field.kw_only for field in attrs.fields(Scale))
