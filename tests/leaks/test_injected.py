"""The checks find injected leaks and missing facts."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every
from tests.leaks.check import check_playout
from tests.leaks.injected import IN_SMALL, LEAKS, MISSING, OMITTED, Carrying
from tests.leaks.playouts import playout_of, seats_of
from tests.leaks.reach import check_reach
from tests.leaks.shown import check_shown
from tests.leaks.small import SMALL
from tests.leaks.test_exhaustive import explored
from twowaystreet.games import twos

SMALL_LEAKS = IN_SMALL | MISSING
MOST_PLAYOUTS = 60


def compare_playouts(game: str) -> None:
    """Compare playouts until a check fails."""
    for seed in range(MOST_PLAYOUTS):
        check_playout(game, playout_of(game, seed), random.Random(seed))


def compare_views(game: str) -> None:
    """Compare the views of every seat with the states until a check fails."""
    for seed in range(MOST_PLAYOUTS):
        playout = playout_of(game, seed)
        for before, state in zip((None, *playout.states), playout.states, strict=False):
            for seat in seats_of(state):
                check_shown(before, state, seat)


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("leak", nightly_but_every(3, LEAKS))
def test_the_comparison_finds_a_leak(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, inject = LEAKS[leak]
    inject(monkeypatch)
    with pytest.raises(AssertionError):
        compare_playouts(game)


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("leak", SMALL_LEAKS)
def test_the_exploration_finds_leaks_and_missing_facts(
    leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, inject = SMALL_LEAKS[leak]
    inject(monkeypatch)
    with pytest.raises(AssertionError, match="is shown" if leak in IN_SMALL else "knows more"):
        explored(SMALL[small])


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("fact", nightly_but_every(2, OMITTED))
def test_the_comparison_with_the_state_finds_a_missing_fact(
    fact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, inject = OMITTED[fact]
    inject(monkeypatch)
    with pytest.raises(AssertionError):
        compare_views(game)


def test_the_search_finds_a_state_inside_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twos.State, "View", Carrying)
    one, two = (tws.view(state, None) for state in playout_of("twos", 1).states[:2])
    assert (one == two, repr(one) == repr(two)) == (False, False)
    with pytest.raises(AssertionError, match="State can be reached"):
        check_reach(one)
