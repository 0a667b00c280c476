"""Test items of pytest for the promises; the plugin ``pytest_twowaystreet`` collects them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.game_places import game_at
from twowaystreet.errors import RulesError
from twowaystreet.testing.conformance.promises import PROMISES, check
from twowaystreet.testing.reports import Broken


def find_game(name: str) -> Game:
    """Return the game with a name, or at a place such as ``package.module:GAME``."""
    try:
        return game_at(name)
    except RulesError as error:
        text = f"--twowaystreet-game={name}: expected {error.expected}"
        raise pytest.UsageError(text) from error


class PromiseItem(pytest.Item):
    """Test of one promise of a game."""

    game: Game

    @override
    def runtest(self) -> None:
        """Check the promise."""
        if reason := PROMISES[self.name].left_out(self.game):
            pytest.skip(reason)
        option: Any = self.config.getoption  # Any: each option has its own type
        hands, seed = option("--twowaystreet-hands"), option("--twowaystreet-seed")
        check(self.game, promises=[self.name], hands=hands, seed=seed)

    # Any: the type that pytest returns here has no public name.
    @override
    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the report of a failure; for a broken promise only its message."""
        if isinstance(excinfo.value, Broken):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    @override
    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the path and the name of the test for reports."""
        return self.path, None, self.nodeid


class GameCollector(pytest.Collector):
    """Tests of all promises of a game."""

    game: Game

    @override
    def collect(self) -> Iterator[PromiseItem]:
        """Yield one test for each promise."""
        item_type: Any = PromiseItem  # Any: pytest declares no types for from_parent
        for name in PROMISES:
            item: PromiseItem = item_type.from_parent(
                self, name=name, nodeid=f"{self.nodeid}::{name}"
            )
            item.game = self.game
            yield item


class Promises:
    """Collector of the promises of the games from the command line."""

    def __init__(self, config: pytest.Config) -> None:
        names: Any = config.getoption("--twowaystreet-game")  # Any: as above, a list of texts
        self.names: tuple[str, ...] = tuple(dict.fromkeys(names))
        self.games: dict[str, Game] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Find the games before the collection, which may take long, for one clear error."""
        self.games = {name: find_game(name) for name in self.names}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Add the tests after pytest read every ``conftest.py`` and before it deselects tests."""
        collector_type: Any = GameCollector  # Any: as above
        for name in self.names:
            collector: GameCollector = collector_type.from_parent(session, name=name, nodeid=name)
            collector.game = self.games[name]
            # genitems reports each test to pytest, which counts it with the others.
            items += session.genitems(collector)
