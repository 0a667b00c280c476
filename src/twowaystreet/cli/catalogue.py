"""The games that there are, and the list of them."""

from __future__ import annotations

from collections.abc import Iterator

import twowaystreet as tws
from twowaystreet.cli.lines import Column, Line, Span, Style, faint, table
from twowaystreet.cli.settings import defaults_of
from twowaystreet.errors import quoted
from twowaystreet.options import options_of


class NoSuchGame(LookupError):
    """There is no game of that name, or it cannot be loaded; the message is a single line."""


def find(name: str) -> tws.Game:
    """The game of a name.

    Raises:
        NoSuchGame: if there is none, or if the package that offers it fails.
    """
    if name not in set(tws.GAMES):
        raise NoSuchGame(f"there is no game {quoted(name)}; there are: {', '.join(tws.GAMES)}")
    try:
        return tws.GAMES[name]
    except Exception as error:
        # The game may be of another package, in which anything whatever can go wrong.
        raise NoSuchGame(f"the game {name} cannot be loaded: {quoted(error)}") from error


def listing() -> Iterator[Line]:
    """Every game with its options: their values, their defaults, the rules they belong to."""
    for place, name in enumerate(tws.GAMES):
        if place:
            yield ()
        try:
            game = find(name)
        except NoSuchGame as error:
            yield (Span(str(error), Style.REFUSAL),)
            continue
        yield (Span(name, Style.HEADING), f"  {game.title}")
        options = options_of(game.Rules)
        defaults = defaults_of(game)
        yield from table(
            [
                Column("  option", [(f"  {option}",) for option in options]),
                Column("default", [(Span(defaults[option], Style.STRONG),) for option in options]),
                Column("rule", [(faint(option.rule),) for option in options.values()]),
                Column("values", [(option.expected,) for option in options.values()]),
            ]
        )
