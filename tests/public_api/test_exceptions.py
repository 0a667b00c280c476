"""Exceptions carry the public module that exports them, for tracebacks and pickles."""

from __future__ import annotations

import pickle
import traceback
from importlib import import_module

import pytest

from docs._ext.public_names import PUBLIC
from tests.public_api.test_names import IMPORTED
from twowaystreet.errors import IllegalMove
from twowaystreet.players import PlayerError, by_name
from twowaystreet.reasons import Malformed
from twowaystreet.table import TableError

EXCEPTIONS = {
    (module, name): thing
    for module in IMPORTED
    for name in import_module(module).__all__
    if isinstance(thing := getattr(import_module(module), name), type)
    and issubclass(thing, BaseException)
}


def test_there_are_exceptions_in_several_packages() -> None:
    assert len({module for module, _ in EXCEPTIONS}) > 4


@pytest.mark.parametrize(("module", "name"), EXCEPTIONS)
def test_every_exception_carries_a_public_module_that_exports_it(module: str, name: str) -> None:
    error = EXCEPTIONS[module, name]
    assert error.__module__ in PUBLIC
    assert getattr(import_module(error.__module__), error.__qualname__) is error
    assert pickle.loads(pickle.dumps(error)) is error


def test_a_traceback_shows_the_public_name() -> None:
    with pytest.raises(PlayerError) as caught:
        by_name("simpel")
    (line,) = traceback.format_exception_only(caught.value)
    assert line.startswith("twowaystreet.players.PlayerError: player 'simpel': expected simple,")


@pytest.mark.parametrize(
    "error",
    [
        TableError("the game is over"),
        PlayerError("simpel", "expected simple"),
        IllegalMove("QS", Malformed(None, "a move")),
    ],
    ids=type,
)
def test_exceptions_come_back_from_pickles(error: Exception) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error) and copy.args == error.args and str(copy) == str(error)
