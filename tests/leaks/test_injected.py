"""Leaks put in on purpose are found, and so is what is left out."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.leaks.check import check_course
from tests.leaks.courses import course_of, seats_of
from tests.leaks.injected import IN_SMALL, LEAKS, MISSING, NOT_TOLD, Carrying
from tests.leaks.reach import check_reach
from tests.leaks.rebuild import rebuild
from tests.leaks.small import SMALL
from tests.leaks.test_exhaustive import explored
from twowaystreet.games import twos

SMALL_LEAKS = IN_SMALL | MISSING
MOST_COURSES = 60


def compare_courses(game: str) -> None:
    """Compare courses until one shows a difference."""
    for seed in range(MOST_COURSES):
        check_course(game, course_of(game, seed), random.Random(seed))


def watch_along(game: str) -> None:
    """Watch courses from every seat until one shows a difference."""
    for seed in range(MOST_COURSES):
        course = course_of(game, seed)
        record = tws.Record(course.states[0], course.moves)
        for seat in seats_of(course.states[0]):
            rebuild(record.for_seat(seat))


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("leak", LEAKS)
def test_a_comparison_of_courses_finds_it(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, put = LEAKS[leak]
    put(monkeypatch)
    with pytest.raises(AssertionError):
        compare_courses(game)


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("leak", SMALL_LEAKS)
def test_going_through_a_small_game_finds_it(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small, put = SMALL_LEAKS[leak]
    put(monkeypatch)
    with pytest.raises(AssertionError, match="is shown" if leak in IN_SMALL else "knows more"):
        explored(SMALL[small])


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("fact", NOT_TOLD)
def test_who_watches_along_misses_it(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, put = NOT_TOLD[fact]
    put(monkeypatch)
    with pytest.raises(AssertionError):
        watch_along(game)


def test_a_view_that_carries_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twos.State, "View", Carrying)
    one, two = (tws.view(state, None) for state in course_of("twos", 1).states[:2])
    assert (one == two, repr(one) == repr(two)) == (False, False)
    with pytest.raises(AssertionError, match="State can be reached"):
        check_reach(one)
