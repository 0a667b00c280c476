"""Promises as test items of pytest; the plugin ``pytest_twowaystreet`` has them collected."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from twowaystreet._engine.game import GAMES, Game
from twowaystreet.testing.conformance.promises import PROMISES
from twowaystreet.testing.conformance.reports import Broken
from twowaystreet.testing.conformance.runner import check


def find_game(name: str) -> Game:
    """The game of a name, or at a place such as ``package.module:GAME``.

    Raises:
        pytest.UsageError: if there is none.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        if name in GAMES:
            return GAMES[name]
        raise pytest.UsageError(
            f"--twowaystreet-game={name}: there is no such game; expected {', '.join(GAMES)}, or "
            "a place such as package.module:GAME"
        )
    try:
        game: object = getattr(import_module(module), attribute)
    except Exception as error:
        # Whatever the module raises while it is imported, there is no game to be had from it.
        raise pytest.UsageError(
            f"--twowaystreet-game={name}: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(game, Game):
        raise pytest.UsageError(f"--twowaystreet-game={name}: this is no twowaystreet.Game")
    return game


class PromiseItem(pytest.Item):
    """A promise of a game as a test."""

    game: Game
    """The game."""

    @override
    def runtest(self) -> None:
        """Look whether the promise is kept."""
        promise = PROMISES[self.name]
        if not promise.applies_to(self.game):
            pytest.skip(f"the State of {self.game.title} is no {promise.needs.__name__}")
        option: Any = self.config.getoption  # Any: options are of the types they were declared with
        hands, seed = option("--twowaystreet-hands"), option("--twowaystreet-seed")
        check(self.game, promises=[self.name], hands=hands, seed=seed)

    # Any: what pytest returns here is a type of its own, which has no public name.
    @override
    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is shown of a failure: for a broken promise its message alone."""
        if isinstance(excinfo.value, Broken):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    @override
    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test is, and how it is called in reports."""
        return self.path, None, self.nodeid


class GameCollector(pytest.Collector):
    """All promises of a game as tests."""

    game: Game
    """The game."""

    @override
    def collect(self) -> Iterator[PromiseItem]:
        """One test for each promise."""
        item_type: Any = PromiseItem  # Any: what its maker takes has no types
        for name in PROMISES:
            item: PromiseItem = item_type.from_parent(
                self, name=name, nodeid=f"{self.nodeid}::{name}"
            )
            item.game = self.game
            yield item


class Promises:
    """Collects the promises of the games that are asked for.

    Args:
        config: what was asked for.
    """

    def __init__(self, config: pytest.Config) -> None:
        asked: Any = config.getoption("--twowaystreet-game")  # Any: as above, a list of texts
        self.names: tuple[str, ...] = tuple(dict.fromkeys(asked))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Check that the games are there before xdist starts processes, which collect for it."""
        if session.config.pluginmanager.hasplugin("dsession"):
            for name in self.names:
                find_game(name)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Add the tests, when every ``conftest.py`` has been read and nothing is deselected yet."""
        collector_type: Any = GameCollector  # Any: as above
        for name in self.names:
            collector: GameCollector = collector_type.from_parent(session, name=name, nodeid=name)
            collector.game = find_game(name)
            # So that pytest hears of each of them, and counts them with the others.
            items += session.genitems(collector)
