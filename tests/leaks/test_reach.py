"""Views and records of seats are values, from which there is no way to what they do not show."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.leaks.courses import OPENINGS, course_of, seats_of
from tests.leaks.reach import check_reach, check_value


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", OPENINGS)
def test_nothing_else_can_be_reached(game: str) -> None:
    course = course_of(game, 5)
    rng = random.Random(5)
    for number, state in enumerate(course.states):
        for seat in seats_of(state):
            if number < 12 or rng.random() < 0.1:
                seen = tws.view(state, seat)
                assert check_reach(seen) > 10
                check_value(seen)
                if number:
                    before, move = course.states[number - 1], course.moves[number - 1]
                    check_reach(tws.event_of(before, move, seat))


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", tws.GAMES)
def test_nothing_else_can_be_reached_from_a_record(game: str) -> None:
    course = course_of(game, 8)
    for seat in (None, 0, 1):
        record = tws.Record(course.states[0], course.moves).for_seat(seat)
        assert check_reach(record) > 100
        check_value(record)


@pytest.mark.parametrize("game", OPENINGS)
def test_a_state_can_be_told_from_a_view(game: str) -> None:
    state = course_of(game, 5).states[1]
    for thing in (state, [state], {"state": (state,)}, iter([state])):
        with pytest.raises(AssertionError, match="can be reached"):
            check_reach(thing)
