"""The pytest plugin that checks games: ``pytest --twowaystreet-game=mygame``.

pytest imports this module at each start if the package is installed. So the module only declares
the options. The plugin imports the library when the user names a game.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def _hands(text: str) -> int:
    """Convert the value of an option to a number of playouts; argparse shows the error."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return number


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("twowaystreet", "card games (twowaystreet)")
    group.addoption(
        "--twowaystreet-game",
        action="append",
        default=[],
        metavar="GAME",
        help="check the promises of a game, one test for each: the name of a game in "
        "twowaystreet.GAMES, whist.py:NAME or package.module:NAME; may be given several times",
    )
    group.addoption(
        "--twowaystreet-hands",
        type=_hands,
        default=None,
        metavar="NUMBER",
        help="the number of playouts for each promise",
    )
    group.addoption(
        "--twowaystreet-seed",
        type=int,
        default=0,
        metavar="NUMBER",
        help="the seed of the playouts (default: 0)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the promises to the tests if the user names a game."""
    if config.getoption("--twowaystreet-game"):
        try:
            from twowaystreet.testing.conformance._pytest_items import Promises  # noqa: PLC0415  # see above
        except ModuleNotFoundError as error:
            if error.name != "hypothesis":
                raise
            import pytest  # noqa: PLC0415  # as above

            raise pytest.UsageError(f"--twowaystreet-game: {error}") from None
        config.pluginmanager.register(Promises(config), "twowaystreet-promises")
