"""Who learns the same is told the same: views, texts, moves, refusals and records."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.leaks.check import Seen, check_at, check_course, told, unnamed
from tests.leaks.courses import OPENINGS, course_of, seats_of
from tests.leaks.disguise import disguised
from tests.leaks.knowledge import knowledge, states_of
from twowaystreet.games import duel

HIDING = {
    "street": {"declare", "exchange", "play"},
    "duel": {"bid", "exchange", "play"},
    "twos": {"play"},
    "spades": {"look", "bid", "raise", "play"},
    "twenty_down": {"trump", "draw", "declare", "play"},
    "oh_hell": {"bid", "play"},
}
"""The phases of each game in which something is hidden from somebody."""
RULES = {
    "street": ("ST-9", "ST-10", "ST-11", "ST-16", "ST-18"),
    "duel": ("DU-2", "DU-5", "DU-7"),
    "twos": ("TW-3",),
    "spades": ("SP-5", "SP-12", "SP-13", "SP-14"),
    "twenty_down": ("TD-2", "TD-3"),
    "oh_hell": (),
}
MARKED = [pytest.param(game, marks=pytest.mark.rule(*RULES[game])) for game in OPENINGS]


@pytest.mark.rule("AL-3", "AL-4")
@pytest.mark.parametrize("game", MARKED)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_what_is_hidden_changes_nothing(game: str, seed: int) -> None:
    check_course(game, course_of(game, seed), random.Random(seed))


@pytest.mark.parametrize("game", HIDING)
def test_there_is_something_to_compare_at_all_times(game: str) -> None:
    found = Seen()
    for seed in range(40):
        found.add(check_course(game, course_of(game, seed), random.Random(seed)))
        if found.phases >= HIDING[game]:
            break
    assert found.phases >= HIDING[game]


@pytest.mark.parametrize("game", OPENINGS)
def test_another_course_is_another_state_and_yet_the_same_to_the_viewer(game: str) -> None:
    rng = random.Random(2)
    course = course_of(game, 3).until(1)
    for viewer in seats_of(course.states[0]):
        known = knowledge(course.states, course.moves, viewer)
        changed = 0
        for _ in range(10):
            other = disguised(course.states, course.moves, viewer, rng)
            assert other is not None
            states = states_of(course.states[0], other)
            assert knowledge(states, other, viewer) == known
            changed += states[-1].hands != course.states[-1].hands
        assert changed


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", OPENINGS)
def test_who_learns_something_else_is_told_something_else(game: str) -> None:
    one, two = (course_of(game, seed) for seed in (1, 2))
    for viewer in seats_of(one.states[0]):
        if viewer is None or viewer < len(two.states[0].scores):
            assert told(game, one.states[-1], viewer) != told(game, two.states[-1], viewer)


@pytest.mark.rule("ST-16", "ST-18", "AL-3")
@pytest.mark.parametrize("game", ["street", "duel"])
def test_who_waits_does_not_see_that_a_suit_is_to_be_named(game: str) -> None:
    """Also where somebody has to name one in this course, and nobody in the other."""
    found, seed = Seen(), 0
    while not found.unlike & {"name", "play"} and seed < 200:
        course, rng = course_of(game, seed), random.Random(seed)
        for place in unnamed(course):
            found.add(check_at(game, course.until(place), rng))
        seed += 1
    assert found.unlike & {"name", "play"}


@pytest.mark.rule("DU-2", "DU-5")
@pytest.mark.parametrize("markers", duel.BidMarkers)
@pytest.mark.parametrize("seed", range(3))
def test_every_sealed_bid_looks_alike(seed: int, markers: duel.BidMarkers) -> None:
    start = duel.new_game(duel.Rules(bid_markers=markers))
    deal = tws.shuffle(start, random.Random(seed))
    dealt = tws.apply(start, deal)
    for viewer in (None, 1):
        records = [
            tws.Record(start, [deal, bid]).for_seat(viewer) for bid in tws.legal_moves(dealt)
        ]
        assert len({record.to_json() for record in records}) == 1
        bidden = [tws.apply(dealt, bid) for bid in tws.legal_moves(dealt)]
        assert all(told("duel", one, viewer) == told("duel", bidden[0], viewer) for one in bidden)
