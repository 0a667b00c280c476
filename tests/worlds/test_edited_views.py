"""Worlds of views that were edited: no state that follows from them breaks later."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import positions
from twowaystreet.games import spades, twenty_down


def test_a_view_without_one_of_the_bids_has_no_worlds() -> None:
    rng = random.Random(1)
    raising = next(s for s in positions(spades.new_game(), rng) if s.phase is spades.Phase.RAISE)
    data = tws.view(raising, raising.actor).to_dict()
    data["bids"] = data["bids"][:1]
    with pytest.raises(tws.TwoWayStreetError):
        tws.worlds(spades.View.from_dict(data)).sample(rng)


def test_a_view_of_the_play_without_trumps_has_no_worlds() -> None:
    rng = random.Random(1)
    following = next(
        state
        for state in positions(twenty_down.new_game(), rng)
        if state.phase is twenty_down.Phase.PLAY and state.trick.cards
    )
    data = tws.view(following, None).to_dict() | {"trumps": None}
    with pytest.raises(tws.TwoWayStreetError):
        tws.worlds(twenty_down.View.from_dict(data)).sample(rng)
