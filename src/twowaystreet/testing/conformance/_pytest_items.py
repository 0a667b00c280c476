"""Test items of pytest for the promises; the plugin ``pytest_twowaystreet`` collects them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias, cast

import pytest
from typing_extensions import override

import twowaystreet as tws
from twowaystreet._core.engine.game_places import game_at
from twowaystreet.testing._playouts import Broken
from twowaystreet.testing.conformance._checking import PROMISES, check

Untyped: TypeAlias = Any  # Any: options and nodes, for which pytest declares no types


class PromiseItem(pytest.Item):
    @override
    def runtest(self) -> None:
        game: tws.Game = cast(GameCollector, self.parent).game
        if reason := PROMISES[self.name].left_out(game):
            pytest.skip(reason)
        option: Untyped = self.config.getoption
        hands, seed = option("--twowaystreet-hands"), option("--twowaystreet-seed")
        check(game, promises=[self.name], hands=hands, seed=seed)

    @override
    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Untyped = None
    ) -> Untyped:
        error = excinfo.value
        return str(error) if isinstance(error, Broken) else super().repr_failure(excinfo, style)

    @override
    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.nodeid


class GameCollector(pytest.Collector):
    game: tws.Game

    @override
    def collect(self) -> Iterator[PromiseItem]:
        item_type: Untyped = PromiseItem
        for name in PROMISES:
            yield item_type.from_parent(self, name=name, nodeid=f"{self.nodeid}::{name}")


class Promises:
    def __init__(self, config: pytest.Config) -> None:
        self.names: Untyped = config.getoption("--twowaystreet-game")
        self.games: dict[str, GameCollector] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Find the games before the collection, which may take long, for one clear error."""
        game_type: Untyped = GameCollector
        for name in self.names:
            try:
                game = game_at(name)
            except tws.RulesError as error:
                text = f"--twowaystreet-game={name}: expected {error.expected}"
                raise pytest.UsageError(text) from error
            self.games[name] = game_type.from_parent(session, name=name, nodeid=name)
            self.games[name].game = game

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Add the tests after pytest read every ``conftest.py`` and before it deselects tests."""
        for collector in self.games.values():
            # genitems reports each test to pytest, which counts it with the others.
            items += collector.session.genitems(collector)
