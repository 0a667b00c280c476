"""Values hold only their fields, are their own copies, and callers cannot change or build them."""

import copy
import inspect
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from typing import Any, ClassVar

import attrs
import pytest

import twowaystreet
import twowaystreet as tws
from tests.extras import is_left_out
from tests.helpers import anything, hand_played, trick_state, voids
from tests.records.playing import in_mid_hand
from twowaystreet import authoring as core
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._util.values import Derived, Value
from twowaystreet.games import twos
from twowaystreet.ratings import SCALE, rounds

ABOVE_GAMES = (
    *("_cli", "_pyinstaller", "svg", "table", "_page", "web", "testing", "arena", "players"),
    *("solve", "fast", "_spaces", "rl", "balance"),
)
"""Packages that hold no rules."""
CORE_AND_GAMES = sorted(
    module.name
    for module in walk_packages(twowaystreet.__path__, "twowaystreet.")
    if module.name.split(".")[1] not in ABOVE_GAMES
    and not module.name.endswith(("__main__", ".compiled"))  # they need numba
    and not is_left_out(f"src/{module.name.replace('.', '/')}{'/__init__' * module.ispkg}.py")
)


def values(module: str) -> Iterator[type]:
    for thing in vars(import_module(module)).values():
        if inspect.isclass(thing) and thing.__module__ == module and attrs.has(thing):
            yield thing


def test_values_have_slots_and_return_themselves_as_copy() -> None:
    every = [each for module in CORE_AND_GAMES for each in values(module)]
    every.remove(TableFacts)  # it keeps what displays have said
    assert len(every) > 80
    assert [each for each in every if each.__dictoffset__] == []
    frozen = (each for each in every if each.__hash__ is not None)
    assert [each for each in frozen if not issubclass(each, Value)] == []


def public_values(name: str) -> Iterator[object]:
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
def test_a_copy_is_the_value_itself_and_a_pickle_an_equal(name: str) -> None:
    for value in public_values(name):
        assert copy.copy(value) is value and copy.deepcopy(value) is value, value
        again = pickle.loads(pickle.dumps(value))
        assert again == value and type(again) is type(value)


def test_derived_values_are_not_built_from_parts_nor_replaced() -> None:
    record = in_mid_hand("twos")
    seen, state = record.for_seat(1), anything(record.state)
    values: tuple[Any, ...] = (state, tws.view(state, 1), seen, seen.events[-1])
    for value, changes in product(values, ({}, {"actor": 3}, {"seat": 0})):
        with pytest.raises(TypeError, match=r"cannot be built from parts: expected \w+"):
            value.__replace__(**changes)
        if sys.version_info >= (3, 13):
            with pytest.raises(TypeError, match="cannot be built from parts"):
                anything(copy).replace(value, **changes)
    ways: tuple[Callable[[], object], ...] = (
        lambda: attrs.evolve(state, actor=3),
        lambda: anything(twos.State)(state._match, state._hand_data, state.phase),
        anything(tws.GameState),
    )
    for build in ways:
        with pytest.raises(TypeError, match=r"expected new_game\(\) or apply\(state, move\)"):
            build()
    # On Python 3.13 attrs adds this method to each of its classes; here the class defines it.

    @attrs.frozen(kw_only=True)
    class View(core.View[Any, Any]):
        def __replace__(self, /, **changes: Any) -> Any:
            return attrs.evolve(self, **changes)

    assert anything(View).__replace__ is Derived.__replace__


NOT_OF_RULES = (
    *("text_format", "plain_data", "seat_records", "game", "values"),
    *("_making", "_typescript"),
    *("display", "player", "examples", "authoring", "finding", "lines", "table_play"),
    *("modules", "faults", "publishing"),
)
"""Modules with private tables for reading files and finding games, kept results, and words."""


def test_tables_of_rules_are_read_only() -> None:
    writable = list[str]()
    for name in CORE_AND_GAMES:
        if name.rpartition(".")[2] in NOT_OF_RULES:
            continue
        own = {key: thing for key, thing in vars(import_module(name)).items() if key[:2] != "__"}
        types = [each for each in own.values() if inspect.isclass(each)]
        for holder in (own, *(vars(each) for each in types if not issubclass(each, Enum))):
            for key, thing in holder.items():
                if isinstance(thing, dict | list | set):
                    writable += [f"{name}: {key}"] * (not key.startswith(("__", "_field_defaults")))
    assert writable == []
    for table in (Tables._decisions, Tables._following, TablesView.redacted_moves):
        with pytest.raises(TypeError):
            anything(table)["play"] = None
    assert Tables._following == twos.State._following
    assert set(TablesView.redacted_moves) == {tws.Deal, tws.Play}
    assert anything(Tables.names) == ("Ann", "Ben")
    assert anything(Tables.wild) == frozenset({"2C", "2D"})
    DECISIONS.clear()
    assert Tables._decisions.keys() == {"play"}
    steps: dict[type[tws.Move], Any] = {}
    decision = core.Decision("a card", "TW-3", handlers=steps)
    steps[tws.Play] = None
    assert dict(decision.handlers) == {}
    with pytest.raises(TypeError, match="does not support item assignment"):
        anything(decision.handlers)[tws.Play] = None


DECISIONS: dict[tws.Phase, core.Decision] = dict(twos.State._decisions)


class Tables(twos.State):
    __slots__ = ()
    _decisions: ClassVar = DECISIONS
    _following: ClassVar = dict(twos.State._following)
    names: ClassVar = ["Ann", "Ben"]
    wild: ClassVar = {"2C", "2D"}


@attrs.frozen(kw_only=True)
class TablesView(core.View[Any, Any]):  # Any: a game without a state
    """A view with a table."""

    redacted_moves: ClassVar = {
        **core.View.redacted_moves,
        tws.Play: lambda state, move, viewer: "a card",
    }


@pytest.mark.rule("AL-4")
def test_moves_compute_their_internal_parts() -> None:
    cards, pack = twos.Rules().pack.cards, twos.Rules().pack
    for make, given, more in ((tws.Play, cards[0], "bit"), (tws.Deal, cards[:1] * 52, "pack")):
        with pytest.raises(TypeError):
            anything(make)(given, pack)
        for name in (more, f"_{more}"):
            with pytest.raises(TypeError):
                anything(make)(given, **{name: pack})
