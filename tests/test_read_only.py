"""Tables that define the rules are read-only."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.test_slots import CORE_AND_GAMES
from twowaystreet import authoring as core
from twowaystreet._core.cards.masks import Pack, PerCardType
from twowaystreet.games import twos

NOT_OF_RULES = (
    *("text_format", "plain_data", "seat_records", "schemas", "game", "values"),
    *("display", "player", "examples", "authoring", "finding", "lines", "table_play"),
    *("modules", "imports"),
)
"""Modules with private tables for reading files and finding games, kept results, and words."""


def tables(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the attributes of a module and of its classes, with their names."""
    for name, thing in vars(module).items():
        if name.startswith("__"):
            continue
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, Enum):
            for inner, part in vars(thing).items():
                if not inner.startswith(("__", "_field_defaults")):  # of named tuples
                    yield f"{name}.{inner}", part


OF_RULES = [module for module in CORE_AND_GAMES if module.rpartition(".")[2] not in NOT_OF_RULES]


def test_modules_hold_no_writable_table() -> None:
    for module in OF_RULES:
        found = tables(import_module(module))
        writable = [name for name, thing in found if isinstance(thing, dict | list | set)]
        assert writable == [], module


@pytest.mark.parametrize("name", tws.GAMES)
def test_tables_of_games_are_read_only(name: str) -> None:
    game = tws.GAMES[name]
    found: list[Mapping[Any, Any]] = [
        game.View.redacted_moves,
        game.State._decisions,
        getattr(game.State, "_following", game.State._decisions),  # only games with tricks
    ]
    found += [decision.handlers for decision in game.State._decisions.values()]
    for table in found:
        with pytest.raises(TypeError, match="does not support item assignment"):
            anything(table)[tws.Play] = None


def test_internal_tables_are_tuples() -> None:
    lists = PerCardType("abcdefghij" * 6)._parts
    assert {type(each) for each in lists} == {tuple}
    assert type(Pack(tws.CARDS)._counts) is tuple


DECISIONS: dict[tws.Phase, core.Decision] = dict(twos.State._decisions)


class State(twos.State):
    """Twos with tables of every type."""

    __slots__ = ()
    _decisions: ClassVar = DECISIONS
    _following: ClassVar = dict(twos.State._following)
    names: ClassVar = ["Ann", "Ben"]
    wild: ClassVar = {"2C", "2D"}


@attrs.frozen(kw_only=True)
class View(core.View[Any, Any]):  # Any: a game without a state
    """A view with a table."""

    redacted_moves: ClassVar = {
        **core.View.redacted_moves,
        tws.Play: lambda state, move, viewer: "a card",
    }


def test_tables_of_a_new_game_become_read_only() -> None:
    for table in (State._decisions, State._following, View.redacted_moves):
        with pytest.raises(TypeError):
            anything(table)["play"] = None
    assert State._following == twos.State._following
    assert set(View.redacted_moves) == {tws.Deal, tws.Play}
    assert anything(State.names) == ("Ann", "Ben")
    assert anything(State.wild) == frozenset({"2C", "2D"})


def test_later_changes_to_the_original_table_have_no_effect() -> None:
    DECISIONS.clear()
    assert State._decisions.keys() == {"play"}


def test_handlers_are_copied() -> None:
    steps: dict[type[tws.Move], Any] = {}
    decision = core.Decision("a card", "TW-3", handlers=steps)
    steps[tws.Play] = None
    assert dict(decision.handlers) == {}
