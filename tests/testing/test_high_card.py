"""Tests of the kit with a game without tricks."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from typing_extensions import override

import twowaystreet as tws
from examples import high_card
from examples.high_card import GAME, Show, State, Table
from tests.testing.broken import shown
from twowaystreet import authoring as core
from twowaystreet import testing
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import PROMISES, Broken

FEW = settings(max_examples=20, derandomize=True, database=None, deadline=None)
OF_TRICKS = {"tricks", "voids"}


@pytest.fixture
def registered() -> None:
    """Register the game."""
    tws.register(GAME)


def test_the_game_keeps_all_promises_except_those_about_tricks_and_worlds() -> None:
    assert not hasattr(State, "tricks") and not hasattr(GAME.View, "voids")
    # The game does not say where its hidden cards may lie.
    with pytest.warns(UserWarning, match="the promise 'worlds' is not checked"):
        found = conformance.check(GAME, hands=2)
    assert list(found) == [name for name in PROMISES if name not in {*OF_TRICKS, "worlds"}]
    assert all(found.values())


def test_promises_about_tricks_are_skipped() -> None:
    assert {name for name, each in PROMISES.items() if not each.applies_to(GAME)} == OF_TRICKS
    assert all(each.applies_to(tws.GAMES["twos"]) for each in PROMISES.values())
    assert conformance.check(GAME, promises=["voids", "turns"], hands=1).keys() == {"turns"}


class Loses(State):
    """States in which the first player loses a card that was not shown."""

    __slots__ = ()

    def _show_two(self, seat: int, move: Show) -> Any:
        after: Any = self._show(seat, move)
        if after.hand_over:
            return after
        held = after._hand_data.held
        left = after._remaining & ~(held[seat] & after._remaining & -after._remaining)
        replace: Any = core.fast_replace(State)  # Any: it takes fields by name
        return replace(after, _remaining=left)

    _decisions: ClassVar = {
        high_card.Phase.SHOW: core.Decision("a card", "HC-1", State._shows, {Show: _show_two})
    }


LEAKY_VIEW = shown(
    high_card.View,
    other=core.viewer_fact(
        lambda state, viewer: None if viewer is None else state.hand_of(1 - viewer)
    ),
)
"""A view that shows the hand of the other player."""


class Leaky(State):
    """States for these views."""

    __slots__ = ()


class Again(State):
    """States that never need a deal."""

    __slots__ = ()

    @property
    @override
    def needs_deal(self) -> bool:
        return False


def faulty(state: type[State], view: type[high_card.View] = high_card.View) -> tws.Game:
    """Return High Card with a fault."""
    new_game = core.new_game_for(high_card.Rules, state, Table(), rule="AL-2")
    own: Any = attrs.frozen(kw_only=True)(type("View", (view,), {"__module__": __name__}))
    return attrs.evolve(GAME, name=state.__name__.lower(), State=state, View=own, new_game=new_game)


@pytest.mark.parametrize(
    ("game", "promise", "says"),
    [
        (faulty(Loses), "cards", "removes cards from hands"),
        (faulty(Leaky, LEAKY_VIEW), "secrets", "has the same information in this playout"),
        (faulty(Again), "turns", "the actor is None"),
    ],
    ids=lambda part: str(getattr(part, "name", part)),
)
def test_faults_are_found(game: tws.Game, promise: str, says: str) -> None:
    with pytest.raises(Broken) as caught:
        conformance.check(game, promises=[promise])
    assert says in caught.value.wrong


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
