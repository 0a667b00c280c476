"""The pytest plugin that checks games: ``pytest --twowaystreet-game=mygame``.

pytest imports this module whenever it starts, wherever the package is installed. So it declares the
options and nothing else: the library is imported when a game is asked for.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def _hands(text: str) -> int:
    """How many playouts an option asks for; raises what argparse shows as a wrong use of it."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return number


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options.

    Args:
        parser: where pytest collects them.
    """
    group = parser.getgroup("twowaystreet", "card games (twowaystreet)")
    group.addoption(
        "--twowaystreet-game",
        action="append",
        default=[],
        metavar="GAME",
        help="check that a game keeps its promises, one test each: the name of a game in "
        "twowaystreet.GAMES, or package.module:NAME; may be given several times",
    )
    group.addoption(
        "--twowaystreet-hands",
        type=_hands,
        default=None,
        metavar="NUMBER",
        help="how many playouts are checked for each promise",
    )
    group.addoption(
        "--twowaystreet-seed",
        type=int,
        default=0,
        metavar="NUMBER",
        help="where their chance begins (0)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Have the promises collected, if a game is asked for.

    Args:
        config: what was asked for.
    """
    if config.getoption("--twowaystreet-game"):
        try:
            from twowaystreet.testing.conformance.pytest_items import Promises  # noqa: PLC0415  # see above
        except ModuleNotFoundError as error:
            if error.name != "hypothesis":
                raise
            import pytest  # noqa: PLC0415  # as above

            raise pytest.UsageError(f"--twowaystreet-game: {error}") from None
        config.pluginmanager.register(Promises(config), "twowaystreet-promises")
