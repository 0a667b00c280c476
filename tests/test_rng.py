"""Chance comes only from the generator that the caller passes in."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import anything
from twowaystreet import ratings
from twowaystreet.games import twos


@pytest.mark.parametrize("thing", [7, None, "7", random, random.Random])
def test_values_that_are_not_generators_are_refused(thing: object) -> None:
    with pytest.raises(TypeError, match=r"^expected a generator, such as random\.Random"):
        tws.shuffle(twos.new_game(), anything(thing))
    for players in ([1000, 1000], [1000, 900]):
        with pytest.raises(TypeError, match="expected a generator"):
            ratings.draw_dealer(players, anything(thing))


def test_other_generators_are_accepted() -> None:
    assert len(tws.shuffle(twos.new_game(), random.SystemRandom()).cards) == 52
