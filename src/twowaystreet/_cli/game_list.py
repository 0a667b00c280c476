"""The search for a game by its name, and the list of all games."""

from __future__ import annotations

from collections.abc import Iterator

import twowaystreet as tws
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.lines import Column, Line, Span, Style, faint, table
from twowaystreet._core.display.options import defaults_of, values_of
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.game_places import FORMS, game_at
from twowaystreet._util.modules import is_place
from twowaystreet.errors import quoted


class NoSuchGame(LookupError):
    """An unknown game, or a game that cannot be loaded; the message is a single line."""


def find(name: str) -> tws.Game:
    """Return the game of a name, in upper or lower case, or at a place such as whist.py:GAME.

    A game at a place is registered, so that its records can be read.

    Raises:
        NoSuchGame: if the game is unknown, or if its package or its file fails.
    """
    if is_place(name):
        try:
            game = game_at(name)
            tws.register(game)
        except tws.RulesError as error:
            raise NoSuchGame(" ".join(str(error).split())) from error
        return game
    names = list(tws.GAMES)
    alike = [known for known in names if known.lower() == name.lower()]
    if not alike:
        known_names = f"there are: {', '.join(names)}; or give {FORMS}"
        raise NoSuchGame(f"there is no game {quoted(name)}; {known_names}")
    # The names of two games may differ only in case, so an exact match goes first.
    known = name if name in alike else alike[0]
    try:
        return tws.GAMES[known]
    except Exception as error:
        # The game may come from another package, which can raise any error.
        raise NoSuchGame(f"the game {known} cannot be loaded: {quoted(error)}") from error


def listing() -> Iterator[Line]:
    """Yield the lines of every game with its options."""
    for place, name in enumerate(tws.GAMES):
        if place:
            yield ()
        try:
            game = find(name)
        except NoSuchGame as error:
            yield (Span(str(error), Style.REFUSAL),)
            continue
        yield from entry(game)


def entry(game: tws.Game) -> Iterator[Line]:
    """Yield the lines of a game and its options, with their defaults, rules and values."""
    yield (Span(game.name, Style.HEADING), f"  {game.title}")
    options = options_of(game.Rules)
    defaults = defaults_of(game)
    none_means = display_of(game).none_means
    values = [values_of(option, none_means.get(name, "")) for name, option in options.items()]
    yield from table(
        [
            Column("  option", [(f"  {option}",) for option in options]),
            Column("default", [(Span(defaults[option], Style.STRONG),) for option in options]),
            Column("rule", [(faint(option.rule),) for option in options.values()]),
            Column("values", [(text,) for text in values]),
        ]
    )
