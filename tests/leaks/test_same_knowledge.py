"""Equal information states give equal views, texts, moves, refusals and records."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import ALL, facts_of
from tests.leaks.check import Counts, check_at, check_playout, output_for, positions_without_suit
from tests.leaks.playouts import playout_of
from twowaystreet.games import duel

MARKED = [pytest.param(game, marks=pytest.mark.rule(*facts_of(game).hiding_rules)) for game in ALL]


@pytest.mark.rule("AL-3", "AL-4")
@pytest.mark.parametrize("game", MARKED)
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_hidden_information_does_not_change_any_output(game: str, seed: int) -> None:
    check_playout(game, playout_of(game, seed), random.Random(seed))


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("game", ALL)
def test_hidden_information_does_not_change_many_hands(game: str, block: int) -> None:
    for seed in range(1000 + 10 * block, 1010 + 10 * block):
        check_playout(game, playout_of(game, seed), random.Random(seed), cuts=8)


@pytest.mark.parametrize("game", ALL)
def test_comparisons_cover_every_phase_with_hidden_information(game: str) -> None:
    found = Counts()
    for seed in range(40):
        found.add(check_playout(game, playout_of(game, seed), random.Random(seed)))
        if found.phases >= facts_of(game).hiding:
            break
    assert found.phases >= facts_of(game).hiding


@pytest.mark.rule("ST-16", "ST-18", "AL-3")
@pytest.mark.parametrize("game", ["street", "duel"])
def test_a_waiting_seat_cannot_see_the_duty_to_name_a_suit(game: str) -> None:
    """The actor must name a suit in one playout, but not in the other."""
    found, seed = Counts(), 0
    while not found.unlike & {"name", "play"} and seed < 200:
        playout, rng = playout_of(game, seed), random.Random(seed)
        for place in positions_without_suit(playout):
            found.add(check_at(game, playout.until(place), rng))
        seed += 1
    assert found.unlike & {"name", "play"}


@pytest.mark.rule("DU-2", "DU-5")
@pytest.mark.parametrize("markers", duel.BidMarkers)
@pytest.mark.parametrize("seed", range(3))
def test_all_sealed_bids_look_the_same_to_the_others(seed: int, markers: duel.BidMarkers) -> None:
    start = duel.new_game(duel.Rules(bid_markers=markers))
    deal = tws.shuffle(start, random.Random(seed))
    dealt = tws.apply(start, deal)
    for viewer in (None, 1):
        records = [
            tws.Record(start, [deal, bid]).for_seat(viewer) for bid in tws.legal_moves(dealt)
        ]
        assert len({record.to_json() for record in records}) == 1
        bidden = [tws.apply(dealt, bid) for bid in tws.legal_moves(dealt)]
        assert all(
            output_for("duel", one, viewer) == output_for("duel", bidden[0], viewer)
            for one in bidden
        )
