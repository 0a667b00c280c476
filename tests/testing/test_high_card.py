"""Tests of the kit with a game without tricks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import twowaystreet as tws
from examples.high_card import GAME, Show, State
from twowaystreet import testing
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import PROMISES, other_process

FEW = settings(max_examples=20, derandomize=True, database=None, deadline=None)
OF_TRICKS = {"tricks", "voids"}


@pytest.fixture
def registered() -> None:
    """Register the game."""
    tws.register(GAME)


def test_the_game_keeps_all_promises_except_those_about_tricks_and_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not hasattr(State, "tricks") and not hasattr(GAME.View, "voids")
    # The game does not say where its hidden cards may lie.
    monkeypatch.setattr(other_process, "PROCESSES", 1)
    with pytest.warns(UserWarning, match="the promise 'worlds' is not checked"):
        found = conformance.check(GAME, hands=1)
    assert list(found) == [name for name in PROMISES if name not in {*OF_TRICKS, "worlds"}]
    assert all(found.values())


def test_promises_about_tricks_are_skipped() -> None:
    assert {name for name, each in PROMISES.items() if not each.applies_to(GAME)} == OF_TRICKS
    assert all(each.applies_to(tws.GAMES["twos"]) for each in PROMISES.values())
    assert conformance.check(GAME, promises=["voids", "turns"], hands=1).keys() == {"turns"}


@FEW
@given(st.data())
def test_strategies_draw_states_moves_and_views(data: st.DataObject) -> None:
    state = data.draw(testing.states(GAME, "show"))
    move = data.draw(testing.moves(state))
    assert type(move) is Show and move.card in state.hand_of(state.actor)
    after = tws.apply(state, move)
    assert tws.view(after, None).shown[-1] == move.card
    assert data.draw(testing.views(GAME)).seat in {None, 0, 1}
    assert data.draw(testing.deals(data.draw(testing.rules(GAME)))).cards


def test_the_state_machine_runs() -> None:
    run_state_machine_as_test(testing.machine_of(GAME), settings=settings(FEW, max_examples=5))


@pytest.mark.usefixtures("registered")
@FEW
@given(st.data())
def test_records_can_be_read_back(data: st.DataObject) -> None:
    record = data.draw(testing.records("high_card"))
    assert tws.Record.from_text(record.to_text()) == record
    assert tws.Record.from_json(record.to_json()) == record
