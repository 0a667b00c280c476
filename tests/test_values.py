"""Values are their own copies, and callers cannot build values that follow from a game."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import AnyState, anything, hand_played, some_move, trick_state, voids
from tests.test_slots import CORE_AND_GAMES, values
from twowaystreet import authoring as core
from twowaystreet._util.values import Derived, Value
from twowaystreet.games import twos
from twowaystreet.ratings import SCALE, rounds

COPIES: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy)


def is_early(state: AnyState) -> bool:
    """Return whether a trick-taking game has fewer than two complete tricks."""
    return isinstance(state, tws.TrickState) and len(trick_state(state).tricks) < 2


def in_mid_hand(name: str) -> tws.Record:
    """Return the record of a game in the middle of a hand."""
    rng = random.Random(3)
    record = tws.Record(tws.GAMES[name].new_game())
    while len(record.moves) < 3 or is_early(record.state):
        record = record.play(some_move(record.state, rng))
    return record


def public_values(name: str) -> Iterator[object]:
    """Yield public values of every type from a game."""
    record = in_mid_hand(name)
    seen = tws.view(record.state, 0)
    yield from (record, record.start, record.state, record.state.rules, record.state.rules.pack)
    yield from (*record.moves, *tws.cards_of(record.moves[0]), seen)
    if isinstance(record.state, tws.TrickState):
        yield from (*trick_state(record.state).tricks, *voids(seen))
    yield from (tws.view(record.state, None), record.for_seat(0), record.game)
    yield from record.for_seat(None).events
    over = hand_played(record.state, random.Random(3))
    score = tws.score_hand(over)
    yield from (score, *score.seats, SCALE, *rounds([1000, 1010], [3, 20], target=20))


@pytest.mark.parametrize("name", tws.GAMES)
def test_a_copy_is_the_value_itself(name: str) -> None:
    for value in public_values(name):
        assert [made(value) is value for made in COPIES] == [True, True], value


@pytest.mark.parametrize("name", tws.GAMES)
def test_values_are_pickled_as_equals(name: str) -> None:
    for value in public_values(name):
        again = pickle.loads(pickle.dumps(value))
        assert again == value and type(again) is type(value)


def test_every_class_of_values_returns_itself_as_copy() -> None:
    every = (each for module in CORE_AND_GAMES for each in values(module))
    frozen = (each for each in every if each.__hash__ is not None)
    assert [each for each in frozen if not issubclass(each, Value)] == []


def derived() -> list[Any]:
    """Return a value of each type that follows from a game."""
    record = in_mid_hand("twos")
    seen = record.for_seat(1)
    return [record.state, tws.view(record.state, 1), seen, seen.events[-1]]


@pytest.mark.parametrize("value", derived(), ids=lambda value: type(value).__name__)
def test_replace_is_refused_for_derived_values(value: Any) -> None:
    for changes in ({}, {"actor": 3}, {"seat": 0}):
        with pytest.raises(TypeError, match=r"cannot be built from parts: expected \w+"):
            value.__replace__(**changes)
        if sys.version_info >= (3, 13):
            with pytest.raises(TypeError, match="cannot be built from parts"):
                anything(copy).replace(value, **changes)


def test_an_attrs_class_refuses_replace_too() -> None:
    """On Python 3.13 attrs adds this method to each of its classes; here the class defines it."""

    @attrs.frozen(kw_only=True)
    class View(core.View[Any, Any]):
        def __replace__(self, /, **changes: Any) -> Any:
            return attrs.evolve(self, **changes)

    assert anything(View).__replace__ is Derived.__replace__


def test_states_are_not_built_from_parts() -> None:
    state = in_mid_hand("twos").state
    ways: tuple[Callable[[], object], ...] = (
        lambda: attrs.evolve(anything(state), actor=3),
        lambda: anything(twos.State)(state._match, state._hand_data, state.phase),
        anything(tws.GameState),
    )
    for build in ways:
        with pytest.raises(TypeError, match=r"expected new_game\(\) or apply\(state, move\)"):
            build()


def test_values_that_check_themselves_allow_replace() -> None:
    assert attrs.evolve(twos.Rules(), target=70).target == 70
    with pytest.raises(tws.RecordError):
        attrs.evolve(in_mid_hand("twos"), moves=[tws.Play(tws.CARDS[0])])


def test_states_of_a_new_game_return_themselves_as_copy() -> None:
    class State(twos.State):
        __slots__ = ()

    first: AnyState = State._build(twos.new_game()._match, core.HandData(), twos.Phase.DEAL)
    assert copy.deepcopy(first) is first
